import * as z from 'zod';
import { defineEvent } from '../../platform/events/index.ts';

const verifiedData = z.object({
  jobId: z.string(),
  deliveryId: z.string(),
  photoType: z.string(),
  isValid: z.boolean(),
  confidence: z.number(),
  reason: z.string(),
});

/** Written for each delivery whose photos a model looked at. */
export const photoVerified = defineEvent<z.infer<typeof verifiedData>>({
  name: 'delivery.photo_verified',
  schema: verifiedData,
  summary: 'A model judged the photos of a delivery; `isValid` says how.',
});
