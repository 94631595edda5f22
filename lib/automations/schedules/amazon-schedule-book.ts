import {
  ConflictException,
  CreateScheduleCommand,
  DeleteScheduleCommand,
  ResourceNotFoundException,
  SchedulerClient,
  UpdateScheduleCommand,
} from '@aws-sdk/client-scheduler';
import { functionVariable, requireVariable } from '../../runtime/index.ts';
import type { ScheduleBook, WorkflowSchedule } from './schedule-book.ts';

/** Schedules in EventBridge Scheduler that invoke the task worker `target`. */
export function amazonScheduleBook(target: string): ScheduleBook {
  const client = new SchedulerClient({});
  const GroupName = requireVariable('SCHEDULE_GROUP');
  const settingsOf = ({ name, expression, timeZone, organizationId, workflowId }: WorkflowSchedule) => ({
    Name: name,
    GroupName,
    ScheduleExpression: expression,
    ScheduleExpressionTimezone: timeZone,
    FlexibleTimeWindow: { Mode: 'OFF' as const },
    Target: {
      Arn: requireVariable(functionVariable(target)),
      RoleArn: requireVariable('SCHEDULE_ROLE_ARN'),
      Input: JSON.stringify({ organizationId, workflowId, at: '<aws.scheduler.scheduled-time>' }),
    },
  });
  return Object.freeze({
    async put(schedule: WorkflowSchedule) {
      const settings = settingsOf(schedule);
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
