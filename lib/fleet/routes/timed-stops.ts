import type { TravelLeg } from '../../engines/travel/index.ts';
import { toInstant } from '../../platform/core/clock.ts';
import { opening, workOf } from './expect-arrivals.ts';
import type { RouteOrder } from './route-order.ts';
import { type Stop, withoutTimes } from './stop.ts';

/**
 * Stops with their times: drive, wait for the start of the window, work. A break with a rule is taken within it: where it stands
 * among the stops if it may begin there, otherwise at the next place where it may, or earlier where it would be missed. One that
 * is not due before the route ends has no times. Other breaks are taken where they stand. `legs` are between stops that have a
 * place.
 */
export function timedStops(
  stops: readonly Stop[],
  orders: readonly RouteOrder[],
  departure: string,
  legs: readonly TravelLeg[],
): readonly Stop[] {
  const byId = new Map(orders.map((order) => [order.id, order]));
  const pauses = createPauses(stops, Date.parse(departure));
  const timed: Stop[] = [];
  let clock = Date.parse(departure);
  let placed = 0;
  const pause = (stop: Stop, start: number) => {
    clock = start + workOf(stop) * 1000;
    timed.push(atTimes(stop, start, clock));
    pauses.taken(stop, clock);
  };
  for (const stop of stops) {
    if (stop.stopType === 'DRIVER_BREAK') {
      if (stop.breakRule === null) pause(stop, clock);
      else pauses.reach(stop);
      continue;
    }
    const leg = stop.location === null ? undefined : legs[placed - 1];
    if (stop.location !== null) placed += 1;
    const seconds = (leg?.seconds ?? 0) * 1000;
    const readyAt = (at: number) => Math.max(at + seconds, opening(stop, byId));
    let before = pauses.next(clock, readyAt(clock), workOf(stop) * 1000);
    while (before !== undefined && before.from <= clock) {
      pause(before.stop, clock);
      before = pauses.next(clock, readyAt(clock), workOf(stop) * 1000);
    }
    let arrival = clock + seconds;
    while (before !== undefined) {
      pause(before.stop, Math.max(arrival, before.from));
      arrival = clock;
      before = pauses.next(clock, Math.max(clock, opening(stop, byId)), workOf(stop) * 1000);
    }
    if (stop.stopType === 'ROUTE_END') timed.push(...pauses.left().map(withoutTimes));
    clock = Math.max(arrival, opening(stop, byId)) + workOf(stop) * 1000;
    const hasPlace = stop.location !== null;
    timed.push({
      ...atTimes(stop, arrival, clock),
      distanceFromPrevious: leg?.meters ?? (hasPlace ? 0 : null),
      durationFromPrevious: leg?.seconds ?? (hasPlace ? 0 : null),
    });
  }
  return [...timed, ...pauses.left().map(withoutTimes)];
}

function atTimes(stop: Stop, arrival: number, departure: number): Stop {
  const arrivalTime = toInstant(arrival);
  return {
    ...stop,
    arrivalTime,
    departTime: toInstant(departure),
    plannedArrivalTime: arrivalTime,
    distanceFromPrevious: null,
    durationFromPrevious: null,
  };
}

/** A break and the time from which it may be taken. Milliseconds. */
interface DueBreak {
  readonly stop: Stop;
  readonly from: number;
}

/** Keeps the breaks with a rule until they are taken. */
function createPauses(stops: readonly Stop[], departure: number) {
  const open = new Set(stops.filter(({ breakRule }) => breakRule !== null));
  const reached = new Set<Stop>();
  const since = new Map([...open].map((stop) => [stop, departure]));
  const bounds = (stop: Stop) => {
    const rule = stop.breakRule!;
    return rule.kind === 'window'
      ? { from: Date.parse(rule.from), by: Date.parse(rule.to) - workOf(stop) * 1000 }
      : { from: Number.NEGATIVE_INFINITY, by: since.get(stop)! + rule.seconds * 1000 };
  };
  return {
    /** The break stands here among the stops. */
    reach: (stop: Stop) => void reached.add(stop),
    taken: (stop: Stop, until: number) => {
      open.delete(stop);
      for (const other of open) if (workOf(other) <= workOf(stop)) since.set(other, until);
    },
    /** The next break before a stop at which the work begins at `begin`: one that stands here, or would be missed. */
    next: (clock: number, begin: number, work: number): DueBreak | undefined => {
      const due = [...open].flatMap((stop) => {
        const { from, by } = bounds(stop);
        const isDue = begin + work > by || (reached.has(stop) && from <= begin);
        return isDue ? [{ stop, from: Math.max(from, clock > by ? clock : from), by }] : [];
      });
      return due.toSorted((a, b) => a.by - b.by)[0];
    },
    /** Breaks that were not due, each only once. */
    left: (): readonly Stop[] => {
      const rest = [...open];
      open.clear();
      return rest;
    },
  };
}
