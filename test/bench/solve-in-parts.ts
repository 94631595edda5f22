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

/** The routes of a solution in the form from which a run can start. */
function initialOf({ routes }: Pick<Solution, 'routes'>): readonly InitialRouteInput[] {
  return routes.map(({ vehicle, visits }) => ({ vehicle, jobs: visits.map(({ job }) => job) }));
}

/**
 * Solves a problem as the service does when it exceeds one function: in parts of neighbours, and then round by round
 * along their seams.
 */
export async function solveInParts(
  input: ProblemInput,
  parts: number,
  rounds: readonly SolveOptions[],
  note: (step: string, cost: number, unassigned: number) => void,
): Promise<Solution> {
  const whole = defineProblem(input);
  let split: readonly PlanPart[] = [];
  let plan: readonly InitialRouteInput[] = [];
  for (const options of rounds) {
    split = splitPlan(whole, plan, parts, split);
    const improved = await improve(input, whole, split, options);
    note(`parts of ${split.map(({ jobs }) => jobs.length).join(', ')}`, improved.cost, improved.unassigned);
    plan = improved.plan;
  }
  return solve(defineProblem({ ...input, initialRoutes: plan }), { seed: 1, iterations: 0 });
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
