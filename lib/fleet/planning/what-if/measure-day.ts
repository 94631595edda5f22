import { cutPart } from '../../../engines/optimization/index.ts';
import { mapConcurrently } from '../../../platform/core/map-concurrently.ts';
import type { MeasuredRoute } from '../build-problem.ts';
import { cachedTravel } from '../cached-travel.ts';
import { measureRoutes } from '../compare-plans.ts';
import { travelTables } from '../places.ts';
import type { RunDeps } from '../runs/run-deps.ts';
import type { DayProblem } from './day-problem.ts';

/** Routes that are measured at the same time. */
const WIDTH = 4;

/** What the routes of a day were, on the roads and at the prices at which they are planned anew. */
export async function measureDay(
  deps: Pick<RunDeps, 'table' | 'clock' | 'travel'>,
  organizationId: string,
  { run, before, routes }: DayProblem,
): Promise<readonly MeasuredRoute[]> {
  const travel = cachedTravel(deps, deps.travel, organizationId);
  const measured = await mapConcurrently(routes, WIDTH, async (route) => {
    const own = { jobs: [...new Set(route.jobs)], vehicles: [route.vehicle], routes: [] };
    const { locations, ...cut } = cutPart(before, own);
    const places = locations.map((location) => run.points[location]!);
    const tables = await travelTables(travel, places, cut.vehicles, { avoid: run.avoid });
    // It is measured as it was driven, whatever its limits said.
    const vehicles = cut.vehicles.map(
      ({ maxStops: _1, maxDistance: _2, maxDuration: _3, ...vehicle }) => vehicle,
    );
    const problem = { ...before, ...cut, vehicles, travel: { locationCount: places.length, tables } };
    return measureRoutes(problem, [route]);
  });
  return measured.flat();
}
