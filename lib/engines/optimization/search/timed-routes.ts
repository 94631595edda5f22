import { type Model, VISIT } from './compile-model.ts';
import { createDetourCosts, type DetourCosts } from './detour-costs.ts';
import { createFullPlaces } from './full-places.ts';
import { LOADS, type Plan } from './plan.ts';
import { RELAX } from './relax.ts';
import { emptyWays } from './route-clock.ts';
import type { Simulator } from './simulate-route.ts';

/** Later than any time, and still an integer of 32 bits. */
const MOST = 2_000_000_000;

/** Routes under any rules, with as much as is known of their times. */
export interface TimedRoutes extends DetourCosts {
  /** The latest gathered route; the place after its last visit is its end. */
  readonly sequence: Int32Array;
  /** Writes a route into `sequence` and returns its length. */
  gather(route: number): number;
  /** Brings a route up to date after any change. Returns false where it breaks a rule. */
  refresh(route: number): boolean;
  /**
   * Marks with 1 each place of the gathered route that the vehicle approaches without room for the visit's load, and
   * all places beyond the route's end. Valid until the next call. Undefined where there is always room.
   */
  whereFull(visit: number, route: number, length: number): Uint8Array | undefined;
  /** First place of the gathered route before which a visit may be inserted; earlier places cannot wait for it. */
  firstPlace(visit: number, length: number): number;
  /** Latest start of a visit's service. */
  latestBegin(visit: number): number;
  /**
   * Cost of the gathered route with a visit before its place `i` and, unless `second` is -1, the second before place `j`;
   * Infinity where that breaks a rule. Results of `ceiling` or more may be too low.
   */
  tryOut(
    route: number,
    length: number,
    i: number,
    visit: number,
    j: number,
    second: number,
    ceiling: number,
  ): number;
}

/**
 * Prepares the times of routes under any rules. For each place it stores when the vehicle is ready if it leaves at the
 * start of its shift, how long it has waited by then, and by how much its start could be later. From these follow, in
 * constant time, the delay of the next visit after an insertion, how much of it later waiting absorbs, and the possible
 * later start. Without pauses, traffic, several windows, groups and balance the resulting cost is exact (Savelsbergh,
 * ORSA Journal on Computing 4, 1992). With them, it assumes that pauses stay in place and that the durations of trips
 * do not change.
 */
export function createTimedRoutes(model: Model, plan: Plan, simulator: Simulator): TimedRoutes {
  const { visits, points, open, close, service, types, typeOf, dimensions, kind } = model;
  const { next, ready, latest, legDistance, legTime, way, waited, roomTo, roomFrom, spare } = plan;
  const { cost, debt, loads } = plan;
  const { result } = simulator;
  const sequence = new Int32Array(visits + 1);
  const ownWays = emptyWays(visits + 1);
  const trial = new Int32Array(visits + 3);
  const trialWays = emptyWays(visits + 2);
  /** The latest simulated insertion, in `trial`, and its cost. */
  const tried = { count: -1, type: -1, length: 0, cost: 0 };
  const fullPlaces = createFullPlaces(model, plan);
  const relaxed = (bit: number) => (simulator.relax & bit) !== 0;

  const gather = (route: number): number => {
    const end = visits + 2 * route + 1;
    let length = 0;
    for (let p = next[end - 1]!; p !== end; p = next[p]!) sequence[length++] = p;
    sequence[length] = types[typeOf[route]!]!.endPoint;
    return length;
  };

  const firstPlace = (visit: number, length: number): number => {
    const earliest = open[visit]! + service[visit]!;
    let first = 0;
    while (first < length && latest[sequence[first]!]! < earliest) first++;
    return first;
  };

  const latestBegin = (visit: number): number => {
    const isPickup = kind[visit] === VISIT.pairPickup || kind[visit] === VISIT.pickup;
    return relaxed(isPickup ? RELAX.pickupWindows : RELAX.windows) ? MOST : close[visit]!;
  };

  /** Whether `result` belongs to the gathered route because that was the last one tried. */
  const isTried = (type: number, length: number): boolean => {
    if (tried.count !== result.count || tried.type !== type || tried.length !== length) return false;
    for (let i = 0; i < length; i++) if (trial[i] !== sequence[i]) return false;
    return true;
  };

  const refresh = (route: number): boolean => {
    const type = typeOf[route]!;
    const { vehicle, travel, startPoint } = types[type]!;
    const start = visits + 2 * route;
    const end = start + 1;
    const length = gather(route);
    plan.restamp(route);
    ready[start] = vehicle.shift.from + vehicle.departureDelay;
    waited[start] = 0;
    roomTo[start] = MOST;
    debt[route] = 0;
    loads.fill(0, LOADS * route * dimensions, LOADS * (route + 1) * dimensions);
    if (length === 0) {
      cost[route] = 0;
      return true;
    }
    const again = isTried(type, length);
    const ways = again ? trialWays : ownWays;
    if (!again) simulator.lookUp(type, sequence, length, ways);
    const price = again ? tried.cost : simulator.simulate(type, sequence, length, false, ways);
    cost[route] = price;
    if (price === Number.POSITIVE_INFINITY) return false;
    debt[route] = result.debt;
    loads.set(result.loads, LOADS * route * dimensions);
    const { done, leg, room, waited: waitedUpTo } = result.earliest;
    let before = start;
    for (let i = 0; i <= length; i++) {
      const p = i === length ? end : sequence[i]!;
      legDistance[p] = ways.metres[i]!;
      way[p] = ways.seconds[i]!;
      legTime[p] = leg[i]!;
      ready[p] = done[i]!;
      waited[p] = waitedUpTo[i]!;
      roomTo[p] = Math.min(roomTo[before]!, room[i]!);
      before = p;
    }
    // With a later start, pauses may move and trips may be faster, so only impossible places are ruled out here.
    const { time } = travel;
    let limit = relaxed(RELAX.shift) ? MOST : vehicle.shift.to;
    let delay = limit - ready[end]!;
    let later = MOST;
    for (let i = length; i >= 0; i--) {
      const p = i === length ? end : sequence[i]!;
      const stay = i === length ? 0 : service[p]!;
      if (i < length) limit = Math.min(limit - stay, latestBegin(p));
      if (i < length) delay = Math.min(delay, latestBegin(p) - ready[p]! + stay);
      later = Math.min(later, room[i]!);
      latest[p] = limit;
      roomFrom[p] = later;
      const from = i === 0 ? startPoint : sequence[i - 1]!;
      limit -= time[from * points + sequence[i]!]!;
      delay += waited[p]! - waited[i === 0 ? start : from]!;
      spare[p] = Math.min(delay, MOST);
    }
    return true;
  };

  const tryOut: TimedRoutes['tryOut'] = (route, length, i, visit, j, second, ceiling) => {
    const type = typeOf[route]!;
    const { travel, startPoint } = types[type]!;
    const { distance, way: table } = travel;
    const end = visits + 2 * route + 1;
    let at = 0;
    const copy = (from: number, to: number): void => {
      for (let k = from; k < to; k++, at++) {
        const p = k === length ? end : sequence[k]!;
        trial[at] = p;
        trialWays.seconds[at] = way[p]!;
        trialWays.metres[at] = legDistance[p]!;
      }
    };
    const go = (from: number, to: number): void => {
      trial[at] = to;
      trialWays.seconds[at] = table[from * points + to]!;
      trialWays.metres[at++] = distance[from * points + to]!;
    };
    copy(0, i);
    go(i === 0 ? startPoint : sequence[i - 1]!, visit);
    if (second >= 0 && i < j) {
      go(visit, sequence[i]!);
      copy(i + 1, j);
    }
    if (second >= 0) go(trial[at - 1]!, second);
    go(trial[at - 1]!, sequence[j]!);
    copy(j + 1, length + 1);
    const price = simulator.simulate(type, trial, at - 1, false, trialWays, ceiling);
    tried.count = price < ceiling ? result.count : -1;
    tried.type = type;
    tried.length = at - 1;
    tried.cost = price;
    return price;
  };

  return {
    ...createDetourCosts(model, plan),
    sequence,
    gather,
    refresh,
    whereFull: (visit, route, length) =>
      relaxed(RELAX.capacity) ? undefined : fullPlaces.of(sequence, visit, route, length),
    firstPlace,
    latestBegin,
    tryOut,
  };
}
