import * as z from 'zod';
import { DELIVERY_STATUSES } from '../../engines/vocabulary/index.ts';
import {
  courierLocationUpdated,
  type DeliveryEventData,
  deliveryEvents,
  isTerminal,
  readJob,
} from '../../fulfilment/jobs/index.ts';
import { retryLostRace } from '../../platform/core/retry-lost-race.ts';
import {
  type ConsumedEvents,
  type EventKind,
  type EventRecord,
  eventsWith,
} from '../../platform/events/index.ts';
import type { CoreDeps } from '../../platform/runtime/index.ts';
import { type RouteEventData, routeAssigned, routeUpdated } from '../routes/index.ts';
import { advanceAssignment } from './assign-couriers.ts';
import { assignTo } from './hand-assignment.ts';
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

/** Events that require work for couriers of the own fleet. */
export const OWN_FLEET_EVENTS: readonly ConsumedEvents[] = Object.freeze([
  assignmentEvents.opened,
  assignmentEvents.accepted,
  assignmentEvents.refused,
  assignmentEvents.recalled,
  assignmentTimer.fired,
  ...ENDS.map((kind) => eventsWith(kind, { providerId: OWN_FLEET.id })),
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

/** A dispatched route was reassigned to another courier: its packages go with it unless they were picked up. */
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
      const operations = await assignTo(deps, stored, { id: courierId }, { by: 'route' });
      return (await deps.table.write(operations)).ok;
    });
  }
}
