import { judgeHandOver, limitAt, type StoreLocation } from '../../../places/stores/index.ts';
import { toInstant } from '../../../platform/core/clock.ts';
import type { Order } from '../order.ts';
import { isGiven } from '../rules/address-parts.ts';
import { show } from '../rules/define-rule.ts';
import { fullSentence, pickupWindow, restrictedBy, type StoreChoice } from './choose-store.ts';
import type { Draft } from './draft.ts';

/** When an order that is accepted now will be ready at its store. */
export function readyMs(store: StoreLocation | undefined, nowMs: number): number {
  return nowMs + (store?.prepTimeMinutes ?? 0) * 60_000;
}

/** An immediate order starts when its store has it ready, if that takes time. */
export function fillReadyTime(draft: Draft, store: StoreLocation | undefined, nowMs: number): void {
  const { deliveryMode, pickupStartTime, pickupEndTime, dropoffStartTime, dropoffEndTime } = draft.fields;
  const hasTimes = [pickupStartTime, pickupEndTime, dropoffStartTime, dropoffEndTime].some(isGiven);
  if (!store?.prepTimeMinutes || deliveryMode !== 'now' || hasTimes) return;
  draft.fill('pickupStartTime', toInstant(readyMs(store, nowMs)));
}

/**
 * The store of the pickup must be open in the pickup window, have the order ready by then, and have capacity
 * left then. Returns the order's place there; undefined at a store without a limit.
 */
export async function checkStore(
  draft: Draft,
  store: StoreLocation | undefined,
  choice: StoreChoice,
): Promise<Order['storePlace']> {
  const { fields } = draft;
  const hasWindow = isGiven(fields.pickupStartTime) || isGiven(fields.pickupEndTime);
  if (!store) return undefined;
  const field = 'pickupStoreLocationId';
  const restriction = (await choice.restrictedThere()).storeLocationIds.get(store.id);
  if (restriction !== undefined) {
    draft.report(
      field,
      'store-is-not-restricted',
      `${field} ${show(store.id)} ${restrictedBy(restriction)}; send another store.`,
    );
    return undefined;
  }
  if (fields.deliveryMode !== 'now' && !hasWindow) return undefined;
  const handOver = judgeHandOver(store, pickupWindow(fields), choice.nowMs);
  if (!handOver.isOpen) {
    draft.report(
      field,
      'store-hands-over',
      `${field} ${show(store.id)} ${handOver.reason}; send other times or another store.`,
    );
    return undefined;
  }
  const { date, time } = handOver;
  const limit = limitAt(store, handOver);
  if (limit === undefined) return undefined;
  const { organizationId, orderId } = choice;
  const day = { organizationId, storeLocationId: store.id, date };
  const taken = await choice.stores.placesTaken(day, limit, orderId);
  if (taken >= limit.maxOrders) {
    draft.report(
      field,
      'store-has-room',
      `${field} ${show(store.id)} ${fullSentence(date, limit)}; send another time or another store.`,
    );
    return undefined;
  }
  return { storeLocationId: store.id, date, time, takenAt: toInstant(choice.nowMs) };
}
