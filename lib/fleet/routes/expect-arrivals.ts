import { estimatedLeg } from '../../engines/travel/index.ts';
import { toInstant } from '../../platform/core/clock.ts';
import type { RouteOrder } from './route-order.ts';
import type { Stop } from './stop.ts';
import { isStopDone } from './stop-lifecycle.ts';

/**
 * Stops with the expected times of the open ones, starting from the driver's place at `at`: at the reported stop, or on
 * the way to it. Driving takes as long as it was calculated; where nothing was calculated, as long as a truck is
 * estimated to need, because no road is looked up while a driver waits for the reply.
 */
export function expectedStops(
  stops: readonly Stop[],
  orders: readonly RouteOrder[],
  reportedId: string,
  at: string,
): readonly Stop[] {
  const byId = new Map(orders.map((order) => [order.id, order]));
  const index = stops.findIndex(({ id }) => id === reportedId);
  const reported = stops[index];
  if (!reported) return stops;
  let clock = Date.parse(at);
  const expected = [...stops];
  let here = stops.slice(0, index).findLast(({ location }) => location !== null)?.location ?? null;
  const driven = reported.status === 'ENROUTE' ? secondsTo(reported, here) : undefined;
  if (driven !== undefined) {
    clock += driven * 1000;
    expected[index] = { ...reported, arrivalTime: toInstant(clock) };
  }
  if (reported.status === 'ENROUTE' || reported.status === 'IN_PROGRESS') {
    clock = Math.max(clock, opening(reported, byId)) + workOf(reported) * 1000;
    expected[index] = { ...expected[index]!, departTime: toInstant(clock) };
  }
  here = reported.location ?? here;
  for (const [place, stop] of expected.entries()) {
    if (place <= index || isStopDone(stop.status) || stop.status === 'SKIPPED') continue;
    const arrival = clock + (secondsTo(stop, here) ?? 0) * 1000;
    here = stop.location ?? here;
    clock = Math.max(arrival, opening(stop, byId)) + workOf(stop) * 1000;
    expected[place] = { ...stop, arrivalTime: toInstant(arrival), departTime: toInstant(clock) };
  }
  return expected;
}

/** Driving time to a stop from here; undefined when neither was calculated nor can be estimated. */
function secondsTo({ location, durationFromPrevious }: Stop, here: Stop['location']): number | undefined {
  if (durationFromPrevious !== null) return durationFromPrevious;
  return location && here ? estimatedLeg(here, location, 'truck').seconds : undefined;
}

/** Seconds at a stop. */
export function workOf({ stopType, breakDuration, serviceTime }: Stop): number {
  return (stopType === 'DRIVER_BREAK' ? breakDuration : serviceTime) ?? 0;
}

/**
 * Earliest start of the work at a stop: when the last of its orders' windows has started. Milliseconds; 0 =
 * at any time.
 */
export function opening({ stopType, objectIds }: Stop, orders: ReadonlyMap<string, RouteOrder>): number {
  if (stopType !== 'PICKUP' && stopType !== 'DROPOFF') return 0;
  return objectIds.reduce((latest, id) => {
    const order = orders.get(id);
    const from = stopType === 'PICKUP' ? order?.pickupFrom : order?.dropoffFrom;
    return from ? Math.max(latest, Date.parse(from)) : latest;
  }, 0);
}
