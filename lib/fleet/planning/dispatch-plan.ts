import type { DispatchDeps } from '../../fulfilment/dispatch/index.ts';
import type { Actor } from '../../platform/core/origin.ts';
import { isRefusal, type Refusal } from '../../platform/core/refusal.ts';
import { type DispatchedRoutes, dispatchRoutes, type RoutePlanner } from '../routes/index.ts';
import { nothingPlanned } from './refusals.ts';
import { saveOptimizedRoutes } from './save-plan.ts';

/**
 * Saves the routes of an optimization that are not saved yet, and dispatches those that contain at least one of the
 * named orders, or all of them when no orders are named. Routes that were already dispatched are left alone.
 */
export async function dispatchOptimizedRoutes(
  deps: DispatchDeps,
  planner: RoutePlanner & { readonly actor: Actor },
  activityId: string,
  {
    orderIds,
    autoDispatch,
  }: { readonly orderIds?: readonly string[] | undefined; readonly autoDispatch: boolean },
): Promise<DispatchedRoutes | Refusal> {
  const saved = await saveOptimizedRoutes(deps, planner, activityId);
  if (isRefusal(saved)) return saved;
  const wanted = saved.routes.filter(
    ({ orders }) => orderIds === undefined || orders.some(({ id }) => orderIds.includes(id)),
  );
  if (wanted.length === 0) {
    return nothingPlanned(
      `Optimization ${activityId} has no routes to dispatch. Its orders are on other routes by now, or not in the plan.`,
      { id: activityId },
    );
  }
  const done = wanted.flatMap(({ route: { id: routeId, isDispatched, jobId } }) =>
    isDispatched && jobId !== null ? [{ routeId, outcome: { jobId } }] : [],
  );
  const isDone = new Set(done.map(({ routeId }) => routeId));
  const routeIds = wanted.map(({ route }) => route.id).filter((id) => !isDone.has(id));
  const { outcomes, activityId: pending } = await dispatchRoutes(deps, planner, { routeIds, autoDispatch });
  return { outcomes: [...done, ...outcomes], activityId: pending };
}
