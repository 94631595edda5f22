import * as z from 'zod';

/** Updates of simulated providers: the fields of one delivery in the service's own words. */
export const providerUpdateSchema = z.object({
  deliveryId: z.string().optional(),
  providerDeliveryId: z.string().optional(),
  status: z.string().optional(),
  occurredAt: z.string().optional(),
  coordinates: z.object({ latitude: z.number(), longitude: z.number() }).optional(),
  courier: z
    .object({
      name: z.string().optional(),
      phoneNumber: z.string().optional(),
      externalId: z.string().optional(),
    })
    .optional(),
  failure: z.object({ code: z.string(), reason: z.string().optional() }).optional(),
});
