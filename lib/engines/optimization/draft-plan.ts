import { buildRoutes } from './build-solution.ts';
import { reason } from './changes.ts';
import { explainUnassigned } from './explain-unassigned.ts';
import { planByVehicle } from './plan-by-vehicle.ts';
import type { InitialRouteInput, Problem } from './problem.ts';
import { createRuleOut } from './rule-out.ts';
import type { Budget } from './search/budget.ts';
import type { ClosingTimes } from './search/closing-times.ts';
import type { Search } from './search/create-search.ts';
import type { Random } from './search/random.ts';
import { runSearch } from './search/run-search.ts';
import type { Reason, Route, Unassigned } from './solution.ts';
import { inStretches } from './work.ts';

/** A plan before its costs are added up. */
export interface Draft {
  readonly routes: readonly Route[];
  readonly unassigned: readonly Unassigned[];
}

/** A reported limit is at most and at least this many times the time that the work took. */
const MAX_TIMES = 10;
const MIN_TIMES = 1.5;

/** Runs the search, optionally from earlier drafted routes and as cool as `resumeAt` says, and returns its best plan. */
export async function draftBySearch(
  search: Search,
  drafted: readonly Route[],
  budget: Budget,
  closing: ClosingTimes,
  resumeAt = 0,
): Promise<Draft> {
  const { plan, model, untried } = search;
  await runSearch(search, budget, closing, drafted.map(asInitial), resumeAt);
  const routes = await inStretches(buildRoutes(search), budget);
  budget.keepBack(closing.afterBuilding(model.jobs - plan.size.absent));
  const tried = model.jobs - untried.size;
  const enoughMs = budget.elapsedMs() * Math.min(MAX_TIMES, model.jobs / Math.max(1, tried));
  const notTried = whyNotTried(budget, enoughMs);
  const unassigned = await inStretches(explainUnassigned(search, budget.mayLinger, notTried), budget);
  return { routes, unassigned };
}

/** Routes that can be made without a search. Leaves the time kept back that checking them takes. */
export function routesByVehicle(
  problem: Problem,
  random: Random,
  budget: Budget,
  closing: ClosingTimes,
): Promise<readonly Route[]> {
  const note = (placed: number) => budget.keepBack(closing.afterBuilding(placed));
  note(0);
  return inStretches(planByVehicle(problem, random, budget, note), budget);
}

/** Drafts a plan of these routes. A search would have needed a time limit of `enoughMs`. */
export function draftOf(routes: readonly Route[], problem: Problem, budget: Budget, enoughMs: number): Draft {
  const placed = new Set(routes.flatMap(({ visits }) => visits.map(({ job }) => job)));
  const used = new Set(routes.map(({ vehicle }) => vehicle));
  const ruleOut = createRuleOut(problem, (vehicle) => !used.has(problem.vehicles[vehicle]!.id));
  const notTried = whyNotTried(budget, enoughMs);
  const unassigned = problem.jobs.flatMap(({ id }, job) => {
    if (placed.has(id)) return [];
    const facts = ruleOut(job, () => false);
    return Object.freeze({ job: id, reasons: Object.freeze(facts.length > 0 ? facts : [notTried]) });
  });
  return { routes, unassigned };
}

function asInitial({ vehicle, visits }: Route): InitialRouteInput {
  return { vehicle, jobs: visits.map(({ job }) => job) };
}

function whyNotTried(budget: Budget, enoughMs: number): Reason {
  const isAborted = budget.over() && !budget.late();
  const milliseconds = isAborted ? enoughMs : Math.max(enoughMs, MIN_TIMES * budget.elapsedMs());
  return reason('NOT_TRIED', [{ kind: 'time', milliseconds, isAborted }]);
}
