import * as z from 'zod';
import { defineTimer } from '../../platform/timers/index.ts';

/** When the health of a delivery may change by itself. Its subject is the delivery's id. */
export const healthTimer = defineTimer({
  kind: 'delivery-health',
  data: z.object({ jobId: z.string(), deliveryId: z.string() }),
  summary: 'A delivery may be late, stuck or silent, and is due for a health check.',
});
