import { SchedulerClient } from '@aws-sdk/client-scheduler';
import {
  OPTIMIZATION_SCHEDULE_TARGET,
  type OptimizationScheduler,
  strategySchedulesChanged,
  syncSchedules,
} from '../../lib/fleet/planning/index.ts';
import { defineQueueWorker, type EventRecord, serveQueueWorker } from '../../lib/platform/events/index.ts';
import { AWS_TIME_LIMITS, type CoreDeps, coreDeps } from '../../lib/platform/runtime/index.ts';
import { optimizationScheduler } from '../compose/optimization-scheduler.ts';

interface Deps extends CoreDeps {
  readonly book: OptimizationScheduler;
}

/** Creates, changes and removes the schedules of optimization strategies. */
export const worker = defineQueueWorker<Deps>({
  name: 'keep-optimization-schedules',
  consumes: [strategySchedulesChanged],
  maxConcurrency: 2,
  timeoutSeconds: 60,
  uses: { table: 'read', schedules: [OPTIMIZATION_SCHEDULE_TARGET] },
  failureImpact: 'Strategies with a schedule do not run, or continue to run after they were deleted.',
  handle: (deps: Deps, event: EventRecord) => syncSchedules(deps, event),
});

export const handler = serveQueueWorker(worker, () => ({
  ...coreDeps(),
  book: optimizationScheduler(new SchedulerClient(AWS_TIME_LIMITS)),
}));
