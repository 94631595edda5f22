import {
  cutPart,
  defineProblem,
  type InitialRouteInput,
  type PlanPart,
  type Problem,
  type ProblemInput,
  type Profile,
  type Solution,
  type SolveOptions,
  solve,
  splitPlan,
  type TravelTable,
} from '../../lib/engines/optimization/index.ts';

/** How long each step of a run in parts searches: each part, and each part along the seams. */
export type StepLimits = { readonly now?: () => number } & (
  | { readonly milliseconds: readonly [number, number] }
  | { readonly iterations: readonly [number, number] }
);

function limitsOf(limits: StepLimits, step: 0 | 1): SolveOptions {
  const { now } = limits;
  const common = { seed: 1, ...(now ? { now } : {}) };
  return 'iterations' in limits
    ? { ...common, iterations: limits.iterations[step] }
    : { ...common, timeLimitMs: limits.milliseconds[step] };
}

/** The routes of a solution in the form from which a run can start. */
function initialOf({ routes }: Pick<Solution, 'routes'>): readonly InitialRouteInput[] {
  return routes.map(({ vehicle, visits }) => ({ vehicle, jobs: visits.map(({ job }) => job) }));
}

/**
 * Solves a problem as the service does when it exceeds one function: in parts of neighbours, and then again along their
 * seams.
 */
export async function solveInParts(
  input: ProblemInput,
  parts: number,
  limits: StepLimits,
  note: (step: string, cost: number, unassigned: number) => void,
): Promise<Solution> {
  const whole = defineProblem(input);
  const first = splitPlan(whole, [], parts);
  const improved = await improve(input, whole, first, limitsOf(limits, 0));
  note(`parts of ${first.map(({ jobs }) => jobs.length).join(', ')}`, improved.cost, improved.unassigned);
  const second = splitPlan(whole, improved.plan, parts, first);
  const repaired = await improve(input, whole, second, limitsOf(limits, 1));
  note(`seams of ${second.map(({ jobs }) => jobs.length).join(', ')}`, repaired.cost, repaired.unassigned);
  return solve(defineProblem({ ...input, initialRoutes: repaired.plan }), { seed: 1, iterations: 0 });
}

async function improve(
  input: ProblemInput,
  whole: Problem,
  parts: readonly PlanPart[],
  options: SolveOptions,
): Promise<{ plan: InitialRouteInput[]; cost: number; unassigned: number }> {
  const plan: InitialRouteInput[] = [];
  let cost = 0;
  let unassigned = 0;
  for (const part of parts) {
    const { locations, ...cut } = cutPart(input, part);
    const problem = defineProblem({
      ...input,
      ...cut,
      travel: { locationCount: locations.length, tables: tablesOf(whole, locations) },
    });
    const solution = await solve(problem, options);
    plan.push(...initialOf(solution));
    cost += solution.costs.total;
    unassigned += solution.unassigned.length;
  }
  return { plan, cost, unassigned };
}

function tablesOf({ travel, locationCount }: Problem, locations: readonly number[]) {
  const cut = (matrix: ArrayLike<number>) => {
    const some = new Int32Array(locations.length ** 2);
    let at = 0;
    for (const from of locations) for (const to of locations) some[at++] = matrix[from * locationCount + to]!;
    return some;
  };
  const tables: Partial<Record<Profile, TravelTable>> = {};
  for (const [profile, table] of Object.entries(travel) as [Profile, TravelTable][])
    tables[profile] = { ...table, durations: cut(table.durations), distances: cut(table.distances) };
  return tables;
}
