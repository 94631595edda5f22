import { type Activity, finishedActivity } from '../../../platform/activities/index.ts';
import { defaultPreferences } from '../../../platform/organization/index.ts';
import type { RoutePlanner } from '../../routes/index.ts';
import { offerSpareVehicles } from '../offer-spare-vehicles.ts';
import { type OptimizationResult, resultOf } from '../plan-result.ts';
import { type OptimizationRequest, optimizationRequest } from '../request-optimization.ts';
import { routeIdOf, savePlan } from '../save-plan.ts';
import { planWhatIfResult } from '../what-if/plan-what-if-result.ts';
import { recordLeftOut } from './record-left-out.ts';
import { activityInProgress, changeActivity, failActivity } from './run-activity.ts';
import { ROUNDS, type RunDeps } from './run-deps.ts';
import { type RunFiles, type RunOf, runFiles } from './run-files.ts';
import { sendOut } from './send-out.ts';
import { solvedRound } from './solved-round.ts';

/**
 * The last step of a run: joins the solutions, saves the routes on request, ends the activity, and removes
 * its objects from the bucket. Repeating it saves no route twice.
 */
export async function finishOptimization(deps: RunDeps, of: RunOf): Promise<void> {
  const files = runFiles(deps.bucket, of);
  const stored = await activityInProgress(deps, of);
  const run = stored && (await files.read('problem'));
  if (stored && run) {
    const request = optimizationRequest.parse(stored.value.request);
    const parts = await partsOfRounds(files);
    const last = Math.max(
      0,
      parts.findLastIndex((count) => count > 0),
    );
    const solved = await solvedRound(files, last, parts[last]!);
    const { before } = last === 0 ? solved : await solvedRound(files, 0, parts[0]!);
    const { whatIf } = request;
    const planned = resultOf(run, solved, deps.travel.isEstimate, before);
    const left = planned.unassignedOrders;
    const result = {
      ...planned,
      unassignedOrders: await offerSpareVehicles(deps, of.organizationId, run, request, left),
      plannedWith: plannedWith(request),
    };
    // A what-if leaves no trace at the orders.
    if (!whatIf) await recordLeftOut(deps, of, result);
    const compared =
      whatIf && run.asItWas && planWhatIfResult(run, run.asItWas, solved, whatIf, deps.travel.isEstimate);
    const saved =
      compared ?? (request.save ? await savedResult(deps, stored.value, request, result) : result);
    const progress = {
      seconds: Math.max(
        0,
        Math.round((deps.clock.now() - Date.parse(stored.value.startedAt ?? stored.value.createdAt)) / 1000),
      ),
      iterations: solved.iterations,
      costCents: result.costCents,
      routes: result.routes.length,
      unassigned: result.unassignedOrders.length,
      fraction: 1,
    };
    await changeActivity(deps, of, (present) =>
      finishedActivity(present, { trigger: 'succeed', result: saved, progress }, deps.clock.now()),
    );
  }
  await removeFiles(files);
}

function plannedWith({ optimizationStrategyId, settings, spareVehicleIds, day }: OptimizationRequest) {
  const { moveCents = null, frozenStops, frozenStopIds } = day ?? {};
  return {
    ...(optimizationStrategyId !== undefined && { optimizationStrategyId }),
    ...(settings.contractIds.length > 0 && { contractIds: settings.contractIds }),
    ...(spareVehicleIds.length > 0 && { spareVehicleIds }),
    ...(moveCents !== null && { moveCents }),
    ...(frozenStops !== undefined && { frozenStops }),
    ...(frozenStopIds !== undefined && { frozenStopIds }),
  };
}

/** Ends an optimization that failed for good. */
export async function abandonOptimization(deps: RunDeps, of: RunOf): Promise<void> {
  await failActivity(deps, of, 'The optimization failed several times.');
  await removeFiles(runFiles(deps.bucket, of));
}

/** Number of parts of each round; 0 for one that did not come about. */
function partsOfRounds(files: RunFiles): Promise<readonly number[]> {
  return Promise.all(ROUNDS.map(async (_, round) => (await files.read('parts', round))?.length ?? 0));
}

async function removeFiles(files: RunFiles): Promise<void> {
  for (const [round, parts] of (await partsOfRounds(files)).entries()) {
    await Promise.all(
      Array.from({ length: parts }, (_, part) => part).flatMap((part) => [
        files.remove('plan', round, part),
        files.remove('solution', round, part),
      ]),
    );
    await files.remove('parts', round);
  }
  await files.remove('problem');
}

async function savedResult(
  deps: RunDeps,
  activity: Activity,
  request: OptimizationRequest,
  result: OptimizationResult,
) {
  const planner: RoutePlanner = {
    organizationId: activity.organizationId,
    keyId: activity.createdBy,
    storeLocationIds: activity.storeLocationIds,
    driverGroupIds: activity.driverGroupIds,
    listShards: request.listShards,
    preferences: defaultPreferences(),
  };
  const { settings } = request;
  const { routes, moved, failed } = await savePlan(deps, planner, activity.id, result, request);
  await sendOut(deps, activity, settings, routes, result);
  const notSaved = new Set(failed.map(({ index }) => index));
  return {
    ...result,
    routes: result.routes.map((route, index) => ({
      ...route,
      id: notSaved.has(index) ? null : (route.replaces ?? routeIdOf(activity.id, index)),
    })),
    moved,
    notSaved: failed,
  };
}
