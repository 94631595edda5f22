import { reason } from './changes.ts';
import type { Job, Problem } from './problem.ts';
import type { Search } from './search/create-search.ts';
import { LOAD_AT, LOADS } from './search/plan.ts';
import { RELAX } from './search/relax.ts';
import type { Simulated } from './search/simulate-route.ts';
import type { Change, Limit, Reason, ReasonCode } from './solution.ts';

/** What would have to change for a job to find a place: all of it, by the rule that prevents it. */
export interface Remedy {
  readonly parts: readonly Reason[];
  /**
   * Sum of the amounts, whatever their units: of two remedies of the same kind, the one with the smaller sum is easier.
   */
  readonly amount: number;
}

/** A route that a job might be on. */
export interface Candidate {
  readonly vehicle: number;
  /** Visits of its present route; none for an idle vehicle. */
  readonly sequence: readonly number[];
  /** What would have to change for the job to be allowed on the vehicle at all, whatever the route. */
  readonly before: readonly Reason[];
}

/** What a judgement works with. */
export type Judging = Pick<Search, 'model' | 'simulator'>;

/** What keeps a job off a route: rules that could be relaxed, nothing, or something that no change can remove. */
export type Verdict = readonly Remedy[] | 'fits' | 'no way';

const SINGLE_RULES: readonly { readonly bit: number; readonly code: ReasonCode }[] = [
  { bit: RELAX.capacity, code: 'CAPACITY' },
  { bit: RELAX.windows | RELAX.pickupWindows, code: 'TIME_WINDOW' },
  { bit: RELAX.shift, code: 'SHIFT' },
  { bit: RELAX.distance, code: 'DISTANCE_LIMIT' },
  { bit: RELAX.duration, code: 'DURATION_LIMIT' },
  { bit: RELAX.exclusion, code: 'EXCLUSION' },
  { bit: RELAX.stops, code: 'STOP_LIMIT' },
  { bit: RELAX.orders, code: 'ORDER_LIMIT' },
  { bit: RELAX.sequence, code: 'SEQUENCE' },
];

const ALL_RULES = SINGLE_RULES.reduce((bits, { bit }) => bits | bit, 0);

/**
 * Measures which changes would let the job on a route: relaxes one rule at a time, and all of them where one is not
 * enough, at the place that needs the least change. The result is meaningless if `mayLinger` returns false afterwards.
 */
export function judge(
  search: Judging,
  index: number,
  candidate: Candidate,
  mayLinger: () => boolean,
): Verdict {
  const { simulator, model } = search;
  const { before } = candidate;
  const kept = { relax: simulator.relax, price: simulator.excessPrice };
  simulator.excessPrice = 1;
  const attempt = (relax: number): Remedy | undefined => {
    simulator.relax = relax;
    const place = easiestPlace(search, index, candidate, mayLinger);
    if (place === undefined || !mayLinger()) return undefined;
    const type = model.typeOf[candidate.vehicle]!;
    simulator.simulate(type, place, place.length, true);
    const parts = changesFor(search, index, candidate, place);
    return {
      parts: [...before, ...parts.map(({ code, changes }) => reason(code, changes))],
      amount: parts.reduce((sum, { amount }) => sum + amount, 0),
    };
  };
  const remedies: Remedy[] = [];
  const strict = attempt(RELAX.none);
  if (strict !== undefined) remedies.push(strict);
  else
    for (const { bit } of SINGLE_RULES) {
      const single = attempt(bit);
      if (single !== undefined) remedies.push(single);
    }
  const all = remedies.length === 0 ? attempt(ALL_RULES) : undefined;
  if (all !== undefined) remedies.push(all);
  simulator.relax = kept.relax;
  simulator.excessPrice = kept.price;
  if (remedies.length === 0) return 'no way';
  return remedies.some(({ parts }) => parts.length === 0) ? 'fits' : remedies;
}

/**
 * The route with the job at the place that breaks the rules least; undefined where a rule that must hold forbids every
 * place.
 */
function easiestPlace(
  { model, simulator }: Judging,
  job: number,
  { vehicle, sequence }: Candidate,
  mayLinger: () => boolean,
): Int32Array | undefined {
  const type = model.typeOf[vehicle]!;
  const pickup = model.pickupOf[job]!;
  const delivery = model.visitOf[job]!;
  let least = Number.POSITIVE_INFINITY;
  let found: Int32Array | undefined;
  for (let i = 0; i <= sequence.length; i++)
    for (let j = i; j <= (pickup < 0 ? i : sequence.length); j++) {
      if (!mayLinger()) return undefined;
      const trial = sequence.toSpliced(j, 0, delivery);
      if (pickup >= 0) trial.splice(i, 0, pickup);
      const visits = Int32Array.from(trial);
      if (simulator.simulate(type, visits, visits.length, false) === Number.POSITIVE_INFINITY) continue;
      const { excess, debt } = simulator.result;
      const sum =
        simulator.relax === 0 ? 0 : Object.values(excess).reduce((total, amount) => total + amount, 0);
      if (sum + debt >= least) continue;
      least = sum + debt;
      found = visits;
    }
  return found;
}

interface Part {
  readonly code: ReasonCode;
  readonly changes: readonly Change[];
  readonly amount: number;
}

/** What would have to change for the route that was simulated last, exactly. */
function changesFor(
  search: Judging,
  job: number,
  { vehicle, before }: Candidate,
  route: Int32Array,
): readonly Part[] {
  const { model, simulator } = search;
  const { problem } = model;
  const { id, minOrders } = problem.vehicles[vehicle]!;
  const { excess, orders, debt } = simulator.result;
  const parts: Part[] = [];
  const add = (code: ReasonCode, amount: number, changes: readonly Change[]) => {
    if (amount > 0) parts.push({ code, amount, changes });
  };
  const raise = (kind: Limit, by: number): Change[] => [{ kind, vehicle: id, by }];
  if (simulator.relax !== 0) {
    add('CAPACITY', excess.capacity, capacityChanges(problem, simulator.result, vehicle));
    if (excess.late > 0) add('TIME_WINDOW', excess.late, windowChanges(search, route));
    add('SHIFT', excess.shift, raise('shift', excess.shift));
    add('DISTANCE_LIMIT', excess.distance, raise('distance', excess.distance));
    add('DURATION_LIMIT', excess.duration, raise('duration', excess.duration));
    const label = problem.jobs[job]!.exclusionLabel ?? '';
    add('EXCLUSION', excess.exclusion, [{ kind: 'exclusion', vehicle: id, label }]);
    add('STOP_LIMIT', excess.stops, raise('stops', excess.stops));
    add('ORDER_LIMIT', excess.orders, raise('orders', excess.orders));
    add('SEQUENCE', excess.sequence, [{ kind: 'priority', vehicle: id }]);
  }
  if (debt === 0) return parts;
  const missing = Math.max(0, minOrders - orders);
  add('ORDER_LIMIT', missing, [{ kind: 'minimum', vehicle: id, to: orders }]);
  const { lock } = problem.jobs[job]!;
  if (before.some(({ code }) => code === 'LOCK')) return parts;
  add('LOCK', debt - missing, [{ kind: 'position', vehicle: id, position: lock?.position }]);
  return parts;
}

function capacityChanges({ dimensions, vehicles }: Problem, { loads }: Simulated, vehicle: number): Change[] {
  const { id, capacity } = vehicles[vehicle]!;
  return dimensions.flatMap((dimension, d): Change[] => {
    const by = loads[LOADS * d + LOAD_AT.most]! - capacity[d]!;
    return by > 0 ? [{ kind: 'capacity', vehicle: id, dimension, by }] : [];
  });
}

/** The windows that end too early on the route that was simulated last, exactly. */
function windowChanges({ model, simulator }: Judging, route: Int32Array): Change[] {
  const { begin } = simulator.result.exact;
  return Array.from(route).flatMap((visit, i): Change[] => {
    const by = begin[i]! - model.close[visit]!;
    if (by <= 0) return [];
    const isPickup = model.pickupOf[model.jobOf[visit]!] === visit;
    return [{ kind: 'window', job: model.problem.jobs[model.jobOf[visit]!]!.id, isPickup, by }];
  });
}

/** What would have to change for the job to be allowed on a vehicle, whatever its route. */
export function changesBefore(
  problem: Problem,
  job: Job,
  vehicle: number,
  groupIsElsewhere: boolean,
): readonly Reason[] {
  const { id, capabilities } = problem.vehicles[vehicle]!;
  const reasons: Reason[] = [];
  const names = job.requires.filter((name) => !capabilities.includes(name));
  if (names.length > 0) reasons.push(reason('CAPABILITY', [{ kind: 'capabilities', vehicle: id, names }]));
  if (job.lock !== undefined && job.lock.vehicle !== id)
    reasons.push(reason('LOCK', [{ kind: 'lock', vehicle: job.lock.vehicle }]));
  if (groupIsElsewhere) reasons.push(reason('SEQUENCE', [{ kind: 'group', group: job.sequenceGroup ?? '' }]));
  return reasons;
}

/** The order in which reasons are given. */
const REASONS: readonly ReasonCode[] = [
  'CAPACITY',
  'TIME_WINDOW',
  'SHIFT',
  'DISTANCE_LIMIT',
  'DURATION_LIMIT',
  'EXCLUSION',
  'STOP_LIMIT',
  'ORDER_LIMIT',
  'SEQUENCE',
  'CAPABILITY',
  'LOCK',
  'NO_VEHICLE',
];

/**
 * The remedies with the fewest changes: the easiest one for each rule, or the easiest combination where one change is
 * not enough. `alone` says whether they are for empty vehicles.
 */
export function easiest(remedies: readonly Remedy[], alone = false): Reason[] {
  const fewest = Math.min(...remedies.map(({ parts }) => parts.length));
  const short = remedies.filter(({ parts }) => parts.length === fewest).sort((a, b) => a.amount - b.amount);
  if (fewest > 1) {
    const { parts } = short[0]!;
    const all = parts.flatMap(({ changes }) => changes);
    return parts.map(({ code }) => reason(code, all, alone));
  }
  const single = short.map(({ parts }) => parts[0]!);
  return REASONS.flatMap((code) => {
    const found = single.find((entry) => entry.code === code);
    return found ? [reason(code, found.changes, alone)] : [];
  });
}
