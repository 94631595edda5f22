import * as z from 'zod';
import { defineLifecycle } from '../core/define-lifecycle.ts';

/** Lifecycle of an activity (contract-facts 3.6). */
export const activityLifecycle = defineLifecycle({
  title: 'Activity',
  statuses: ['SCHEDULED', 'QUEUED', 'IN_PROGRESS', 'SUCCESS', 'FAILED', 'CANCELLED', 'SKIPPED'],
  initial: ['SCHEDULED', 'QUEUED'],
  transitions: [
    { trigger: 'enqueue', from: ['SCHEDULED'], to: 'QUEUED' },
    { trigger: 'start', from: ['QUEUED', 'SCHEDULED'], to: 'IN_PROGRESS' },
    { trigger: 'succeed', from: ['QUEUED', 'IN_PROGRESS'], to: 'SUCCESS' },
    { trigger: 'fail', from: ['QUEUED', 'IN_PROGRESS'], to: 'FAILED' },
    { trigger: 'skip', from: ['SCHEDULED', 'QUEUED', 'IN_PROGRESS'], to: 'SKIPPED' },
    { trigger: 'cancel', from: ['SCHEDULED', 'QUEUED', 'IN_PROGRESS'], to: 'CANCELLED' },
  ],
});

/** Statuses of an activity. */
export const activityStatus = z.enum(activityLifecycle.statuses);
export type ActivityStatus = z.infer<typeof activityStatus>;

/** What happens to an activity. */
export type ActivityTrigger = (typeof activityLifecycle)['transitions'][number]['trigger'];

export const { next: nextActivityStatus, isOver: isActivityOver } = activityLifecycle;
