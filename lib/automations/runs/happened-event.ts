import { customEventOccurred } from '../../custom-events/index.ts';
import type { EventKind, EventRecord } from '../../events/index.ts';
import { deliveryEvents, jobCanceled, jobCreated, jobUpdated, taskEvents } from '../../jobs/index.ts';
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
} from '../../orders/index.ts';
import type { HappenedEvent, JsonObject } from '../../workflows/index.ts';
import type { RunSubject } from './run-context.ts';

/** What an event of the service is to workflows. */
export interface Happened {
  readonly event: HappenedEvent;
  readonly subject: RunSubject;
  /** The delivery that moved on, where one did. */
  readonly delivery?: { readonly jobId: string; readonly deliveryId: string; readonly taskId: string };
  /** What the run finds under `custom_event`. */
  readonly customEvent?: JsonObject;
}

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
  customEventOccurred,
]);

const deliveryNames: ReadonlySet<string> = new Set(Object.values(deliveryEvents).map(({ name }) => name));

/** The event as triggers tell events apart, and what it is about. */
export function happenedOf(record: EventRecord): Happened {
  const { name, aggregateType, aggregateId } = record;
  const data = record.data as Record<string, unknown>;
  if (name === customEventOccurred.name) {
    const { data: occurred } = customEventOccurred.parse(record);
    const { key, definitionId, timestamp, payload, entityType, entityId } = occurred;
    return {
      event: { name: key, customEventDefinitionId: definitionId },
      subject: entityType === 'order' ? { orderId: entityId } : { jobId: entityId },
      customEvent: { name: key, timestamp, payload: payload as JsonObject },
    };
  }
  if (deliveryNames.has(name)) {
    const deliveryId = String(data.deliveryId);
    return {
      event: { name: 'delivery.status_updated', deliveryStatus: String(data.status) },
      subject: { jobId: aggregateId, partId: deliveryId },
      delivery: { jobId: aggregateId, deliveryId, taskId: String(data.taskId) },
    };
  }
  if (aggregateType === 'order') return { event: { name }, subject: { orderId: aggregateId } };
  const partId = typeof data.taskId === 'string' ? data.taskId : undefined;
  return { event: { name }, subject: { jobId: aggregateId, partId } };
}
