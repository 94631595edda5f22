import {
  type CapacityLimit,
  judgeHandOver,
  limitAt,
  type StoreDirectory,
  type StoreLocation,
} from '../../../places/stores/index.ts';
import type { RestrictedThere, ZoneDirectory } from '../../../places/zones/index.ts';
import { greatCircleMeters } from '../../../platform/core/geography.ts';
import type { OrderFields } from '../order-fields.ts';
import { pointOf } from '../rules/address-parts.ts';
import { timeOf } from '../rules/times.ts';

/** Input of the choice among stores. */
export interface StoreChoice {
  readonly organizationId: string;
  readonly stores: StoreDirectory;
  readonly zones: ZoneDirectory;
  readonly nowMs: number;
  /** Restrictions at the dropoff; looked up once and only when needed. */
  readonly restrictedThere: () => Promise<RestrictedThere>;
  /** The order for which the store is chosen; its own place counts as free. */
  readonly orderId: string | undefined;
}

/**
 * The best of several stores: of those that are open at the pickup, deliver to the dropoff and have capacity left, the
 * one nearest to the dropoff, or the first if the dropoff is not known. Otherwise why none of them is possible.
 */
export async function chooseStore(
  fields: OrderFields,
  candidates: readonly StoreLocation[],
  choice: StoreChoice,
): Promise<{ readonly store: StoreLocation } | { readonly reasons: readonly string[] }> {
  const dropoff = pointOf(fields, 'dropoff');
  const distance = ({ address: { Lat: lat, Lng: lng } }: StoreLocation) =>
    dropoff && lat !== undefined && lng !== undefined
      ? greatCircleMeters({ lat, lng }, dropoff)
      : Number.MAX_VALUE;
  const zonesThere = zonesOfDropoff(fields, choice);
  const reasons: string[] = [];
  for (const store of candidates.toSorted((a, b) => distance(a) - distance(b))) {
    const reason = await whyNot(store, fields, choice, zonesThere);
    if (reason === undefined) return { store };
    reasons.push(`${store.id} ${reason}`);
  }
  return { reasons };
}

async function whyNot(
  store: StoreLocation,
  fields: OrderFields,
  choice: StoreChoice,
  zonesThere: () => Promise<ReadonlySet<string>>,
): Promise<string | undefined> {
  const { organizationId, stores, zones, nowMs, orderId } = choice;
  const handOver = judgeHandOver(store, pickupWindow(fields), nowMs);
  if (!handOver.isOpen) return handOver.reason;
  const served = await zones.servedBy(organizationId, store.id, nowMs);
  if (served.length > 0) {
    const there = await zonesThere();
    if (!served.some((id) => there.has(id))) return 'does not deliver there';
  }
  const restriction = (await choice.restrictedThere()).storeLocationIds.get(store.id);
  if (restriction !== undefined) return restrictedBy(restriction);
  const limit = limitAt(store, handOver);
  if (limit === undefined) return undefined;
  const day = { organizationId, storeLocationId: store.id, date: handOver.date };
  const taken = await stores.placesTaken(day, limit, orderId);
  return taken < limit.maxOrders ? undefined : fullSentence(handOver.date, limit);
}

/** Reason for a store that may not deliver there. */
export function restrictedBy(restriction: string): string {
  return `does not deliver there because of the zone restriction "${restriction}"`;
}

/** Reason for a store without capacity. */
export function fullSentence(date: string, { maxOrders, from, until }: CapacityLimit): string {
  const isWholeDay = from === '00:00' && until === '24:00';
  return `takes ${maxOrders} orders on ${date}${isWholeDay ? '' : ` from ${from} to ${until}`} and is full`;
}

/** The window of the pickup: as sent or, before it is computed, until the end of the dropoff. */
export function pickupWindow(fields: OrderFields): {
  readonly startMs?: number | undefined;
  readonly endMs?: number | undefined;
} {
  const startMs = timeOf(fields, 'pickupStartTime');
  const endMs = timeOf(fields, 'pickupEndTime');
  if (startMs !== undefined || endMs !== undefined) return { startMs, endMs };
  return { endMs: timeOf(fields, 'dropoffEndTime') };
}

/** Dropoff of an order in the form of a zone query. */
export function dropoffPlace(fields: OrderFields): Parameters<ZoneDirectory['at']>[1] {
  return {
    lat: fields.dropoffLat,
    lng: fields.dropoffLng,
    zip: fields.dropoffAddressZip,
    city: fields.dropoffAddressCity,
    state: fields.dropoffAddressState,
    country: fields.dropoffAddressCountry,
  };
}

/** Ids of the zones at the dropoff, looked up once and only when needed. */
function zonesOfDropoff(
  fields: OrderFields,
  { organizationId, zones }: StoreChoice,
): () => Promise<ReadonlySet<string>> {
  let found: Promise<ReadonlySet<string>> | undefined;
  const look = async () => {
    const covering = await zones.at(organizationId, dropoffPlace(fields));
    return new Set(covering.map(({ id }) => id));
  };
  return () => {
    found ??= look();
    return found;
  };
}
