import * as z from 'zod';

/** Path of one delivery. */
export const deliveryPath = z.object({
  delivery_id: z.string().meta({ description: 'Id of the delivery, `dlv_...`.' }),
});
