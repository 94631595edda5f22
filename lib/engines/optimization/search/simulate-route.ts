import type { Balance, Vehicle } from '../problem.ts';
import { type Model, VISIT } from './compile-model.ts';
import { createLatestStart } from './latest-start.ts';
import { LOAD_AT, LOADS } from './plan.ts';
import { RELAX } from './relax.ts';
import { createRouteClock, emptyTimes, emptyWays, type Run, type Times, type Ways } from './route-clock.ts';
import { createRouteStarts, NO_LIMITS } from './route-starts.ts';

/** Amounts by which the last simulated route breaks relaxed rules. */
export interface Excess {
  /** Sum of the seconds by which services start late. */
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
  /** Counts the simulations, so that callers know whether the result is still theirs. */
  count: number;
  /** Metres; start and end of the route. */
  distance: number;
  startAt: number;
  endAt: number;
  stops: number;
  orders: number;
  /** Unmet rules that the search may break on its way: orders short of the minimum, places away from a locked one. */
  debt: number;
  /** Load of the route: `loads[LOADS * d + LOAD_AT...]`. */
  readonly loads: Float64Array;
  fixed: number;
  preferences: number;
  clusters: number;
  balance: number;
  readonly excess: Excess;
  /** Times of the route as it is; only where requested. */
  readonly exact: Times;
  /** Times of the route if it started with the shift. */
  readonly earliest: Times;
}

/** Exact schedule and cost of one route. */
export interface Simulator {
  readonly result: Simulated;
  /** Bits of `RELAX` in force. */
  relax: number;
  /** Cents per unit of debt and of excess; set by the caller before the search. */
  debtPrice: number;
  excessPrice: number;
  /** Whether a route with an order away from its locked place breaks a rule; otherwise the route has a debt. */
  refusesMisplaced: boolean;
  /** Subtracted from the cost of every used route, so that vehicles are used for their own sake. */
  useBonus: number;
  /**
   * Cost of the sequence on a vehicle of the type; Infinity where a rule is broken. `exactly` fills in exact times. The
   * ways are looked up where they are not given. If the cost of a feasible route turns out to be at least `ceiling`, it
   * may be too low, and `result` is then incomplete.
   */
  simulate(
    type: number,
    sequence: Int32Array,
    length: number,
    exactly: boolean,
    ways?: Ways,
    ceiling?: number,
  ): number;
  /** Looks up the ways of a sequence. */
  lookUp(type: number, sequence: Int32Array, length: number, ways: Ways): void;
}

const INFEASIBLE = Number.POSITIVE_INFINITY;
const ALL_WINDOWS = RELAX.windows | RELAX.pickupWindows;

const {
  delivery: VISIT_DELIVERY,
  pickup: VISIT_PICKUP,
  service: VISIT_SERVICE,
  pairPickup: VISIT_PAIR_PICKUP,
} = VISIT;

/** An empty result of simulations. */
function emptyResult(model: Model): Simulated & { readonly excess: Excess } {
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
  const result = {
    count: 0,
    distance: 0,
    startAt: 0,
    endAt: 0,
    stops: 0,
    orders: 0,
    debt: 0,
    loads: new Float64Array(LOADS * model.dimensions),
    fixed: 0,
    preferences: 0,
    clusters: 0,
    balance: 0,
    excess,
    exact: emptyTimes(model.visits + 1),
    earliest: emptyTimes(model.visits + 1),
  };
  return result;
}

/** What the parts of a simulator share: its result, and the settings that the caller changes. */
type Shared = Pick<
  Simulator,
  'result' | 'relax' | 'debtPrice' | 'excessPrice' | 'refusesMisplaced' | 'useBonus'
>;

/** Whether a vehicle has room for a sequence; writes the loads to the result. */
function loadCheck(model: Model, simulator: Shared) {
  const { kind, load, dimensions, types } = model;
  const { result } = simulator;
  const { excess } = result;
  const onlyDeliveries = kind.every((what) => what === VISIT_DELIVERY || what === VISIT_SERVICE);
  return (type: number, sequence: Int32Array, length: number): boolean => {
    const { vehicle, baseLoad } = types[type]!;
    for (let d = 0; d < dimensions; d++) {
      const capacity = vehicle.capacity[d]!;
      let sum = baseLoad[d]!;
      for (let i = 0; i < length; i++)
        if (kind[sequence[i]!] === VISIT_DELIVERY) sum += load[sequence[i]! * dimensions + d]!;
      result.loads[LOADS * d + LOAD_AT.start] = sum;
      let most = sum;
      if (onlyDeliveries) sum = 0;
      else
        for (let i = 0; i < length; i++) {
          const visit = sequence[i]!;
          const amount = load[visit * dimensions + d]!;
          const what = kind[visit]!;
          if (what === VISIT_PICKUP || what === VISIT_PAIR_PICKUP) sum += amount;
          else if (what !== VISIT_SERVICE) sum -= amount;
          if (sum > most) most = sum;
        }
      result.loads[LOADS * d + LOAD_AT.end] = sum;
      result.loads[LOADS * d + LOAD_AT.most] = most;
      if (most > capacity) {
        if ((simulator.relax & RELAX.capacity) === 0) return false;
        excess.capacity += most - capacity;
      }
    }
    return true;
  };
}

/** Whether a sequence keeps the rules about groups, labels and locked places; writes its debt and cluster price. */
function labelCheck(model: Model, simulator: Shared) {
  const { jobOf, kind, rank, orderGroup, exclusion, cluster, together, lockedPosition, problem } = model;
  const { result } = simulator;
  const { excess } = result;
  const hasLocks = lockedPosition.some((position) => position >= 0);
  const seenIn = new Int32Array(model.labels + 1).fill(-1);
  const lastRank = new Int32Array(model.labels + 1);
  let round = 0;
  return (sequence: Int32Array, length: number): boolean => {
    round++;
    let position = 0;
    let last = -1;
    for (let i = 0; i < length; i++, position++) {
      const visit = sequence[i]!;
      const job = jobOf[visit]!;
      const stop = together[visit]!;
      if (stop >= 0 && stop !== last && seenIn[stop] === round) return false;
      if (stop >= 0) seenIn[stop] = round;
      last = stop;
      if (hasLocks && lockedPosition[visit]! >= 0) {
        const off = Math.abs(position - lockedPosition[visit]!);
        if (off > 0 && simulator.refusesMisplaced) return false;
        result.debt += off;
      }
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
      const shared = cluster[job]!;
      if (shared >= 0 && seenIn[shared] !== round) {
        seenIn[shared] = round;
        result.clusters += problem.clusterPenaltyCents;
      }
    }
    return true;
  };
}

/** Looks up the ways of sequences. */
function wayLookUp({ points, types }: Model): Simulator['lookUp'] {
  return (type, sequence, length, { seconds, metres }) => {
    const { travel, startPoint, endPoint } = types[type]!;
    const { distance, way } = travel;
    let before = startPoint;
    for (let i = 0; i <= length; i++) {
      const point = i === length ? endPoint : sequence[i]!;
      seconds[i] = way[before * points + point]!;
      metres[i] = distance[before * points + point]!;
      before = point;
    }
  };
}

/** Finds the start and the times of routes whose other rules hold, and adds the cost that depends on them. */
function routeTimer(model: Model, simulator: Shared) {
  const { types, problem } = model;
  const { result } = simulator;
  const { excess } = result;
  const hasBreaks = Uint8Array.from(types, ({ vehicle }) => (vehicle.breaks.length > 0 ? 1 : 0));
  const singleWindows = model.windowFrom.length === model.visits;
  const clock = createRouteClock(model);
  const starts = createRouteStarts(model, clock);
  const latestStart = createLatestStart(model);
  /** The cost of `run` with its `flat` cents; Infinity where a rule is broken. */
  return (run: Run, flat: number, exactly: boolean, ceiling: number, pausesEarly: boolean): number => {
    const { type, length } = run;
    const { vehicle, travel, centsPerSecond } = types[type]!;
    const { relax } = simulator;
    const { orders, distance } = result;
    clock.pauses.early = pausesEarly;
    excess.late = 0;
    excess.shift = 0;
    excess.duration = 0;
    let startAt = vehicle.shift.from;
    // A later start may need fewer pauses, and can be on time where the earliest start is not.
    const flexible = hasBreaks[type] === 1;
    clock.relax = flexible ? relax | ALL_WINDOWS : relax;
    let endAt = clock.run(run, startAt, result.earliest, false);
    if (endAt < 0 && flexible) {
      startAt = starts.inWindow(run, startAt, result.earliest, NO_LIMITS);
      if (startAt >= 0) endAt = result.earliest.done[length]!;
    }
    if (endAt < 0) return INFEASIBLE;
    const latestEnd = (relax & RELAX.shift) === 0 ? vehicle.shift.to : Number.POSITIVE_INFINITY;
    if (endAt > latestEnd && !flexible) return INFEASIBLE;
    const { delay } = clock;
    let { late } = clock;
    const shifts = !flexible && singleWindows && travel.traffic === undefined;
    const wasInTime = late === 0 && endAt <= vehicle.shift.to;
    let same = startAt + delay;
    let latest = same;
    if (!shifts) {
      same = latestStart(run, result.earliest, true);
      latest = starts.mayDropPauses(run, result.earliest) ? latestStart(run, result.earliest, false) : same;
    }
    if (relax === 0 && wasInTime && endAt - startAt <= vehicle.maxDuration) {
      const least = endAt - latest;
      const cents =
        flat + least * centsPerSecond + balanceCents(problem.balance, vehicle, orders, distance, least);
      if (cents >= ceiling) return cents;
    }
    if (flexible && !wasInTime) {
      const later = starts.inWindow(run, startAt, result.exact, { endAt, late });
      if (later >= 0) {
        startAt = later;
        endAt = result.exact.done[length]!;
        late = clock.late;
        same = latestStart(run, result.exact, true);
        latest = latestStart(run, result.exact, false);
      }
    }
    if (flexible) {
      const later = starts.latest(run, { startAt, same, latest }, result.exact, { endAt, late });
      if (later > startAt) {
        startAt = later;
        endAt = result.exact.done[length]!;
        late = clock.late;
      }
    } else if (latest > startAt) {
      startAt = latest;
      if (!shifts) endAt = clock.run(run, startAt, result.exact, false);
    }
    if (flexible && !wasInTime) {
      clock.relax = relax;
      endAt = clock.run(run, startAt, result.earliest, false);
      if (endAt < 0 || endAt > latestEnd) return INFEASIBLE;
      late = clock.late;
    }
    if (exactly) clock.run(run, startAt, result.exact, true);
    if (endAt > vehicle.shift.to) excess.shift = endAt - vehicle.shift.to;
    if (relax !== 0) excess.late = late;
    const duration = endAt - startAt;
    if (duration > vehicle.maxDuration) {
      if ((relax & RELAX.duration) === 0) return INFEASIBLE;
      excess.duration = duration - vehicle.maxDuration;
    }
    result.startAt = startAt;
    result.endAt = endAt;
    result.balance = balanceCents(problem.balance, vehicle, orders, distance, duration);
    let violated = 0;
    if (relax !== 0) for (const kind of EXCESS_KINDS) violated += excess[kind];
    return flat + duration * centsPerSecond + result.balance + violated * simulator.excessPrice;
  };
}

/**
 * Creates a simulator by the rules of `createRouteClock`, shared by search and result. The vehicle starts as late as it
 * can without ending later than it would by starting when its shift begins, or, where that breaks a rule, in time for
 * its first visit.
 */
export function createSimulator(model: Model): Simulator {
  const { jobOf, kind, locationOf, dimensions, types, preferenceCents } = model;
  const typeCount = types.length;
  const simulator: Shared & Pick<Simulator, 'lookUp'> = {
    result: emptyResult(model),
    relax: 0,
    debtPrice: 0,
    excessPrice: 0,
    refusesMisplaced: false,
    useBonus: 0,
    lookUp: wayLookUp(model),
  };
  const { result, lookUp } = simulator;
  const { excess } = result;
  const hasPreferences = preferenceCents.some((cents) => cents > 0);
  const hasRules = model.labels > 0 || model.lockedPosition.some((position) => position >= 0);
  const hasBreaks = Uint8Array.from(types, ({ vehicle }) => (vehicle.breaks.length > 0 ? 1 : 0));
  const ownWays = emptyWays(model.visits + 1);
  const checkLoads = loadCheck(model, simulator);
  const checkLabels = labelCheck(model, simulator);
  const timeRoute = routeTimer(model, simulator);

  const simulate: Simulator['simulate'] = (type, sequence, length, exactly, given, ceiling = INFEASIBLE) => {
    const { vehicle, centsPerMetre } = types[type]!;
    const { relax } = simulator;
    result.count++;
    const ways = given ?? ownWays;
    if (given === undefined) lookUp(type, sequence, length, ways);
    if (relax !== 0) for (const key of EXCESS_KINDS) excess[key] = 0;
    result.debt = 0;
    result.clusters = 0;
    if (dimensions > 0 && !checkLoads(type, sequence, length)) return INFEASIBLE;
    if (hasRules && !checkLabels(sequence, length)) return INFEASIBLE;
    let metres = 0;
    let stops = 0;
    let orders = 0;
    let preferences = 0;
    let location = vehicle.start ?? -1;
    for (let i = 0; i < length; i++) {
      const visit = sequence[i]!;
      metres += ways.metres[i]!;
      const here = locationOf[visit]!;
      if (here !== location) {
        stops++;
        location = here;
      }
      if (kind[visit] !== VISIT_PAIR_PICKUP) {
        orders++;
        if (hasPreferences) preferences += preferenceCents[jobOf[visit]! * typeCount + type]!;
      }
    }
    metres += ways.metres[length]!;
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
    result.distance = metres;
    result.stops = stops;
    result.orders = orders;
    result.preferences = preferences;
    result.fixed = vehicle.cost.fixedCents;
    const flat =
      vehicle.cost.fixedCents -
      simulator.useBonus +
      metres * centsPerMetre +
      stops * vehicle.cost.centsPerStop +
      preferences +
      result.clusters +
      result.debt * simulator.debtPrice;
    const run = { type, sequence, length, seconds: ways.seconds };
    const lazy = timeRoute(run, flat, exactly, ceiling, false);
    // Pauses before they are due only where a rule is broken otherwise, because a vehicle that waits could usually
    // start later instead.
    const inTime = lazy !== INFEASIBLE && (relax === 0 || excess.late + excess.shift + excess.duration === 0);
    if (hasBreaks[type] === 0 || inTime) return lazy;
    const early = timeRoute(run, flat, exactly, ceiling, true);
    if (early < lazy || lazy === INFEASIBLE) return early;
    return timeRoute(run, flat, exactly, ceiling, false);
  };

  return Object.assign(simulator, { simulate });
}

/** Cents of the balance option for one route, not yet rounded. */
export function balanceCents(
  balance: Balance | undefined,
  { balancePercent }: Pick<Vehicle, 'balancePercent'>,
  orders: number,
  metres: number,
  seconds: number,
): number {
  if (balance === undefined) return 0;
  const measure =
    balance.by === 'orders' ? orders : balance.by === 'distance' ? metres / 1000 : seconds / 3600;
  return (balance.weightCents * measure * measure * balancePercent) / 100;
}
