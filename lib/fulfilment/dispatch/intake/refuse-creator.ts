import type { Refusal } from '../../../platform/core/refusal.ts';
import type { JobActor } from '../find-job.ts';
import { jobNotInScope } from '../refusals.ts';

/** Refuses callers that are limited to driver groups: a new job is on none of their routes, so they could not see it. */
export function refuseCreator({ routeIds }: JobActor): Refusal | undefined {
  if (routeIds === null || routeIds === undefined) return undefined;
  return jobNotInScope(
    'This caller is limited to driver groups: it sees the jobs on their routes and cannot create any. Use a caller without that limit.',
    { routeIds: routeIds.slice(0, 100) },
  );
}
