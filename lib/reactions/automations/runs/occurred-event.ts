import type { JsonObject, OccurredEvent } from '../../../engines/workflows/index.ts';
import {
  routeCanceled,
  routeCompleted,
  routeCreated,
  routeStarted,
  stopEvents,
} from '../../../fleet/routes/index.ts';
import {
  incidentRaised,
  incidentResolved,
  refundCreated,
  refundUpdated,
} from '../../../fulfilment/incidents/index.ts';
import {
  deliveryEvents,
  jobCanceled,
  jobCreated,
  jobUpdated,
  taskEvents,
} from '../../../fulfilment/jobs/index.ts';
import {
  orderArchived,
  orderCanceled,
  orderConfirmed,
  orderCreated,
  orderDispatched,
  orderDispatchFailure,
  orderNeedsAttention,
  orderUnarchived,
  orderUndispatched,
  orderUpdated,
} from '../../../ordering/orders/index.ts';
import { activityStatusChanged, OPTIMIZATION_ACTIONS } from '../../../platform/activities/index.ts';
import { ownValue } from '../../../platform/core/own-value.ts';
import type { EventKind, EventRecord } from '../../../platform/events/index.ts';
import { customEventOccurred } from '../../custom-events/index.ts';
import { establishedValueOf, triggerTripped } from '../../notifications/index.ts';
import type { RunSubject } from './run-context.ts';

/** An event of the service as workflows see it. */
export interface Happened {
  readonly event: OccurredEvent;
  readonly subject: RunSubject;
  /** What the run finds in `custom_event`. */
  readonly customEvent?: JsonObject;
  /** What the run finds in `trigger_metadata`. */
  readonly metadata?: JsonObject;
}

const routeKinds = [routeCreated, routeStarted, stopEvents.COMPLETED, routeCompleted, routeCanceled];

/** Every event that can start workflows. */
export const TRIGGERING_EVENTS: readonly Pick<EventKind<unknown>, 'name' | 'summary'>[] = Object.freeze([
  orderCreated,
  orderUpdated,
  orderNeedsAttention,
  orderConfirmed,
  orderArchived,
  orderUnarchived,
  orderDispatched,
  orderUndispatched,
  orderDispatchFailure,
  orderCanceled,
  jobCreated,
  jobUpdated,
  jobCanceled,
  ...Object.values(taskEvents),
  ...Object.values(deliveryEvents),
  refundCreated,
  refundUpdated,
  incidentRaised,
  incidentResolved,
  ...routeKinds,
  activityStatusChanged,
  customEventOccurred,
  triggerTripped,
]);

/** Name of all events of deliveries for triggers. */
const DELIVERY_STATUS = 'delivery.status_updated';

const deliveryNames: ReadonlySet<string> = new Set(Object.values(deliveryEvents).map(({ name }) => name));

const routeNames: ReadonlySet<string> = new Set(routeKinds.map(({ name }) => name));

/** Incidents and refunds: their data is in the event itself and in no entity. */
const reviewNames: ReadonlySet<string> = new Set(
  [refundCreated, refundUpdated, incidentRaised, incidentResolved].map(({ name }) => name),
);

/** Names of the events for each result of an optimization. */
const OUTCOMES: Readonly<Record<string, string>> = {
  SUCCESS: 'optimization.completed',
  FAILED: 'optimization.failed',
};

/** The names under which triggers can listen to an event of this name, custom events left out. */
export function listenedNamesOf(name: string): readonly string[] {
  if (deliveryNames.has(name)) return [DELIVERY_STATUS];
  return name === activityStatusChanged.name ? Object.values(OUTCOMES) : [name];
}

/** The event in the terms of triggers, and its subject. */
export function occurredEventOf(record: EventRecord): Happened {
  const { name, aggregateType, aggregateId } = record;
  const data = record.data as Record<string, unknown>;
  if (name === customEventOccurred.name) {
    const { data: occurred } = customEventOccurred.parse(record);
    const { key, definitionId, timestamp, payload, entityType, entityId } = occurred;
    return {
      event: {
        name: key,
        isCustom: true,
        ...(definitionId === null ? {} : { customEventDefinitionId: definitionId }),
      },
      subject: entityType === 'order' ? { orderId: entityId } : { jobId: entityId },
      customEvent: { name: key, timestamp, payload: payload as JsonObject },
    };
  }
  if (name === triggerTripped.name) {
    const { jobId, deliveryId, taskId, orderId, routeId, type, parameters } =
      triggerTripped.parse(record).data;
    const value = establishedValueOf(type);
    return {
      event: {
        name,
        notificationTriggerType: type,
        ...(value === undefined ? {} : { notificationTriggerValue: value }),
        notificationTriggerParameters: parameters as JsonObject,
      },
      subject: { ...(jobId === null ? { orderId } : { jobId, partId: deliveryId ?? taskId }), routeId },
    };
  }
  if (deliveryNames.has(name)) {
    return {
      event: { name: DELIVERY_STATUS, deliveryStatus: String(data.status) },
      subject: { jobId: aggregateId, partId: String(data.deliveryId) },
    };
  }
  if (name === activityStatusChanged.name) return ofActivity(record);
  if (routeNames.has(name)) {
    const { stopSequence = null } = data;
    return {
      event: { name },
      subject: { routeId: aggregateId, stopSequence: stopSequence as number | null },
      metadata: plainOf(data),
    };
  }
  if (aggregateType === 'order') return { event: { name }, subject: { orderId: aggregateId } };
  const partId = typeof data.taskId === 'string' ? data.taskId : undefined;
  const subject = { jobId: aggregateId, partId };
  return reviewNames.has(name)
    ? { event: { name }, subject, metadata: plainOf(data) }
    : { event: { name }, subject };
}

/**
 * Among activities, only the end of an optimization is an event for workflows; all others get a name that no trigger
 * has.
 */
function ofActivity(record: EventRecord): Happened {
  const { activityId, action, status } = activityStatusChanged.parse(record).data;
  const ended = OPTIMIZATION_ACTIONS.includes(action) ? ownValue(OUTCOMES, status) : undefined;
  return { event: { name: ended ?? record.name }, subject: {}, metadata: { activityId, status } };
}

/** As JSON has it: without undefined values. */
function plainOf(data: object): JsonObject {
  return JSON.parse(JSON.stringify(data));
}
