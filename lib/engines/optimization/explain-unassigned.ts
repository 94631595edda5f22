import { absentJobs } from './build-solution.ts';
import { type Candidate, changesBefore, judge, type Remedy, reason } from './remedies.ts';
import type { Search } from './search/create-search.ts';
import type { Reason, ReasonCode, Unassigned } from './solution.ts';
import type { Work } from './work.ts';

/** Maximum number of routes that are tried for one job. */
const MAX_ROUTES = 12;

/**
 * Explains for each unserved job why it is on no route, and which change would let it be served in addition to all others.
 * The changes named with one reason suffice. Once `mayLinger` returns false, only explanations without simulation are given.
 * A unit of the work is a route.
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
  const { problem } = search.model;
  if (problem.vehicles.length === 0) return [reason('NO_VEHICLE', 'add a vehicle')];
  if (search.untried.has(index)) return [notTried];
  const briefly = [reason('NO_VEHICLE', 'add a vehicle, or allow more time for a closer look')];
  const remedies: Remedy[] = [];
  let unreachable: Reason | undefined;
  for (const { isNew, ...candidate } of listCandidates(search, index)) {
    if (!mayLinger()) break;
    const verdict = judge(search, index, candidate, mayLinger);
    if (!mayLinger()) break;
    const { id } = problem.vehicles[candidate.vehicle]!;
    if (verdict === 'no way')
      unreachable ??= reason('UNREACHABLE', `make its location reachable for ${id}, or change its breaks`);
    else if (verdict !== 'fits') {
      if (!isNew) remedies.push(...verdict);
    } else if (isNew) remedies.push(oneMore(id));
    yield 1;
  }
  if (remedies.length > 0) return easiest(remedies);
  if (!mayLinger() || unreachable === undefined) return briefly;
  return [unreachable];
}

const oneMore = (id: string): Remedy => ({
  parts: [reason('NO_VEHICLE', `add a vehicle like ${id}: every one that can serve it is in use`)],
  amount: 1,
});

/**
 * Routes that could serve a job: an idle vehicle of each kind, or an additional one where all are in use, and routes with few
 * visits. Routes to which the job is bound come first.
 */
function listCandidates({ model, plan }: Search, index: number): (Candidate & { isNew: boolean })[] {
  const { problem, visits, types, typeOf, routeGroup, visitOf } = model;
  const { used, size, count, idle, next, routeOf } = plan;
  const job = problem.jobs[index]!;
  const group = routeGroup[index]!;
  const member = routeGroup.findIndex(
    (other, j) => group >= 0 && other === group && routeOf[visitOf[j]!]! >= 0,
  );
  const groupRoute = member < 0 ? -1 : routeOf[visitOf[member]!]!;
  const candidate = (vehicle: number, sequence: readonly number[], isNew: boolean) => ({
    vehicle,
    sequence,
    isNew,
    before: changesBefore(problem, job, vehicle, groupRoute >= 0 && groupRoute !== vehicle),
  });
  const mayHave = (vehicle: number) =>
    job.onBoard === undefined || problem.vehicles[vehicle]!.id === job.onBoard;
  const bound = job.lock !== undefined || job.onBoard !== undefined || groupRoute >= 0;
  const empty = types.flatMap((_, type) => {
    const idleOne = idle[type]!.at(-1);
    const vehicle = idleOne ?? typeOf.indexOf(type);
    if (!mayHave(vehicle) || (idleOne === undefined && bound)) return [];
    return [candidate(vehicle, [], idleOne === undefined)];
  });
  const routes = Array.from(used.subarray(0, size.used))
    .filter(mayHave)
    .map((vehicle) => {
      const sequence: number[] = [];
      for (let p = next[visits + 2 * vehicle]!; p < visits; p = next[p]!) sequence.push(p);
      return candidate(vehicle, sequence, false);
    })
    .sort((a, b) => a.before.length - b.before.length || count[a.vehicle]! - count[b.vehicle]!)
    .slice(0, MAX_ROUTES);
  return [...empty, ...routes];
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
 * not enough.
 */
function easiest(remedies: readonly Remedy[]): Reason[] {
  const fewest = Math.min(...remedies.map(({ parts }) => parts.length));
  const short = remedies.filter(({ parts }) => parts.length === fewest).sort((a, b) => a.amount - b.amount);
  if (fewest > 1) {
    const { parts } = short[0]!;
    const all = parts.map(({ change }) => change).join(', and ');
    return parts.map(({ code }) => reason(code, all));
  }
  const single = short.map(({ parts }) => parts[0]!);
  return REASONS.flatMap((code) => single.find((entry) => entry.code === code) ?? []);
}
