import { readActivity } from '../../platform/activities/index.ts';
import { isLostRace } from '../../platform/core/commit.ts';
import { createdAtOf, repeatableId } from '../../platform/core/ids.ts';
import { mapConcurrently } from '../../platform/core/map-concurrently.ts';
import { isRefusal, type Refusal } from '../../platform/core/refusal.ts';
import { findShifts } from '../fleet/index.ts';
import {
  findAssignment,
  freeOrders,
  type RouteDeps,
  type RoutePlanner,
  replaceStops,
  routeChanged,
  savePlannedRoute,
} from '../routes/index.ts';
import type { OptimizationSettings } from './optimization-strategy.ts';
import { type OptimizationResult, optimizationResult } from './plan-result.ts';
import { nothingPlanned, optimizationUnfinished } from './refusals.ts';
import { acceptReplan, replanResult } from './replan-routes.ts';
import { type OptimizationRequest, optimizationRequest } from './request-optimization.ts';
import type { SavedPlan } from './saved-plan.ts';

/** Id of the nth route of an optimization, so that saving again finds the saved routes. */
export function routeIdOf(activityId: string, index: number): string {
  return repeatableId('rte', createdAtOf(activityId) ?? 0, activityId, String(index));
}

/** Whether a route was refused only because of what others did at that moment. */
function isPassing(refusal: Refusal): boolean {
  return isLostRace(refusal) || refusal.kind === routeChanged.kind;
}

/** Routes saved in parallel. */
const WIDTH = 8;

/** Saves the routes of a successful optimization; those that are already saved are not saved twice. */
export async function saveOptimizedRoutes(
  deps: RouteDeps,
  planner: RoutePlanner,
  activityId: string,
): Promise<SavedPlan | Refusal> {
  const found = await readActivity(deps.table, planner, activityId);
  if (isRefusal(found)) return found;
  const { action, status } = found.stored.value;
  if (action === 'act_replan_routes' && status === 'SUCCESS') {
    return acceptReplan(deps, planner, replanResult.parse(found.result));
  }
  if (action !== 'act_optimize_orders' || status !== 'SUCCESS') {
    return optimizationUnfinished(
      `Activity ${activityId} (${action}) is ${status}, so there are no routes to save.`,
      {
        id: activityId,
        status,
      },
    );
  }
  const result = optimizationResult.parse(found.result);
  if (result.routes.length === 0)
    return nothingPlanned(`Optimization ${activityId} has no routes; every order is unassigned.`, {
      id: activityId,
    });
  const request = optimizationRequest.parse(found.stored.value.request);
  return savePlan(deps, planner, activityId, result, request);
}

function strategyOfGroup(
  {
    contractOptimizationOverrideParameters,
  }: Pick<OptimizationSettings, 'contractOptimizationOverrideParameters'>,
  driverGroupId: string | null,
): string | undefined {
  const own = contractOptimizationOverrideParameters.find(({ contractId }) => contractId === driverGroupId);
  return own?.dispatchStrategyId ?? undefined;
}

/**
 * Saves each proposed route, or gives an existing one its new stops, with orders from the routes on which they are planned; orders that the plan does not place stay
 * there. A route that cannot be saved, because an order is dispatched by now, does not block the others.
 */
export async function savePlan(
  deps: RouteDeps,
  planner: RoutePlanner,
  activityId: string,
  result: OptimizationResult,
  { settings, orderIds }: OptimizationRequest,
): Promise<SavedPlan> {
  const known = new Set(orderIds);
  const save = async (index: number, planned: OptimizationResult['routes'][number]) => {
    const stops = planned.stops.map(({ location, ...stop }) => ({
      ...stop,
      ...(location ? { location } : {}),
    }));
    const plannedDeparture = planned.stops[0]?.departTime;
    if (planned.replaces !== null)
      return replaceStops(deps, planner, { stops, plannedDeparture }, planned.replaces, known);
    const { driverGroupId, courierId, vehicleId, shiftId } = planned;
    const named = {
      ...(driverGroupId === null ? {} : { driverGroupId }),
      ...(courierId === null ? {} : { courierId }),
      ...(vehicleId === null ? {} : { vehicleId }),
    };
    const assignment = await findAssignment(deps.table, planner, named, { driverGroup: null });
    if (isRefusal(assignment)) return assignment;
    const [found] = shiftId === null ? [] : await findShifts(deps.table, planner, [shiftId]);
    const shift = found && {
      id: found.value.id,
      plannedStart: found.value.plannedStart,
      plannedEnd: found.value.plannedEnd,
    };
    return savePlannedRoute(
      deps,
      planner,
      {
        stops,
        assignment: { ...assignment, ...(shift ? { shift } : {}) },
        plannedDeparture,
        dispatchStrategyId: strategyOfGroup(settings, driverGroupId),
        madeBy: activityId,
      },
      routeIdOf(activityId, index),
    );
  };
  const targets = new Map(
    result.routes.flatMap(({ replaces, stops }, index) => {
      const routeId = replaces ?? routeIdOf(activityId, index);
      return stops.flatMap(({ objectIds }) =>
        objectIds
          .filter((id) => known.has(id))
          .map((id) => [id, { routeId, isNew: replaces === null }] as const),
      );
    }),
  );
  const freed = await freeOrders(deps, planner, targets);
  // Existing routes exchange orders, so they are saved one after the other.
  const width = result.routes.some(({ replaces }) => replaces !== null) ? 1 : WIDTH;
  const tried = await mapConcurrently([...result.routes.entries()], width, async ([index, planned]) => ({
    ...{ index, planned },
    saved: await save(index, planned),
  }));
  // New routes that take orders from the same old ones are in each other's way; by itself, each is saved.
  const outcomes = await mapConcurrently(tried, 1, async ({ index, planned, saved }) => {
    const last = isRefusal(saved) && isPassing(saved) ? await save(index, planned) : saved;
    return isRefusal(last) ? { index, code: last.kind.code, message: last.message } : last;
  });
  return {
    routes: outcomes.flatMap((outcome) => ('code' in outcome ? [] : [outcome.saved])),
    moved: outcomes.flatMap((outcome) => {
      if ('code' in outcome) return [];
      const toRouteId = outcome.saved.route.id;
      const own = freed.filter(({ orderId }) => targets.get(orderId)?.routeId === toRouteId);
      return [...own, ...outcome.moved].map((order) => ({ ...order, toRouteId }));
    }),
    failed: outcomes.flatMap((outcome) => ('code' in outcome ? [outcome] : [])),
  };
}
