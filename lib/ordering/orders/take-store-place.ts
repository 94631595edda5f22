import { planPlaces, type StorePlace } from '../../places/stores/index.ts';
import type { Operation } from '../../platform/table/index.ts';
import type { Order } from './order.ts';

/** The writes that update a store's capacity for a change of an order: 0 to 2 members. */
export function takeStorePlace(before: Order | undefined, next: Order): readonly Operation[] {
  const [present, wanted] = [before && placeOf(before), placeOf(next)];
  if (present?.takenAt === wanted?.takenAt && present?.storeLocationId === wanted?.storeLocationId) return [];
  return planPlaces(present, wanted, Date.parse(next.updatedAt));
}

/** The place of an order that is neither archived nor cancelled. */
function placeOf({ organizationId, id, status, storePlace }: Order): StorePlace | undefined {
  if (!storePlace || status === 'archived' || status === 'canceled') return undefined;
  return { ...storePlace, organizationId, orderId: id };
}
