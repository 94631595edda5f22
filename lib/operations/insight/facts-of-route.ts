import type { Route, Stop } from '../../fleet/routes/index.ts';
import type { Stored } from '../../platform/table/index.ts';
import type { Places } from './dimensions.ts';
import { type Fact, minuteOf } from './fact.ts';
import { placed } from './facts-of-order.ts';

/** Statuses of a stop that end the driver's time there. */
const ENDS: readonly Stop['status'][] = ['COMPLETED', 'SKIPPED', 'FAILED'];

/**
 * The fact that the end of a route is: how it was driven, beside how it was planned. Undefined while it has none.
 * `drivenMeters` is undefined when its way is not known.
 */
export function factOfRoute(
  { value: route, version }: Stored<Route>,
  stops: readonly Stop[],
  drivenMeters: number | undefined,
): Fact | undefined {
  const endedAt = route.completedAt;
  if (endedAt === null) return undefined;
  const visited = stops.filter(({ status }) => status === 'COMPLETED');
  const planned = secondsBetween(route.plannedDeparture, route.plannedCompletion);
  const driven = secondsBetween(route.actualDeparture, endedAt);
  const dwells = visited.flatMap((stop) => visitOf(stop).dwellSeconds ?? []);
  const places: Places = {
    ...placed('store', route.storeLocationIds),
    ...placed('provider', [route.providerId]),
    ...placed('driverGroup', [route.driverGroup?.id]),
    ...placed('driver', [route.courier?.id]),
    ...placed('strategy', [route.dispatchStrategyId]),
  };
  const sums: Record<string, number> = {
    routes: 1,
    routeStops: stops.length,
    stopsDone: visited.length,
    stopsSkipped: stops.filter(({ status }) => status === 'SKIPPED').length,
    stopsOnTime: route.stopsOnTime,
    plannedMeters: stops.reduce((sum, { distanceFromPrevious }) => sum + (distanceFromPrevious ?? 0), 0),
    ...distanceOf(stops, drivenMeters),
    ...orderOf(visited),
    dwells: dwells.length,
    dwellSeconds: dwells.reduce((sum, seconds) => sum + seconds, 0),
    ...(driven === undefined ? {} : { drivenSeconds: driven, stopsDriven: visited.length }),
    ...(driven === undefined || planned === undefined
      ? {}
      : { comparedDrivenSeconds: driven, comparedPlannedSeconds: planned }),
  };
  return {
    organizationId: route.organizationId,
    minute: minuteOf(endedAt),
    id: route.id,
    // A way that is known counts instead of one that was not, whichever is recorded first.
    revision: 2 * version + (drivenMeters === undefined ? 0 : 1),
    about: { routeId: route.id },
    places: places as Fact['places'],
    sums: Object.fromEntries(Object.entries(sums).filter(([, value]) => value !== 0)),
  };
}

/**
 * What was driven, and what was planned for the same way: without the drive home after the last stop, which no report
 * ends, and only where every distance was planned.
 */
function distanceOf(
  stops: readonly Stop[],
  drivenMeters: number | undefined,
): Readonly<Record<string, number>> {
  if (drivenMeters === undefined) return {};
  const tracked = { routesTracked: 1, drivenMeters };
  const legs = stops
    .slice(1)
    .filter(({ stopType, status }) => stopType !== 'ROUTE_END' || status === 'COMPLETED');
  const planned = legs.map(({ distanceFromPrevious }) => distanceFromPrevious);
  const isPlanned = planned.length > 0 && planned.every((meters) => meters !== null);
  if (!isPlanned) return tracked;
  const comparedPlannedMeters = planned.reduce((sum, meters) => sum + meters, 0);
  return { ...tracked, comparedDrivenMeters: drivenMeters, comparedPlannedMeters };
}

/** Neighbours by their planned times, and how many of them were reached in that order. */
function orderOf(visited: readonly Stop[]): Readonly<Record<string, number>> {
  const planned = visited
    .flatMap((stop) =>
      stop.plannedArrivalTime === null ? [] : [{ at: stop.plannedArrivalTime, reached: reachedAt(stop) }],
    )
    .sort((one, other) => (one.at < other.at ? -1 : 1));
  const pairs = planned.slice(1).map(({ reached }, index) => (planned[index]?.reached ?? '') <= reached);
  return { stopPairs: pairs.length, stopPairsInOrder: pairs.filter((isInOrder) => isInOrder).length };
}

/** When the driver came to a completed stop. */
function reachedAt({ statusHistory }: Stop): string {
  const arrived = statusHistory.find(({ status }) => status === 'IN_PROGRESS');
  return (arrived ?? statusHistory.findLast(({ status }) => status === 'COMPLETED'))?.created_at ?? '';
}

/** The driver's time at a stop; what is not known is null. */
export function visitOf({ statusHistory }: Pick<Stop, 'statusHistory'>): {
  readonly arrivedAt: string | null;
  readonly leftAt: string | null;
  readonly dwellSeconds: number | null;
} {
  const arrivedAt = statusHistory.find(({ status }) => status === 'IN_PROGRESS')?.created_at ?? null;
  const leftAt = statusHistory.findLast(({ status }) => ENDS.includes(status))?.created_at ?? null;
  return { arrivedAt, leftAt, dwellSeconds: secondsBetween(arrivedAt, leftAt) ?? null };
}

function secondsBetween(from: string | null, to: string | null): number | undefined {
  if (from === null || to === null) return undefined;
  return Math.max(0, Math.round((Date.parse(to) - Date.parse(from)) / 1000));
}
