import type { SchedulerClient } from '@aws-sdk/client-scheduler';
import { amazonSchedules, schedulerExpression } from '../lib/automations/schedules/index.ts';
import { OPTIMIZATION_SCHEDULE_TARGET, type StrategyScheduleBook } from '../lib/planning/index.ts';

/** The schedules of optimization strategies in EventBridge Scheduler. */
export function optimizationScheduleBook(client: SchedulerClient): StrategyScheduleBook {
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
  } satisfies StrategyScheduleBook);
}
