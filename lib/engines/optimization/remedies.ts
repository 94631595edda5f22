import type { Job, Problem } from './problem.ts';
import type { Search } from './search/create-search.ts';
import { LOAD_AT, LOADS } from './search/plan.ts';
import { RELAX } from './search/relax.ts';
import type { Simulated } from './search/simulate-route.ts';
import type { Reason, ReasonCode } from './solution.ts';

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

/** One reason. */
export function reason(code: ReasonCode, change: string): Reason {
  return Object.freeze({ code, change });
}

/**
 * Measures which changes would let the job on a route: relaxes one rule at a time, and all of them where one is not
 * enough, at the place that needs the least change. The result is meaningless if `mayLinger` returns false afterwards.
 */
export function judge(
  search: Search,
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
      parts: [...before, ...parts.map(({ code, change }) => reason(code, change))],
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
  { model, simulator }: Search,
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

interface Change {
  readonly code: ReasonCode;
  readonly change: string;
  readonly amount: number;
}

/** What would have to change for the route that was simulated last, exactly. */
function changesFor(
  search: Search,
  job: number,
  { vehicle, before }: Candidate,
  route: Int32Array,
): readonly Change[] {
  const { model, simulator } = search;
  const { problem } = model;
  const { id, minOrders } = problem.vehicles[vehicle]!;
  const { excess, orders, debt } = simulator.result;
  const changes: Change[] = [];
  const add = (code: ReasonCode, amount: number, change: string) => {
    if (amount > 0) changes.push({ code, amount, change });
  };
  if (simulator.relax !== 0) {
    add('CAPACITY', excess.capacity, capacityChange(problem, simulator.result, vehicle));
    if (excess.late > 0) add('TIME_WINDOW', excess.late, windowChange(search, route));
    add('SHIFT', excess.shift, `extend the shift of ${id} by ${excess.shift} s`);
    add('DISTANCE_LIMIT', excess.distance, `raise the distance limit of ${id} by ${excess.distance} m`);
    add('DURATION_LIMIT', excess.duration, `raise the duration limit of ${id} by ${excess.duration} s`);
    const label = problem.jobs[job]!.exclusionLabel;
    add(
      'EXCLUSION',
      excess.exclusion,
      `let it share the route of ${id} with the other order labelled "${label}"`,
    );
    add('STOP_LIMIT', excess.stops, `raise the stop limit of ${id} by ${excess.stops}`);
    add('ORDER_LIMIT', excess.orders, `raise the order limit of ${id} by ${excess.orders}`);
    add('SEQUENCE', excess.sequence, `take its sequence priority away for the route of ${id}`);
  }
  if (debt === 0) return changes;
  const missing = Math.max(0, minOrders - orders);
  add('ORDER_LIMIT', missing, `lower the minimum of orders of ${id} to ${orders}`);
  const { lock } = problem.jobs[job]!;
  if (before.some(({ code }) => code === 'LOCK')) return changes;
  const unlock = lock?.position === undefined ? `the orders on the route of ${id}` : 'it';
  add(
    'LOCK',
    debt - missing,
    `unlock ${unlock} from ${lock?.position === undefined ? 'their positions' : `position ${lock.position}`}`,
  );
  return changes;
}

function capacityChange({ dimensions, vehicles }: Problem, { loads }: Simulated, vehicle: number): string {
  const { id, capacity } = vehicles[vehicle]!;
  const changes = dimensions.flatMap((name, d) => {
    const missing = loads[LOADS * d + LOAD_AT.most]! - capacity[d]!;
    return missing > 0 ? [`the ${name} capacity of ${id} by ${missing}`] : [];
  });
  return `raise ${changes.join(' and ')}`;
}

/** The windows that end too early on the route that was simulated last, exactly. */
function windowChange({ model, simulator }: Search, route: Int32Array): string {
  const { begin } = simulator.result.exact;
  const changes = Array.from(route).flatMap((visit, i) => {
    const late = begin[i]! - model.close[visit]!;
    if (late <= 0) return [];
    const what = model.pickupOf[model.jobOf[visit]!] === visit ? 'pickup of ' : '';
    return [`of the ${what}order "${model.problem.jobs[model.jobOf[visit]!]!.id}" by ${late} s`];
  });
  return `extend the time window ${changes.join(' and ')}`;
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
  const missing = job.requires.filter((name) => !capabilities.includes(name));
  if (missing.length > 0)
    reasons.push(reason('CAPABILITY', `give ${id} ${missing.map((name) => `"${name}"`).join(' and ')}`));
  if (job.lock !== undefined && job.lock.vehicle !== id)
    reasons.push(reason('LOCK', `unlock it from ${job.lock.vehicle}`));
  if (groupIsElsewhere) reasons.push(reason('SEQUENCE', `take it out of group "${job.sequenceGroup}"`));
  return reasons;
}
