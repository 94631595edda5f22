import {
  type BreakInput,
  defineProblem,
  type InitialRouteInput,
  type JobInput,
  type Problem,
  type TimeWindow,
} from '../../engines/optimization/index.ts';
import type { Travel } from '../../engines/travel/index.ts';
import { toInstant } from '../../platform/core/clock.ts';
import { capabilitiesOf, type RouteAggregate, type Stop } from '../routes/index.ts';
import { breakWithin } from './break-within.ts';
import type { DayClock } from './clock-of-day.ts';
import { capacityUnits, DIMENSIONS, loadOf } from './loads.ts';
import { collectPlaces, travelTable } from './places.ts';

/** A break with a set time and no rule is taken within half an hour of it. Seconds. */
const SLACK = 1_800;
const ANY_TIME: TimeWindow = { from: 0, to: 10 * 86_400 };

/** One route as a problem of the solver. */
export interface RouteProblem {
  readonly problem: Problem;
  readonly initial: InitialRouteInput;
  /** For each of the problem's breaks the stops that stand for it, in order. */
  readonly breakStops: readonly (readonly Stop[])[];
}

/** One route as a problem of its own: its vehicle, its stops and its breaks, on the roads of `travel`. */
export async function routeProblem(
  travel: Travel,
  found: RouteAggregate,
  departure: string,
  clock: DayClock,
): Promise<RouteProblem> {
  const places = collectPlaces();
  const locate = (stop: Stop | undefined) => (stop?.location ? places.indexOf(stop.location) : undefined);
  const { jobs, order } = jobsOf(found, clock, (stop) => places.indexOf(stop.location!));
  const start = locate(found.stops.find(({ stopType }) => stopType === 'ROUTE_START'));
  const end = locate(found.stops.find(({ stopType }) => stopType === 'ROUTE_END'));
  const breakStops = breaksOf(found.stops);
  const { vehicle, shift, id } = found.route;
  const { speedPercent, parkingSeconds, maxStops, maxMeters, maxSeconds } = vehicle?.driving ?? {};
  const profile = vehicle?.driving?.profile ?? 'truck';
  const table = await travelTable(travel, places.points, {
    profile,
    departAt: departure,
    ...(profile === 'truck' && vehicle?.size ? { truck: vehicle.size } : {}),
  });
  const shiftEnd = shift?.plannedEnd ?? toInstant(Date.parse(departure) + 86_400_000);
  const problem = defineProblem({
    travel: { locationCount: places.points.length, tables: { [profile]: table } },
    dimensions: [...DIMENSIONS],
    jobs,
    vehicles: [
      {
        id,
        profile,
        ...(speedPercent ? { speedPercent } : {}),
        ...(parkingSeconds ? { parkingTime: parkingSeconds } : {}),
        ...(maxStops ? { maxStops } : {}),
        ...(maxMeters ? { maxDistance: maxMeters } : {}),
        ...(maxSeconds ? { maxDuration: maxSeconds } : {}),
        ...(start === undefined ? {} : { start }),
        ...(end === undefined ? {} : { end }),
        shift: {
          from: clock.secondsOf(departure),
          to: Math.max(clock.secondsOf(departure), clock.secondsOf(shiftEnd)),
        },
        capacity: capacityUnits(vehicle?.capacity),
        capabilities: capabilitiesOf(found.route),
        breaks: breakStops.map(([stop]) => breakOf(stop!, clock)),
        cost: { centsPerKilometre: 100, centsPerHour: 2_000 },
      },
    ],
  });
  return { problem, initial: { vehicle: id, jobs: order }, breakStops };
}

/** The breaks of a route. One that is due again and again after work is a single rule with several stops. */
export function breaksOf(stops: readonly Stop[]): readonly (readonly Stop[])[] {
  const due = stops.filter(({ stopType, breakDuration }) => stopType === 'DRIVER_BREAK' && breakDuration);
  const byRule = Map.groupBy(due, ({ id, breakRule: rule, breakDuration }) =>
    rule?.kind === 'after-work' ? `${rule.seconds} ${breakDuration}` : id,
  );
  return [...byRule.values()];
}

/** When a break may be taken. */
export function breakOf(stop: Stop, clock: DayClock): BreakInput {
  const { breakRule: rule } = stop;
  const duration = stop.breakDuration!;
  if (rule?.kind === 'after-work') return { kind: 'after-work', after: rule.seconds, duration };
  if (rule) return breakWithin(clock.secondsOf(rule.from), clock.secondsOf(rule.to), duration);
  const at = stop.arrivalTime === null ? undefined : clock.secondsOf(stop.arrivalTime);
  const window = at === undefined ? ANY_TIME : { from: Math.max(0, at - SLACK), to: at + SLACK };
  return { kind: 'window', duration, window };
}

/** The orders of the route as jobs, and the order in which its stops name them. */
function jobsOf(found: RouteAggregate, clock: DayClock, locate: (stop: Stop) => number) {
  const { stops } = found;
  const stopAt = (type: string, id: string) =>
    stops.find(({ stopType, objectIds }) => stopType === type && objectIds.includes(id));
  const charged = new Set<string>();
  /** The work at a shared stop is done once, for its first order. */
  const service = (stop: Stop) => {
    if (charged.has(stop.id)) return 0;
    charged.add(stop.id);
    return stop.serviceTime ?? 0;
  };
  const jobs: JobInput[] = [];
  for (const order of found.orders) {
    const dropoff = stopAt('DROPOFF', order.id) ?? stopAt('RETURN', order.id);
    const pickup = stopAt('PICKUP', order.id);
    const common = {
      id: order.id,
      load: loadOf(order),
      requires: order.requires,
      ...(order.sequencePriority === null ? {} : { sequencePriority: order.sequencePriority }),
      ...(order.sequenceGroup === null ? {} : { sequenceGroup: order.sequenceGroup }),
    };
    const visit = (stop: Stop, from: string | null, to: string | null) => ({
      location: locate(stop),
      service: service(stop),
      ...(stop.objectIds.length > 1 ? { together: stop.id } : {}),
      ...windowOf(from, to, clock),
    });
    const atDropoff = () => visit(dropoff!, order.dropoffFrom, order.dropoffTo);
    const atPickup = () => visit(pickup!, order.pickupFrom, order.pickupTo);
    if (dropoff && pickup) jobs.push({ ...common, kind: 'pair', pickup: atPickup(), delivery: atDropoff() });
    else if (dropoff) jobs.push({ ...common, kind: 'delivery', stop: atDropoff() });
    else if (pickup) jobs.push({ ...common, kind: 'pickup', stop: atPickup() });
  }
  const known = new Set(jobs.map(({ id }) => id));
  const isWork = ({ stopType }: Stop) =>
    stopType === 'PICKUP' || stopType === 'DROPOFF' || stopType === 'RETURN';
  const order = stops.filter(isWork).flatMap(({ objectIds }) => objectIds.filter((id) => known.has(id)));
  return { jobs, order };
}

/** The window of a visit on the solver's clock; none when the order has none. */
export function windowOf(from: string | null, to: string | null, clock: DayClock) {
  if (from === null && to === null) return {};
  const begin = from === null ? 0 : clock.secondsOf(from);
  const end = to === null ? ANY_TIME.to : clock.secondsOf(to);
  return { windows: [{ from: Math.min(begin, end), to: end }] };
}
