import * as z from 'zod';
import { DELIVERY_STATUSES } from '../../engines/vocabulary/index.ts';
import { planFlag } from '../../fulfilment/flags/index.ts';
import {
  advancedTask,
  courierLocationUpdated,
  type Delivery,
  type DeliveryEventData,
  type DeliveryUpdate,
  deliveryEvents,
  deliveryOf,
  deliveryStopEvents,
  isTerminal,
  type JobAggregate,
  jobPartition,
  readJob,
  updateDeliveries,
} from '../../fulfilment/jobs/index.ts';
import { retryLostRace } from '../../platform/core/retry-lost-race.ts';
import { together } from '../../platform/core/together.ts';
import {
  type ConsumedEvents,
  type EventKind,
  type EventRecord,
  eventsWith,
} from '../../platform/events/index.ts';
import type { CoreDeps } from '../../platform/runtime/index.ts';
import {
  type RouteEventData,
  routeAssigned,
  routeUpdated,
  type StopEventData,
  stopEvents,
} from '../routes/index.ts';
import { advanceAssignment, retryIfBusy } from './assign-couriers.ts';
import { giveTo } from './hand-assignment.ts';
import { placeCourier } from './manage-assignments.ts';
import {
  assignmentEntity,
  assignmentEvents,
  assignmentTimer,
  heldTaskEntity,
  OWN_FLEET,
} from './provider/index.ts';

type FollowDeps = Pick<CoreDeps, 'table' | 'clock' | 'log'>;

const ENDS: readonly EventKind<DeliveryEventData>[] = DELIVERY_STATUSES.filter(isTerminal).map(
  (status) => deliveryEvents[status],
);

const STOPS = Object.values(stopEvents);

/** Events that require work for couriers of the own fleet. */
export const OWN_FLEET_EVENTS: readonly ConsumedEvents[] = Object.freeze([
  assignmentEvents.opened,
  assignmentEvents.accepted,
  assignmentEvents.refused,
  assignmentEvents.recalled,
  assignmentTimer.fired,
  ...ENDS.map((kind) => eventsWith(kind, { providerId: OWN_FLEET.id })),
  ...STOPS,
  routeAssigned,
  routeUpdated,
  eventsWith(courierLocationUpdated, { isInternal: true }),
]);

const aboutAssignment = z.object({ assignmentId: z.string() });

/** Handles any of `OWN_FLEET_EVENTS`, at least once, late and in any order. */
export async function followFleet(deps: FollowDeps, event: EventRecord): Promise<void> {
  const { organizationId, name } = event;
  if (name === assignmentTimer.fired.name) {
    const { subject } = assignmentTimer.fired.parse(event).data;
    return advanceAssignment(deps, { organizationId, id: subject });
  }
  if (name === courierLocationUpdated.name) return followPosition(deps, event);
  if (name === routeAssigned.name || name === routeUpdated.name) return followRoute(deps, event);
  const stop = STOPS.find((kind) => kind.name === name);
  if (stop) {
    const { data } = stop.parse(event);
    return inTurn(deps.clock, `${organizationId} ${data.jobId}`, () =>
      followStop(deps, organizationId, data, event),
    );
  }
  if (ENDS.some((kind) => kind.name === name)) return followEnd(deps, event);
  const { assignmentId } = aboutAssignment.parse(event.data);
  return advanceAssignment(deps, { organizationId, id: assignmentId });
}

async function followEnd(deps: FollowDeps, { organizationId, data }: EventRecord): Promise<void> {
  const { taskId, providerId } = data as DeliveryEventData;
  if (providerId !== OWN_FLEET.id) return;
  const held = await deps.table.get(heldTaskEntity, { organizationId, id: taskId });
  const id = held?.value.assignmentId;
  if (id) await advanceAssignment(deps, { organizationId, id });
}

async function followPosition(deps: FollowDeps, event: EventRecord): Promise<void> {
  const { organizationId, occurredAt } = event;
  const { jobId, deliveryId, lat, lng, isInternal } = courierLocationUpdated.parse(event).data;
  if (!isInternal) return;
  const job = await readJob(deps.table, organizationId, jobId);
  const delivery = job?.deliveries.find(({ value }) => value.id === deliveryId)?.value;
  if (delivery?.providerId !== OWN_FLEET.id || delivery.courierExternalId === null) return;
  const actor = { organizationId, storeLocationIds: null, driverGroupIds: null };
  const at = delivery.courierLocation?.updatedAt ?? occurredAt;
  const courierId = delivery.courierExternalId;
  await placeCourier(deps, actor, { courierId, lat, lng, at, receivedAt: occurredAt });
}

/** A dispatched route was reassigned to another courier: its packages go along unless they were picked up. */
async function followRoute(deps: FollowDeps, event: EventRecord): Promise<void> {
  const { organizationId } = event;
  const { jobId, courierId } = event.data as RouteEventData;
  const job = jobId ? await readJob(deps.table, organizationId, jobId) : undefined;
  if (!job || !courierId) return;
  const ids = new Set(job.tasks.map(({ value }) => (job.batch ? job.batch.value.id : value.id)));
  for (const id of ids) {
    await retryLostRace(deps.clock, async () => {
      const stored = await deps.table.get(assignmentEntity, { organizationId, id });
      if (!stored || stored.value.phase === 'over' || stored.value.courierId === courierId) return true;
      const operations = await giveTo(deps, stored, { id: courierId }, { by: 'route' });
      return (await deps.table.write(operations)).ok;
    });
  }
}

const STATUS_OF: Readonly<Record<string, Partial<Record<'PICKUP' | 'DROPOFF', DeliveryUpdate['status']>>>> = {
  ENROUTE: { PICKUP: 'pickup_enroute', DROPOFF: 'dropoff_enroute' },
  IN_PROGRESS: { PICKUP: 'pickup_arrived', DROPOFF: 'dropoff_arrived' },
  COMPLETED: { PICKUP: 'pickup_complete', DROPOFF: 'dropoff_complete' },
  FAILED: { PICKUP: 'failed', DROPOFF: 'failed' },
};

/** Events of one transaction. */
const TOGETHER = 100;

/** The stops of one job one after another: each writes the job for every delivery. */
const inTurn = together(async (works: readonly (() => Promise<void>)[]) => {
  for (const work of works) await work();
}, 10);

/**
 * Reports of an own-fleet driver about a stop apply to the deliveries of its orders. A delivery that still
 * lacks a proof does not become complete: it is flagged, and its driver sends the proof.
 */
async function followStop(
  deps: FollowDeps,
  organizationId: string,
  { jobId, stopId, stopType, stopStatus, orderIds, reason }: StopEventData,
  event: EventRecord,
): Promise<void> {
  const status = STATUS_OF[stopStatus]?.[stopType as 'PICKUP' | 'DROPOFF'];
  const timeline = deliveryStopEvents[stopStatus as keyof typeof deliveryStopEvents];
  if (!(status || timeline) || !jobId) return;
  const job = await readJob(deps.table, organizationId, jobId);
  if (!job) return;
  if (timeline) {
    const events = deliveriesOf(job, orderIds, () => true).map(({ taskId, id: deliveryId }) =>
      timeline.record({
        aggregate: jobPartition(organizationId, jobId),
        cause: `${deliveryId}#${event.id}`,
        occurredAt: event.occurredAt,
        data: { jobId, taskId, deliveryId, stopId, reason },
      }),
    );
    for (let from = 0; from < events.length; from += TOGETHER)
      await deps.table.write(events.slice(from, from + TOGETHER));
  }
  if (!status) return;
  const failure = status === 'failed' ? { failure: { code: 'other', reason: reason ?? undefined } } : {};
  const update = { status, occurredAt: event.occurredAt, ...failure };
  const asked = deliveriesOf(job, orderIds, isOwn)
    // Repeated after a part of them, it goes on with the rest.
    .filter(({ statusHistory }) => statusHistory.every((entry) => entry.status !== status))
    .map(({ id: deliveryId }) => ({ deliveryId, update }));
  const target = { organizationId, jobId, may: isOwn, needsProofs: true };
  for (const [deliveryId, refusal] of await updateDeliveries(deps, target, asked)) {
    retryIfBusy(refusal);
    if (refusal.kind.code !== 'DISALLOWED_OPERATION') continue;
    const flag = planFlag(
      {
        organizationId,
        jobId,
        target: 'delivery',
        targetId: deliveryId,
        message: refusal.message,
        isAutoResolved: true,
        raisedBy: 'own-fleet',
        cause: `stop#${stopId}#${status}`,
      },
      event.occurredAt,
    );
    await deps.table.write(flag);
  }
}

function deliveriesOf(
  job: JobAggregate,
  orderIds: readonly string[],
  isWanted: (delivery: Delivery) => boolean,
): readonly Delivery[] {
  return job.configurations.flatMap(({ value }) => {
    const delivery = deliveryOf(job, advancedTask(job, value.id));
    const isMeant = value.orderId !== null && orderIds.includes(value.orderId);
    return isMeant && delivery && isWanted(delivery) && !isTerminal(delivery.status) ? [delivery] : [];
  });
}

const isOwn = ({ providerId }: Delivery): boolean => providerId === OWN_FLEET.id;
