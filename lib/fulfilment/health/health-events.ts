import * as z from 'zod';
import { defineEvent } from '../../platform/events/index.ts';
import { defineTimer } from '../../platform/timers/index.ts';
import { HEALTH_STATUSES } from '../jobs/index.ts';

const changed = z.object({
  jobId: z.string(),
  taskId: z.string(),
  deliveryId: z.string(),
  /** Status of the delivery. */
  status: z.string(),
  health: z.enum(HEALTH_STATUSES),
  before: z.enum(HEALTH_STATUSES).nullable(),
  reason: z.string(),
});

/** Written when the health of a delivery changed. */
export const healthChanged = defineEvent<z.infer<typeof changed>>({
  name: 'delivery.health_changed',
  schema: changed,
  summary: "A delivery's health changed: on time, at risk, late, stuck, or no contact with its courier.",
});

/** When the health of a delivery may change by itself. Its subject is the delivery's id. */
export const healthTimer = defineTimer({
  kind: 'delivery-health',
  data: z.object({ jobId: z.string(), deliveryId: z.string() }),
  summary: 'A delivery may be late, stuck or silent, and is due for a health check.',
});
