import {
  createJobOfOrders,
  type DispatchDeps,
  type OrdersOfOneJob,
  taskMissingTimeWindow,
  undispatchableOrders,
} from '../../fulfilment/dispatch/index.ts';
import { type JobAggregate, readJob } from '../../fulfilment/jobs/index.ts';
import { toInstant } from '../../platform/core/clock.ts';
import { commit } from '../../platform/core/commit.ts';
import { ownValue } from '../../platform/core/own-value.ts';
import { isRefusal, type Refusal } from '../../platform/core/refusal.ts';
import { assessOrders } from './assess-route.ts';
import { type RoutePlanner, readSettled } from './change-routes.ts';
import { commitRoutes } from './commit-routes.ts';
import { refusePlanner, refusePlanning } from './guard-planning.ts';
import { routeActionInvalidStatus, routeChanged, routeHasNoPackages, routeHasNoStops } from './refusals.ts';
import type { RouteAggregate } from './route-aggregate.ts';
import { endRouteDispatch, type PlannedDispatch, watchRouteDispatch } from './route-dispatch-timer.ts';
import { routeDispatched, routeUndispatched } from './route-events.ts';
import { hasWindows } from './route-order.ts';
import { settledRoute } from './settle-route.ts';

/** A dispatched route, with its job. */
export interface DispatchedRoute {
  readonly route: RouteAggregate;
  readonly job: JobAggregate;
}

/**
 * Creates the job of a route (specification 4.2.2). The route is marked as dispatched with the id of its job
 * before the job is created: if a request dies in between, the next one for the same route continues. A
 * refused job removes the mark. `jobId` is the id of the job; a repeated request that gives the same finds the job that its
 * first attempt created.
 */
export async function dispatchRoute(
  deps: DispatchDeps,
  planner: RoutePlanner,
  id: string,
  {
    autoDispatch,
    jobId = deps.ids.next('job'),
  }: { readonly autoDispatch: boolean; readonly jobId?: string | undefined },
): Promise<DispatchedRoute | Refusal> {
  const refused = refusePlanner(planner, planner.preferences);
  if (refused) return refused;
  const marked = await markDispatched(deps, planner, id, { autoDispatch, jobId });
  if (isRefusal(marked)) return marked;
  const { route, planned } = marked;
  const job = await createJobOfOrders(deps, planner, {
    ...jobOf(route),
    ...(await onlyProvider(deps, route)),
    autoDispatch,
  });
  if (!isRefusal(job)) return { route, job };
  await takeBack(deps, route, planned);
  return job;
}

/** A route that is marked as dispatched, and when it was planned to be. */
interface MarkedRoute {
  readonly route: RouteAggregate;
  readonly planned?: PlannedDispatch | undefined;
}

/**
 * The dispatched route whose job is still to be created. If its job was never created, the dispatch is resumed; if it
 * has the job of this very request, it is returned as it is.
 */
async function markDispatched(
  deps: DispatchDeps,
  planner: RoutePlanner,
  id: string,
  { autoDispatch, jobId }: { readonly autoDispatch: boolean; readonly jobId: string },
): Promise<MarkedRoute | Refusal> {
  return commit(deps, { what: 'route', id }, async (): Promise<MarkedRoute | Refusal | undefined> => {
    const found = await readSettled(deps, planner, id);
    if (isRefusal(found)) return found;
    const { route } = found;
    const now = toInstant(deps.clock.now());
    if (route.isDispatched && route.jobId !== null) {
      const job = await readJob(deps.table, route.organizationId, route.jobId);
      if (!job) return refuseWhileDispatched(found, deps.clock.now()) ?? { route: found };
      if (route.jobId === jobId) return { route: found };
    }
    const refused = refusePlanning(route, 'dispatched') ?? (await refuseContent(deps, planner, found));
    if (refused) return refused;
    const next = settledRoute(
      found,
      {
        route: { isDispatched: true, dispatchedAt: now, jobId },
        stops: found.stops.map((stop) => ({ ...stop, plannedArrivalTime: stop.arrivalTime })),
      },
      now,
    );
    const { organizationId } = route;
    const takenUpAt = toInstant(deps.clock.now() + TAKEN_UP_MS);
    const of = { organizationId, routeId: route.id, autoDispatch };
    const watch = await watchRouteDispatch(deps, of, takenUpAt);
    const done = await commitRoutes(deps, {
      edits: [{ before: found, next, events: [routeDispatched] }],
      moves: [],
      extra: watch.operations,
    });
    if (isRefusal(done)) return done;
    if (done) return { route: done[0]!, planned: watch.planned };
  });
}

/** The request that marked the route a moment ago is still creating its job. */
function refuseWhileDispatched({ route }: RouteAggregate, nowMs: number): Refusal | undefined {
  if (nowMs - Date.parse(route.dispatchedAt ?? '1970-01-01') > DISPATCHING_MS) return undefined;
  return routeChanged(`Route ${route.id} is being dispatched. Send the request again in a moment.`, {
    id: route.id,
    jobId: route.jobId,
  });
}

/** Longer than a request may take: after that nobody creates the job any more. Milliseconds. */
const DISPATCHING_MS = 60_000;

/** If the job was not created by then, the timer creates it. It fires later than an unfinished batch is taken back. */
const TAKEN_UP_MS = 150_000;

/**
 * What prevents a route from being dispatched: no orders, or every order with contradictory data or without time windows. Then
 * orders that the job would refuse are named as well; `isAhead` asks for them in any case.
 */
async function refuseContent(
  deps: DispatchDeps,
  planner: RoutePlanner,
  { route, stops, orders }: RouteAggregate,
  { isAhead = false }: { readonly isAhead?: boolean } = {},
): Promise<Refusal | undefined> {
  const { id, status } = route;
  if (status !== 'CREATED' && status !== 'ASSIGNED') {
    return routeActionInvalidStatus(
      `Route ${id} is ${status}; only a route that has not started can be dispatched.`,
      {
        id,
        status,
      },
    );
  }
  if (stops.length === 0)
    return routeHasNoStops(`Route ${id} has no stops, so there is nothing to dispatch.`, { id });
  if (orders.length === 0)
    return routeHasNoPackages(`Route ${id} has no orders, so there is nothing to dispatch.`, { id });
  const own = assessOrders(stops, orders);
  const ids = orders.map((order) => order.id);
  const others = isAhead || Object.keys(own).length > 0 ? await undispatchableOrders(deps, planner, ids) : {};
  const flaws = ids.flatMap((orderId) => {
    const why = [ownValue(own, orderId), ownValue(others, orderId)]
      .filter((text) => text !== undefined)
      .join(' ');
    return why === '' ? [] : [[orderId, why] as const];
  });
  if (flaws.length === 0) return undefined;
  const told = flaws.slice(0, MAX_TOLD).map(([orderId, why]) => `${orderId}: ${why}`);
  const more = flaws.length > told.length ? ` And ${flaws.length - told.length} more in \`details\`.` : '';
  const message = `Route ${id} has orders that cannot be dispatched. ${told.join(' ')}${more} Correct them first.`;
  const validationErrors = Object.fromEntries(flaws);
  const orderIds = orders.filter((order) => !hasWindows(order)).map((order) => order.id);
  return orderIds.length > 0
    ? taskMissingTimeWindow(message, { routeId: id, orderId: orderIds[0]!, orderIds, validationErrors })
    : routeActionInvalidStatus(message, { id, status, validationErrors });
}

/** Flaws in a message; its details have them all. */
const MAX_TOLD = 10;

/**
 * Why the route could not be dispatched now; undefined when nothing of the route itself prevents it. For routes whose turn
 * comes later, so that a reply names the flaws of all routes.
 */
export async function refuseDispatch(
  deps: DispatchDeps,
  planner: RoutePlanner,
  id: string,
): Promise<Refusal | undefined> {
  const refused = refusePlanner(planner, planner.preferences);
  if (refused) return refused;
  const found = await readSettled(deps, planner, id);
  if (isRefusal(found)) return found;
  // A dispatch that began before goes on.
  if (found.route.isDispatched) return undefined;
  return (
    refusePlanning(found.route, 'dispatched') ??
    (await refuseContent(deps, planner, found, { isAhead: true }))
  );
}

/** The job of a route: its orders in the order of their dropoffs, the stops in driving order. */
function jobOf({ route, stops, orders }: RouteAggregate): Omit<OrdersOfOneJob, 'autoDispatch'> {
  const dropped = stops
    .filter(({ stopType }) => stopType === 'DROPOFF')
    .flatMap(({ objectIds }) => objectIds);
  const collected = new Set(
    stops.filter(({ stopType }) => stopType === 'PICKUP').flatMap(({ objectIds }) => objectIds),
  );
  const atStart = dropped.filter((id) => !collected.has(id));
  const driven = stops.flatMap(({ stopType, objectIds }) =>
    stopType === 'PICKUP' || stopType === 'DROPOFF'
      ? objectIds.map((orderId) => ({ orderId, type: stopType }))
      : [],
  );
  return {
    jobId: route.jobId ?? '',
    routeId: route.id,
    orderIds: dropped.length > 0 ? dropped : orders.map(({ id }) => id),
    stops: [...atStart.map((orderId) => ({ orderId, type: 'PICKUP' as const })), ...driven],
    ...(route.dispatchStrategyId === null ? {} : { optionsGroupId: route.dispatchStrategyId }),
  };
}

/** The provider that was chosen for a route; that of a route that names its driver is the organization's own fleet. */
async function onlyProvider(
  { providers }: DispatchDeps,
  { route: { organizationId, providerId, courier } }: RouteAggregate,
): Promise<Pick<OrdersOfOneJob, 'providerId'>> {
  if (providerId !== null) return { providerId };
  if (courier === null) return {};
  const find = async (age?: 'now') =>
    (await providers.of(organizationId, age)).all.find(({ isInternal }) => isInternal);
  // Without an own fleet the route goes to any provider, so one that was just switched on must not be missed.
  return { providerId: ((await find()) ?? (await find('now')))?.id };
}

/**
 * The route as it was before it was marked. Nothing dispatches it later unless that was planned before. If another
 * writer is faster, the timer tries again.
 */
async function takeBack(
  deps: DispatchDeps,
  marked: RouteAggregate,
  planned: PlannedDispatch | undefined,
): Promise<void> {
  const at = toInstant(deps.clock.now());
  const route = { isDispatched: false, dispatchedAt: null, jobId: null };
  const { organizationId, id: routeId } = marked.route;
  await commitRoutes(deps, {
    edits: [{ before: marked, next: settledRoute(marked, { route }, at), events: [routeUndispatched] }],
    moves: [],
    extra: await endRouteDispatch(deps, { organizationId, routeId }, planned),
  });
}
