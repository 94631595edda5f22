import { readActivity } from '../activities/index.ts';
import { isRefusal, type Refusal } from '../core/refusal.ts';
import { findShifts } from '../fleet/index.ts';
import {
  findAssignment,
  type RouteAggregate,
  type RouteDeps,
  type RoutePlanner,
  saveRoute,
} from '../routes/index.ts';
import { type OptimizationResult, optimizationResult } from './plan-result.ts';
import { nothingPlanned, optimizationUnfinished } from './refusals.ts';

/** Crockford's letters, in which ids are written. */
const LETTERS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** Id of the nth route of an optimization: saved again, it meets what was saved before. */
export function routeIdOf(activityId: string, index: number): string {
  const ulid = activityId.slice(activityId.indexOf('_') + 1);
  const suffix = LETTERS[Math.floor(index / 32) % 32]! + LETTERS[index % 32]!;
  return `rte_${ulid.slice(0, -2)}${suffix}`;
}

/** A plan saved as routes: what became of each. */
export interface SavedPlan {
  readonly routes: readonly RouteAggregate[];
  readonly failed: readonly { readonly index: number; readonly code: string; readonly message: string }[];
}

/** Saves the routes of an optimization that succeeded; those that are saved already are not saved twice. */
export async function saveOptimizedRoutes(
  deps: RouteDeps,
  planner: RoutePlanner,
  activityId: string,
): Promise<SavedPlan | Refusal> {
  const found = await readActivity(deps.table, planner, activityId);
  if (isRefusal(found)) return found;
  const { action, status } = found.stored.value;
  if (action !== 'act_optimize_orders' || status !== 'SUCCESS') {
    return optimizationUnfinished(
      `Activity ${activityId} (${action}) is ${status}; there are no routes to save.`,
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
  return savePlan(deps, planner, activityId, result);
}

/** Saves each proposed route. One that cannot be saved, because an order is on another route by now, keeps no other back. */
export async function savePlan(
  deps: RouteDeps,
  planner: RoutePlanner,
  activityId: string,
  result: OptimizationResult,
): Promise<SavedPlan> {
  const routes: RouteAggregate[] = [];
  const failed: SavedPlan['failed'][number][] = [];
  for (const [index, planned] of result.routes.entries()) {
    const { driverGroupId, courierId, vehicleId, shiftId } = planned;
    const named = {
      ...(driverGroupId === null ? {} : { driverGroupId }),
      ...(courierId === null ? {} : { courierId }),
      ...(vehicleId === null ? {} : { vehicleId }),
    };
    const assignment = await findAssignment(deps.table, planner, named, { driverGroup: null });
    const [shift] = shiftId === null ? [] : await findShifts(deps.table, planner, [shiftId]);
    const saved = isRefusal(assignment)
      ? assignment
      : await saveRoute(
          deps,
          planner,
          {
            stops: planned.stops.map(({ location, ...stop }) => ({
              ...stop,
              ...(location ? { location } : {}),
            })),
            assignment: {
              ...assignment,
              ...(shift
                ? {
                    shift: {
                      id: shift.value.id,
                      plannedStart: shift.value.plannedStart,
                      plannedEnd: shift.value.plannedEnd,
                    },
                  }
                : {}),
            },
            plannedDeparture: planned.stops[0]?.departTime,
            madeBy: activityId,
          },
          { id: routeIdOf(activityId, index) },
        );
    if (isRefusal(saved)) failed.push({ index, code: saved.kind.code, message: saved.message });
    else routes.push(saved.saved);
  }
  return { routes, failed };
}
