import type { Point } from '../../platform/core/geography.ts';
import type { Ids } from '../../platform/core/ids.ts';
import { isSamePlace } from './loading-places.ts';
import { carriesOrders, newStop, type Stop, withoutTimes } from './stop.ts';

/** Stops of some orders taken from a route, and what is left of it. */
export interface TakenStops {
  readonly left: readonly Stop[];
  /** Dropoffs and returns of the orders, in their order. */
  readonly taken: readonly Stop[];
  /** The pickup of each order; none for orders that are loaded at the start. */
  readonly pickups: readonly Stop[];
}

/** Takes orders off a route. A stop shared with other orders is split; a stop without orders is removed. */
export function takeOrders(ids: Ids, stops: readonly Stop[], orderIds: ReadonlySet<string>): TakenStops {
  const left: Stop[] = [];
  const taken: Stop[] = [];
  const pickups: Stop[] = [];
  for (const stop of stops) {
    const going = carriesOrders(stop) ? stop.objectIds.filter((id) => orderIds.has(id)) : [];
    if (going.length === 0) {
      left.push(stop);
      continue;
    }
    const staying = stop.objectIds.filter((id) => !orderIds.has(id));
    if (staying.length > 0) left.push({ ...stop, objectIds: staying });
    const part = { ...stop, id: staying.length > 0 ? ids.next('stp') : stop.id, objectIds: going };
    (stop.stopType === 'PICKUP' ? pickups : taken).push(withoutTimes(part));
  }
  return { left, taken, pickups };
}

/** Where stops are inserted: before the end of the route, or before the stop at this index (specification 3.2.3). */
export function insertStops(
  stops: readonly Stop[],
  added: readonly Stop[],
  position: number | undefined,
): readonly Stop[] {
  const first = stops[0]?.stopType === 'ROUTE_START' ? 1 : 0;
  const last = stops.at(-1)?.stopType === 'ROUTE_END' ? stops.length - 1 : stops.length;
  const at = Math.max(first, Math.min(position ?? last, last));
  return [...stops.slice(0, at), ...added, ...stops.slice(at)];
}

/** Adds orders to the pickup stop at this place, or adds a new pickup stop there before all dropoffs. */
export function collectAt(
  ids: Ids,
  stops: readonly Stop[],
  place: Point,
  orderIds: readonly string[],
): readonly Stop[] {
  const index = stops.findIndex(
    ({ stopType, location }) => stopType === 'PICKUP' && location !== null && isSamePlace(location, place),
  );
  if (index >= 0) {
    return stops.map((stop, at) =>
      at === index ? { ...stop, objectIds: [...new Set([...stop.objectIds, ...orderIds])] } : stop,
    );
  }
  const pickup = newStop({
    id: ids.next('stp'),
    stopType: 'PICKUP',
    objectIds: [...orderIds],
    location: { lat: place.lat, lng: place.lng },
  });
  const firstDropoff = stops.findIndex(({ stopType }) => stopType === 'DROPOFF' || stopType === 'ROUTE_END');
  const before = firstDropoff < 0 ? stops.length : firstDropoff;
  return [...stops.slice(0, before), pickup, ...stops.slice(before)];
}
