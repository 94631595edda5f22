import * as z from 'zod';

/** Path of one order. */
export const orderPath = z.object({
  id: z.string().min(1).max(255).meta({
    description:
      'Id of the order, or its external id. An external id refers to an archived order only when no other order has it.',
  }),
});
