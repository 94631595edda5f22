import { commit, isLostRace } from '../../platform/core/commit.ts';
import { refuseOtherVersion } from '../../platform/core/expected-version.ts';
import { isRefusal, type Refusal } from '../../platform/core/refusal.ts';
import { changeInstant, writeChange } from './change-order.ts';
import type { OrderDeps } from './order-deps.ts';
import { orderEventDataOf, orderUpdated, recordOrderEvent } from './order-events.ts';
import { type FoundOrder, type OrderActor, type OrderCaller, readOrder } from './read-order.ts';
import { planUpdate } from './update-order.ts';
import type { WindowHold } from './window-bookings.ts';

/** Holds or confirms a place of an order in a window; leaves the window into which it was booked before. */
export function bookOrder(
  deps: OrderDeps,
  caller: OrderCaller,
  id: string,
  booking: { readonly deliveryWindowId: string; readonly hold: WindowHold },
): Promise<FoundOrder | Refusal> {
  const { deliveryWindowId, hold } = booking;
  return untilWritten(deps, caller, id, ({ stored }) =>
    planUpdate(deps, caller, stored.value, { fields: { deliveryWindowId }, hold }),
  );
}

/** Confirms the booking of an order. */
export function confirmBooking(
  deps: OrderDeps,
  actor: OrderActor,
  id: string,
): Promise<FoundOrder | Refusal> {
  return untilWritten(deps, actor, id, async ({ stored: { value: order } }) => {
    const at = changeInstant(order, deps.clock.now());
    const planned = await deps.windows.confirm(order, at);
    if (isRefusal(planned)) return planned;
    const { booking, operations } = planned;
    if (operations.length === 0) return undefined;
    return {
      next: { ...order, windowBooking: booking, updatedAt: at },
      events: (changed) => [
        ...operations,
        recordOrderEvent(orderUpdated, changed, {
          ...orderEventDataOf(changed.value, changed.version),
          changedFields: ['deliveryWindowStatus'],
          reapplyAutomations: false,
        }),
      ],
    };
  });
}

/** Takes an order out of its window. Its times, which came from the window, are cleared. */
export function revokeBooking(
  deps: OrderDeps,
  caller: OrderCaller,
  id: string,
): Promise<FoundOrder | Refusal> {
  return untilWritten(deps, caller, id, ({ stored }) =>
    planUpdate(deps, caller, stored.value, { fields: { deliveryWindowId: null } }),
  );
}

/**
 * Releases the place of an order that is archived or canceled, or whose booking in `lapsedKey` was not
 * confirmed in time. Otherwise nothing changes. For workers: it throws when it was not written.
 */
export async function releaseBooking(
  deps: OrderDeps,
  caller: OrderCaller,
  id: string,
  lapsedKey?: string,
): Promise<void> {
  const outcome = await untilWritten(deps, caller, id, async ({ stored: { value: order } }) => {
    const booking = order.windowBooking;
    if (!booking) return undefined;
    if (order.status === 'archived' || order.status === 'canceled') {
      const at = changeInstant(order, deps.clock.now());
      const next = { ...order, deliveryWindowId: undefined };
      const { operations } = await deps.windows.plan({ before: order, next, hold: undefined, at });
      return {
        next: { ...order, windowBooking: undefined, updatedAt: at },
        events: () => operations,
      };
    }
    if (booking.status !== 'booked' || booking.key !== lapsedKey) return undefined;
    return planUpdate(deps, caller, order, { fields: { deliveryWindowId: null } });
  });
  // The booking is released when the event comes again.
  if (isRefusal(outcome) && isLostRace(outcome)) throw new Error(outcome.message);
}

async function untilWritten(
  deps: OrderDeps,
  actor: OrderActor,
  id: string,
  plan: (found: FoundOrder) => ReturnType<typeof planUpdate>,
): Promise<FoundOrder | Refusal> {
  return commit(deps, { what: 'order', id }, async () => {
    const found = await readOrder(deps.table, actor, id);
    if (isRefusal(found)) return found;
    const stale = refuseOtherVersion(deps.expectedVersion, found.stored);
    return stale ?? writeChange(deps.table, found, await plan(found));
  });
}
