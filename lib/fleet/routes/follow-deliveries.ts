import * as z from 'zod';
import { orderTakenOffRoute } from '../../fulfilment/dispatch/index.ts';
import {
  deliveryEvents,
  isLateStatus,
  itemsPickUpdated,
  jobCanceled,
  jobEntity,
  proofAdded,
  readDelivery,
  readJob,
  taskEvents,
} from '../../fulfilment/jobs/index.ts';
import { toInstant } from '../../platform/core/clock.ts';
import { coalesceByKey } from '../../platform/core/coalesce-by-key.ts';
import { isRefusal } from '../../platform/core/refusal.ts';
import { retryLostRace } from '../../platform/core/retry-lost-race.ts';
import {
  type ConsumedEvents,
  ConsumerFailure,
  type EventRecord,
  eventsWith,
} from '../../platform/events/index.ts';
import type { Operation } from '../../platform/table/index.ts';
import { takeOrders } from './arrange-stops.ts';
import type { RouteDeps } from './change-routes.ts';
import type { RouteEdit, RoutesChange } from './commit-routes.ts';
import { commitSteps, type StepsChange } from './commit-steps.ts';
import { areOver, endedBy } from './end-route.ts';
import { loseOrders } from './lose-orders.ts';
import { FOLLOWED_STATUSES, planDeliveryFollowUp } from './plan-delivery-follow-up.ts';
import type { StopStep } from './plan-stop-deliveries.ts';
import { loadRoute, type RouteAggregate } from './route-aggregate.ts';
import { routeCanceled, routeStopsUpdated } from './route-events.ts';
import { isRouteOver, nextRouteStatus } from './route-lifecycle.ts';
import { settledRoute } from './settle-route.ts';
import { withHistoryEntry } from './status-history.ts';
import { carriesOrders, MAX_STOP_HISTORY, type Stop } from './stop.ts';
import { isStopDone, nextStopStatus } from './stop-lifecycle.ts';

/** Events that concern a route: updates of its deliveries, and orders that are taken out of dispatch. */
export const ROUTE_FOLLOWS: readonly ConsumedEvents[] = [
  ...[
    ...FOLLOWED_STATUSES.map((status) => deliveryEvents[status]),
    taskEvents.attempts_exhausted,
    proofAdded,
    itemsPickUpdated,
  ].map((kind) => eventsWith(kind, { isOnRoute: true })),
  orderTakenOffRoute,
  jobCanceled,
];

const aboutDelivery = z.object({
  jobId: z.string(),
  deliveryId: z.string(),
  status: z.enum(FOLLOWED_STATUSES).optional(),
  historyLength: z.int().optional(),
});

/**
 * Maximum number of events per transaction: each may write the events of two stops besides up to 30 items of the route.
 */
const TOGETHER = 30;

/** Updates a route for an event; a repetition finds nothing to do. */
export async function followDeliveries(deps: RouteDeps, event: EventRecord): Promise<void> {
  const { organizationId } = event;
  const of = isLateStatus(event) ? undefined : await routeOf(deps, event);
  if (of)
    await followTogether(deps.clock, `${organizationId} ${of.routeId}`, { ...of, organizationId, deps });
}

/**
 * The events of one route. Every order that is picked up at one stop has its own; handled one by one, each would read
 * and write the whole route and lose races to all the others.
 */
const followTogether = coalesceByKey(async (wanted: readonly Wanted[]) => {
  let left = wanted;
  while (left.length > 0) left = await followSome(left);
}, TOGETHER);

interface Wanted extends Followed {
  readonly organizationId: string;
  readonly deps: RouteDeps;
}

/** Makes the changes of as many events as fit into one transaction. Returns those that are left. */
async function followSome(wanted: readonly Wanted[]): Promise<readonly Wanted[]> {
  const [first] = wanted;
  if (!first) return [];
  const { organizationId, routeId, deps } = first;
  const rest = await retryLostRace(deps.clock, async () => {
    const found = await loadRoute(deps.table, { organizationId, id: routeId });
    if (!found) return [];
    const { change, left } = folded(found, wanted);
    if (!change) return left;
    const done = await commitSteps(deps, change);
    if (done && !isRefusal(done)) return left;
  });
  if (rest) return rest;
  throw new ConsumerFailure('busy', 'The route was being changed by others; it will be read again.', {
    retryAfterMs: 2_000,
  });
}

/**
 * The changes of several events, applied one after another, as one change. An event that would give a stop a second
 * status is left for the next change, because a stop's events are distinguished by the version of the route.
 */
function folded(
  found: RouteAggregate,
  wanted: readonly Wanted[],
): { readonly change: StepsChange | undefined; readonly left: readonly Wanted[] } {
  let present = found;
  const kinds = new Set<RouteEdit['events'][number]>();
  const extra: Operation[] = [];
  const steps: StopStep[] = [];
  const statusOf = new Map(found.stops.map(({ id, status }) => [id, status]));
  const isTouched = ({ id, status }: Stop) => (statusOf.get(id) ?? status) !== status;
  for (const [index, one] of wanted.entries()) {
    const change = one.plan(present);
    const edit = change?.edits[0];
    if (!change || !edit) continue;
    const before = new Map(present.stops.map((stop) => [stop.id, stop]));
    const isSecond = edit.next.stops.some((stop) => {
      const earlier = before.get(stop.id);
      return earlier !== undefined && earlier.status !== stop.status && isTouched(earlier);
    });
    if (isSecond)
      return { change: changeTo(found, present, { kinds, extra, steps }), left: wanted.slice(index) };
    present = { ...found, ...edit.next };
    for (const kind of edit.events) kinds.add(kind);
    extra.push(...(change.extra ?? []));
    steps.push(...(change.steps ?? []));
  }
  return { change: changeTo(found, present, { kinds, extra, steps }), left: [] };
}

function changeTo(
  found: RouteAggregate,
  next: RouteAggregate,
  of: {
    readonly kinds: ReadonlySet<RouteEdit['events'][number]>;
    readonly extra: readonly Operation[];
    readonly steps: readonly StopStep[];
  },
): StepsChange | undefined {
  const { kinds, extra, steps } = of;
  return next === found
    ? undefined
    : { edits: [{ before: found, next, events: [...kinds] }], moves: [], extra, steps };
}

interface Followed {
  readonly routeId: string;
  readonly plan: (found: RouteAggregate) => (RoutesChange & Partial<StepsChange>) | undefined;
}

async function routeOf(deps: RouteDeps, event: EventRecord): Promise<Followed | undefined> {
  if (event.name === orderTakenOffRoute.name) {
    const { routeId, orderId } = orderTakenOffRoute.parse(event).data;
    return { routeId, plan: (found) => withoutOrders(deps, found, [orderId]) };
  }
  const { organizationId } = event;
  const { jobId } = z.object({ jobId: z.string() }).parse(event.data);
  if (event.name === jobCanceled.name) {
    // The order's own event, which was written with it, completes the route.
    if (jobCanceled.parse(event).data.isOffRoute) return undefined;
    const job = await readJob(deps.table, organizationId, jobId);
    const routeId = job?.job.value.routeId;
    if (!job || !routeId) return undefined;
    // An order that was dispatched on its own while it was planned on the route leaves the route together with its job.
    const orderIds = job.configurations.flatMap(({ value: { orderId } }) => orderId ?? []);
    return {
      routeId,
      plan: (found) =>
        found.route.jobId === jobId ? canceled(deps, found) : withoutOrders(deps, found, orderIds),
    };
  }
  const { deliveryId, historyLength, ...about } = aboutDelivery.parse(event.data);
  const status = event.name === taskEvents.attempts_exhausted.name ? ('exhausted' as const) : about.status;
  const [found, job] = await Promise.all([
    readDelivery(deps.table, organizationId, deliveryId),
    deps.table.get(jobEntity, { organizationId, id: jobId }),
  ]);
  const routeId = job?.value.routeId;
  if (!found || !routeId) return undefined;
  const { stored, configuration } = found;
  const news = { delivery: stored, configuration, status, historyLength };
  return {
    routeId,
    plan: (found) => (found.route.jobId === jobId ? planDeliveryFollowUp(deps, found, news) : undefined),
  };
}

/**
 * The route without the orders that left dispatch. When the last open order of a dispatched route is gone, the route is
 * complete (specification 3.2).
 */
function withoutOrders(
  deps: RouteDeps,
  found: RouteAggregate,
  orderIds: readonly string[],
): RoutesChange | undefined {
  const gone = new Set(orderIds.filter((orderId) => found.orders.some(({ id }) => id === orderId)));
  if (gone.size === 0 || isRouteOver(found.route.status)) return undefined;
  if (!found.route.isDispatched) return { edits: [loseOrders(deps, found, gone)], moves: [] };
  const now = toInstant(deps.clock.now());
  const { left } = takeOrders(deps.ids, found.stops, gone);
  const next = settledRoute(found, { stops: left }, now);
  const isOpen = left.some(
    (stop) => stop.objectIds.length > 0 && carriesOrders(stop) && !isStopDone(stop.status),
  );
  const isOver = !isOpen && areOver(next.orders);
  const edit = { before: found, next, events: [routeStopsUpdated] };
  // Even without any delivery it is complete: the orders that left it did not fail.
  return { edits: [isOver ? endedBy('complete', edit, now) : edit], moves: [] };
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
