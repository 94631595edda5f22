import * as z from 'zod';
import { defineEvent } from '../../../platform/events/index.ts';

const data = z.object({
  triggerId: z.string(),
  triggerName: z.string(),
  /** Type of the trigger, such as `stuck_status`. */
  type: z.string(),
  parameters: z.record(z.string(), z.unknown()),
  /** Cause, which distinguishes it from other firings. */
  cause: z.string(),
  jobId: z.string().nullable(),
  taskId: z.string().nullable(),
  deliveryId: z.string().nullable(),
  orderId: z.string().nullable(),
  routeId: z.string().nullable(),
});

/** On the timeline of the trigger's subject; starts the workflows that listen to triggers of its type. */
export const triggerTripped = defineEvent<z.infer<typeof data>>({
  name: 'notification_trigger.tripped',
  schema: data,
  summary: 'A notification trigger fired for a delivery, an order, a route or an activity.',
});
