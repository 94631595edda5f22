import * as z from 'zod';

/** How one row, order or route of an activity over many ended; `skipped` = the action did not apply, and nothing was changed. */
export const activityOutcome = z.enum(['done', 'skipped', 'failed']);
export type ActivityOutcome = z.infer<typeof activityOutcome>;
