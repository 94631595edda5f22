import { absentJobs } from './build-solution.ts';
import type { Job, Problem } from './problem.ts';
import type { Search } from './search/create-search.ts';
import { RELAX } from './search/relax.ts';
import type { Reason, ReasonCode, Unassigned } from './solution.ts';
import type { Work } from './work.ts';

/** Most routes whose places are tried for one job. */
const MOST_ROUTES = 12;

/**
 * Tells for each job that is on no route why. What keeps it off the vehicle that comes closest is measured by relaxing
 * one rule at a time on that vehicle's route; the change says what would have to give. Once `mayLinger` says no, only
 * what needs no simulation is told. A unit of the work is a route.
 */
export function* explainUnassigned(
  search: Search,
  mayLinger: () => boolean,
  notTried: Reason,
): Work<Unassigned[]> {
  const { problem } = search.model;
  const unassigned: Unassigned[] = [];
  for (const job of absentJobs(search)) {
    const { id } = problem.jobs[job]!;
    const reasons = yield* explainJob(search, job, mayLinger, notTried);
    unassigned.push(Object.freeze({ job: id, reasons: Object.freeze(reasons) }));
    yield 1;
  }
  return unassigned;
}

function* explainJob(
  search: Search,
  index: number,
  mayLinger: () => boolean,
  notTried: Reason,
): Work<Reason[]> {
  const { model } = search;
  const { problem, allowed, typeOf } = model;
  const job = problem.jobs[index]!;
  if (problem.vehicles.length === 0) return [reason('NO_VEHICLE', 'add a vehicle')];
  const mayCarry = allowed.subarray(index * model.types.length, (index + 1) * model.types.length);
  if (!mayCarry.includes(1)) return [whyNoneMay(job, problem)];
  if (search.untried.has(index)) return [notTried];
  const briefly = reason('NO_VEHICLE', 'add a vehicle, or allow more time for a closer look');
  if (!mayLinger()) return [briefly];
  const eligible = Array.from(typeOf.keys()).filter((v) => mayCarry[typeOf[v]!] === 1);
  const found = new Map<ReasonCode, Reason>();
  const note = (entry: Reason) => {
    if (!found.has(entry.code)) found.set(entry.code, entry);
  };
  const { used, size, count } = search.plan;
  const inUse = new Set(used.subarray(0, size.used));
  const typesTried = new Set<number>();
  let fitsAlone = false;
  for (const v of eligible) {
    if (typesTried.has(typeOf[v]!)) continue;
    typesTried.add(typeOf[v]!);
    const alone = blockers(search, index, v, [], mayLinger);
    if (alone === 'fits') fitsAlone = true;
    else for (const entry of alone) note(entry);
    yield 1;
  }
  if (!mayLinger()) return [briefly];
  if (!fitsAlone)
    return found.size > 0 ? [...found.values()] : [reason('NO_VEHICLE', 'add a vehicle that can serve it')];
  found.clear();
  const nearest = eligible.filter((v) => inUse.has(v)).sort((a, b) => count[a]! - count[b]!);
  for (const v of nearest.slice(0, MOST_ROUTES)) {
    const sequence: number[] = [];
    for (let p = search.plan.next[model.visits + 2 * v]!; p < model.visits; p = search.plan.next[p]!)
      sequence.push(p);
    const blocked = blockers(search, index, v, sequence, mayLinger);
    if (!mayLinger()) break;
    if (blocked !== 'fits') for (const entry of blocked) note(entry);
    yield 1;
  }
  if (
    job.sequenceGroup !== undefined &&
    problem.jobs.some((other) => other !== job && other.sequenceGroup === job.sequenceGroup)
  )
    note(reason('SEQUENCE', `take it out of group "${job.sequenceGroup}"`));
  if (job.lock?.position !== undefined) note(reason('LOCK', `unlock it from position ${job.lock.position}`));
  if (eligible.some((v) => problem.vehicles[v]!.minOrders > 0))
    note(reason('ORDER_LIMIT', 'lower the minimum of orders of an unused vehicle'));
  if (eligible.every((v) => inUse.has(v)) || found.size === 0)
    note(reason('NO_VEHICLE', 'add a vehicle: every one that can serve it is in use'));
  return [...found.values()];
}

/** Why no vehicle may carry a job, whatever its route. */
function whyNoneMay(job: Job, problem: Problem): Reason {
  const bound = job.lock?.vehicle ?? job.onBoard;
  const vehicles = problem.vehicles.filter((vehicle) => bound === undefined || vehicle.id === bound);
  const able = vehicles.filter((vehicle) =>
    job.requires.every((name) => vehicle.capabilities.includes(name)),
  );
  if (able.length === 0) return reason('CAPABILITY', `give a vehicle ${missingCapabilities(job, vehicles)}`);
  const most = problem.dimensions.map((name, d) => {
    const largest = Math.max(...able.map((vehicle) => vehicle.capacity[d]!));
    return job.load[d]! > largest ? `${name} capacity by ${job.load[d]! - largest}` : '';
  });
  return reason(
    'CAPACITY',
    `raise ${most.filter(Boolean).join(' and ') || 'the capacity in all dimensions of one vehicle'}`,
  );
}

function missingCapabilities(job: Job, vehicles: Problem['vehicles']): string {
  const lists = vehicles.map((vehicle) =>
    job.requires.filter((name) => !vehicle.capabilities.includes(name)),
  );
  const shortest = lists.reduce((best, list) => (list.length < best.length ? list : best), job.requires);
  return shortest.map((name) => `"${name}"`).join(' and ');
}

function reason(code: ReasonCode, change: string): Reason {
  return Object.freeze({ code, change });
}

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
 * Rules that keep the job off this route, each with the smallest change that would admit it; or that it fits. Means
 * nothing where `mayLinger` says no afterwards.
 */
function blockers(
  search: Search,
  job: number,
  vehicle: number,
  sequence: readonly number[],
  mayLinger: () => boolean,
): readonly Reason[] | 'fits' {
  const { simulator, model } = search;
  const name = model.problem.vehicles[vehicle]!.id;
  const kept = { relax: simulator.relax, price: simulator.excessPrice };
  simulator.excessPrice = 1;
  const attempt = (relax: number) => {
    simulator.relax = relax;
    return leastExcess(search, job, vehicle, sequence, mayLinger);
  };
  const reasons: Reason[] = [];
  const strict = attempt(RELAX.none);
  if (strict === undefined) {
    for (const { bit, code } of SINGLE_RULES) {
      const excess = attempt(bit);
      if (excess !== undefined) reasons.push(reason(code, changeFor(code, excess, name)));
    }
    if (reasons.length === 0) {
      const all = attempt(ALL_RULES);
      if (all === undefined)
        reasons.push(reason('UNREACHABLE', `make its location reachable for ${name}, or move a break`));
      else
        for (const [code, amount] of Object.entries(excessByCode(all)))
          if (amount > 0)
            reasons.push(reason(code as ReasonCode, changeFor(code as ReasonCode, amount, name)));
    }
  }
  simulator.relax = kept.relax;
  simulator.excessPrice = kept.price;
  return strict === undefined ? reasons : 'fits';
}

type Amounts = Search['simulator']['result']['excess'];

function excessByCode(excess: Amounts): Partial<Record<ReasonCode, number>> {
  return {
    CAPACITY: excess.capacity,
    TIME_WINDOW: excess.late,
    SHIFT: excess.shift,
    DISTANCE_LIMIT: excess.distance,
    DURATION_LIMIT: excess.duration,
    EXCLUSION: excess.exclusion,
    STOP_LIMIT: excess.stops,
    ORDER_LIMIT: excess.orders,
    SEQUENCE: excess.sequence,
  };
}

function changeFor(code: ReasonCode, found: Amounts | number, vehicle: string): string {
  const amount = typeof found === 'number' ? found : (excessByCode(found)[code] ?? 0);
  const changes: Partial<Record<ReasonCode, string>> = {
    CAPACITY: `raise the capacity of ${vehicle} by ${amount}`,
    TIME_WINDOW: `extend time windows on the route of ${vehicle} by ${amount} s`,
    SHIFT: `extend the shift of ${vehicle} by ${amount} s`,
    DISTANCE_LIMIT: `raise the distance limit of ${vehicle} by ${amount} m`,
    DURATION_LIMIT: `raise the duration limit of ${vehicle} by ${amount} s`,
    EXCLUSION: `let it share the route of ${vehicle} with orders of its exclusion label`,
    STOP_LIMIT: `raise the stop limit of ${vehicle} by ${amount}`,
    ORDER_LIMIT: `raise the order limit of ${vehicle} by ${amount}`,
    SEQUENCE: `change its sequence priority for the route of ${vehicle}`,
  };
  return changes[code] ?? `change ${vehicle}`;
}

/** Smallest excess over all places of the job in the sequence; undefined where a rule that holds forbids all. */
function leastExcess(
  search: Search,
  job: number,
  vehicle: number,
  sequence: readonly number[],
  mayLinger: () => boolean,
): Amounts | undefined {
  const { model, simulator } = search;
  const type = model.typeOf[vehicle]!;
  const pickup = model.pickupOf[job]!;
  const delivery = model.visitOf[job]!;
  let least = Number.POSITIVE_INFINITY;
  let found: Amounts | undefined;
  for (let i = 0; i <= sequence.length; i++)
    for (let j = i; j <= (pickup < 0 ? i : sequence.length); j++) {
      if (!mayLinger()) return undefined;
      const trial = [...sequence];
      trial.splice(j, 0, delivery);
      if (pickup >= 0) trial.splice(i, 0, pickup);
      if (simulator.simulate(type, Int32Array.from(trial), trial.length, false) === Number.POSITIVE_INFINITY)
        continue;
      const sum = Object.values(simulator.result.excess).reduce((total, amount) => total + amount, 0);
      if (sum >= least) continue;
      least = sum;
      found = { ...simulator.result.excess };
    }
  return found;
}
