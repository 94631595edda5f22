import * as z from 'zod';
import type { Travel } from '../../engines/travel/index.ts';
import { type Activity, activityPartition, plannedActivity } from '../../platform/activities/index.ts';
import { toInstant } from '../../platform/core/clock.ts';
import { isRefusal, type Refusal } from '../../platform/core/refusal.ts';
import type { CoreDeps } from '../../platform/runtime/index.ts';
import type { Stored } from '../../platform/table/index.ts';
import {
  changeRoutes,
  isRouteOver,
  LIVE_MS,
  loadRoute,
  type RouteAggregate,
  type RouteDeps,
  type RoutePlanner,
  readCourierPosition,
  readRoutes,
  routeActionInvalidStatus,
  routeArchived,
  routeChanged,
  routeStopsUpdated,
  settledRoute,
} from '../routes/index.ts';
import { cachedTravel } from './cached-travel.ts';
import { openStopIds, replanRoute } from './replan-route.ts';
import { optimizationRequested } from './request-optimization.ts';
import type { SavedPlan } from './saved-plan.ts';

/** Maximum number of routes of one proposal: each is searched separately. */
export const MAX_REPLANNED = 20;

/** Search time for one route. Milliseconds. */
const SEARCH_MS = 2_000;

/** Request data in an activity. */
export const replanRequest = z.object({ replannedRouteIds: z.array(z.string()) });

const stop = z.object({
  id: z.string(),
  stopType: z.string(),
  objectIds: z.array(z.string()),
  arrivalTime: z.string().nullable(),
  departTime: z.string().nullable(),
  distanceFromPrevious: z.int().nullable(),
  durationFromPrevious: z.int().nullable(),
});

const metrics = z.object({ distance: z.int(), duration: z.int() });

/** Proposal of a new plan: for each route all of its stops, fixed ones first. */
export const replanResult = z.object({
  routes: z.array(
    z.object({
      id: z.string(),
      /** Open stops at the time of the proposal: it can be accepted while they are the same. */
      openStopIds: z.array(z.string()),
      stops: z.array(stop),
      before: metrics,
      metrics,
      violations: z.array(z.record(z.string(), z.unknown())),
    }),
  ),
  failed: z.array(z.object({ id: z.string(), code: z.string(), message: z.string() })),
  unassignedOrders: z.array(z.unknown()),
});
export type ReplanResult = z.infer<typeof replanResult>;

/**
 * Creates the activity of a replanning; the worker of optimizations carries it out. Nothing changes until it
 * is accepted.
 */
export async function requestReplan(
  deps: Pick<CoreDeps, 'table' | 'clock'>,
  planner: RoutePlanner,
  id: string,
  names: readonly string[],
): Promise<Stored<Activity> | Refusal> {
  const found = await readRoutes(deps.table, planner, names);
  if (isRefusal(found)) return found;
  for (const { route } of found) {
    if (route.archivedAt !== null) {
      return routeArchived(`Route ${route.id} is archived.`, { id: route.id, archivedAt: route.archivedAt });
    }
    if (isRouteOver(route.status)) {
      return routeActionInvalidStatus(
        `Route ${route.id} is ${route.status}; nothing on it is left to plan.`,
        {
          id: route.id,
          status: route.status,
        },
      );
    }
  }
  const { organizationId, storeLocationIds, driverGroupIds, keyId: createdBy } = planner;
  const owner = { organizationId, createdBy, storeLocationIds, driverGroupIds };
  const request = { replannedRouteIds: found.map(({ route }) => route.id) };
  const planned = plannedActivity(owner, { id, action: 'act_replan_routes', request }, deps.clock.now());
  const told = optimizationRequested.record({
    aggregate: activityPartition({ organizationId, id }),
    cause: 'requested',
    occurredAt: toInstant(deps.clock.now()),
    data: { activityId: id },
  });
  await deps.table.write([...planned.operations, told]);
  return planned.next;
}

/** The present instant, and where the route's courier was in the last minutes. */
async function presentOf({ table, clock }: RouteDeps, { route }: RouteAggregate) {
  const now = clock.now();
  const position = await readCourierPosition(table, route);
  const isLive = position && Date.parse(position.updatedAt) >= now - LIVE_MS;
  return { now: toInstant(now), position: isLive ? position : null };
}

/** The proposal for each route. A route that cannot be planned does not block the others. */
export async function proposeReplan(
  deps: RouteDeps & { readonly travel: Travel },
  organizationId: string,
  routeIds: readonly string[],
  timeLimitMs: number = SEARCH_MS,
): Promise<ReplanResult> {
  const travel = cachedTravel(deps, deps.travel, organizationId);
  const result: ReplanResult = { routes: [], failed: [], unassignedOrders: [] };
  for (const id of routeIds) {
    const found = await loadRoute(deps.table, { organizationId, id });
    const present = found && (await presentOf(deps, found));
    const planned = present && (await replanRoute(travel, found, present, timeLimitMs));
    if (!planned || isRefusal(planned)) {
      const { code, message } = planned
        ? { code: planned.kind.code, message: planned.message }
        : { code: 'ROUTE_NOT_FOUND', message: `The route ${id} no longer exists.` };
      result.failed.push({ id, code, message });
      continue;
    }
    result.routes.push({
      id,
      openStopIds: [...openStopIds(found)],
      stops: planned.stops.map((one) => stop.parse(one)),
      before: metricsOf(found.stops),
      metrics: metricsOf(planned.stops),
      violations: planned.violations.map((violation) => ({ ...violation })),
    });
  }
  return result;
}

function metricsOf(
  stops: readonly Pick<z.infer<typeof stop>, 'distanceFromPrevious' | 'durationFromPrevious'>[],
) {
  return {
    distance: stops.reduce((sum, one) => sum + (one.distanceFromPrevious ?? 0), 0),
    duration: stops.reduce((sum, one) => sum + (one.durationFromPrevious ?? 0), 0),
  };
}

/**
 * Gives the routes the proposed order of stops. A route whose open stops have changed keeps its order and is
 * listed in `failed`; routes that already have the order stay.
 */
export async function acceptReplan(
  deps: RouteDeps,
  planner: RoutePlanner,
  result: ReplanResult,
): Promise<SavedPlan> {
  const routes: RouteAggregate[] = [];
  const failed: SavedPlan['failed'][number][] = [];
  for (const [index, proposed] of result.routes.entries()) {
    const changed = await changeRoutes(deps, planner, { ids: [proposed.id] }, async ([found]) => {
      if (isInOrder(found!, proposed.stops)) return undefined;
      const stops = arranged(found!, proposed);
      if (isRefusal(stops)) return stops;
      const change = { route: { timesOutOfDate: false }, stops, encodedPolyline: null };
      const next = settledRoute(found!, change, toInstant(deps.clock.now()));
      return { edits: [{ before: found, next, events: [routeStopsUpdated] }], moves: [] };
    });
    if (isRefusal(changed)) failed.push({ index, code: changed.kind.code, message: changed.message });
    else routes.push(...changed);
  }
  return { routes, moved: [], failed };
}

function isInOrder({ stops }: RouteAggregate, proposed: ReplanResult['routes'][number]['stops']): boolean {
  return stops.length === proposed.length && stops.every(({ id }, index) => id === proposed[index]?.id);
}

/** The route's own stops in the proposed order with the proposed times; fixed stops keep their history. */
function arranged(found: RouteAggregate, proposed: ReplanResult['routes'][number]) {
  const open = new Set(openStopIds(found));
  const isSame =
    open.size === proposed.openStopIds.length && proposed.openStopIds.every((id) => open.has(id));
  if (!isSame) {
    return routeChanged(
      `The open stops of route ${found.route.id} have changed since it was replanned. Replan it again.`,
      { id: found.route.id },
    );
  }
  const byId = new Map(found.stops.map((one) => [one.id, one] as const));
  return proposed.stops.map((one) => {
    const own = byId.get(one.id) ?? byId.get(one.id.replace(/x\d+$/, ''));
    if (!own) throw new Error(`Stop ${one.id} was proposed but is not on route ${found.route.id}.`);
    if (!open.has(own.id)) return own;
    const { id, objectIds, arrivalTime, departTime, distanceFromPrevious, durationFromPrevious } = one;
    return { ...own, id, objectIds, arrivalTime, departTime, distanceFromPrevious, durationFromPrevious };
  });
}
