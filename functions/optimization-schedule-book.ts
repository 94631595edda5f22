import {
  ConflictException,
  CreateScheduleCommand,
  DeleteScheduleCommand,
  ResourceNotFoundException,
  SchedulerClient,
  UpdateScheduleCommand,
} from '@aws-sdk/client-scheduler';
import { schedulerExpression } from '../lib/automations/schedules/index.ts';
import { OPTIMIZATION_SCHEDULE_TARGET, type StrategyScheduleBook } from '../lib/planning/index.ts';
import { functionVariable, requireVariable } from '../lib/runtime/index.ts';

/** The schedules of optimization strategies in EventBridge Scheduler. */
export function optimizationScheduleBook(): StrategyScheduleBook {
  const client = new SchedulerClient({});
  const GroupName = requireVariable('SCHEDULE_GROUP');
  return Object.freeze({
    async put(schedule: Parameters<StrategyScheduleBook['put']>[0]) {
      const {
        name,
        cronExpression,
        startDate,
        endDate,
        inputTimezoneId,
        organizationId,
        strategyId,
        isCadence,
      } = schedule;
      const settings = {
        Name: name,
        GroupName,
        ScheduleExpression: schedulerExpression(cronExpression),
        ScheduleExpressionTimezone: inputTimezoneId,
        FlexibleTimeWindow: { Mode: 'OFF' as const },
        ...(startDate === null ? {} : { StartDate: new Date(startDate) }),
        ...(endDate === null ? {} : { EndDate: new Date(endDate) }),
        Target: {
          Arn: requireVariable(functionVariable(OPTIMIZATION_SCHEDULE_TARGET)),
          RoleArn: requireVariable('SCHEDULE_ROLE_ARN'),
          Input: JSON.stringify({
            organizationId,
            strategyId,
            at: '<aws.scheduler.scheduled-time>',
            isCadence,
          }),
        },
      };
      try {
        await client.send(new CreateScheduleCommand(settings));
      } catch (error) {
        if (!(error instanceof ConflictException)) throw error;
        await client.send(new UpdateScheduleCommand(settings));
      }
    },
    async remove(name: string) {
      try {
        await client.send(new DeleteScheduleCommand({ Name: name, GroupName }));
      } catch (error) {
        if (!(error instanceof ResourceNotFoundException)) throw error;
      }
    },
  });
}
