import { WINDOW_TIMES } from '../../engines/vocabulary/index.ts';
import type { Refusal } from '../../platform/core/refusal.ts';
import type { Operation } from '../../platform/table/index.ts';
import type { Order } from './order.ts';
import type { OrderPatch } from './order-fields.ts';
import type { WindowBookings, WindowHold } from './window-bookings.ts';

/** An assessed order with its booking. */
interface BookedOrder {
  readonly order: Order;
  /** Writes of the booking, for the transaction that writes the order. */
  readonly operations: readonly Operation[];
}

/**
 * Books the window of an assessed order and leaves the one that it named before. A window that cannot be
 * booked is reported in `validationErrors`; a request for a hold is refused instead.
 */
export async function bookWindow(
  { windows }: { readonly windows: WindowBookings },
  change: {
    readonly before: Order | undefined;
    readonly next: Order;
    readonly hold?: WindowHold | undefined;
    readonly at: string;
  },
): Promise<BookedOrder | Refusal> {
  const { before, next, hold, at } = change;
  // The assessment reported an unknown window; a request for a hold is refused.
  const isBookable = hold !== undefined || next.validationErrors.deliveryWindowId === undefined;
  const wanted = isBookable ? next : { ...next, deliveryWindowId: undefined };
  const { booking, operations, problem } = await windows.plan({ before, next: wanted, hold, at });
  if (problem && hold) return problem;
  const order = { ...next, windowBooking: booking };
  if (!problem) return { order, operations };
  const validationErrors = { ...next.validationErrors, deliveryWindowId: problem.message };
  return { order: { ...order, validationErrors }, operations };
}

/** The patch with the order's own times cleared when it names another window without times. */
export function withWindowTimes(order: Order, patch: OrderPatch): OrderPatch {
  const { deliveryWindowId } = patch;
  if (typeof deliveryWindowId !== 'string' || deliveryWindowId === order.deliveryWindowId) return patch;
  const cleared = Object.fromEntries(WINDOW_TIMES.map((name) => [name, null]));
  const sent = Object.fromEntries(Object.entries(patch).filter(([, value]) => value !== undefined));
  return { ...cleared, ...sent };
}
