import type { Configuration, Delivery } from '../../fulfilment/jobs/index.ts';
import { toInstant } from '../../platform/core/clock.ts';
import { isRefusal } from '../../platform/core/refusal.ts';
import { sameValue } from '../../platform/core/same-value.ts';
import type { Operation, Stored } from '../../platform/table/index.ts';
import { type Assignment, nextAssignment } from './assignment.ts';
import type { RouteDeps } from './change-routes.ts';
import type { RouteEdit } from './commit-routes.ts';
import type { StepsChange } from './commit-steps.ts';
import type { StopStep } from './plan-stop-deliveries.ts';
import { planReport, type StopReport } from './report-stop.ts';
import type { RouteAggregate } from './route-aggregate.ts';
import { routeAssigned, routeStopsUpdated, routeUpdated } from './route-events.ts';
import type { RouteOrder } from './route-order.ts';
import { settledRoute } from './settle-route.ts';
import type { Stop } from './stop.ts';
import { isStopDone, isUnderWay } from './stop-lifecycle.ts';
import { hasFollowed, providersOf, withDelivery } from './with-delivery.ts';

/** Statuses of a delivery that its route follows. */
export const FOLLOWED_STATUSES = [
  'created',
  'pickup_enroute',
  'pickup_arrived',
  'pickup_complete',
  'dropoff_enroute',
  'dropoff_arrived',
  'dropoff_complete',
  'failed',
  'returned',
  'canceled_by_provider',
  'canceled_by_customer',
  'canceled_by_system',
] as const;

/**
 * An update of a delivery on a route: a status, the end of its attempts, or without a status a proof or picked items.
 */
export interface DeliveryFollowUp {
  /** As it was read. */
  readonly delivery: Stored<Delivery>;
  readonly configuration: Configuration;
  readonly status?: (typeof FOLLOWED_STATUSES)[number] | 'exhausted' | undefined;
  /** Length of its history at that time. */
  readonly historyLength?: number | undefined;
}

/**
 * The change of a route by an update of one of its deliveries; undefined when the route already has it. A stop that
 * several orders share is reached with the first of them and done with the last. A package that a provider gives up
 * before it has it leaves the stops as they are while another provider can take over (decision B9).
 */
export function planDeliveryFollowUp(
  deps: RouteDeps,
  found: RouteAggregate,
  { delivery, configuration, status, historyLength }: DeliveryFollowUp,
): StepsChange | undefined {
  const order = found.orders.find(({ id }) => id === configuration.orderId);
  if (!order) return undefined;
  const length = status === undefined || status === 'exhausted' ? undefined : historyLength;
  const isKnown = length !== undefined && hasFollowed(order, delivery.value.attempt, length);
  const present = withDelivery(order, delivery, configuration, length);
  const orders = found.orders.map((one) => (one === order ? present : one));
  const isSame = sameValue(factsOf(present), factsOf(order));
  const now = toInstant(deps.clock.now());
  const provider = providerOf(orders);
  const isNew = provider !== undefined && provider.name !== found.route.providerName;
  const fields = isNew ? nextAssignment(found.route, { provider }, now) : {};
  const noted = { ...found, ...settledRoute(found, { known: orders, route: fields }, now) };
  const events: RouteEdit['events'][number][] = [];
  if (isNew) events.push(fields.status === 'ASSIGNED' ? routeAssigned : routeUpdated);
  if (!sameValue(present.pod, order.pod)) events.push(routeStopsUpdated);
  let next: RouteAggregate = noted;
  const extra: Operation[] = [];
  const steps: StopStep[] = [];
  // A driver who reports only the dropoff has written the delivery with that stop: the pickup is still open.
  const reports = reportsOf(noted, present, status).filter(({ to }) => !isKnown || to === 'COMPLETED');
  for (const { stopId, to } of reports) {
    const planned = planReport(deps, next, stopId, { status: to });
    const edit = planned && !isRefusal(planned) ? planned.edits[0] : undefined;
    if (!planned || isRefusal(planned) || !edit) continue;
    next = { ...next, ...edit.next };
    events.push(...edit.events);
    extra.push(...(planned.extra ?? []));
    // A courier who sets out for a stop or reaches it does so for all orders there.
    steps.push(
      ...planned.steps.filter(({ stop, status }) => stop.objectIds.length > 1 && isUnderWay(status)),
    );
  }
  if (isSame && next === noted) return undefined;
  return { edits: [{ before: found, next, events: [...new Set(events)] }], moves: [], extra, steps };
}

/** The order without the version of its delivery, which is also raised by positions. */
function factsOf({ delivery, ...order }: RouteOrder) {
  return { ...order, delivery: delivery && { ...delivery, version: 0 } };
}

/**
 * The provider that has the route's job; with several, the first one and the names of all. Undefined before any has it.
 */
function providerOf(orders: readonly RouteOrder[]): NonNullable<Assignment['provider']> | undefined {
  const providers = providersOf(orders);
  const [first] = providers;
  return first && { id: first.id, name: providers.map(({ name }) => name).join(', ') };
}

/** What the update says about the order's stops. */
function reportsOf(
  { stops, orders }: RouteAggregate,
  order: RouteOrder,
  status: DeliveryFollowUp['status'],
): readonly { readonly stopId: string; readonly to: StopReport['status'] }[] {
  const own = stops.filter(({ objectIds }) => objectIds.includes(order.id));
  const byId = new Map(orders.map((one) => [one.id, one.delivery]));
  return own.flatMap((stop) => {
    const to = reportOf(
      stop,
      stop.objectIds.flatMap((id) => byId.get(id) ?? null),
      status,
    );
    return to ? [{ stopId: stop.id, to }] : [];
  });
}

function reportOf(
  { stopType, status: present }: Stop,
  deliveries: readonly RouteOrder['delivery'][],
  status: DeliveryFollowUp['status'],
): StopReport['status'] | undefined {
  if (isStopDone(present) || (stopType !== 'PICKUP' && stopType !== 'DROPOFF')) return undefined;
  const side = stopType === 'PICKUP' ? 'pickup' : 'dropoff';
  if (status === `${side}_enroute`) return present === 'IN_PROGRESS' ? undefined : 'ENROUTE';
  if (status === `${side}_arrived`) return 'IN_PROGRESS';
  if (status !== `${side}_complete` && !ENDS.includes(status ?? '')) return undefined;
  const isServed = (one: RouteOrder['delivery']) =>
    (stopType === 'PICKUP' ? one?.pickedAt : one?.deliveredAt) != null;
  if (!deliveries.every((one) => isServed(one) || one?.isOver)) return undefined;
  return deliveries.some(isServed) ? 'COMPLETED' : 'FAILED';
}

/** Updates after which nothing can be left to do for the package, neither at its pickup nor at its dropoff. */
const ENDS: readonly string[] = [
  'dropoff_complete',
  'failed',
  'returned',
  'canceled_by_provider',
  'exhausted',
];
