import { planFlag } from '../../fulfilment/flags/index.ts';
import {
  advancedTask,
  type Delivery,
  type DeliveryStatus,
  type DeliveryUpdate,
  deliveryOf,
  deliveryStopEvents,
  isConfigurationOver,
  isTerminal,
  type JobAggregate,
  jobPartition,
  planDeliveryUpdates,
  wasPickedUp,
} from '../../fulfilment/jobs/index.ts';
import type { DriverDuty } from '../../platform/core/driver-duties.ts';
import { ownValue } from '../../platform/core/own-value.ts';
import type { Refusal } from '../../platform/core/refusal.ts';
import type { Operation } from '../../platform/table/index.ts';
import { routeActionInvalidStatus } from './refusals.ts';
import type { RouteOrder } from './route-order.ts';
import { carriesOrders, type Stop } from './stop.ts';
import type { StopStatus } from './stop-lifecycle.ts';
import { withDelivery } from './with-delivery.ts';

/** A stop that takes another status. */
export interface StopStep {
  /** As it was before. */
  readonly stop: Stop;
  readonly status: StopStatus;
  /** In the driver's words. */
  readonly reason: string | null;
}

/** The delivery status that corresponds to a step of a stop. */
const STATUS_OF: Readonly<Record<string, Partial<Record<string, DeliveryUpdate['status']>>>> = {
  ENROUTE: { PICKUP: 'pickup_enroute', DROPOFF: 'dropoff_enroute', RETURN: 'return_in_progress' },
  IN_PROGRESS: { PICKUP: 'pickup_arrived', DROPOFF: 'dropoff_arrived', RETURN: 'return_arrived' },
  COMPLETED: { PICKUP: 'pickup_complete', DROPOFF: 'dropoff_complete', RETURN: 'returned' },
  FAILED: { PICKUP: 'failed', DROPOFF: 'failed' },
};

/** Whether the deliveries of a stop's orders are affected by its step. */
export function concernsDeliveries({ stop, status }: StopStep): boolean {
  return (
    carriesOrders(stop) &&
    (Object.hasOwn(deliveryStopEvents, status) || ownValue(STATUS_OF, status)?.[stop.stopType] !== undefined)
  );
}

/** The changes of the deliveries at stops, as far as they fit into a transaction. */
export interface StopDeliveries {
  readonly next: JobAggregate;
  readonly operations: readonly Operation[];
  /** Orders of the route with the resulting state of their deliveries. */
  readonly orders: readonly RouteOrder[];
  /** Whether some deliveries did not fit. */
  readonly isPart: boolean;
  /** Flags of the deliveries whose driver still has to send a proof: they keep their status. */
  readonly flags: readonly (readonly Operation[])[];
}

/**
 * Applies steps of stops to the deliveries of orders that couriers of the own fleet carry, at the time at which the driver took
 * them, which may be long before `now`. A delivery that still lacks a proof does not become complete: it is flagged, and its
 * driver sends the proof.
 */
export function planStopDeliveries(
  job: JobAggregate,
  orders: readonly RouteOrder[],
  steps: readonly StopStep[],
  { now, at }: { readonly now: string; readonly at: string },
  room: number,
  duties: readonly DriverDuty[] = [],
): StopDeliveries {
  const { organizationId, id: jobId } = job.job.value;
  const asked = steps.flatMap((step) => {
    const { stop, status: stopStatus, reason } = step;
    const status = ownValue(STATUS_OF, stopStatus)?.[stop.stopType];
    if (!status) return [];
    const failure = status === 'failed' ? { failure: { code: 'other', reason: reason ?? undefined } } : {};
    return deliveriesAt(job, stop)
      .filter((one) => isOwn(one) && one.statusHistory.every((entry) => entry.status !== status))
      .map((one) => {
        const update = { status, occurredAt: notOvertaken(one, status, at), ...failure };
        return { deliveryId: one.id, update, stop };
      });
  });
  const planned = planDeliveryUpdates(job, asked, { may: isOwn, needsProofs: true, duties }, now, room);
  const flags = planned.refused.flatMap(([deliveryId, refusal]) => {
    const { stop, update } = asked.find((one) => one.deliveryId === deliveryId) ?? {};
    if (!stop || !update || refusal.kind.code !== 'DISALLOWED_OPERATION') return [];
    const flag = {
      organizationId,
      jobId,
      target: 'delivery' as const,
      targetId: deliveryId,
      message: refusal.message,
      isAutoResolved: true,
      raisedBy: 'own-fleet',
      cause: `stop#${stop.id}#${update.status}#${deliveryId}`,
    };
    return [planFlag(flag, now)];
  });
  return {
    next: planned.next,
    operations: planned.operations,
    orders: ordersWith(planned, orders),
    isPart: planned.left.length > 0,
    flags,
  };
}

/** The orders of a route with their deliveries as written, so that the events of these writes find nothing to do. */
function ordersWith(
  { next, updated }: Pick<ReturnType<typeof planDeliveryUpdates>, 'next' | 'updated'>,
  orders: readonly RouteOrder[],
): readonly RouteOrder[] {
  const byOrder = new Map(orders.map((order) => [order.id, order]));
  for (const { before, after } of updated) {
    const configuration = next.configurations.find(({ value }) => value.id === after.configurationId)?.value;
    const stored = next.deliveries.find(({ value }) => value.id === after.id);
    let order = byOrder.get(configuration?.orderId ?? '');
    if (!configuration || !stored || !order) continue;
    for (let length = before.statusHistory.length + 1; length <= after.statusHistory.length; length += 1) {
      order = withDelivery(order, stored, configuration, length);
    }
    byOrder.set(order.id, order);
  }
  return [...byOrder.values()];
}

/**
 * Why a driver cannot report this: nobody has a package of the stop yet, or another carrier has it, whose own news complete the
 * stop.
 */
export function refuseStep(job: JobAggregate, { stop, status }: StopStep): Refusal | undefined {
  const { id: jobId, routeId } = job.job.value;
  const open = job.configurations.filter(
    ({ value }) =>
      value.orderId !== null && stop.objectIds.includes(value.orderId) && !isConfigurationOver(job, value),
  );
  for (const { value } of open) {
    const delivery = deliveryOf(job, advancedTask(job, value.id));
    const details = { id: routeId ?? '', stopId: stop.id, status: stop.status };
    if (!delivery) {
      return routeActionInvalidStatus(
        `Nobody carries order ${value.orderId} yet, so nothing can be reported about stop ${stop.id}. Dispatch job ${jobId} first.`,
        details,
      );
    }
    const isEnd = status === 'COMPLETED' || status === 'FAILED';
    if (!isEnd || isOwn(delivery) || isServedAt(stop, delivery)) continue;
    return routeActionInvalidStatus(
      `${delivery.providerName} carries order ${value.orderId}, so its reports end stop ${stop.id}. Assign the route to the own fleet if your driver has it.`,
      details,
    );
  }
  return undefined;
}

function isServedAt({ stopType }: Stop, delivery: Delivery): boolean {
  return isTerminal(delivery.status) || (stopType === 'PICKUP' && wasPickedUp(delivery));
}

/** The events in the timelines of deliveries whose stop was skipped or resumed, whichever provider carries them. */
export function recordStopSteps(
  job: JobAggregate,
  steps: readonly StopStep[],
  /** The route's version before the steps. */
  { version, at }: { readonly version: number; readonly at: string },
): readonly Operation[] {
  const { organizationId, id: jobId } = job.job.value;
  return steps.flatMap(({ stop, status, reason }) => {
    const kind = deliveryStopEvents[status as keyof typeof deliveryStopEvents];
    if (!kind) return [];
    return deliveriesAt(job, stop).map(({ taskId, id: deliveryId }) =>
      kind.record({
        aggregate: jobPartition(organizationId, jobId),
        cause: `${deliveryId}#${stop.id}#v${version}`,
        occurredAt: at,
        data: { jobId, taskId, deliveryId, stopId: stop.id, reason },
      }),
    );
  });
}

/** The current deliveries of a stop's orders that have not ended. */
function deliveriesAt(job: JobAggregate, { objectIds }: Stop): readonly Delivery[] {
  return job.configurations.flatMap(({ value }) => {
    const delivery = deliveryOf(job, advancedTask(job, value.id));
    const isMeant = value.orderId !== null && objectIds.includes(value.orderId);
    return isMeant && delivery && !isTerminal(delivery.status) ? [delivery] : [];
  });
}

/**
 * When a delivery takes the status of its stop's step. The step stands, so its delivery follows it: never before the last status,
 * or the delivery would take the step for overtaken and stay behind its stop. A failure comes after the last news too, or its
 * reason would be left out.
 */
function notOvertaken({ statusHistory, toldAt }: Delivery, status: DeliveryStatus, at: string): string {
  const last = statusHistory.at(-1)?.created_at ?? at;
  const news = status === 'failed' ? (toldAt ?? at) : at;
  return [at, last, news].reduce((latest, one) => (one > latest ? one : latest));
}

/** Carriers report their own deliveries. */
const isOwn = ({ providerIsInternal }: Delivery): boolean => providerIsInternal;
