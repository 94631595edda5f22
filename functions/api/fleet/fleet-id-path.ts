import * as z from 'zod';

/** The `{id}` of a driver's or vehicle's path. */
export const fleetIdPath = z.object({
  id: z.string().meta({ description: 'Id or external identifier.' }),
});
