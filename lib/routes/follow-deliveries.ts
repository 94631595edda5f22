import * as z from 'zod';
import { toInstant } from '../core/clock.ts';
import { isRefusal } from '../core/refusal.ts';
import { retryLostRace } from '../core/retry-lost-race.ts';
import { together } from '../core/together.ts';
import { orderTakenOffRoute } from '../dispatch/index.ts';
import { type ConsumedEvents, ConsumerFailure, type EventRecord, eventsWith } from '../events/index.ts';
import { deliveryEvents, isLateStatus, jobCanceled, readJob, readPackage } from '../jobs/index.ts';
import type { Operation } from '../table/index.ts';
import { takeOrders } from './arrange-stops.ts';
import type { RouteDeps } from './change-routes.ts';
import { commitRoutes, type RouteEdit, type RoutesChange } from './commit-routes.ts';
import { advanced, planReport, type StopReport } from './report-stop.ts';
import { loadRoute, type RouteAggregate } from './route-aggregate.ts';
import { routeCanceled, routeStopsUpdated } from './route-events.ts';
import { isRouteOver, nextRouteStatus } from './route-lifecycle.ts';
import { settledRoute } from './settle-route.ts';
import { withHistoryEntry } from './status-history.ts';
import { MAX_STOP_HISTORY, type Stop } from './stop.ts';
import { isStopDone, nextStopStatus } from './stop-lifecycle.ts';

/** Statuses of a delivery that affect the stops of its route. */
const FOLLOWED = [
  'pickup_enroute',
  'pickup_arrived',
  'pickup_complete',
  'dropoff_enroute',
  'dropoff_arrived',
  'dropoff_complete',
  'failed',
  'returned',
  'canceled_by_provider',
] as const;

/** Events for a route: reports of providers about its deliveries, and orders that are taken out of dispatch. */
export const ROUTE_FOLLOWS: readonly ConsumedEvents[] = [
  ...FOLLOWED.map((status) => eventsWith(deliveryEvents[status], { isOnRoute: true })),
  orderTakenOffRoute,
  jobCanceled,
];

const aboutDelivery = z.object({ jobId: z.string(), configurationId: z.string(), status: z.enum(FOLLOWED) });

/** Events of one transaction: each may write a stop's event besides up to 30 items of the route. */
const TOGETHER = 40;

/** Updates a route for an event; a repetition finds nothing to do. */
export async function followDeliveries(deps: RouteDeps, event: EventRecord): Promise<void> {
  const { organizationId } = event;
  const of = isLateStatus(event) ? undefined : await routeOf(deps, event);
  if (of)
    await followTogether(deps.clock, `${organizationId} ${of.routeId}`, { ...of, organizationId, deps });
}

/**
 * The events of one route: every order that is picked up at one stop has its own, and each alone would read and write the whole
 * route, against all the others.
 */
const followTogether = together(async (wanted: readonly Wanted[]) => {
  let left = wanted;
  while (left.length > 0) left = await followSome(left);
}, TOGETHER);

interface Wanted extends Followed {
  readonly organizationId: string;
  readonly deps: RouteDeps;
}

/** Makes the changes of as many events as one transaction may have; those that are left. */
async function followSome(wanted: readonly Wanted[]): Promise<readonly Wanted[]> {
  const [first] = wanted;
  if (!first) return [];
  const { organizationId, routeId, deps } = first;
  const rest = await retryLostRace(deps.clock, async () => {
    const found = await loadRoute(deps.table, { organizationId, id: routeId });
    if (!found) return [];
    const { change, left } = folded(found, wanted);
    if (!change) return left;
    const done = await commitRoutes(deps, change);
    if (done && !isRefusal(done)) return left;
  });
  if (rest) return rest;
  throw new ConsumerFailure('busy', 'The route was being changed by others; it will be read again.', {
    retryAfterMs: 2_000,
  });
}

/**
 * The changes of the events one after another as one change. An event that would give a stop a second status is left for the
 * next one, so that the stop's events are told apart by the version of the route.
 */
function folded(
  found: RouteAggregate,
  wanted: readonly Wanted[],
): { readonly change: RoutesChange | undefined; readonly left: readonly Wanted[] } {
  let present = found;
  const kinds = new Set<RouteEdit['events'][number]>();
  const extra: Operation[] = [];
  const statusOf = new Map(found.stops.map(({ id, status }) => [id, status]));
  const isTouched = ({ id, status }: Stop) => (statusOf.get(id) ?? status) !== status;
  for (const [index, one] of wanted.entries()) {
    const change = isRouteOver(present.route.status) ? undefined : one.plan(present);
    const edit = change?.edits[0];
    if (!change || !edit) continue;
    const before = new Map(present.stops.map((stop) => [stop.id, stop]));
    const isSecond = edit.next.stops.some((stop) => {
      const earlier = before.get(stop.id);
      return earlier !== undefined && earlier.status !== stop.status && isTouched(earlier);
    });
    if (isSecond) return { change: changeTo(found, present, kinds, extra), left: wanted.slice(index) };
    present = { ...found, ...edit.next };
    for (const kind of edit.events) kinds.add(kind);
    extra.push(...(change.extra ?? []));
  }
  return { change: changeTo(found, present, kinds, extra), left: [] };
}

function changeTo(
  found: RouteAggregate,
  next: RouteAggregate,
  kinds: ReadonlySet<RouteEdit['events'][number]>,
  extra: readonly Operation[],
): RoutesChange | undefined {
  return next === found
    ? undefined
    : { edits: [{ before: found, next, events: [...kinds] }], moves: [], extra };
}

interface Followed {
  readonly routeId: string;
  readonly plan: (found: RouteAggregate) => RoutesChange | undefined;
}

async function routeOf(deps: RouteDeps, event: EventRecord): Promise<Followed | undefined> {
  if (event.name === orderTakenOffRoute.name) {
    const { routeId, orderId } = orderTakenOffRoute.parse(event).data;
    return { routeId, plan: (found) => withoutOrders(deps, found, [orderId]) };
  }
  const { organizationId } = event;
  const { jobId } = z.object({ jobId: z.string() }).parse(event.data);
  if (event.name === jobCanceled.name) {
    const job = await readJob(deps.table, organizationId, jobId);
    const routeId = job?.job.value.routeId;
    if (!job || !routeId) return undefined;
    // An order that was dispatched on its own while it was planned on the route is off it with its job.
    const orderIds = job.configurations.flatMap(({ value: { orderId } }) => orderId ?? []);
    return {
      routeId,
      plan: (found) =>
        found.route.jobId === jobId ? canceled(deps, found) : withoutOrders(deps, found, orderIds),
    };
  }
  const { configurationId, status } = aboutDelivery.parse(event.data);
  const found = await readPackage(deps.table, organizationId, configurationId);
  const routeId = found?.job.routeId;
  const orderId = found?.configuration.orderId;
  if (!routeId || !orderId) return undefined;
  return {
    routeId,
    plan: (found) => (found.route.jobId === jobId ? delivered(deps, found, orderId, status) : undefined),
  };
}

/** A stop that several orders share is reached with the first of them and done with the last. */
function delivered(
  deps: RouteDeps,
  found: RouteAggregate,
  orderId: string,
  deliveryStatus: (typeof FOLLOWED)[number],
): RoutesChange | undefined {
  const order = found.orders.find(({ id }) => id === orderId);
  if (!order || order.deliveryStatus === deliveryStatus) return undefined;
  const orders = found.orders.map((one) => (one.id === orderId ? { ...one, deliveryStatus } : one));
  const known = { ...found, orders };
  const type = deliveryStatus.startsWith('pickup') ? 'PICKUP' : 'DROPOFF';
  const stop = found.stops.find(
    ({ stopType, objectIds }) => stopType === type && objectIds.includes(orderId),
  );
  const now = toInstant(deps.clock.now());
  const noted = {
    edits: [{ before: found, next: settledRoute(known, { known: orders }, now), events: [] }],
    moves: [],
  };
  const status = stop && stopStatusOf(deliveryStatus, stop, orders);
  if (!stop || !status) return noted;
  const planned = planReport(deps, known, stop.id, { status });
  if (!planned || isRefusal(planned)) return noted;
  // The report was planned with the order's update, which overwrites the version that was read.
  return { ...planned, edits: planned.edits.map((edit) => ({ ...edit, before: found })) };
}

function stopStatusOf(
  deliveryStatus: (typeof FOLLOWED)[number],
  stop: Stop,
  orders: readonly { readonly id: string; readonly deliveryStatus: string | null }[],
): StopReport['status'] | undefined {
  const statusOf = new Map(orders.map((order) => [order.id, order.deliveryStatus ?? '']));
  const isAll = (test: (status: string) => boolean) =>
    stop.objectIds.every((id) => test(statusOf.get(id) ?? ''));
  const isOver = (status: string) => ENDS.includes(status) || status === 'dropoff_complete';
  if (deliveryStatus === 'pickup_enroute' || deliveryStatus === 'dropoff_enroute') {
    return isStopDone(stop.status) || stop.status === 'IN_PROGRESS' ? undefined : 'ENROUTE';
  }
  if (deliveryStatus === 'pickup_arrived' || deliveryStatus === 'dropoff_arrived') return 'IN_PROGRESS';
  if (deliveryStatus === 'pickup_complete') {
    return isAll((status) => status === 'pickup_complete' || status.startsWith('dropoff') || isOver(status))
      ? 'COMPLETED'
      : undefined;
  }
  if (!isAll(isOver)) return undefined;
  return isAll((status) => ENDS.includes(status)) ? 'FAILED' : 'COMPLETED';
}

const ENDS: readonly string[] = ['failed', 'returned', 'canceled_by_provider'];

/**
 * The route without orders that left dispatch; when the last open order of a dispatched one is gone, it is complete
 * (specification 3.2).
 */
function withoutOrders(
  deps: RouteDeps,
  found: RouteAggregate,
  orderIds: readonly string[],
): RoutesChange | undefined {
  const gone = new Set(orderIds.filter((orderId) => found.orders.some(({ id }) => id === orderId)));
  if (gone.size === 0) return undefined;
  const now = toInstant(deps.clock.now());
  const { left } = takeOrders(deps.ids, found.stops, gone);
  if (!found.route.isDispatched) {
    const change = { route: { timesOutOfDate: true }, stops: left, encodedPolyline: null };
    return {
      edits: [{ before: found, next: settledRoute(found, change, now), events: [routeStopsUpdated] }],
      moves: [],
    };
  }
  const next = settledRoute(found, { stops: left }, now);
  const isOpen = left.some((stop) => stop.objectIds.length > 0 && isWork(stop) && !isStopDone(stop.status));
  const moved = isOpen ? { fields: {}, events: [] } : completed(found, left, now);
  return {
    edits: [
      {
        before: found,
        next: { ...next, route: { ...next.route, ...moved.fields } },
        events: [...moved.events, routeStopsUpdated],
      },
    ],
    moves: [],
  };
}

function isWork({ stopType }: Stop): boolean {
  return stopType === 'PICKUP' || stopType === 'DROPOFF' || stopType === 'RETURN';
}

function completed(
  { route }: RouteAggregate,
  stops: readonly Stop[],
  at: string,
): ReturnType<typeof advanced> {
  // Even without any delivery it is complete: the orders that left it did not fail.
  const done: Stop[] = [{ ...stops[0]!, stopType: 'DROPOFF', status: 'COMPLETED' }];
  const { fields, events } = advanced(
    { ...route, statusHistory: [...route.statusHistory] },
    done,
    'CANCELED',
    at,
  );
  return { fields, events };
}

/** A route whose whole job was canceled: its orders are free again, its stops stay as a record. */
function canceled(deps: RouteDeps, found: RouteAggregate): RoutesChange | undefined {
  const status = nextRouteStatus(found.route.status, 'cancel');
  if (!status) return undefined;
  const at = toInstant(deps.clock.now());
  const stops = found.stops.map((stop) => {
    const next = nextStopStatus(stop.status, 'cancel');
    return next
      ? {
          ...stop,
          status: next,
          statusHistory: withHistoryEntry(
            stop.statusHistory,
            { created_at: at, status: next },
            MAX_STOP_HISTORY,
          ),
        }
      : stop;
  });
  const statusHistory = withHistoryEntry(found.route.statusHistory, { created_at: at, status });
  const next = settledRoute(found, { route: { status, statusHistory, completedAt: at }, stops }, at);
  return { edits: [{ before: found, next, events: [routeCanceled, routeStopsUpdated] }], moves: [] };
}
