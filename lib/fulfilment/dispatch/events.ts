import * as z from 'zod';
import { defineEvent } from '../../platform/events/index.ts';
import { defineTimer } from '../../platform/timers/index.ts';

const failedData = z.object({
  orderId: z.string().nullable(),
  jobId: z.string().nullable(),
  /** Code of the refusal, such as `NO_VALID_QUOTES`. */
  code: z.string(),
  reason: z.string(),
});

/** No provider could be found for an order or job that was due for automatic dispatch. */
export const autodispatchFailed = defineEvent<z.infer<typeof failedData>>({
  name: 'dispatch.autodispatch_failed',
  schema: failedData,
  summary: 'No provider could be chosen automatically; the event has the reason.',
});

/** Watches a task until its provider has it, and retries what failed. Its subject is the task's id. */
export const handoverTimer = defineTimer({
  kind: 'task-handover',
  data: z.object({ jobId: z.string(), taskId: z.string() }),
  summary: 'A task that may not have reached its provider is due for a check.',
});

const heldData = z.object({
  orderId: z.string(),
  /** Names of the workflows for which it waits. */
  workflows: z.array(z.string()),
  /** When the wait ends at the latest. */
  until: z.string(),
});

/** An order that is due waits for the workflows that its events started. */
export const orderDispatchHeld = defineEvent<z.infer<typeof heldData>>({
  name: 'order.dispatch_held',
  schema: heldData,
  summary:
    'Automatic dispatch of an order waits for workflows; the event names them and the end of the wait.',
});

const releasedData = z.object({
  orderId: z.string(),
  /** Names of the workflows that had not ended; empty when all had. */
  unanswered: z.array(z.string()),
});

/** The wait of an order for its workflows is over. */
export const orderDispatchReleased = defineEvent<z.infer<typeof releasedData>>({
  name: 'order.dispatch_released',
  schema: releasedData,
  summary: 'Automatic dispatch of an order no longer waits: its workflows have ended, or the wait has.',
});

/** When an order goes out automatically, or is looked at again. Its subject is the order's id. */
export const orderDispatchTimer = defineTimer({
  kind: 'order-dispatch',
  data: z.object({ orderId: z.string() }),
  summary:
    'An order is due for dispatch: it reached its lead time, or the next look at the workflows that it waits for.',
});

/** When a scheduled job goes out. Its subject is the job's id. */
export const jobDispatchTimer = defineTimer({
  kind: 'job-dispatch',
  data: z.object({ jobId: z.string() }),
  summary: 'A scheduled job reached its lead time and is due for dispatch.',
});

const batchData = z.object({ jobId: z.string() });

/** A batch has work left that is larger than one transaction: deliveries, announcements, cancellations or a move. */
export const batchAdvanced = defineEvent<z.infer<typeof batchData>>({
  name: 'job.batch_advanced',
  schema: batchData,
  summary: 'A batch job took a step that requires work for each of its packages.',
});

/** Watches a batch that is being written, handed over or cancelled. Its subject is the job's id. */
export const batchWatchTimer = defineTimer({
  kind: 'batch-watch',
  data: z.object({ jobId: z.string() }),
  summary:
    'A batch job is due for a check: interrupted work is finished, or removed if the job was never created.',
});

const offRouteData = z.object({ orderId: z.string(), jobId: z.string(), routeId: z.string() });

/** An order of a dispatched route was taken out of dispatch, or its package cancelled: the route must drop its stops. */
export const orderTakenOffRoute = defineEvent<z.infer<typeof offRouteData>>({
  name: 'order.taken_off_route',
  schema: offRouteData,
  summary: 'An order was taken out of dispatch, or its package cancelled, and left its route.',
});

/** Checks whether a provider has found a courier. Its subject is the task's id. */
export const driverTimer = defineTimer({
  kind: 'driver-timeout',
  data: z.object({ jobId: z.string(), taskId: z.string() }),
  summary:
    "The strategy's time for finding a courier expired; without a courier, another provider gets the delivery.",
});

const noteData = z.object({
  jobId: z.string(),
  taskId: z.string(),
  deliveryId: z.string(),
  note: z.string(),
});

/** Somebody added a note to a task. */
export const taskNoteAdded = defineEvent<z.infer<typeof noteData>>({
  name: 'task.note_added',
  schema: noteData,
  summary: 'A note was added to a task.',
});
