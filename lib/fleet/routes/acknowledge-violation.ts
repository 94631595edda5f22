import { toInstant } from '../../platform/core/clock.ts';
import { isRefusal, type Refusal } from '../../platform/core/refusal.ts';
import { changeRoutes, type RouteDeps, type RoutePlanner } from './change-routes.ts';
import { violationNotFound } from './refusals.ts';
import type { RouteAggregate } from './route-aggregate.ts';
import { routeUpdated } from './route-events.ts';

/** Marks a violation as acknowledged until it gets worse. Repeating it changes nothing. */
export async function acknowledgeViolation(
  deps: RouteDeps,
  planner: RoutePlanner,
  id: string,
  violationId: string,
): Promise<RouteAggregate | Refusal> {
  const changed = await changeRoutes(deps, planner, { ids: [id] }, async ([found]) => {
    const { route, violations } = found!;
    const violation = violations.find((one) => one.id === violationId);
    if (!violation)
      return violationNotFound(`Route ${route.id} has no violation "${violationId}".`, { violationId });
    if (violation.acknowledgedAt !== null) return undefined;
    const at = toInstant(deps.clock.now());
    const next = {
      ...found!,
      route: { ...route, updatedAt: at },
      violations: violations.map((one) => (one === violation ? { ...one, acknowledgedAt: at } : one)),
    };
    return { edits: [{ before: found, next, events: [routeUpdated] }], moves: [] };
  });
  return isRefusal(changed) ? changed : changed[0]!;
}
