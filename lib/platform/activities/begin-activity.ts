import type { Clock } from '../core/clock.ts';
import { isRefusal } from '../core/refusal.ts';
import { ConsumerFailure } from '../events/index.ts';
import type { Stored, Table } from '../table/index.ts';
import { type Activity, activityEntity } from './activity.ts';
import { isActivityOver } from './activity-lifecycle.ts';
import { startedActivity } from './plan-activity.ts';

/** The activity in progress, for a worker that works on it now; undefined when it has ended. 1 read, 1 write the first time. */
export async function beginActivity(
  deps: { readonly table: Table; readonly clock: Clock },
  organizationId: string,
  activityId: string,
): Promise<Stored<Activity> | undefined> {
  const stored = await openActivity(deps, organizationId, activityId);
  if (!stored || stored.value.status === 'IN_PROGRESS') return stored;
  const planned = startedActivity(stored, deps.clock.now());
  if (isRefusal(planned)) return undefined;
  if ((await deps.table.write(planned.operations)).ok) return planned.next;
  throw busyActivity(activityId);
}

/** The activity unless it has ended. 1 read. */
export async function openActivity(
  { table }: { readonly table: Table },
  organizationId: string,
  id: string,
): Promise<Stored<Activity> | undefined> {
  const stored = await table.get(activityEntity, { organizationId, id });
  return stored && !isActivityOver(stored.value.status) ? stored : undefined;
}

/** What a worker throws when somebody else changed the activity. */
export function busyActivity(activityId: string): ConsumerFailure {
  return new ConsumerFailure('busy', `Activity ${activityId} was being changed; it will be read again.`, {
    retryAfterMs: 2_000,
  });
}
