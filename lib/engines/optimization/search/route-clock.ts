import { UNREACHABLE } from '../problem.ts';
import { type Model, VISIT } from './compile-model.ts';
import { PAUSE_STATE } from './pause-book.ts';
import { RELAX } from './relax.ts';
import { createRoutePauses, type RoutePauses } from './route-pauses.ts';
import { travelTime } from './travel-time.ts';
import { createVisitWindows } from './visit-windows.ts';

/** A route's times, by place in the sequence; the last place is the end of the route. */
export interface Times {
  readonly arrival: Float64Array;
  readonly begin: Float64Array;
  /** End of service, of the route at the last place. */
  readonly done: Float64Array;
  /** Seconds of the way there, with parking and without pauses. */
  readonly leg: Float64Array;
  /** Seconds waited up to there. */
  readonly waited: Float64Array;
  /** Seconds by which the start could be later for this place's sake. */
  readonly room: Float64Array;
  /** Pauses as quadruples: index in the vehicle's list, start, visit they precede, 1 before travel. */
  readonly breaks: number[];
}

/** Ways to each visit of a sequence from the one before; the last one leads to the end of the route. */
export interface Ways {
  /** Seconds: without parking and before the speed of traffic where there is traffic, otherwise with parking. */
  readonly seconds: Int32Array;
  readonly metres: Int32Array;
}

/** Input of a run: a sequence on a vehicle of a type, and the seconds of its ways as in `Ways`. */
export interface Run {
  readonly type: number;
  readonly sequence: Int32Array;
  readonly length: number;
  readonly seconds: Int32Array;
}

/** Runs through routes by the rules of timing. */
export interface RouteClock {
  /** Bits of `RELAX` in force. */
  relax: number;
  readonly pauses: RoutePauses;
  /** Seconds by which services started late in the last run. */
  late: number;
  /** Largest delay of the start of the last run that leaves its end where it is. */
  delay: number;
  /**
   * Runs through a route that starts at `startAt` and fills in the times; for a vehicle without pauses and traffic,
   * those of arrival and start only if `complete`. Returns the end of the route; -1 where a rule is broken.
   */
  run(route: Run, startAt: number, times: Times, complete: boolean): number;
}

const NEVER = Number.POSITIVE_INFINITY;

/** Times of a sequence of at most this many visits, to be filled in. */
export function emptyTimes(visits: number): Times {
  const column = () => new Float64Array(visits + 1);
  return {
    arrival: column(),
    begin: column(),
    done: column(),
    leg: column(),
    waited: column(),
    room: column(),
    breaks: [],
  };
}

/** Ways of a sequence of at most this many visits, to be filled in. */
export function emptyWays(visits: number): Ways {
  return { seconds: new Int32Array(visits + 1), metres: new Int32Array(visits + 1) };
}

/**
 * Creates a clock. The rules of timing, shared by search and result:
 * - the vehicle pauses as late as allowed, except that a pause in a window is taken as soon as it fits into waiting
 *   time;
 * - parking precedes the service wherever the location differs from the last place; service begins as early as a window
 *   allows.
 */
export function createRouteClock(model: Model): RouteClock {
  const { kind, open, close, service, locationOf, types } = model;
  const windows = createVisitWindows(model);
  const pauses = createRoutePauses(model, windows);
  const { state } = pauses;
  const isPickup = (visit: number): boolean =>
    kind[visit] === VISIT.pickup || kind[visit] === VISIT.pairPickup;

  const runAll: RouteClock['run'] = ({ type, sequence, length, seconds }, startAt, times) => {
    const { vehicle, travel } = types[type]!;
    const { traffic } = travel;
    const { arrival, begin, done, leg: legs, waited: waits, room: rooms } = times;
    const { breaks, parkingTime } = vehicle;
    const hasBreaks = breaks.length > 0;
    pauses.begin(type, startAt, times.breaks);
    let unbroken = state[PAUSE_STATE.unbroken]!;
    let waited = 0;
    let slack = NEVER;
    let late = 0;
    let t = startAt + vehicle.departureDelay;
    let location = vehicle.start ?? -1;
    for (let i = 0; i <= length; i++) {
      const visit = i === length ? -1 : sequence[i]!;
      const way = seconds[i]!;
      if (way >= UNREACHABLE) return -1;
      const here = i === length ? location : locationOf[visit]!;
      const parked = here === location ? 0 : parkingTime;
      location = here;
      let room = NEVER;
      let leg = traffic === undefined ? way : travelTime(way, t, traffic) + parked;
      if (t + leg > unbroken) {
        state[PAUSE_STATE.waited] = waited;
        state[PAUSE_STATE.room] = room;
        do {
          const after = pauses.beforeTravel(type, t, leg, i);
          if (after < 0) return -1;
          if (after === t) break;
          t = after;
          if (traffic !== undefined) leg = travelTime(way, t, traffic) + parked;
        } while (t + leg > state[PAUSE_STATE.unbroken]!);
        waited = state[PAUSE_STATE.waited]!;
        room = state[PAUSE_STATE.room]!;
        unbroken = state[PAUSE_STATE.unbroken]!;
      }
      t += leg;
      legs[i] = leg;
      arrival[i] = t - parked;
      if (i === length) {
        done[i] = t;
      } else {
        const stay = service[visit]!;
        let at = windows.begin(visit, t);
        if (hasBreaks && (at > t || at + stay > unbroken)) {
          state[PAUSE_STATE.waited] = waited;
          state[PAUSE_STATE.room] = room;
          t = pauses.onArrival(type, t, visit, i);
          if (t < 0) return -1;
          at = windows.begin(visit, t);
          waited = state[PAUSE_STATE.waited]!;
          room = state[PAUSE_STATE.room]!;
          unbroken = state[PAUSE_STATE.unbroken]!;
        }
        let later = 0;
        if (t > close[visit]!) {
          const bit = isPickup(visit) ? RELAX.pickupWindows : RELAX.windows;
          if ((clock.relax & bit) === 0) return -1;
          late += t - close[visit]!;
        } else {
          waited += at - t;
          later = windows.end(visit, at) - at;
          t = at;
        }
        if (waited + later < room) room = waited + later;
        begin[i] = t;
        t += stay;
        done[i] = t;
      }
      waits[i] = waited;
      rooms[i] = room;
      if (room < slack) slack = room;
    }
    clock.late = late;
    clock.delay = Math.min(waited, slack);
    return t;
  };

  /** The same without pauses, traffic, several windows or relaxed rules. */
  const runPlain: RouteClock['run'] = ({ type, sequence, length, seconds }, startAt, times) => {
    const { done } = times;
    let t = startAt + types[type]!.vehicle.departureDelay;
    let sum = 0;
    let slack = NEVER;
    for (let i = 0; i < length; i++) {
      const visit = sequence[i]!;
      const leg = seconds[i]!;
      t += leg;
      const to = close[visit]!;
      if (t > to) return -1;
      const from = open[visit]!;
      if (t < from) {
        sum += from - t;
        t = from;
      }
      const later = sum + to - t;
      if (later < slack) slack = later;
      t += service[visit]!;
      times.leg[i] = leg;
      times.waited[i] = sum;
      times.room[i] = later;
      done[i] = t;
    }
    const leg = seconds[length]!;
    if (leg >= UNREACHABLE) return -1;
    t += leg;
    times.leg[length] = leg;
    times.waited[length] = sum;
    times.room[length] = NEVER;
    done[length] = t;
    clock.late = 0;
    clock.delay = Math.min(sum, slack);
    return t;
  };

  const isPlain = types.map(
    ({ vehicle, travel }) => windows.single && vehicle.breaks.length === 0 && travel.traffic === undefined,
  );
  const clock: RouteClock = {
    relax: 0,
    pauses,
    late: 0,
    delay: 0,
    run: (route, startAt, times, complete) => {
      const run = isPlain[route.type]! && clock.relax === 0 && !complete ? runPlain : runAll;
      return run(route, startAt, times, complete);
    },
  };
  return clock;
}
