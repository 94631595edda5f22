import { UNREACHABLE } from '../problem.ts';
import { type Model, VISIT } from './compile-model.ts';
import { RELAX } from './relax.ts';
import { latestDeparture, travelTime } from './travel-time.ts';

/** A route's times, by place in the sequence; the last place is the end of the route. */
export interface Times {
  readonly arrival: Float64Array;
  readonly begin: Float64Array;
  /** End of service, of the route at the last place. */
  readonly done: Float64Array;
  /** Seconds of the way there, with parking and without pauses. */
  readonly leg: Float64Array;
  /** Seconds waited up to then. */
  readonly waited: Float64Array;
  /** Seconds that the start could be later for this place's sake. */
  readonly room: Float64Array;
  /** Pauses as quadruples: index in the vehicle's list, start, visit they precede, 1 before travel. */
  readonly breaks: number[];
}

/** Ways to each visit of a sequence from the one before, the last one to the end of the route. */
export interface Ways {
  /** Seconds: without parking and before the speed of traffic where there is traffic, otherwise with parking. */
  readonly seconds: Int32Array;
  readonly metres: Int32Array;
}

/** Runs through routes by the rules of timing. */
export interface RouteClock {
  /** Bits of `RELAX` in force. */
  relax: number;
  /**
   * Whether pauses are taken on arrival before they are due: after work where they fit into waiting time, in a window also
   * where the service then begins later.
   */
  pausesEarly: boolean;
  /** Seconds of late service begins in the last run. */
  late: number;
  /** Largest delay of the start of the last run that leaves its end where it is. */
  delay: number;
  /**
   * Runs through a sequence on a vehicle of the type that starts at `startAt` and fills in the times; of a vehicle without
   * pauses and traffic not those of arrival and begin, unless `complete`. Returns the end of the route, -1 where a rule is
   * broken.
   */
  run(
    type: number,
    sequence: Int32Array,
    length: number,
    seconds: Int32Array,
    startAt: number,
    times: Times,
    complete: boolean,
  ): number;
  /**
   * Latest start with which a run ends no later and is nowhere later than the one that filled in these times, with the same
   * pauses or with none, and whatever the windows of pauses are. Who leaves later never arrives earlier, so it is found from
   * the end backwards.
   */
  latestStart(
    type: number,
    sequence: Int32Array,
    length: number,
    seconds: Int32Array,
    times: Times,
    withPauses: boolean,
  ): number;
}

const NEVER = Number.POSITIVE_INFINITY;

/** What pauses change: seconds waited so far, room at the present place, time until which no pause has to be taken. */
const STATE = Object.freeze({ waited: 0, room: 1, unbroken: 2 });

/** Times of a sequence of so many visits at most, to be filled in. */
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

/** Ways of a sequence of so many visits at most, to be filled in. */
export function emptyWays(visits: number): Ways {
  return { seconds: new Int32Array(visits + 1), metres: new Int32Array(visits + 1) };
}

/**
 * Makes a clock. The rules of timing, shared by search and result:
 * - the vehicle pauses as late as allowed, except that a pause in a window is taken as soon as it fits into waiting time;
 * - parking precedes the service wherever the location differs from the last place; service begins as early as a
 *   window allows.
 */
export function createRouteClock(model: Model): RouteClock {
  const { kind, open, close, windowAt, windowFrom, windowTo, service, locationOf, types } = model;
  const singleWindows = windowFrom.length === model.visits;
  const mostBreaks = Math.max(0, ...types.map(({ vehicle }) => vehicle.breaks.length));
  const lastPause = new Float64Array(mostBreaks);
  const pauseTaken = new Uint8Array(mostBreaks);
  /** Of each type its pauses in the order in which they are due, whatever the order they are listed in. */
  const orders = types.map(({ vehicle }) => {
    const dueBy = (b: number): number => {
      const entry = vehicle.breaks[b]!;
      return entry.kind === 'window' ? entry.window.to : NEVER;
    };
    const indices = Array.from(vehicle.breaks.keys());
    return Uint16Array.from(
      indices.sort((a, b) => (dueBy(a) < dueBy(b) ? -1 : dueBy(a) > dueBy(b) ? 1 : a - b)),
    );
  });
  /** See `STATE`. In an array, as numbers that closures share and change are slow otherwise. */
  const state = new Float64Array(3);
  let breaksTaken: number[] = [];

  const isPickup = (visit: number): boolean =>
    kind[visit] === VISIT.pickup || kind[visit] === VISIT.pairPickup;

  const startBreaks = (type: number, startAt: number): void => {
    const { breaks } = types[type]!.vehicle;
    for (let b = 0; b < breaks.length; b++) {
      const entry = breaks[b]!;
      lastPause[b] = startAt;
      pauseTaken[b] = entry.kind === 'window' && entry.window.to < startAt ? 1 : 0;
    }
    lookAhead(type);
  };

  const lookAhead = (type: number): void => {
    const { breaks } = types[type]!.vehicle;
    let unbroken = NEVER;
    for (let b = 0; b < breaks.length; b++) {
      const entry = breaks[b]!;
      if (entry.kind === 'after-work') unbroken = Math.min(unbroken, lastPause[b]! + entry.after);
      else if (pauseTaken[b] === 0) unbroken = Math.min(unbroken, entry.window.to);
    }
    state[STATE.unbroken] = unbroken;
  };

  /** Time after all pauses that have to be taken at `t`, when the next chance comes at `t + next`; -1 if missed. */
  const pause = (type: number, t: number, next: number, place: number): number => {
    const { breaks } = types[type]!.vehicle;
    const order = orders[type]!;
    let again = true;
    while (again) {
      again = false;
      for (let n = 0; n < order.length; n++) {
        const b = order[n]!;
        const entry = breaks[b]!;
        if (entry.kind === 'window') {
          if (pauseTaken[b] === 1 || t + next <= entry.window.to) continue;
          if (t > entry.window.to) return -1;
          const start = Math.max(t, entry.window.from);
          const rested = restBefore(type, t, start, entry.duration, place, true);
          if (rested !== t) {
            t = rested;
          } else {
            waitUntil(start - t, entry.window.to - start);
            t = takePause(type, b, start, place, true);
          }
        } else {
          if (t + next - lastPause[b]! <= entry.after) continue;
          if (t - lastPause[b]! > entry.after || next > entry.after) return -1;
          t = takePause(type, b, t, place, true);
        }
        if (t < 0) return -1;
        again = true;
      }
    }
    return t;
  };

  /** Waits some seconds for what could begin some seconds later still. */
  const waitUntil = (seconds: number, later: number): void => {
    state[STATE.waited]! += seconds;
    state[STATE.room] = Math.min(state[STATE.room]!, state[STATE.waited]! + later);
  };

  /** End of the pause, -1 where it comes too late for a stretch of work it is to end. */
  const takePause = (
    type: number,
    b: number,
    start: number,
    place: number,
    beforeTravel: boolean,
  ): number => {
    const { breaks } = types[type]!.vehicle;
    const { duration } = breaks[b]!;
    const end = start + duration;
    pauseTaken[b] = 1;
    for (let a = 0; a < breaks.length; a++) {
      const other = breaks[a]!;
      if (other.kind !== 'after-work' || other.duration > duration) continue;
      if (start - lastPause[a]! > other.after) return -1;
      lastPause[a] = end;
    }
    breaksTaken.push(b, start, place, beforeTravel ? 1 : 0);
    lookAhead(type);
    return end;
  };

  /**
   * Takes a pause after work where the stretch would be over before a pause in a window is, as late as allowed. Returns its
   * end, `t` where none is needed.
   */
  const restBefore = (
    type: number,
    t: number,
    start: number,
    duration: number,
    place: number,
    beforeTravel: boolean,
  ): number => {
    const { breaks } = types[type]!.vehicle;
    for (let a = 0; a < breaks.length; a++) {
      const entry = breaks[a]!;
      if (entry.kind !== 'after-work') continue;
      const due = lastPause[a]! + entry.after;
      const over = entry.duration > duration ? start + duration : start;
      if (over <= due || t > due) continue;
      const at = Math.max(t, Math.min(due, start - entry.duration));
      waitUntil(at - t, 0);
      return takePause(type, a, at, place, beforeTravel);
    }
    return t;
  };

  /** The same on arrival, where waiting for a window may leave room. Returns the time the vehicle is ready. */
  const pauseOnArrival = (type: number, arrived: number, visit: number, place: number): number => {
    const { breaks } = types[type]!.vehicle;
    const order = orders[type]!;
    let t = arrived;
    let again = true;
    while (again) {
      again = false;
      const begin = serviceBegin(visit, t);
      const end = begin + service[visit]!;
      for (let n = 0; n < order.length; n++) {
        const b = order[n]!;
        const entry = breaks[b]!;
        if (entry.kind === 'window') {
          if (pauseTaken[b] === 1) continue;
          const start = Math.max(t, entry.window.from);
          const by = clock.pausesEarly ? windowEnd(visit, begin) : begin;
          const free = start <= entry.window.to && start + entry.duration <= by;
          if (!free && end <= entry.window.to) continue;
          if (start > entry.window.to) return -1;
          const rested = restBefore(type, t, start, entry.duration, place, false);
          if (rested !== t) {
            t = rested;
          } else {
            waitUntil(start - t, entry.window.to - start);
            t = takePause(type, b, start, place, false);
          }
        } else {
          const limit = lastPause[b]! + entry.after;
          const early = clock.pausesEarly && Math.max(t, lastPause[b]! + 1) + entry.duration <= begin;
          if (end <= limit && !early) continue;
          if (t > limit || service[visit]! > entry.after) return -1;
          const start = Math.max(t, Math.min(begin - entry.duration, limit));
          state[STATE.waited]! += start - t;
          t = takePause(type, b, start, place, false);
        }
        if (t < 0) return -1;
        again = true;
        break;
      }
    }
    return t;
  };

  const serviceBegin = (visit: number, t: number): number => {
    if (singleWindows || t <= windowTo[windowAt[visit]!]!) return t < open[visit]! ? open[visit]! : t;
    for (let k = windowAt[visit]! + 1; k < windowAt[visit + 1]!; k++)
      if (t <= windowTo[k]!) return Math.max(t, windowFrom[k]!);
    return t;
  };

  /** End of the window that a service begins in. */
  const windowEnd = (visit: number, t: number): number => {
    if (singleWindows) return close[visit]!;
    for (let k = windowAt[visit]!; k < windowAt[visit + 1]!; k++) if (t <= windowTo[k]!) return windowTo[k]!;
    return t;
  };

  /** Latest time by then at which a service may begin. */
  const latestBegin = (visit: number, by: number): number => {
    if (singleWindows) return Math.min(by, close[visit]!);
    let k = windowAt[visit + 1]! - 1;
    while (windowFrom[k]! > by) k--;
    return Math.min(by, windowTo[k]!);
  };

  const latestStart: RouteClock['latestStart'] = (type, sequence, length, seconds, times, withPauses) => {
    const { vehicle, travel } = types[type]!;
    const { traffic } = travel;
    const { begin, done, breaks } = times;
    let pausesLeft = withPauses ? breaks.length : 0;
    let by = done[length]!;
    const pause = (place: number, beforeTravel: number): void => {
      while (pausesLeft > 0 && breaks[pausesLeft - 2] === place && breaks[pausesLeft - 1] === beforeTravel) {
        by -= vehicle.breaks[breaks[pausesLeft - 4]!]!.duration;
        pausesLeft -= 4;
      }
    };
    for (let i = length; i >= 0; i--) {
      if (i < length) {
        const visit = sequence[i]!;
        // Who is late begins when it did.
        by = begin[i]! > close[visit]! ? begin[i]! : latestBegin(visit, by - service[visit]!);
        if (pausesLeft > 0) pause(i, 0);
      }
      if (traffic === undefined) {
        by -= seconds[i]!;
      } else {
        const before = i === 0 ? (vehicle.start ?? -1) : locationOf[sequence[i - 1]!]!;
        const parked = i === length || locationOf[sequence[i]!] === before ? 0 : vehicle.parkingTime;
        by = latestDeparture(seconds[i]!, by - parked, traffic);
      }
      if (pausesLeft > 0) pause(i, 1);
    }
    return by - vehicle.departureDelay;
  };

  const runAll: RouteClock['run'] = (type, sequence, length, seconds, startAt, times) => {
    const { vehicle, travel } = types[type]!;
    const { traffic } = travel;
    const { arrival, begin, done, leg: legs, waited: waits, room: rooms } = times;
    const { breaks, parkingTime } = vehicle;
    const hasBreaks = breaks.length > 0;
    breaksTaken = times.breaks;
    breaksTaken.length = 0;
    startBreaks(type, startAt);
    let unbroken = state[STATE.unbroken]!;
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
        state[STATE.waited] = waited;
        state[STATE.room] = room;
        do {
          const after = pause(type, t, leg, i);
          if (after < 0) return -1;
          if (after === t) break;
          t = after;
          if (traffic !== undefined) leg = travelTime(way, t, traffic) + parked;
        } while (t + leg > state[STATE.unbroken]!);
        waited = state[STATE.waited]!;
        room = state[STATE.room]!;
        unbroken = state[STATE.unbroken]!;
      }
      t += leg;
      legs[i] = leg;
      arrival[i] = t - parked;
      if (i === length) {
        done[i] = t;
      } else {
        const stay = service[visit]!;
        let at = serviceBegin(visit, t);
        if (hasBreaks && (at > t || at + stay > unbroken)) {
          state[STATE.waited] = waited;
          state[STATE.room] = room;
          t = pauseOnArrival(type, t, visit, i);
          if (t < 0) return -1;
          at = serviceBegin(visit, t);
          waited = state[STATE.waited]!;
          room = state[STATE.room]!;
          unbroken = state[STATE.unbroken]!;
        }
        let later = 0;
        if (t > close[visit]!) {
          const bit = isPickup(visit) ? RELAX.pickupWindows : RELAX.windows;
          if ((clock.relax & bit) === 0) return -1;
          late += t - close[visit]!;
        } else {
          waited += at - t;
          later = windowEnd(visit, at) - at;
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
  const runPlain: RouteClock['run'] = (type, sequence, length, seconds, startAt, times) => {
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
    ({ vehicle, travel }) => singleWindows && vehicle.breaks.length === 0 && travel.traffic === undefined,
  );
  const clock: RouteClock = {
    relax: 0,
    pausesEarly: false,
    late: 0,
    delay: 0,
    latestStart,
    run: (type, sequence, length, seconds, startAt, times, complete) => {
      const run = isPlain[type]! && clock.relax === 0 && !complete ? runPlain : runAll;
      return run(type, sequence, length, seconds, startAt, times, complete);
    },
  };
  return clock;
}
