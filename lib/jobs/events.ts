import * as z from 'zod';
import { DELIVERY_STATUSES, type DeliveryStatus } from '../core/delivery-statuses.ts';
import { defineEvent, type EventKind } from '../events/index.ts';
import type { Operation } from '../table/index.ts';
import type { Delivery } from './delivery.ts';
import { jobPartition } from './job.ts';
import type { Task } from './task.ts';
import { isTaskOver, type TaskStatus } from './task-statuses.ts';

/** What job events carry. */
export interface JobEventData {
  jobId: string;
  orderIds: string[];
}
const jobEventData: z.ZodType<JobEventData> = z.object({ jobId: z.string(), orderIds: z.array(z.string()) });

/** What task events carry; `deliveryId` and `historyLength` let a webhook show the job as it was then. */
export interface TaskEventData {
  jobId: string;
  taskId: string;
  configurationId: string;
  deliveryId: string;
  /** Entries of the delivery's history at that moment; 0 = there was no delivery yet. */
  historyLength: number;
  providerId: string | null;
  orderId: string | null;
  /** Handed over and taken back together with the other packages of its batch. */
  isPlacedTogether?: boolean | undefined;
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
});

/** What delivery events carry: enough to show the job as it was at that moment. */
export interface DeliveryEventData {
  jobId: string;
  taskId: string;
  configurationId: string;
  deliveryId: string;
  status: DeliveryStatus;
  /** Entries of the delivery's history up to and including this status. */
  historyLength: number;
  providerId: string;
}
const deliveryEventData: z.ZodType<DeliveryEventData> = z.object({
  jobId: z.string(),
  taskId: z.string(),
  configurationId: z.string(),
  deliveryId: z.string(),
  status: z.enum(DELIVERY_STATUSES),
  historyLength: z.number(),
  providerId: z.string(),
});

const jobEvent = (name: string, summary: string) => defineEvent({ name, summary, schema: jobEventData });
const taskEvent = (name: string, summary: string) => defineEvent({ name, summary, schema: taskEventData });

export const jobCreated = jobEvent('job.created', 'A job was made.');
export const jobUpdated = jobEvent('job.updated', 'A job that no provider has yet was changed.');
export const jobCanceled = jobEvent('job.canceled', 'A whole job was cancelled by its organization.');

/** Task events by their name's second half. */
export const taskEvents = Object.freeze({
  created: taskEvent('task.created', 'An attempt was opened; its provider has not been asked yet.'),
  planned_selection: taskEvent(
    'task.planned_selection',
    'A provider was chosen for an attempt that had been made without one.',
  ),
  running: taskEvent('task.running', 'A provider took an attempt.'),
  completed: taskEvent('task.completed', 'An attempt ended with the package delivered.'),
  failed: taskEvent(
    'task.failed',
    'An attempt ended without the package delivered; the reason is on the task.',
  ),
  canceled_by_provider: taskEvent('task.canceled_by_provider', 'The provider gave an attempt up.'),
  canceled_by_customer: taskEvent('task.canceled_by_customer', 'The organization cancelled an attempt.'),
  canceled_by_system: taskEvent('task.canceled_by_system', 'The service cancelled an attempt.'),
  attempts_exhausted: taskEvent(
    'task.attempts_exhausted',
    'The last attempt failed and no other will be made.',
  ),
  cancellation_failed: taskEvent(
    'task.cancellation_failed',
    'A provider refused to give a cancelled delivery back.',
  ),
});

/** `delivery.<status>`, one kind per status: written once per transition, also for those that were filled in. */
export const deliveryEvents: Readonly<Record<DeliveryStatus, EventKind<DeliveryEventData>>> = Object.freeze(
  Object.fromEntries(
    DELIVERY_STATUSES.map((status) => [
      status,
      defineEvent({
        name: `delivery.${status}`,
        schema: deliveryEventData,
        summary: `A delivery became ${status.replaceAll('_', ' ')}.`,
      }),
    ]),
  ) as Record<DeliveryStatus, EventKind<DeliveryEventData>>,
);

/** The write that records that a delivery got the last status of its history. One per status: its place is the cause. */
export function recordDelivery(delivery: Delivery, occurredAt: string): Operation {
  return recordDeliveryStep(delivery, delivery.statusHistory.length, occurredAt);
}

/** As `recordDelivery`, for the `historyLength`th status of its history: filled-in statuses get their events too. */
export function recordDeliveryStep(delivery: Delivery, historyLength: number, occurredAt: string): Operation {
  const status = delivery.statusHistory[historyLength - 1]?.status ?? delivery.status;
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
    },
  });
}

/** The write that records an event of a task. Each happens once in the life of a task: the task is the cause. */
export function recordTask(
  name: keyof typeof taskEvents,
  task: Task,
  delivery: Delivery | undefined,
  orderId: string | null,
  occurredAt: string,
): Operation {
  return taskEvents[name].record({
    aggregate: jobPartition(task.organizationId, task.jobId),
    cause: task.id,
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
    },
  });
}

/** The event that goes with a task's end; undefined for a status that is not an end. */
export function taskEventOf(status: TaskStatus): keyof typeof taskEvents | undefined {
  return isTaskOver(status) ? (status as keyof typeof taskEvents) : undefined;
}
