import {
  type Activity,
  activityEntity,
  finishedActivity,
  type PlannedActivity,
  progressedActivity,
  startedActivity,
} from '../activities/index.ts';
import { toInstant } from '../core/clock.ts';
import { DEFAULT_PREFERENCES } from '../core/preferences.ts';
import { isRefusal, type Refusal } from '../core/refusal.ts';
import { InvalidProblem, type Progress, solve } from '../optimization/index.ts';
import { orderEntity } from '../orders/index.ts';
import type { RouteDeps, RoutePlanner } from '../routes/index.ts';
import type { Stored } from '../table/index.ts';
import { type Travel, TravelFailure } from '../travel/index.ts';
import { type PosedRun, poseRun } from './build-problem.ts';
import { resultOf } from './plan-result.ts';
import { optimizationRequest } from './request-optimization.ts';
import { routeIdOf, savePlan } from './save-plan.ts';

/** What a run needs besides the table: roads, and how long it may search. */
export interface RunDeps extends RouteDeps {
  readonly travel: Travel;
  /** Search time in milliseconds by number of orders and level; the service's own unless a test says otherwise. */
  readonly timeLimitMs?: (orders: number, level: number) => number;
}

/** Progress is written so often; a cancellation is noticed by then. Milliseconds. */
const PROGRESS_MS = 2_000;

/** A function runs 15 minutes at most; the search is given up to 8 of them. */
const LONGEST_SEARCH_MS = 480_000;

/** 50 ms for each order and level, at least 3 seconds. */
function searchTime(orders: number, level: number): number {
  return Math.min(LONGEST_SEARCH_MS, Math.max(3_000, orders * level * 50));
}

/**
 * Carries an optimization out: poses the problem, searches, tells how far it is, saves the routes where that was asked for,
 * and ends the activity. Repeated after a crash it begins the search anew; an activity that has ended is left alone.
 */
export async function runOptimization(
  deps: RunDeps,
  of: { readonly organizationId: string; readonly activityId: string },
): Promise<void> {
  const begun = await begin(deps, of);
  if (!begun) return;
  const request = optimizationRequest.parse(begun.value.request);
  const { organizationId } = of;
  const orders = await deps.table.getMany(
    orderEntity,
    request.orderIds.map((id) => ({ organizationId, id })),
  );
  let run: PosedRun;
  try {
    run = await poseRun(
      deps,
      organizationId,
      orders.flatMap((stored) => (stored ? [stored.value] : [])),
      request.settings,
      toInstant(deps.clock.now()),
    );
  } catch (error) {
    await fail(deps, of, error, request.orderIds);
    return;
  }
  const level = request.settings.searchLevel ?? 2;
  const timeLimitMs = (deps.timeLimitMs ?? searchTime)(orders.length, level);
  const watch = watchRun(deps, of, timeLimitMs);
  const solution = await solve(run.problem, {
    seed: 1,
    timeLimitMs,
    signal: watch.signal,
    onProgress: watch.onProgress,
  });
  if (!(await watch.ended())) return;
  const result = resultOf(run, solution, deps.travel.isEstimate);
  const saved = request.save ? await savedResult(deps, begun.value, request, result) : result;
  const progress = {
    seconds: Math.round(solution.statistics.elapsedMs / 1000),
    iterations: solution.statistics.iterations,
    costCents: result.costCents,
    routes: result.routes.length,
    unassigned: result.unassignedOrders.length,
    fraction: 1,
  };
  await write(deps, of, (stored) =>
    finishedActivity(stored, { trigger: 'succeed', result: saved, progress }, deps.clock.now()),
  );
}

/** Gives an optimization up that failed for good. */
export async function giveUpOptimization(
  deps: RunDeps,
  of: { readonly organizationId: string; readonly activityId: string },
): Promise<void> {
  await fail(deps, of, new Error('The optimization failed several times.'), []);
}

async function savedResult(
  deps: RunDeps,
  activity: Activity,
  { listShards }: { readonly listShards: number },
  result: ReturnType<typeof resultOf>,
) {
  const planner: RoutePlanner = {
    organizationId: activity.organizationId,
    keyId: activity.createdBy,
    storeLocationIds: activity.storeLocationIds,
    driverGroupIds: activity.driverGroupIds,
    listShards,
    preferences: DEFAULT_PREFERENCES,
  };
  const { failed } = await savePlan(deps, planner, activity.id, result);
  const notSaved = new Set(failed.map(({ index }) => index));
  return {
    ...result,
    routes: result.routes.map((route, index) => ({
      ...route,
      id: notSaved.has(index) ? null : routeIdOf(activity.id, index),
    })),
    notSaved: failed,
  };
}

type Of = { readonly organizationId: string; readonly activityId: string };

/** The activity in progress; undefined when it has ended. One that was in progress already was interrupted. */
async function begin(deps: RunDeps, of: Of): Promise<Stored<Activity> | undefined> {
  return write(deps, of, (stored) =>
    stored.value.status === 'IN_PROGRESS'
      ? { next: stored, operations: [] }
      : startedActivity(stored, deps.clock.now()),
  );
}

/** Writes a planned change of the activity; undefined when its status does not allow it. */
async function write(
  { table }: RunDeps,
  { organizationId, activityId: id }: Of,
  plan: (stored: Stored<Activity>) => PlannedActivity | Refusal,
): Promise<Stored<Activity> | undefined> {
  for (let tries = 0; tries < 5; tries += 1) {
    const stored = await table.get(activityEntity, { organizationId, id });
    const planned = stored && plan(stored);
    if (!planned || isRefusal(planned)) return undefined;
    if ((await table.write(planned.operations)).ok) return planned.next;
  }
  throw new Error(`Activity ${id} changed too often to be written.`);
}

/** Writes how far a search is, now and then, and aborts it when the activity has ended. */
function watchRun(deps: RunDeps, of: Of, timeLimitMs: number) {
  const abort = new AbortController();
  const startedAt = deps.clock.now();
  let lastAt = performance.now();
  let writing: Promise<unknown> = Promise.resolve();
  let isOver = false;
  const onProgress = (progress: Progress) => {
    if (performance.now() - lastAt < PROGRESS_MS) return;
    lastAt = performance.now();
    const told = {
      seconds: Math.round((deps.clock.now() - startedAt) / 1000),
      iterations: progress.iterations,
      costCents: progress.cost,
      routes: progress.vehicles,
      unassigned: progress.unassigned,
      fraction: Math.round(progress.share * 100) / 100,
      timeLimitSeconds: Math.round(timeLimitMs / 1000),
    };
    writing = writing.then(async () => {
      const written = await write(deps, of, (stored) => progressedActivity(stored, told, deps.clock.now()));
      if (written) return;
      isOver = true;
      abort.abort();
    });
  };
  return {
    signal: abort.signal,
    onProgress,
    /** Whether the activity is still under way after the search. */
    async ended(): Promise<boolean> {
      await writing;
      return !isOver;
    },
  };
}

/** Ends the activity as failed: `vendor_message`, and `vendor_reasons` that end in the id concerned (specification 4.7). */
async function fail(deps: RunDeps, of: Of, error: unknown, orderIds: readonly string[]): Promise<void> {
  if (!(error instanceof InvalidProblem) && !(error instanceof TravelFailure) && orderIds.length > 0)
    throw error;
  const message = error instanceof Error ? error.message : String(error);
  const [, position] = error instanceof InvalidProblem ? (/^jobs\[(\d+)\]/.exec(error.field) ?? []) : [];
  const orderId = position === undefined ? undefined : orderIds[Number(position)];
  const result = {
    vendor_message: message,
    vendor_reasons: [orderId === undefined ? message : `${message} ${orderId}`],
  };
  await write(deps, of, (stored) =>
    finishedActivity(
      stored,
      { trigger: 'fail', result, error: { code: 'NO_ELIGIBLE_ROUTES', message } },
      deps.clock.now(),
    ),
  );
}
