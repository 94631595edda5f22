import type {
  InitialRouteInput,
  Problem,
  Solution,
} from '../../../../../../lib/engines/optimization/index.ts';

/** Every way to put any of the jobs on the vehicles in any order, with a pair's pickup before its delivery. */
export function* everyPlan({ jobs, vehicles }: Problem): Generator<readonly InitialRouteInput[]> {
  const empty = vehicles.map(({ id }) => ({ vehicle: id, jobs: [] as readonly string[] }));
  for (const routes of withJobs(0, empty)) yield routes.filter((route) => route.jobs.length > 0);

  function* withJobs(
    j: number,
    routes: readonly InitialRouteInput[],
  ): Generator<readonly InitialRouteInput[]> {
    const job = jobs[j];
    if (job === undefined) {
      yield routes;
      return;
    }
    yield* withJobs(j + 1, routes);
    for (const [v, route] of routes.entries())
      for (const longer of withJob(route.jobs, job.id, job.kind === 'pair'))
        yield* withJobs(j + 1, routes.with(v, { ...route, jobs: longer }));
  }
}

/** Every list with an id inserted once or twice more. */
function* withJob(ids: readonly string[], id: string, twice: boolean): Generator<readonly string[]> {
  for (let i = 0; i <= ids.length; i++) {
    const once = ids.toSpliced(i, 0, id);
    if (!twice) yield once;
    else for (let j = i + 1; j <= once.length; j++) yield once.toSpliced(j, 0, id);
  }
}

/**
 * The values by which plans are compared; the first difference decides, and less is better: jobs left out from the
 * highest priority to the lowest, vehicles as the problem prefers, cents.
 */
export function worthOf(
  { jobs, fleetUse }: Problem,
  { unassigned, routes, costs }: Solution,
): readonly number[] {
  const leftOut = [0, 0, 0, 0];
  for (const { job } of unassigned) leftOut[3 - jobs.find(({ id }) => id === job)!.priority]! += 1;
  const wanted = { fewest: 1, all: -1, 'as-needed': 0 }[fleetUse];
  return [...leftOut, wanted * routes.length, costs.total];
}

/** Whether one plan is better than another by `worthOf`. */
export function isBetter(one: readonly number[], other: readonly number[]): boolean {
  const i = one.findIndex((value, at) => value !== other[at]);
  return i >= 0 && one[i]! < other[i]!;
}
