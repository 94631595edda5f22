import { WINDOW_TIMES } from '../../../engines/vocabulary/index.ts';
import type { PayloadOf } from '../../../engines/workflows/index.ts';
import type { Order, OrderPatch } from '../../../ordering/orders/index.ts';

/** The existing texts and the added ones, each once. */
export function together(present: readonly string[] | undefined, added: readonly string[]): string[] {
  return [...new Set([...(present ?? []), ...added])];
}

/**
 * A lower bound never lowers a value that was raised meanwhile, and an upper bound never raises one that was lowered.
 */
export function holdBound(
  order: Order,
  { field, operation, amountCents }: PayloadOf<'modify_order_price_or_tip'>,
): OrderPatch {
  const present = order[field];
  if (operation === 'at_least') return { [field]: Math.max(present ?? 0, amountCents) };
  if (operation === 'at_most')
    return present === undefined ? {} : { [field]: Math.min(present, amountCents) };
  return { [field]: amountCents };
}

/** Moves the windows unless somebody else moved them meanwhile. */
export function moveWindows(
  order: Order,
  { windows, from }: PayloadOf<'reschedule_order'>,
): OrderPatch | string {
  if (order.routeId !== undefined) return 'The order is on a route.';
  const patch: Record<string, string> = {};
  for (const bound of WINDOW_TIMES) {
    const moved = windows[bound];
    if (moved === undefined) continue;
    const present = order[bound];
    if (present === undefined || Date.parse(present) !== Date.parse(from[bound] ?? '')) {
      return 'The windows of the order have changed in the meantime.';
    }
    patch[bound] = moved;
  }
  return patch;
}
