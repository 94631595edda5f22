import { readInstant } from '../../platform/core/read-instant.ts';
import type { Order } from './order.ts';
import type { OrderFields, Side } from './order-fields.ts';

/** Most windows of a side besides its first one. */
export const MAX_OTHER_WINDOWS = 10;

/** A window between two instants. */
export interface OtherWindow {
  readonly from: string;
  readonly to: string;
}

/** An ISO 8601 interval such as `2026-03-05T10:00:00Z/2026-03-05T12:00:00Z`; undefined for any other text. */
export function readInterval(text: string): OtherWindow | undefined {
  const [first = '', second = '', ...more] = text.split('/');
  const from = readInstant(first.trim());
  const to = readInstant(second.trim());
  return from === undefined || to === undefined || more.length > 0 || to <= from ? undefined : { from, to };
}

/** The windows of a side besides its first one, the earliest first. */
export function otherWindowsOf(order: OrderFields, side: Side): readonly OtherWindow[] {
  const given = order[`${side}OtherWindows`] ?? [];
  return given
    .flatMap((text) => readInterval(text) ?? [])
    .toSorted((a, b) => (a.from < b.from ? -1 : a.from > b.from ? 1 : 0));
}

/**
 * The fields of an order whose window on this side becomes the one in which it is served when it is reached at this time; the
 * present one takes the place of the chosen one among the others. Empty where the window stays.
 */
export function agreedWindow(order: Order, side: Side, reachedAt: string): Partial<Order> {
  const others = otherWindowsOf(order, side);
  const from = order[`${side}StartTime`];
  const to = order[`${side}EndTime`];
  if (others.length === 0 || from === undefined || to === undefined) return {};
  const chosen = [{ from, to }, ...others]
    .toSorted((a, b) => (a.from < b.from ? -1 : 1))
    .find((window) => reachedAt <= window.to);
  if (!chosen || (chosen.from === from && chosen.to === to)) return {};
  const rest = [{ from, to }, ...others.filter((window) => window !== chosen)];
  return {
    [`${side}StartTime`]: chosen.from,
    [`${side}EndTime`]: chosen.to,
    [`${side}OtherWindows`]: rest.map((window) => `${window.from}/${window.to}`),
  };
}
