import { absentJobs } from './build-solution.ts';
import { reason } from './changes.ts';
import { type Candidate, changesBefore, easiest, judge, type Remedy } from './remedies.ts';
import { createRuleOut, type RuleOut } from './rule-out.ts';
import type { Search } from './search/create-search.ts';
import type { Reason, Unassigned } from './solution.ts';
import type { Work } from './work.ts';

/** Maximum number of routes that are tried for one job. */
const MAX_ROUTES = 12;

/**
 * Explains for each unserved job why it is on no route, and which change would let it be served in addition to all others.
 * Facts that no search changes are always given. Once `mayLinger` returns false, nothing is simulated on routes, and a job
 * that no fact rules out is `NOT_TRIED`. A unit of the work is a route.
 */
export function* explainUnassigned(
  search: Search,
  mayLinger: () => boolean,
  notTried: Reason,
): Work<Unassigned[]> {
  const { model, plan } = search;
  const used = new Set(plan.used.subarray(0, plan.size.used));
  const ruleOut = createRuleOut(model.problem, (vehicle) => !used.has(vehicle));
  const unassigned: Unassigned[] = [];
  for (const job of absentJobs(search)) {
    const { id } = model.problem.jobs[job]!;
    const reasons = yield* explainJob(search, job, { mayLinger, notTried, ruleOut });
    unassigned.push(Object.freeze({ job: id, reasons: Object.freeze(reasons) }));
    yield 1;
  }
  return unassigned;
}

/** Nothing is known of a job that was tried, but not closely looked at. */
const NOT_LOOKED_INTO = reason('NOT_TRIED', []);

interface Means {
  readonly mayLinger: () => boolean;
  readonly notTried: Reason;
  readonly ruleOut: RuleOut;
}

function* explainJob(
  search: Search,
  index: number,
  { mayLinger, notTried, ruleOut }: Means,
): Work<readonly Reason[]> {
  const { problem } = search.model;
  if (problem.vehicles.length === 0) return [reason('NO_VEHICLE', [{ kind: 'vehicle', like: undefined }])];
  const facts = ruleOut(index, mayLinger);
  const isOptional = problem.jobs[index]!.leaveOutCents !== undefined;
  if (!isOptional && facts.some(({ code, changes }) => changes.length > 0 || code === 'UNREACHABLE'))
    return facts;
  if (facts.length === 0 && search.untried.has(index)) return [notTried];
  const remedies: Remedy[] = [];
  for (const { isNew, ...candidate } of listCandidates(search, index)) {
    if (!mayLinger()) break;
    const verdict = judge(search, index, candidate, mayLinger);
    if (!mayLinger()) break;
    if (verdict === 'fits' && !isNew && isOptional) return [reason('PRICE', [{ kind: 'required' }])];
    if (verdict !== 'no way' && verdict !== 'fits') {
      if (!isNew) remedies.push(...verdict);
    } else if (verdict === 'fits' && isNew) remedies.push(oneMore(problem.vehicles[candidate.vehicle]!.id));
    yield 1;
  }
  if (remedies.length > 0) {
    const reasons = easiest(remedies, facts.length > 0);
    if (!isOptional) return reasons;
    return reasons.map(({ code, alone, changes }) => reason(code, [...changes, { kind: 'required' }], alone));
  }
  return facts.length > 0 ? facts : [NOT_LOOKED_INTO];
}

const oneMore = (id: string): Remedy => ({
  parts: [reason('NO_VEHICLE', [{ kind: 'vehicle', like: id }])],
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
