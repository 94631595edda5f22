import { type Activity, finishedActivity } from '../../../platform/activities/index.ts';
import { DEFAULT_PREFERENCES } from '../../../platform/organization/index.ts';
import type { RoutePlanner } from '../../routes/index.ts';
import { type OptimizationResult, resultOf } from '../plan-result.ts';
import { type OptimizationRequest, optimizationRequest } from '../request-optimization.ts';
import { routeIdOf, savePlan } from '../save-plan.ts';
import { recordLeftOut } from './record-left-out.ts';
import { activityInProgress, changeActivity, failActivity } from './run-activity.ts';
import type { RunDeps } from './run-deps.ts';
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
    const round = (await files.read('parts', 1)) ? 1 : 0;
    const parts = (await files.read('parts', round))?.length ?? 0;
    const solved = await solvedRound(files, round, parts);
    const first = round === 0 ? parts : ((await files.read('parts', 0))?.length ?? 0);
    const { before } = round === 0 ? solved : await solvedRound(files, 0, first);
    const result = resultOf(run, solved, deps.travel.isEstimate, before);
    await recordLeftOut(deps, of, result);
    const saved = request.save ? await savedResult(deps, stored.value, request, result) : result;
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

/** Ends an optimization that failed for good. */
export async function abandonOptimization(deps: RunDeps, of: RunOf): Promise<void> {
  await failActivity(deps, of, 'The optimization failed several times.');
  await removeFiles(runFiles(deps.bucket, of));
}

async function removeFiles(files: RunFiles): Promise<void> {
  for (const round of [0, 1]) {
    const parts = (await files.read('parts', round)) ?? [];
    await Promise.all(
      parts.flatMap((_, part) => [files.remove('plan', round, part), files.remove('solution', round, part)]),
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
    preferences: DEFAULT_PREFERENCES,
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
