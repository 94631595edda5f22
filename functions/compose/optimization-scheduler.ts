import type { SchedulerClient } from '@aws-sdk/client-scheduler';
import { OPTIMIZATION_SCHEDULE_TARGET, type OptimizationScheduler } from '../../lib/fleet/planning/index.ts';
import { amazonSchedules, schedulerExpression } from '../../lib/reactions/automations/schedules/index.ts';

/** The schedules of optimization strategies in EventBridge Scheduler. */
export function optimizationScheduler(client: SchedulerClient): OptimizationScheduler {
  const { put, remove } = amazonSchedules(client, OPTIMIZATION_SCHEDULE_TARGET);
  return Object.freeze({
    put: ({ name, cronExpression, inputTimezoneId: timeZone, startDate, endDate, ...schedule }) => {
      const { organizationId, strategyId, isCadence } = schedule;
      return put({
        name,
        expression: schedulerExpression(cronExpression),
        timeZone,
        startDate,
        endDate,
        input: { organizationId, strategyId, isCadence },
      });
    },
    remove,
  } satisfies OptimizationScheduler);
}
