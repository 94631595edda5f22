import {
  ConflictException,
  CreateScheduleCommand,
  DeleteScheduleCommand,
  ResourceNotFoundException,
  type SchedulerClient,
  UpdateScheduleCommand,
} from '@aws-sdk/client-scheduler';
import { functionVariable, requireVariable } from '../../../platform/runtime/index.ts';

/** A schedule as EventBridge Scheduler has it. */
export interface AmazonSchedule {
  readonly name: string;
  /** Such as `cron(0 9 ? * MON *)`. */
  readonly expression: string;
  readonly timeZone: string;
  readonly startDate?: string | null;
  readonly endDate?: string | null;
  /** Input of the worker, which also gets the scheduled time as `at`. */
  readonly input: Readonly<Record<string, unknown>>;
}

/** Schedules in the installation's group that invoke the task worker `target`. Both calls can be repeated. */
export function amazonSchedules(client: SchedulerClient, target: string) {
  const GroupName = requireVariable('SCHEDULE_GROUP');
  return Object.freeze({
    async put({ name, expression, timeZone, startDate, endDate, input }: AmazonSchedule): Promise<void> {
      const settings = {
        Name: name,
        GroupName,
        ScheduleExpression: expression,
        ScheduleExpressionTimezone: timeZone,
        FlexibleTimeWindow: { Mode: 'OFF' as const },
        ...(startDate ? { StartDate: new Date(startDate) } : {}),
        ...(endDate ? { EndDate: new Date(endDate) } : {}),
        Target: {
          Arn: requireVariable(functionVariable(target)),
          RoleArn: requireVariable('SCHEDULE_ROLE_ARN'),
          Input: JSON.stringify({ ...input, at: '<aws.scheduler.scheduled-time>' }),
        },
      };
      try {
        await client.send(new CreateScheduleCommand(settings));
      } catch (error) {
        if (!(error instanceof ConflictException)) throw error;
        await client.send(new UpdateScheduleCommand(settings));
      }
    },
    async remove(name: string): Promise<void> {
      try {
        await client.send(new DeleteScheduleCommand({ Name: name, GroupName }));
      } catch (error) {
        if (!(error instanceof ResourceNotFoundException)) throw error;
      }
    },
  });
}
