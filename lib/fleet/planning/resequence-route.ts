import { type Resequenced, resequence, type Violation } from '../../engines/optimization/index.ts';
import { type Travel, TravelFailure } from '../../engines/travel/index.ts';
import { toInstant } from '../../platform/core/clock.ts';
import { ownValue } from '../../platform/core/own-value.ts';
import { isRefusal, type Refusal } from '../../platform/core/refusal.ts';
import {
  calculatedDeparture,
  changeRoutes,
  type RouteAggregate,
  type RouteDeps,
  type RoutePlanner,
  refusePlanning,
  routeHasNoStops,
  routeStopsUpdated,
  type Stop,
  settledRoute,
  timedStops,
} from '../routes/index.ts';
import { cachedTravel } from './cached-travel.ts';
import { dayClock } from './clock-of-day.ts';
import { type Dimension, LOAD_UNITS } from './loads.ts';
import { nothingPlanned } from './refusals.ts';
import { type RouteProblem, routeProblem } from './route-problem.ts';

/** Search time for one route. Milliseconds. */
const TIME_LIMIT_MS = 2_000;

/** A rule that the route violates in its new order (decision C51). */
export interface RouteBreach {
  readonly type: string;
  readonly stopId: string | null;
  readonly orderId: string | null;
  readonly name: string | null;
  readonly amount: number;
  readonly unit: string;
}

/** A route in its new order, with its violations. */
export interface ResequencedRoute {
  readonly route: RouteAggregate;
  readonly violations: readonly RouteBreach[];
}

type Found = Extract<Resequenced, { readonly ok: true }>;

/**
 * Puts the stops of one route into a better order with its own vehicle, service times and breaks, and keeps every stop.
 * It relaxes the constraints of 3.2.6 and reports the violations. If a stop still does not fit, the route stays
 * unchanged.
 */
export async function resequenceRoute(
  deps: RouteDeps & { readonly travel: Travel },
  planner: RoutePlanner,
  id: string,
  options: { readonly expectedVersion?: number | undefined; readonly timeLimitMs?: number } = {},
): Promise<ResequencedRoute | Refusal> {
  let violations: readonly RouteBreach[] = [];
  const of = { ids: [id], expectedVersion: options.expectedVersion };
  const changed = await changeRoutes(deps, planner, of, async ([found]) => {
    const { route } = found!;
    const refused = refusePlanning(route, 'resequenced');
    if (refused) return refused;
    if (route.orderCount === 0) {
      return routeHasNoStops(`Route ${route.id} has no orders, so there is nothing to resequence.`, {
        id: route.id,
      });
    }
    const now = toInstant(deps.clock.now());
    const departure = calculatedDeparture(found!) ?? now;
    const planned = await reordered(
      cachedTravel(deps, deps.travel, found!.route.organizationId),
      found!,
      departure,
      options.timeLimitMs ?? TIME_LIMIT_MS,
    );
    if (isRefusal(planned)) return planned;
    violations = planned.violations;
    const change = { route: { timesOutOfDate: false }, stops: planned.stops, encodedPolyline: null };
    const next = settledRoute(found!, change, now);
    return { edits: [{ before: found, next, events: [routeStopsUpdated] }], moves: [] };
  });
  return isRefusal(changed) ? changed : { route: changed[0]!, violations };
}

/** The stops of a route in a better order from a departure on, with their times and violations. */
export async function reordered(
  travel: Travel,
  found: RouteAggregate,
  departure: string,
  timeLimitMs: number,
): Promise<{ readonly stops: readonly Stop[]; readonly violations: readonly RouteBreach[] } | Refusal> {
  const clock = dayClock(departure);
  let posed: RouteProblem;
  try {
    posed = await routeProblem(travel, found, departure, clock);
  } catch (error) {
    if (!(error instanceof TravelFailure)) throw error;
    return nothingPlanned(`The roads could not be looked up: ${error.message} Try again later.`);
  }
  const solved = await resequence(posed.problem, posed.initial, { seed: 1, timeLimitMs });
  if (!solved.ok) {
    return nothingPlanned(
      `The stops of ${solved.unplaced.length} orders do not fit, ${solved.unplaced[0]} among them; the route is ` +
        'unchanged. Change their pickup windows or sequence priorities, or the breaks of the route.',
      { orderIds: solved.unplaced },
    );
  }
  const stops = orderedStops(found, solved, posed.breakStops);
  const timed = timedStops(
    stops,
    found.orders,
    clock.instantOf(solved.route.start),
    legsThrough(stops, solved),
  );
  return { stops: timed, violations: solved.violations.map((violation) => breachOf(violation, stops)) };
}

/** The route's own stops in the order of the visits; the visits of one stop follow one another. */
function orderedStops(
  found: RouteAggregate,
  { route }: Found,
  breakStops: RouteProblem['breakStops'],
): readonly Stop[] {
  const end = found.stops.find(({ stopType }) => stopType === 'ROUTE_END');
  const stops: Stop[] = found.stops.filter(({ stopType }) => stopType === 'ROUTE_START');
  const taken = breakStops.map(() => 0);
  const pauses = (index: number) =>
    route.breaks
      .filter((one) => one.beforeVisit === index)
      .map((one): Stop => {
        const own = breakStops[one.break]!;
        const count = taken[one.break]!++;
        // The new order may need more breaks than the old one.
        return own[count] ?? { ...own[0]!, id: `${own[0]!.id}x${count}` };
      });
  let last: Stop | undefined;
  for (const [index, visit] of route.visits.entries()) {
    const stop = stopOf(found, visit);
    const paused = pauses(index);
    if (last?.id === stop.id) {
      const at = stops.findLastIndex(({ id }) => id === stop.id);
      stops[at] = { ...stops[at]!, objectIds: [...stops[at]!.objectIds, visit.job] };
      stops.push(...paused);
      continue;
    }
    stops.push(...paused, { ...stop, objectIds: [visit.job] });
    last = stop;
  }
  stops.push(...pauses(route.visits.length));
  const missing = found.stops.filter(
    ({ stopType, id }) => stopType === 'DRIVER_BREAK' && !stops.some((one) => one.id === id),
  );
  return [...stops, ...missing, ...(end ? [end] : [])];
}

/** The stop of the route at which a visit takes place. */
function stopOf(found: RouteAggregate, { kind, job }: Found['route']['visits'][number]): Stop {
  const types = kind === 'pickup' ? ['PICKUP'] : ['DROPOFF', 'RETURN'];
  const others = kind === 'delivery' ? ['PICKUP'] : [];
  const stop = [types, others]
    .flatMap((some) =>
      found.stops.filter(({ stopType, objectIds }) => some.includes(stopType) && objectIds.includes(job)),
    )
    .at(0);
  if (!stop) throw new Error(`Job ${job} of route ${found.route.id} has no stop.`);
  return stop;
}

/**
 * Travel between the stops that have a place, taken from the visits; the last part is the rest of the route's total.
 */
function legsThrough(stops: readonly Stop[], { route }: Found) {
  const { visits, distance, travelTime } = route;
  const legs: { readonly seconds: number; readonly meters: number }[] = [];
  let at = 0;
  for (const { stopType, objectIds } of stops) {
    if (stopType === 'DRIVER_BREAK' || stopType === 'ROUTE_START' || stopType === 'ROUTE_END') continue;
    const some = visits.slice(at, at + objectIds.length);
    at += objectIds.length;
    legs.push({
      seconds: some.reduce((sum, visit) => sum + visit.travelFromPrevious, 0),
      meters: some.reduce((sum, visit) => sum + visit.distanceFromPrevious, 0),
    });
  }
  const seconds = travelTime - legs.reduce((sum, leg) => sum + leg.seconds, 0);
  const meters = distance - legs.reduce((sum, leg) => sum + leg.meters, 0);
  const fromFirst = stops[0]?.stopType === 'ROUTE_START' ? legs : legs.slice(1);
  return [...fromFirst, { seconds: Math.max(0, seconds), meters: Math.max(0, meters) }];
}

const TYPES: Readonly<Record<string, string>> = {
  LATE: 'late',
  SHIFT_END: 'past_shift_end',
  OVER_CAPACITY: 'over_capacity',
  MISSING_CAPABILITY: 'missing_capability',
};
const UNITS: Readonly<Record<string, string>> = {
  LATE: 's',
  SHIFT_END: 's',
  DURATION_LIMIT: 's',
  DISTANCE_LIMIT: 'm',
};
const UNITS_OF_LOADS: Readonly<Record<string, string>> = { weight: 'kg', volume: 'cm3', items: 'items' };

function breachOf({ kind, job, name, amount }: Violation, stops: readonly Stop[]): RouteBreach {
  const stop = stops.find(
    ({ stopType, objectIds }) => stopType === 'DROPOFF' && job !== undefined && objectIds.includes(job),
  );
  const isLoad = kind === 'OVER_CAPACITY';
  return {
    type: ownValue(TYPES, kind) ?? kind.toLowerCase(),
    stopId: stop?.id ?? null,
    orderId: job ?? null,
    name: name ?? null,
    amount: isLoad ? amount / LOAD_UNITS[name as Dimension] : amount,
    unit: (isLoad ? ownValue(UNITS_OF_LOADS, name) : ownValue(UNITS, kind)) ?? 'count',
  };
}
