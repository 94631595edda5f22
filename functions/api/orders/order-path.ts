import * as z from 'zod';

/** Path of one order. */
export const orderPath = z.object({
  id: z.string().min(1).max(255).meta({
    description:
      'Id of the order, or its external id. An archived order is meant by an external id only when no other has it.',
  }),
});
