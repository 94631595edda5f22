import * as z from 'zod';

/** An order's place in a delivery window. */
export const windowBookingSchema = z.object({
  /** The window or, with the day, the occurrence of it. */
  key: z.string(),
  /** `booked` holds the capacity until it is confirmed or expires. */
  status: z.enum(['booked', 'confirmed']),
  capacity: z.int(),
  /** Slots of the occurrence whose capacity it takes. */
  slots: z.array(z.object({ slot: z.int(), units: z.int() })),
  expiresAt: z.string().nullable(),
  bookedAt: z.string(),
});
export type WindowBooking = z.infer<typeof windowBookingSchema>;
