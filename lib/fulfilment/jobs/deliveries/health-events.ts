import * as z from 'zod';
import { defineEvent } from '../../../platform/events/index.ts';
import { HEALTH_STATUSES } from './delivery.ts';

const changed = z.object({
  jobId: z.string(),
  taskId: z.string(),
  deliveryId: z.string(),
  /** Status of the delivery. */
  status: z.string(),
  health: z.enum(HEALTH_STATUSES),
  before: z.enum(HEALTH_STATUSES).nullable(),
  reason: z.string(),
  /** When its health is checked again without an event; null = never. */
  checkAt: z.string().nullable().optional(),
});

/** Written when the health of a delivery changed. */
export const healthChanged = defineEvent<z.infer<typeof changed>>({
  name: 'delivery.health_changed',
  schema: changed,
  summary: "A delivery's health changed: on time, at risk, late, stuck, or no contact with its courier.",
});
