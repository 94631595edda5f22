import { type Balance, UNREACHABLE } from '../problem.ts';
import { type Model, VISIT } from './compile-model.ts';
import { travelTime } from './travel-time.ts';

/** Rules that can be relaxed, as bits: their violation is then measured and priced instead of refused. */
export const RELAX = Object.freeze({
  none: 0,
  capacity: 1,
  /** Windows of every visit but a pair's pickup or a pickup. */
  windows: 2,
  pickupWindows: 4,
  shift: 8,
  distance: 16,
  duration: 32,
  exclusion: 64,
  stops: 128,
  orders: 256,
  sequence: 512,
});

/** Amounts by which the last simulated route breaks relaxed rules. */
export interface Excess {
  /** Seconds of late service begins, summed. */
  late: number;
  shift: number;
  capacity: number;
  distance: number;
  duration: number;
  exclusion: number;
  stops: number;
  orders: number;
  sequence: number;
}

const EXCESS_KINDS = [
  'late',
  'shift',
  'capacity',
  'distance',
  'duration',
  'exclusion',
  'stops',
  'orders',
  'sequence',
] as const;

/** What the last simulation found. Indices are places in the simulated sequence. */
export interface Simulated {
  /** Metres; seconds of travel with parking, and of service; begin and end of the route. */
  distance: number;
  work: number;
  startAt: number;
  endAt: number;
  stops: number;
  orders: number;
  /** Unmet rules that the search may break on its way: orders short of the minimum, places off a locked one. */
  debt: number;
  fixed: number;
  preferences: number;
  clusters: number;
  balance: number;
  readonly excess: Excess;
  readonly arrival: Float64Array;
  readonly begin: Float64Array;
  /** End of service. */
  readonly done: Float64Array;
  /** Pauses as quadruples: index in the vehicle's list, start, visit they precede, 1 before travel. */
  readonly breaks: number[];
  /** Arrival at the end of the route for the earliest start, end of service for the earliest start. */
  readonly earliestDone: Float64Array;
}

/** Exact schedule and cost of one route. */
export interface Simulator {
  readonly result: Simulated;
  /** Bits of `RELAX` in force. */
  relax: number;
  /** Cents per unit of debt and of excess; set by the caller before the search. */
  debtPrice: number;
  excessPrice: number;
  /** Taken off the cost of every used route, so that vehicles are used for their own sake. */
  useBonus: number;
  /** Cost of the sequence on a vehicle of the type; Infinity where a rule is broken. `times` fills in exact times. */
  simulate(type: number, sequence: Int32Array, length: number, times: boolean): number;
}

const INFEASIBLE = Number.POSITIVE_INFINITY;

const {
  delivery: VISIT_DELIVERY,
  pickup: VISIT_PICKUP,
  service: VISIT_SERVICE,
  pairPickup: VISIT_PAIR_PICKUP,
  pairDelivery: VISIT_PAIR_DELIVERY,
} = VISIT;

/**
 * Makes a simulator. The rules of timing, shared by search and result:
 * - the vehicle starts as late as it can without ending later than it would by starting when its shift begins;
 * - it pauses as late as allowed, except that a pause in a window is taken as soon as it fits into waiting time;
 * - parking precedes the service wherever the location differs from the last place; service begins as early as a
 *   window allows.
 */
export function createSimulator(model: Model): Simulator {
  const { jobOf, kind, open, close, windowAt, windowFrom, windowTo, service, locationOf, load, dimensions } =
    model;
  const { points, types, rank, orderGroup, exclusion, cluster, lockedPosition, preferenceCents, problem } =
    model;
  const typeCount = types.length;
  const places = model.visits + 2;
  const excess: Excess = {
    late: 0,
    shift: 0,
    capacity: 0,
    distance: 0,
    duration: 0,
    exclusion: 0,
    stops: 0,
    orders: 0,
    sequence: 0,
  };
  const result: Simulated = {
    distance: 0,
    work: 0,
    startAt: 0,
    endAt: 0,
    stops: 0,
    orders: 0,
    debt: 0,
    fixed: 0,
    preferences: 0,
    clusters: 0,
    balance: 0,
    excess,
    arrival: new Float64Array(places),
    begin: new Float64Array(places),
    done: new Float64Array(places),
    breaks: [],
    earliestDone: new Float64Array(places),
  };
  const seenIn = new Int32Array(model.labels + 1).fill(-1);
  const lastRank = new Int32Array(model.labels + 1);
  let round = 0;
  const onlyDeliveries = kind.every((what) => what === VISIT_DELIVERY || what === VISIT_SERVICE);
  const hasPreferences = preferenceCents.some((cents) => cents > 0);
  const simpleWindows = model.windowFrom.length === model.visits;
  const hasLabels = model.labels > 0;
  const hasLocks = lockedPosition.some((position) => position >= 0);
  const mostBreaks = Math.max(0, ...types.map(({ vehicle }) => vehicle.breaks.length));
  const lastPause = new Float64Array(mostBreaks);
  const pauseTaken = new Uint8Array(mostBreaks);
  /** Waiting so far and the largest delay of the start that leaves the end where it is. */
  let absorbed = 0;
  let slack = 0;
  let late = 0;

  const isPickup = (visit: number): boolean =>
    kind[visit] === VISIT_PICKUP || kind[visit] === VISIT_PAIR_PICKUP;

  const checkLoads = (type: number, sequence: Int32Array, length: number): boolean => {
    const { vehicle, baseLoad } = types[type]!;
    for (let d = 0; d < dimensions; d++) {
      const capacity = vehicle.capacity[d]!;
      let sum = baseLoad[d]!;
      for (let i = 0; i < length; i++)
        if (kind[sequence[i]!] === VISIT_DELIVERY) sum += load[sequence[i]! * dimensions + d]!;
      let most = sum;
      if (!onlyDeliveries)
        for (let i = 0; i < length; i++) {
          const visit = sequence[i]!;
          const amount = load[visit * dimensions + d]!;
          const what = kind[visit]!;
          if (what === VISIT_PICKUP || what === VISIT_PAIR_PICKUP) sum += amount;
          else if (what !== VISIT_SERVICE) sum -= amount;
          if (sum > most) most = sum;
        }
      if (most > capacity) {
        if ((simulator.relax & RELAX.capacity) === 0) return false;
        excess.capacity += most - capacity;
      }
    }
    return true;
  };

  const checkLabels = (sequence: Int32Array, length: number): boolean => {
    round++;
    let position = 0;
    for (let i = 0; i < length; i++, position++) {
      const visit = sequence[i]!;
      const job = jobOf[visit]!;
      if (hasLocks && lockedPosition[job]! >= 0 && kind[visit] !== VISIT_PAIR_DELIVERY)
        result.debt += Math.abs(position - lockedPosition[job]!);
      if (kind[visit] === VISIT_PAIR_PICKUP) continue;
      const group = orderGroup[job]!;
      if (group >= 0) {
        if (seenIn[group] === round && lastRank[group]! > rank[job]!) {
          if ((simulator.relax & RELAX.sequence) === 0) return false;
          excess.sequence++;
        }
        seenIn[group] = round;
        lastRank[group] = rank[job]!;
      }
      const label = exclusion[job]!;
      if (label >= 0) {
        if (seenIn[label] === round) {
          if ((simulator.relax & RELAX.exclusion) === 0) return false;
          excess.exclusion++;
        }
        seenIn[label] = round;
      }
      const together = cluster[job]!;
      if (together >= 0 && seenIn[together] !== round) {
        seenIn[together] = round;
        result.clusters += problem.clusterPenaltyCents;
      }
    }
    return true;
  };

  /** Time after all pauses that have to be taken at `t`, when the next chance comes at `t + next`; -1 if missed. */
  const pause = (type: number, t: number, next: number, place: number, beforeTravel: boolean): number => {
    const { breaks } = types[type]!.vehicle;
    let again = true;
    while (again) {
      again = false;
      for (let b = 0; b < breaks.length; b++) {
        const entry = breaks[b]!;
        if (entry.kind === 'window') {
          if (pauseTaken[b] === 1 || t + next <= entry.window.to) continue;
          if (t > entry.window.to) return -1;
          const start = Math.max(t, entry.window.from);
          absorbed += start - t;
          slack = Math.min(slack, absorbed + entry.window.to - start);
          t = takePause(type, b, start, place, beforeTravel);
          if (t < 0) return -1;
          again = true;
        } else if (t + next - lastPause[b]! > entry.after) {
          if (t - lastPause[b]! > entry.after || next > entry.after) return -1;
          t = takePause(type, b, t, place, beforeTravel);
          if (t < 0) return -1;
          again = true;
        }
      }
    }
    return t;
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
    result.breaks.push(b, start, place, beforeTravel ? 1 : 0);
    return end;
  };

  /** The same on arrival, where waiting for a window may leave room. Returns the time the vehicle is ready. */
  const pauseOnArrival = (type: number, arrived: number, visit: number, place: number): number => {
    const { breaks } = types[type]!.vehicle;
    let t = arrived;
    let again = true;
    while (again) {
      again = false;
      const begin = serviceBegin(visit, t);
      const end = begin + service[visit]!;
      for (let b = 0; b < breaks.length; b++) {
        const entry = breaks[b]!;
        if (entry.kind === 'window') {
          if (pauseTaken[b] === 1) continue;
          const start = Math.max(t, entry.window.from);
          const free = start <= entry.window.to && start + entry.duration <= begin;
          if (!free && end <= entry.window.to) continue;
          if (start > entry.window.to) return -1;
          absorbed += start - t;
          slack = Math.min(slack, absorbed + entry.window.to - start);
          t = takePause(type, b, start, place, false);
          if (t < 0) return -1;
        } else {
          const limit = lastPause[b]! + entry.after;
          if (end <= limit) continue;
          if (t > limit || service[visit]! > entry.after) return -1;
          const start = Math.max(t, Math.min(begin - entry.duration, limit));
          absorbed += start - t;
          t = takePause(type, b, start, place, false);
          if (t < 0) return -1;
        }
        again = true;
        break;
      }
    }
    return t;
  };

  const serviceBegin = (visit: number, t: number): number => {
    if (t <= windowTo[windowAt[visit]!]!) return t < open[visit]! ? open[visit]! : t;
    for (let k = windowAt[visit]! + 1; k < windowAt[visit + 1]!; k++)
      if (t <= windowTo[k]!) return Math.max(t, windowFrom[k]!);
    return t;
  };

  const windowEnd = (visit: number, t: number): number => {
    for (let k = windowAt[visit]!; k < windowAt[visit + 1]!; k++) if (t <= windowTo[k]!) return windowTo[k]!;
    return t;
  };

  /** Runs the clock from `startAt`. Returns the end of the route, or -1 where a rule is broken. */
  const runClock = (type: number, sequence: Int32Array, length: number, startAt: number): number => {
    const { vehicle, travel, startPoint, endPoint } = types[type]!;
    const { free, traffic, time } = travel;
    const { arrival, begin, done } = result;
    const { breaks, parkingTime } = vehicle;
    const hasBreaks = breaks.length > 0;
    result.breaks.length = 0;
    absorbed = 0;
    slack = INFEASIBLE;
    late = 0;
    for (let b = 0; b < breaks.length; b++) {
      const entry = breaks[b]!;
      lastPause[b] = startAt;
      pauseTaken[b] = entry.kind === 'window' && entry.window.to < startAt ? 1 : 0;
    }
    let t = startAt + vehicle.departureDelay;
    let before = startPoint;
    for (let i = 0; i <= length; i++) {
      const visit = i === length ? endPoint : sequence[i]!;
      const arc = before * points + visit;
      const quickest = time[arc]!;
      if (quickest >= UNREACHABLE) return -1;
      const parked =
        parkingTime > 0 &&
        i < length &&
        (i === 0 ? startLocation(type) : locationOf[before]!) !== locationOf[visit]!
          ? parkingTime
          : 0;
      let leg = free === undefined ? quickest : travelTime(free[arc]!, t, traffic!) + parked;
      if (hasBreaks) {
        for (;;) {
          const after = pause(type, t, leg, i, true);
          if (after < 0) return -1;
          if (after === t) break;
          t = after;
          if (free !== undefined) leg = travelTime(free[arc]!, t, traffic!) + parked;
        }
      }
      t += leg;
      arrival[i] = t - parked;
      if (i === length) break;
      if (hasBreaks) {
        t = pauseOnArrival(type, t, visit, i);
        if (t < 0) return -1;
      }
      if (t > close[visit]!) {
        const bit = isPickup(visit) ? RELAX.pickupWindows : RELAX.windows;
        if ((simulator.relax & bit) === 0) return -1;
        late += t - close[visit]!;
        slack = Math.min(slack, absorbed);
      } else {
        const at = serviceBegin(visit, t);
        absorbed += at - t;
        const room = absorbed + windowEnd(visit, at) - at;
        if (room < slack) slack = room;
        t = at;
      }
      begin[i] = t;
      t += service[visit]!;
      done[i] = t;
      before = visit;
    }
    return t;
  };

  /** The same without pauses, traffic, several windows or relaxed rules; fills in ends of service only. */
  const runPlainClock = (type: number, sequence: Int32Array, length: number, startAt: number): number => {
    const { vehicle, travel, startPoint, endPoint } = types[type]!;
    const { time } = travel;
    const { done } = result;
    let t = startAt + vehicle.departureDelay;
    let waited = 0;
    let room = INFEASIBLE;
    let before = startPoint;
    late = 0;
    for (let i = 0; i < length; i++) {
      const visit = sequence[i]!;
      t += time[before * points + visit]!;
      const to = close[visit]!;
      if (t > to) return -1;
      const from = open[visit]!;
      if (t < from) {
        waited += from - t;
        t = from;
      }
      if (waited + to - t < room) room = waited + to - t;
      t += service[visit]!;
      done[i] = t;
      before = visit;
    }
    const leg = time[before * points + endPoint]!;
    if (leg >= UNREACHABLE) return -1;
    absorbed = waited;
    slack = room;
    return t + leg;
  };

  const startLocation = (type: number): number => types[type]!.vehicle.start ?? -1;

  const simulate = (type: number, sequence: Int32Array, length: number, times: boolean): number => {
    const { vehicle, travel, startPoint, endPoint, centsPerMetre, centsPerSecond } = types[type]!;
    const { relax } = simulator;
    if (relax !== 0) for (const key of EXCESS_KINDS) excess[key] = 0;
    result.debt = 0;
    result.clusters = 0;
    if (dimensions > 0 && !checkLoads(type, sequence, length)) return INFEASIBLE;
    if ((hasLabels || hasLocks) && !checkLabels(sequence, length)) return INFEASIBLE;
    const { distance } = travel;
    let metres = 0;
    let stops = 0;
    let orders = 0;
    let preferences = 0;
    let before = startPoint;
    let location = vehicle.start ?? -1;
    for (let i = 0; i < length; i++) {
      const visit = sequence[i]!;
      metres += distance[before * points + visit]!;
      const here = locationOf[visit]!;
      if (here !== location) {
        stops++;
        location = here;
      }
      if (kind[visit] !== VISIT_PAIR_PICKUP) {
        orders++;
        if (hasPreferences) preferences += preferenceCents[jobOf[visit]! * typeCount + type]!;
      }
      before = visit;
    }
    metres += distance[before * points + endPoint]!;
    if (metres > vehicle.maxDistance) {
      if ((relax & RELAX.distance) === 0) return INFEASIBLE;
      excess.distance = metres - vehicle.maxDistance;
    }
    if (stops > vehicle.maxStops) {
      if ((relax & RELAX.stops) === 0) return INFEASIBLE;
      excess.stops = stops - vehicle.maxStops;
    }
    if (orders > vehicle.maxOrders) {
      if ((relax & RELAX.orders) === 0) return INFEASIBLE;
      excess.orders = orders - vehicle.maxOrders;
    }
    if (orders < vehicle.minOrders) result.debt += vehicle.minOrders - orders;
    let startAt = vehicle.shift.from;
    const exact = simpleWindows && vehicle.breaks.length === 0 && travel.free === undefined && relax === 0;
    let endAt =
      exact && !times
        ? runPlainClock(type, sequence, length, startAt)
        : runClock(type, sequence, length, startAt);
    if (endAt < 0) return INFEASIBLE;
    if (endAt > vehicle.shift.to && (relax & RELAX.shift) === 0) return INFEASIBLE;
    const { earliestDone, done } = result;
    for (let i = 0; i < length; i++) earliestDone[i] = done[i]!;
    earliestDone[length] = endAt;
    const delay = Math.min(absorbed, slack);
    if (delay > 0) {
      if (vehicle.breaks.length === 0 && travel.free === undefined && !times) startAt += delay;
      else {
        const lateBefore = late;
        const again = runClock(type, sequence, length, startAt + delay);
        if (again >= 0 && again <= endAt && late <= lateBefore) {
          startAt += delay;
          endAt = again;
        } else endAt = runClock(type, sequence, length, startAt);
      }
    }
    if (endAt > vehicle.shift.to) excess.shift = endAt - vehicle.shift.to;
    if (relax !== 0) excess.late = late;
    const duration = endAt - startAt;
    if (duration > vehicle.maxDuration) {
      if ((relax & RELAX.duration) === 0) return INFEASIBLE;
      excess.duration = duration - vehicle.maxDuration;
    }
    result.distance = metres;
    result.startAt = startAt;
    result.endAt = endAt;
    result.stops = stops;
    result.orders = orders;
    result.preferences = preferences;
    result.fixed = vehicle.cost.fixedCents;
    result.balance = balanceCents(problem.balance, orders, metres, duration);
    const violated =
      relax === 0
        ? 0
        : excess.late +
          excess.shift +
          excess.capacity +
          excess.distance +
          excess.duration +
          excess.exclusion +
          excess.stops +
          excess.orders +
          excess.sequence;
    return (
      vehicle.cost.fixedCents -
      simulator.useBonus +
      metres * centsPerMetre +
      duration * centsPerSecond +
      stops * vehicle.cost.centsPerStop +
      preferences +
      result.clusters +
      result.balance +
      result.debt * simulator.debtPrice +
      violated * simulator.excessPrice
    );
  };

  const simulator: Simulator = { result, relax: 0, debtPrice: 0, excessPrice: 0, useBonus: 0, simulate };
  return simulator;
}

/** Cents of the balance option for one route, not yet rounded. */
export function balanceCents(
  balance: Balance | undefined,
  orders: number,
  metres: number,
  seconds: number,
): number {
  if (balance === undefined) return 0;
  const measure =
    balance.by === 'orders' ? orders : balance.by === 'distance' ? metres / 1000 : seconds / 3600;
  return balance.weightCents * measure * measure;
}
