import { isRefusal, type Refusal } from '../core/refusal.ts';
import type { DispatchDeps } from '../dispatch/index.ts';
import { dispatchRoute, type RoutePlanner } from '../routes/index.ts';
import { nothingPlanned } from './refusals.ts';
import { saveOptimizedRoutes } from './save-plan.ts';

/** Most routes that one request dispatches: each creates a job. */
const MAX_ROUTES = 20;

/** Result for a route of an optimization. */
export interface DispatchedPlan {
  readonly routeId: string;
  readonly outcome: { readonly jobId: string } | Refusal;
}

/**
 * Saves the routes of an optimization that are not saved yet, and dispatches those with at least one of the
 * named orders; all of them when none is named. Routes that are already dispatched stay so.
 */
export async function dispatchOptimizedRoutes(
  deps: DispatchDeps,
  planner: RoutePlanner,
  activityId: string,
  {
    orderIds,
    autoDispatch,
  }: { readonly orderIds?: readonly string[] | undefined; readonly autoDispatch: boolean },
): Promise<readonly DispatchedPlan[] | Refusal> {
  const saved = await saveOptimizedRoutes(deps, planner, activityId);
  if (isRefusal(saved)) return saved;
  const wanted = saved.routes.filter(
    ({ orders }) => orderIds === undefined || orders.some(({ id }) => orderIds.includes(id)),
  );
  if (wanted.length === 0 || wanted.length > MAX_ROUTES) {
    const wayOut =
      wanted.length === 0
        ? 'Its orders are on other routes by now, or not in the plan.'
        : `Dispatch at most ${MAX_ROUTES} at a time: name their orders, or use POST /v1/routes/dispatch.`;
    return nothingPlanned(`Optimization ${activityId} has ${wanted.length} routes to dispatch. ${wayOut}`, {
      id: activityId,
    });
  }
  const outcomes: DispatchedPlan[] = [];
  for (const { route } of wanted) {
    if (route.isDispatched && route.jobId !== null) {
      outcomes.push({ routeId: route.id, outcome: { jobId: route.jobId } });
      continue;
    }
    const done = await dispatchRoute(deps, planner, route.id, { autoDispatch });
    outcomes.push({ routeId: route.id, outcome: isRefusal(done) ? done : { jobId: done.job.job.value.id } });
  }
  return outcomes;
}
