import * as z from 'zod';
import { DELIVERY_STATUSES, type DeliveryStatus } from '../../engines/vocabulary/index.ts';
import { defineEvent, type EventKind, type EventRecord } from '../../platform/events/index.ts';
import type { Operation } from '../../platform/table/index.ts';
import type { Delivery } from './deliveries/delivery.ts';
import { isTerminal } from './deliveries/delivery-statuses.ts';
import { jobPartition } from './job.ts';
import type { Task } from './task.ts';
import { isTaskOver, type TaskStatus } from './task-lifecycle.ts';

/** Data of job events. */
export interface JobEventData {
  jobId: string;
  orderIds: string[];
  /**
   * Set when a job ended together with the last order that was taken off its route: the route is then complete, not
   * canceled.
   */
  isOffRoute?: boolean | undefined;
}
const jobEventData: z.ZodType<JobEventData> = z.object({
  jobId: z.string(),
  orderIds: z.array(z.string()),
  isOffRoute: z.boolean().optional(),
});

/** Data of task events; `deliveryId` and `historyLength` let a webhook show the job at that time. */
export interface TaskEventData {
  jobId: string;
  taskId: string;
  configurationId: string;
  deliveryId: string;
  /** Entries of the delivery's history at that time; 0 = there was no delivery yet. */
  historyLength: number;
  providerId: string | null;
  orderId: string | null;
  /** Handed over and withdrawn together with the other packages of its batch. */
  isPlacedTogether?: boolean | undefined;
  /** Set when a route follows the delivery. */
  isOnRoute?: boolean | undefined;
}
const taskEventData: z.ZodType<TaskEventData> = z.object({
  jobId: z.string(),
  taskId: z.string(),
  configurationId: z.string(),
  deliveryId: z.string(),
  historyLength: z.number(),
  providerId: z.string().nullable(),
  orderId: z.string().nullable(),
  isPlacedTogether: z.boolean().optional(),
  isOnRoute: z.boolean().optional(),
});

/** Data of delivery events: enough to show the job at that time. */
export interface DeliveryEventData {
  jobId: string;
  taskId: string;
  configurationId: string;
  deliveryId: string;
  status: DeliveryStatus;
  /** Entries of the delivery's history up to and including this status. */
  historyLength: number;
  /**
   * Set for a status that arrived after the delivery had passed it: its number among the late ones, from 1.
   * It is not the delivery's status.
   */
  lateCount?: number | undefined;
  providerId: string;
  /** Set when a route follows the delivery. */
  isOnRoute?: boolean | undefined;
  /** Set when its order came from a connected shop. */
  isFromShop?: boolean | undefined;
  /** When its health is checked unless something happens before; absent when it was to be checked then already. */
  checkAt?: string | undefined;
}
const deliveryEventData: z.ZodType<DeliveryEventData> = z.object({
  jobId: z.string(),
  taskId: z.string(),
  configurationId: z.string(),
  deliveryId: z.string(),
  status: z.enum(DELIVERY_STATUSES),
  historyLength: z.number(),
  lateCount: z.number().optional(),
  providerId: z.string(),
  isOnRoute: z.boolean().optional(),
  isFromShop: z.boolean().optional(),
  checkAt: z.string().optional(),
});

const jobEvent = (name: string, summary: string) => defineEvent({ name, summary, schema: jobEventData });
const taskEvent = (name: string, summary: string) => defineEvent({ name, summary, schema: taskEventData });

export const jobCreated = jobEvent('job.created', 'A job was created.');
export const jobUpdated = jobEvent('job.updated', 'A job without a provider was changed.');
export const jobCanceled = jobEvent('job.canceled', 'A whole job was cancelled by its organization.');

/** Task events by the second half of their name. */
export const taskEvents = Object.freeze({
  created: taskEvent('task.created', 'An attempt was created; its provider has not been asked yet.'),
  planned_selection: taskEvent('task.planned_selection', 'A provider was chosen for an attempt without one.'),
  running: taskEvent('task.running', 'A provider accepted an attempt.'),
  completed: taskEvent('task.completed', 'An attempt delivered the package.'),
  failed: taskEvent('task.failed', 'An attempt failed to deliver the package; the task has the reason.'),
  canceled_by_provider: taskEvent('task.canceled_by_provider', 'The provider cancelled an attempt.'),
  canceled_by_customer: taskEvent('task.canceled_by_customer', 'The organization cancelled an attempt.'),
  canceled_by_system: taskEvent('task.canceled_by_system', 'The service cancelled an attempt.'),
  attempts_exhausted: taskEvent(
    'task.attempts_exhausted',
    'The last attempt failed, and no further attempt follows.',
  ),
  cancellation_failed: taskEvent(
    'task.cancellation_failed',
    'A provider refused to release a cancelled delivery.',
  ),
});

const stopData = z.object({
  jobId: z.string(),
  taskId: z.string(),
  deliveryId: z.string(),
  stopId: z.string(),
  /** In the driver's words. */
  reason: z.string().nullable(),
});

/** An action of a driver at a stop of a delivery that is not a status of it (specification 6.6). */
export const deliveryStopEvents = Object.freeze({
  SKIPPED: defineEvent<z.infer<typeof stopData>>({
    name: 'delivery.stop_skipped',
    schema: stopData,
    summary: 'The driver skipped a stop of a delivery.',
  }),
  PENDING: defineEvent<z.infer<typeof stopData>>({
    name: 'delivery.stop_resumed',
    schema: stopData,
    summary: 'The driver resumed a skipped stop of a delivery.',
  }),
});

/** A call through the organization's number (specification 6.6). */
export const maskedCall = defineEvent({
  name: 'delivery.masked_call',
  schema: z.object({
    jobId: z.string(),
    taskId: z.string(),
    deliveryId: z.string(),
    courierId: z.string(),
    /** Whom the driver called. */
    end: z.enum(['pickup', 'dropoff']),
  }),
  summary: "A driver called the contact of a delivery through the organization's number.",
});

/** What happened to a delivery that reached the status. */
const DELIVERY_SUMMARIES: Readonly<Record<DeliveryStatus, string>> = Object.freeze({
  created: 'A delivery was created at its provider.',
  scheduled: 'A delivery was scheduled by its provider for later.',
  not_assigned_driver: 'The provider started to look for a courier, or the courier left the delivery.',
  assigned_driver: 'A courier was assigned to a delivery.',
  started: 'The courier started work on a delivery.',
  pickup_enroute: 'The courier set out for the pickup.',
  pickup_arrived: 'The courier arrived at the pickup.',
  items_pick_complete: 'Item picking finished.',
  pickup_complete: 'The courier picked up the package.',
  dropoff_enroute: 'The courier set out for the dropoff.',
  dropoff_arrived: 'The courier arrived at the dropoff.',
  return_in_progress: 'The return of the package to the pickup started.',
  return_arrived: 'The courier arrived back at the pickup with the package.',
  dropoff_complete: 'The package was delivered.',
  canceled_by_customer: 'A delivery was cancelled by its organization.',
  canceled_by_provider: 'A delivery was cancelled by its provider.',
  canceled_by_system: 'A delivery was cancelled by the service.',
  canceled_by_auto_reassign: 'A delivery was cancelled because its package goes to another provider.',
  returned: 'The package was returned to the pickup.',
  expired: 'A delivery expired.',
  failed: 'A delivery failed.',
});

/** `delivery.<status>`, one kind per status: written once per transition, including those that were filled in. */
export const deliveryEvents: Readonly<Record<DeliveryStatus, EventKind<DeliveryEventData>>> = Object.freeze(
  Object.fromEntries(
    DELIVERY_STATUSES.map((status) => [
      status,
      defineEvent({
        name: `delivery.${status}`,
        schema: deliveryEventData,
        summary: DELIVERY_SUMMARIES[status],
      }),
    ]),
  ) as Record<DeliveryStatus, EventKind<DeliveryEventData>>,
);

/**
 * The write that records that a delivery got the last status of its history. One per status: its position is
 * the cause.
 */
export function recordDelivery(delivery: Delivery, occurredAt: string): Operation {
  return recordDeliveryStep(delivery, delivery.statusHistory.length, occurredAt, undefined);
}

/**
 * As `recordDelivery`, for the `historyLength`th status of its history: filled-in statuses get their events too. What
 * `before` waits for is not said again.
 */
export function recordDeliveryStep(
  delivery: Delivery,
  historyLength: number,
  occurredAt: string,
  before: Delivery | undefined,
): Operation {
  const status = delivery.statusHistory[historyLength - 1]?.status ?? delivery.status;
  const isLast = historyLength === delivery.statusHistory.length;
  const checkAt = delivery.health?.checkAt;
  return deliveryEvents[status].record({
    aggregate: jobPartition(delivery.organizationId, delivery.jobId),
    cause: `${delivery.id}#${historyLength}`,
    occurredAt,
    data: {
      jobId: delivery.jobId,
      taskId: delivery.taskId,
      configurationId: delivery.configurationId,
      deliveryId: delivery.id,
      status,
      historyLength,
      providerId: delivery.providerId,
      ...(delivery.isOnRoute ? { isOnRoute: true } : {}),
      ...(delivery.isFromShop ? { isFromShop: true } : {}),
      // Statuses that were filled in on the way to the last one have nothing to wait for.
      ...(isLast && !isTerminal(status) && checkAt && checkAt !== before?.health?.checkAt ? { checkAt } : {}),
    },
  });
}

/** The write that records that a status of a delivery arrived late: the `lateCount`th of its late ones. */
export function recordLateStatus(delivery: Delivery, lateCount: number, occurredAt: string): Operation {
  const { jobId, taskId, configurationId, id: deliveryId, providerId, isOnRoute, isFromShop } = delivery;
  const { status } = delivery.lateStatuses[lateCount - 1]!;
  const historyLength = delivery.statusHistory.length;
  return deliveryEvents[status].record({
    aggregate: jobPartition(delivery.organizationId, jobId),
    cause: `${deliveryId}#late#${status}`,
    occurredAt,
    data: {
      ...{ jobId, taskId, configurationId, deliveryId, status, historyLength, lateCount, providerId },
      ...(isOnRoute ? { isOnRoute } : {}),
      ...(isFromShop ? { isFromShop } : {}),
    },
  });
}

/** Whether an event is about a status that the delivery had passed when it was reported. */
export function isLateStatus({ data }: Pick<EventRecord, 'data'>): boolean {
  return typeof (data as { lateCount?: unknown }).lateCount === 'number';
}

/**
 * The write that records an event of a task. Each happens once in the life of a task, so the task is the
 * cause; repeatable ones are distinguished by the hand-over.
 */
export function recordTask(
  name: keyof typeof taskEvents,
  task: Task,
  delivery: Delivery | undefined,
  orderId: string | null,
  occurredAt: string,
): Operation {
  return taskEvents[name].record({
    aggregate: jobPartition(task.organizationId, task.jobId),
    cause:
      name === 'cancellation_failed' ? `${task.id}#${task.handover.phase}#${task.handover.token}` : task.id,
    occurredAt,
    data: {
      jobId: task.jobId,
      taskId: task.id,
      configurationId: task.configurationId,
      deliveryId: task.deliveryId,
      historyLength: delivery?.statusHistory.length ?? 0,
      providerId: task.providerId,
      orderId,
      ...(task.isPlacedTogether ? { isPlacedTogether: true } : {}),
      ...(delivery?.isOnRoute ? { isOnRoute: true } : {}),
    },
  });
}

/** The event that goes with a task's end; undefined for a status that is not an end. */
export function taskEventOf(status: TaskStatus): keyof typeof taskEvents | undefined {
  return isTaskOver(status) ? (status as keyof typeof taskEvents) : undefined;
}
