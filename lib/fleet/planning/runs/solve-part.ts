import { cutPart } from '../../../engines/optimization/index.ts';
import { cachedTravel } from '../cached-travel.ts';
import { measureRoutes } from '../compare-plans.ts';
import { travelTables } from '../places.ts';
import { optimizationRequest } from '../request-optimization.ts';
import { solveOnCores } from '../solver/solve-on-cores.ts';
import { activityInProgress, failFor } from './run-activity.ts';
import { type RunDeps, roundOf, searchLimits } from './run-deps.ts';
import { type RunOf, runFiles } from './run-files.ts';
import { watchSearch } from './watch-search.ts';

/** A part of a round to be solved. Round 0 is the first split, each further one along the seams of the one before. */
export interface PartOf extends RunOf {
  readonly round: number;
  readonly part: number;
}

/**
 * Solves one part and stores its solution in the bucket. When its function dies, the next one continues from
 * the last written plan for the remaining time; a solved part stays as it is.
 */
export async function solvePart(deps: RunDeps, { round, part, ...of }: PartOf): Promise<void> {
  const files = runFiles(deps.bucket, of);
  const activity = await activityInProgress(deps, of);
  if (!activity || (await files.read('solution', round, part))) return;
  const [run, parts] = await Promise.all([files.read('problem'), files.read('parts', round)]);
  const own = parts?.[part];
  if (!run || !parts || !own) return;
  const { settings } = optimizationRequest.parse(activity.value.request);
  const { locations, ...cut } = cutPart(run.input, own);
  const orders = run.input.jobs.length;
  const step = roundOf(parts.length, round);
  try {
    const { points, trafficAt, avoid, truck } = run;
    const departAt = trafficAt ?? undefined;
    const places = locations.map((location) => points[location]!);
    const tables = await travelTables(
      cachedTravel(deps, deps.travel, of.organizationId),
      places,
      cut.vehicles,
      { departAt, avoid, truck: truck ?? undefined },
    );
    const kept = await files.read('plan', round, part);
    const problem = {
      ...run.input,
      ...cut,
      initialRoutes: kept?.routes ?? cut.initialRoutes,
      travel: { locationCount: places.length, tables },
    };
    const here = new Set(own.routes.map(({ vehicle }) => vehicle));
    const before =
      run.existing && round === 0
        ? await measureRoutes(
            problem,
            run.existing.filter(({ vehicle }) => here.has(vehicle)),
          )
        : [];
    const spentMs = kept?.elapsedMs ?? 0;
    const limits = searchLimits(deps, { orders, level: settings.searchLevel ?? 2, spentMs }, step);
    const share = spentMs / (spentMs + (limits.timeLimitMs ?? 1));
    const [from, to] = step.progress;
    const watch = watchSearch(
      deps,
      of,
      activity.value,
      { round, part, parts: parts.length, from: from + (to - from) * share, to },
      (routes, elapsedMs) => files.write('plan', { routes, elapsedMs: spentMs + elapsedMs }, round, part),
    );
    const solution = await solveOnCores({ cores: deps.cores ?? 1, log: deps.log }, problem, {
      ...limits,
      signal: watch.signal,
      onProgress: watch.onProgress,
    });
    const { routes, unassigned, costs, statistics } = solution;
    const { iterations } = statistics;
    const last = { iterations, cost: costs.total, vehicles: routes.length, unassigned: unassigned.length };
    if (!(await watch.ended(last))) return;
    const whole = routes.map((route) => ({
      ...route,
      visits: route.visits.map((visit) => ({ ...visit, location: locations[visit.location]! })),
    }));
    const cost = costs.total - costs.leftOut;
    await files.write('solution', { routes: whole, unassigned, cost, iterations, before }, round, part);
  } catch (error) {
    await failFor(
      deps,
      of,
      error,
      cut.jobs.map(({ id }) => id),
    );
  }
}
