import * as z from 'zod';

/** The `{externalId}` of an order's path. */
export const bookingPath = z.object({
  externalId: z.string().min(1).max(255).meta({ description: 'External id of the order, or its id.' }),
});
