import { agreedWindow, type Order } from '../../ordering/orders/index.ts';
import { storesInTable } from '../../places/stores/index.ts';
import { toInstant } from '../../platform/core/clock.ts';
import { commit } from '../../platform/core/commit.ts';
import { isRefusal, type Refusal } from '../../platform/core/refusal.ts';
import type { Stored } from '../../platform/table/index.ts';
import type { Assignment } from './assignment.ts';
import { nextAssignment } from './assignment.ts';
import { changeRoutes, type RouteDeps, type RoutePlanner } from './change-routes.ts';
import { findOrders, refuseClaims, takeFromOthers } from './claim-orders.ts';
import { commitRoutes, type RoutesChange } from './commit-routes.ts';
import { refusePlanner, refusePlanning } from './guard-planning.ts';
import { listShardOf } from './list-shard.ts';
import { movesBetween } from './move-orders.ts';
import { findRoute, isRouteId, unknownRoute } from './read-route.ts';
import { type KnownObjects, objectIdsIn, readStops, type StopInput } from './read-stops.ts';
import { routeChanged } from './refusals.ts';
import type { Route } from './route.ts';
import type { RouteAggregate, RouteContent } from './route-aggregate.ts';
import { routeAssigned, routeCreated, routeStopsUpdated, routeUpdated } from './route-events.ts';
import { routeOrderOf } from './route-order.ts';
import { settledRoute } from './settle-route.ts';
import type { Stop, StopType } from './stop.ts';

/** A caller's input about a route. Undefined = not sent; `name: null` clears it. */
export interface RouteInput {
  readonly externalId?: string | undefined;
  readonly name?: string | null | undefined;
  readonly stops?: readonly StopInput[] | undefined;
  readonly routeMetadata?: Readonly<Record<string, unknown>> | undefined;
  readonly plannedDeparture?: string | undefined;
  readonly assignment?: Assignment | undefined;
  readonly madeBy?: string | undefined;
  /** Dispatch strategy of the route's job; absent = that of its orders. */
  readonly dispatchStrategyId?: string | undefined;
}

/** An order that a plan took from another route. */
export interface MovedOrder {
  readonly orderId: string;
  readonly fromRouteId: string;
}

/** A route as it was saved. */
export interface SavedRoute {
  readonly saved: RouteAggregate;
  readonly isNew: boolean;
}

/**
 * Creates a route, or changes the one whose id or external id is `externalId` (decision B14): stops replace
 * the existing ones. `id` is the identifier of a new one; using the same again finds what an unanswered
 * attempt created.
 */
export async function saveRoute(
  deps: RouteDeps,
  planner: RoutePlanner,
  input: RouteInput,
  { id, expectedVersion }: { readonly id: string; readonly expectedVersion?: number | undefined },
): Promise<SavedRoute | Refusal> {
  const { externalId } = input;
  // Another request may create a route with this external id, or take one of the orders, at the same moment.
  return commit(
    deps,
    { what: 'route', id: externalId ?? id },
    async (): Promise<SavedRoute | Refusal | undefined> => {
      const present = await findRoute(deps.table, planner.organizationId, externalId ?? id);
      if (present) {
        const changed = await changeRoutes(
          deps,
          planner,
          { ids: [present.route.id], expectedVersion },
          async ([route]) => planUpdate(deps, planner, route!, input),
        );
        return isRefusal(changed) ? changed : { saved: changed[0]!, isNew: false };
      }
      if (externalId !== undefined && isRouteId(externalId)) return unknownRoute(externalId);
      const refused = refusePlanner(planner, planner.preferences);
      if (refused) return refused;
      const planned = await planCreation(deps, planner, input, id);
      return isRefusal(planned) ? planned : committed(deps, planned);
    },
  );
}

/**
 * Saves a route of a plan under this id: its orders come from the planned routes that they are on (specification 3.2.9), in the
 * same transaction. One that was saved before stays as it is by now.
 */
export async function savePlannedRoute(
  deps: RouteDeps,
  planner: RoutePlanner,
  input: RouteInput,
  id: string,
): Promise<(SavedRoute & { readonly moved: readonly MovedOrder[] }) | Refusal> {
  return commit(deps, { what: 'route', id }, async () => {
    const present = await findRoute(deps.table, planner.organizationId, id);
    if (present && !present.route.pending?.isNew) return { saved: present, isNew: false, moved: [] };
    const refused = refusePlanner(planner, planner.preferences);
    if (refused) return refused;
    const taking = { takesOrders: true };
    if (!present) {
      const planned = await planCreation(deps, planner, input, id, taking);
      if (isRefusal(planned)) return planned;
      const done = await committed(deps, planned);
      return !done || isRefusal(done) ? done : { ...done, moved: movedBy(planned, id) };
    }
    // What a request that died began.
    let moved: readonly MovedOrder[] = [];
    const changed = await changeRoutes(deps, planner, { ids: [id] }, async ([route]) => {
      const planned = await planUpdate(deps, planner, route!, input, taking);
      if (planned && !isRefusal(planned)) moved = movedBy(planned, id);
      return planned;
    });
    return isRefusal(changed) ? changed : { saved: changed[0]!, isNew: false, moved };
  });
}

/**
 * Gives an existing route the stops of a new plan. Its driver and vehicle stay. Orders come from the planned routes that
 * they are on; those that the plan does not place leave the route. The route must have no order that the plan did not know.
 */
export async function replaceStops(
  deps: RouteDeps,
  planner: RoutePlanner,
  input: Pick<RouteInput, 'stops' | 'plannedDeparture'>,
  id: string,
  known: ReadonlySet<string>,
): Promise<(SavedRoute & { readonly moved: readonly MovedOrder[] }) | Refusal> {
  let moved: readonly MovedOrder[] = [];
  const changed = await changeRoutes(deps, planner, { ids: [id] }, async ([route]) => {
    const late = route!.orders.find((order) => !known.has(order.id));
    if (late) {
      return routeChanged(
        `Order ${late.id} came to route ${id} after the plan was made. Plan the routes again, with this order.`,
        { id },
      );
    }
    const planned = await planUpdate(deps, planner, route!, input, { takesOrders: true });
    if (planned && !isRefusal(planned)) moved = movedBy(planned, id);
    return planned;
  });
  return isRefusal(changed) ? changed : { saved: changed[0]!, isNew: false, moved };
}

/** Orders that a change brings from other routes to this one. */
function movedBy({ edits, moves }: RoutesChange, id: string): readonly MovedOrder[] {
  const from = new Map(
    edits.flatMap(({ before }) => before?.orders.map((order) => [order.id, before.route.id] as const) ?? []),
  );
  return moves.flatMap(({ stored, to }) => {
    const orderId = stored.value.id;
    const fromRouteId = from.get(orderId);
    return to !== id || fromRouteId === undefined || fromRouteId === id ? [] : [{ orderId, fromRouteId }];
  });
}

async function committed(deps: RouteDeps, planned: RoutesChange): Promise<SavedRoute | Refusal | undefined> {
  const done = await commitRoutes(deps, planned);
  if (!done || isRefusal(done)) return done;
  return { saved: done[0]!, isNew: true };
}

/** A new route and its writes, which the caller makes: for callers that save many. */
export async function planCreation(
  deps: RouteDeps,
  planner: RoutePlanner,
  input: RouteInput,
  id: string,
  /** Whether orders may come from other planned routes. */
  { takesOrders = false }: { readonly takesOrders?: boolean } = {},
): Promise<RoutesChange | Refusal> {
  const at = toInstant(deps.clock.now());
  const { organizationId, listShards } = planner;
  const route: Route = {
    organizationId,
    id,
    listShard: listShardOf(id, listShards),
    createdAt: at,
    updatedAt: at,
    externalId: input.externalId ?? null,
    name: input.name ?? null,
    status: 'CREATED',
    statusHistory: [{ created_at: at, status: 'CREATED' }],
    isDispatched: false,
    dispatchedAt: null,
    jobId: null,
    archivedAt: null,
    driverGroup: null,
    courier: null,
    vehicle: null,
    shift: null,
    providerId: null,
    providerName: null,
    dispatchStrategyId: input.dispatchStrategyId ?? null,
    routeMetadata: input.routeMetadata ? { ...input.routeMetadata } : null,
    plannedDeparture: input.plannedDeparture ?? null,
    plannedCompletion: null,
    actualDeparture: null,
    completedAt: null,
    timesOutOfDate: false,
    validationErrors: {},
    stopCount: 0,
    stopsCompleted: 0,
    orderCount: 0,
    storeLocationIds: [],
    violationCount: 0,
    stopsOnTime: 0,
    delaySeconds: null,
    pending: null,
    madeBy: input.madeBy ?? null,
  };
  const assigned = nextAssignment(route, input.assignment ?? {}, at);
  const empty: RouteContent = { route, stops: [], orders: [], violations: [], encodedPolyline: null };
  const stops = await resolveStops(deps, planner, input.stops ?? [], []);
  if (isRefusal(stops)) return stops;
  const taken = await claimedFromOthers(deps, stops.orders, id, takesOrders);
  if (isRefusal(taken)) return taken;
  const next = settledRoute(
    empty,
    {
      route: assigned,
      stops: stops.stops,
      known: stops.orders.map(({ value }) => routeOrderOf({ ...value, ...windowsOn(stops.stops, value) })),
    },
    at,
  );
  return {
    edits: [
      {
        before: undefined,
        next,
        events: [routeCreated, ...(next.route.status === 'ASSIGNED' ? [routeAssigned] : [])],
      },
      ...taken,
    ],
    moves: stops.orders.map((stored) => ({
      stored,
      to: id,
      windows: windowsOn(stops.stops, stored.value),
    })),
  };
}

/** The windows of an order in which the stops of a plan reach it, where it has several. */
function windowsOn(stops: readonly Stop[], order: Order): Partial<Order> {
  const reached = (type: StopType) =>
    stops.find(({ stopType, objectIds }) => stopType === type && objectIds.includes(order.id))?.arrivalTime;
  const pickup = reached('PICKUP');
  const dropoff = reached('DROPOFF');
  return {
    ...(pickup ? agreedWindow(order, 'pickup', pickup) : {}),
    ...(dropoff ? agreedWindow(order, 'dropoff', dropoff) : {}),
  };
}

/** The changes of other planned routes that lose orders to this one; a refusal when they may not. */
async function claimedFromOthers(
  deps: RouteDeps,
  orders: readonly Stored<Order>[],
  routeId: string,
  takesOrders: boolean,
): Promise<RoutesChange['edits'] | Refusal> {
  if (takesOrders) return takeFromOthers(deps, orders, routeId);
  return (await refuseClaims(deps, orders, routeId)) ?? [];
}

async function planUpdate(
  deps: RouteDeps,
  planner: RoutePlanner,
  found: RouteAggregate,
  input: RouteInput,
  { takesOrders = false }: { readonly takesOrders?: boolean } = {},
): Promise<RoutesChange | Refusal | undefined> {
  const { route } = found;
  const plans =
    input.stops !== undefined || input.plannedDeparture !== undefined || input.assignment !== undefined;
  const refused = plans ? refusePlanning(route, 'changed') : undefined;
  const mayEdit =
    planner.preferences.editRoutesAfterDispatch && route.isDispatched && route.archivedAt === null;
  if (refused && !(mayEdit && input.assignment === undefined)) return refused;
  const at = toInstant(deps.clock.now());
  const fields: Partial<Route> = {
    ...(input.name === undefined ? {} : { name: input.name }),
    ...(input.routeMetadata === undefined ? {} : { routeMetadata: { ...input.routeMetadata } }),
    ...(input.plannedDeparture === undefined ? {} : { plannedDeparture: input.plannedDeparture }),
    ...nextAssignment(route, input.assignment ?? {}, at),
  };
  const events = fields.status === 'ASSIGNED' ? [routeAssigned] : [];
  if (input.stops === undefined) {
    const next = settledRoute(found, { route: fields }, at);
    return { edits: [{ before: found, next, events: [routeUpdated, ...events] }], moves: [] };
  }
  const stops = await resolveStops(deps, planner, input.stops, found.stops);
  if (isRefusal(stops)) return stops;
  if (refused)
    return (
      refuseOtherOrders(
        found,
        stops.orders.map(({ value }) => value.id),
        refused,
      ) ?? {
        edits: [
          {
            before: found,
            next: settledRoute(found, { route: fields, stops: withPlannedTimes(found, stops.stops) }, at),
            events: [routeStopsUpdated, ...events],
          },
        ],
        moves: [],
      }
    );
  const taken = await claimedFromOthers(deps, stops.orders, route.id, takesOrders);
  if (isRefusal(taken)) return taken;
  const pods = new Map(found.orders.map((order) => [order.id, order]));
  const known = stops.orders.map(({ value }) => routeOrderOf(value, pods.get(value.id)));
  const cleared = { ...fields, timesOutOfDate: false };
  const next = settledRoute(found, { route: cleared, stops: stops.stops, known, encodedPolyline: null }, at);
  return {
    edits: [{ before: found, next, events: [routeStopsUpdated, ...events] }, ...taken],
    moves: await movesBetween(deps, found, next, stops.orders),
  };
}

/** After dispatch an edit may reorder the stops and change their times, but not their orders. */
function refuseOtherOrders(
  found: RouteAggregate,
  orderIds: readonly string[],
  refusal: Refusal,
): Refusal | undefined {
  const before = found.orders.map(({ id }) => id);
  const same = before.length === orderIds.length && before.every((id) => orderIds.includes(id));
  return same ? undefined : refusal;
}

/** Values that were planned at dispatch stay (contract-facts 7.1). */
function withPlannedTimes(found: RouteAggregate, stops: RouteContent['stops']): RouteContent['stops'] {
  const planned = new Map(found.stops.map(({ id, plannedArrivalTime }) => [id, plannedArrivalTime]));
  return stops.map((stop) => ({ ...stop, plannedArrivalTime: planned.get(stop.id) ?? stop.arrivalTime }));
}

async function resolveStops(
  deps: RouteDeps,
  planner: RoutePlanner,
  inputs: readonly StopInput[],
  before: RouteContent['stops'],
) {
  const { orderIds, storeIds } = objectIdsIn(inputs);
  const orders = await findOrders(deps, planner, orderIds);
  if (isRefusal(orders)) return orders;
  const stores = await knownStores(deps, planner.organizationId, storeIds);
  const known = { orders: new Map([...orders].map(([id, { value }]) => [id, value])), stores };
  const stops = readStops(deps.ids, inputs, before, known);
  if (isRefusal(stops)) return stops;
  const unique = new Map([...orders.values()].map((stored) => [stored.value.id, stored]));
  return { stops, orders: [...unique.values()] };
}

/**
 * Places of the stores at which routes start or end. An unknown store keeps its id, because the caller gave its place.
 */
async function knownStores(
  { table }: RouteDeps,
  organizationId: string,
  ids: readonly string[],
): Promise<KnownObjects['stores']> {
  const directory = storesInTable(table);
  const found = await Promise.all(
    ids.map(async (id) => {
      const store =
        (await directory.byId(organizationId, id)) ?? (await directory.byExternalId(organizationId, id));
      const { Lat: lat, Lng: lng } = store?.address ?? {};
      const location = lat === undefined || lng === undefined ? null : { lat, lng };
      return [id, { id: store?.id ?? id, location }] as const;
    }),
  );
  return new Map(found);
}
