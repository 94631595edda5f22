import * as z from 'zod';
import { defineEvent } from '../events/index.ts';
import type { Operation, Stored } from '../table/index.ts';
import { type Activity, activityAction, activityPartition } from './activity.ts';
import { activityStatus } from './activity-lifecycle.ts';

const activityEventData = z.object({
  activityId: z.string(),
  action: activityAction,
  status: activityStatus,
  error: z.object({ code: z.string(), message: z.string() }).nullable(),
});
type ActivityEventData = z.infer<typeof activityEventData>;

export const activityCreated = defineEvent<ActivityEventData>({
  name: 'activity.created',
  schema: activityEventData,
  summary: 'An activity was requested.',
});

export const activityStatusChanged = defineEvent<ActivityEventData>({
  name: 'activity.status_changed',
  schema: activityEventData,
  summary: 'An activity started, ended or was cancelled.',
});

/** The write that records the event of a change after which the activity is `changed`. */
export function recordActivity(
  kind: typeof activityCreated,
  { value: activity, version }: Stored<Activity>,
): Operation {
  const { id, action, status, error } = activity;
  return kind.record({
    aggregate: activityPartition(activity),
    cause: `v${version}`,
    occurredAt: activity.updatedAt,
    data: { activityId: id, action, status, error },
  });
}
