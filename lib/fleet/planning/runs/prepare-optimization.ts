import { defineProblem, InvalidProblem, splitPlan } from '../../../engines/optimization/index.ts';
import { estimatedTravel } from '../../../engines/travel/index.ts';
import { orderEntity } from '../../../ordering/orders/index.ts';
import { type Activity, finishedActivity, startedActivity } from '../../../platform/activities/index.ts';
import { toInstant } from '../../../platform/core/clock.ts';
import { mapConcurrently } from '../../../platform/core/map-concurrently.ts';
import type { Stored } from '../../../platform/table/index.ts';
import { loadRoute, type RouteAggregate } from '../../routes/index.ts';
import { type BuiltProblem, buildProblem } from '../build-problem.ts';
import { initialRoutesOf, withExistingRoutes } from '../existing-routes.ts';
import { travelTables } from '../places.ts';
import { proposeReplan, replanRequest } from '../replan-routes.ts';
import {
  type OptimizationRequest,
  optimizationRequest,
  type PlanWhatIf,
  type ReplannedDay,
} from '../request-optimization.ts';
import { dayProblem } from '../what-if/day-problem.ts';
import { measureDay } from '../what-if/measure-day.ts';
import { changeActivity, failFor } from './run-activity.ts';
import { partCount, type RunDeps } from './run-deps.ts';
import { type RunOf, runFiles } from './run-files.ts';

/** Input of the state machine for its next steps. */
export interface PreparedRun {
  /** The next round and its parts. */
  readonly round: number;
  readonly parts: readonly number[];
  /** Whether a further round along the seams of these parts follows. */
  readonly isSplit: boolean;
}

const NOTHING: PreparedRun = Object.freeze({ round: 0, parts: [], isSplit: false });

/**
 * The first step of a run: builds the problem and, if it is too large for one function, splits it into parts of
 * neighbouring orders by estimated roads; each part then looks up real ones. Results are stored in the bucket for the
 * next steps, and repeating the step stores the same. An activity that has ended is left alone.
 */
export async function prepareOptimization(deps: RunDeps, of: RunOf): Promise<PreparedRun> {
  const begun = await begin(deps, of);
  if (!begun) return NOTHING;
  if (begun.value.action === 'act_replan_routes') {
    await carryOutReplan(deps, of, begun.value);
    return NOTHING;
  }
  const request = optimizationRequest.parse(begun.value.request);
  const { organizationId } = of;
  let ids: readonly string[] = [];
  try {
    const run = request.whatIf
      ? await poseWhatIf(deps, organizationId, request.whatIf, request.timeZone)
      : await poseRun(deps, organizationId, request);
    ids = run.input.jobs.map(({ id }) => id);
    const initial = initialRoutesOf(run);
    const files = runFiles(deps.bucket, of);
    await files.write('problem', run);
    const count = partCount(deps, run.input.jobs.length);
    if (count === 1) {
      const whole = {
        jobs: run.input.jobs.map(({ id }) => id),
        vehicles: run.input.vehicles.map(({ id }) => id),
        routes: initial,
      };
      await files.write('parts', [whole], 0);
      return { round: 0, parts: [0], isSplit: false };
    }
    const parts = splitPlan(await wholeProblem(run), initial, count);
    await files.write('parts', parts, 0);
    return { round: 0, parts: parts.map((_, index) => index), isSplit: true };
  } catch (error) {
    await failFor(deps, of, error, ids);
    return NOTHING;
  }
}

/** The problem of the orders that were named, with the routes that some of them are on already. */
async function poseRun(
  deps: RunDeps,
  organizationId: string,
  { orderIds, settings, day, spareVehicleIds, listShards }: OptimizationRequest,
): Promise<BuiltProblem> {
  const orders = await deps.table.getMany(
    orderEntity,
    orderIds.map((id) => ({ organizationId, id })),
  );
  const found = orders.flatMap((stored) => (stored ? [stored.value] : []));
  const routeIds = day?.routeIds ?? [];
  const wanted = { spareVehicleIds, routeIds, listShards };
  const now = toInstant(deps.clock.now());
  const built = await buildProblem(deps, organizationId, found, settings, now, wanted);
  return day ? withExistingRoutes(built, await existingRoutes(deps, organizationId, day), day) : built;
}

/** The problem of a day under other conditions, with what it was. */
async function poseWhatIf(
  deps: RunDeps,
  organizationId: string,
  whatIf: PlanWhatIf,
  timeZone: string,
): Promise<BuiltProblem> {
  const day = await dayProblem(deps, organizationId, whatIf, timeZone);
  if (!day)
    throw new InvalidProblem('date', `has no route whose orders have a place any more: ${whatIf.date}`);
  const measured = await measureDay(deps, organizationId, day);
  return { ...day.run, asItWas: { routes: day.routes, measured } };
}

/** The existing routes as they are now; one that is gone is left out. */
async function existingRoutes(
  { table }: RunDeps,
  organizationId: string,
  day: ReplannedDay,
): Promise<readonly RouteAggregate[]> {
  const found = await mapConcurrently(day.routeIds, WIDTH, (id) => loadRoute(table, { organizationId, id }));
  return found.filter((route) => route !== undefined);
}

/** Routes read at the same time. */
const WIDTH = 8;

/** The whole problem on estimated roads. */
export async function wholeProblem({ input, points, avoid }: BuiltProblem) {
  const tables = await travelTables(estimatedTravel(), points, input.vehicles, { avoid });
  return defineProblem({ ...input, travel: { locationCount: points.length, tables } });
}

/**
 * The activity in progress; undefined when it has ended. If it was already in progress, an earlier attempt was
 * interrupted.
 */
function begin(deps: RunDeps, of: RunOf): Promise<Stored<Activity> | undefined> {
  return changeActivity(deps, of, (stored) =>
    stored.value.status === 'IN_PROGRESS'
      ? { next: stored, operations: [] }
      : startedActivity(stored, deps.clock.now()),
  );
}

async function carryOutReplan(deps: RunDeps, of: RunOf, { request }: Activity): Promise<void> {
  const { replannedRouteIds } = replanRequest.parse(request);
  const result = await proposeReplan(
    deps,
    of.organizationId,
    replannedRouteIds,
    deps.timeLimitMs?.(replannedRouteIds.length, 1),
  );
  await changeActivity(deps, of, (stored) =>
    finishedActivity(stored, { trigger: 'succeed', result }, deps.clock.now()),
  );
}
