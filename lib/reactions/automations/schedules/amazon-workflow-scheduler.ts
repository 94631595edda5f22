import type { SchedulerClient } from '@aws-sdk/client-scheduler';
import { amazonSchedules } from './amazon-schedules.ts';
import { SCHEDULE_TARGET, type WorkflowScheduler } from './workflow-scheduler.ts';

/** The schedules of workflows in EventBridge Scheduler. */
export function amazonWorkflowScheduler(client: SchedulerClient): WorkflowScheduler {
  const { put, remove } = amazonSchedules(client, SCHEDULE_TARGET);
  return Object.freeze({
    put: ({ name, expression, timeZone, ...input }) => put({ name, expression, timeZone, input }),
    remove,
  } satisfies WorkflowScheduler);
}
