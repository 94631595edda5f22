import * as z from 'zod';

/** A vehicle with which an order that was left out would have a route. */
export const spareOffer = z.object({
  vehicleId: z.string(),
  name: z.string(),
  driverGroupId: z.string(),
  /** Who would drive it; null = nobody is free. */
  courierId: z.string().nullable(),
  driverName: z.string().nullable(),
});
export type SpareOffer = z.infer<typeof spareOffer>;
