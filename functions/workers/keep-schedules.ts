import { SchedulerClient } from '@aws-sdk/client-scheduler';
import { defineQueueWorker, type EventRecord, serveQueueWorker } from '../../lib/platform/events/index.ts';
import { AWS_TIME_LIMITS, type CoreDeps, coreDeps } from '../../lib/platform/runtime/index.ts';
import {
  amazonWorkflowScheduler,
  SCHEDULE_TARGET,
  scheduleChanged,
  syncSchedule,
  type WorkflowScheduler,
} from '../../lib/reactions/automations/schedules/index.ts';

/** What keeping schedules needs. */
export interface ScheduleDeps extends CoreDeps {
  readonly book: WorkflowScheduler;
}

/** Creates, changes and removes the schedules of workflows with cron triggers. */
export const worker = defineQueueWorker<ScheduleDeps>({
  name: 'keep-schedules',
  consumes: [scheduleChanged],
  maxConcurrency: 2,
  timeoutSeconds: 30,
  uses: { table: 'read', schedules: [SCHEDULE_TARGET] },
  failureImpact:
    'Workflows with a cron trigger do not start, or continue to start after they were switched off.',
  handle: (deps: ScheduleDeps, event: EventRecord) => syncSchedule(deps, event),
});

export const handler = serveQueueWorker(worker, () => ({
  ...coreDeps(),
  book: amazonWorkflowScheduler(new SchedulerClient(AWS_TIME_LIMITS)),
}));
