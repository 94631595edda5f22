import * as z from 'zod';

/** Statuses of an activity (contract-facts 3.6). */
export const activityStatus = z.enum([
  'SCHEDULED',
  'QUEUED',
  'IN_PROGRESS',
  'SUCCESS',
  'FAILED',
  'CANCELLED',
  'SKIPPED',
]);
export type ActivityStatus = z.infer<typeof activityStatus>;

/** What happens to an activity. */
export type ActivityTrigger = 'enqueue' | 'start' | 'succeed' | 'fail' | 'skip' | 'cancel';

/** Every allowed transition of an activity. */
export const ACTIVITY_TRANSITIONS: readonly {
  readonly trigger: ActivityTrigger;
  readonly from: readonly ActivityStatus[];
  readonly to: ActivityStatus;
}[] = Object.freeze([
  { trigger: 'enqueue', from: ['SCHEDULED'], to: 'QUEUED' },
  { trigger: 'start', from: ['QUEUED', 'SCHEDULED'], to: 'IN_PROGRESS' },
  { trigger: 'succeed', from: ['QUEUED', 'IN_PROGRESS'], to: 'SUCCESS' },
  { trigger: 'fail', from: ['QUEUED', 'IN_PROGRESS'], to: 'FAILED' },
  { trigger: 'skip', from: ['SCHEDULED', 'QUEUED', 'IN_PROGRESS'], to: 'SKIPPED' },
  { trigger: 'cancel', from: ['SCHEDULED', 'QUEUED', 'IN_PROGRESS'], to: 'CANCELLED' },
]);

/** Status after the trigger; undefined when the current status does not allow it. */
export function nextActivityStatus(
  status: ActivityStatus,
  trigger: ActivityTrigger,
): ActivityStatus | undefined {
  return ACTIVITY_TRANSITIONS.find(
    (transition) => transition.trigger === trigger && transition.from.includes(status),
  )?.to;
}

/** Whether its status is final. */
export function isActivityOver(status: ActivityStatus): boolean {
  return !ACTIVITY_TRANSITIONS.some(({ from }) => from.includes(status));
}
