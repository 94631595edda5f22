import * as z from 'zod';

/** Path of one route. */
export const routePath = z.object({
  id: z.string().min(1).max(255).meta({ description: 'Id of the route, `rte_...`, or its external id.' }),
});
