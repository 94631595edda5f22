import type { SchedulerClient } from '@aws-sdk/client-scheduler';
import { amazonSchedules } from './amazon-schedules.ts';
import { SCHEDULE_TARGET, type ScheduleBook } from './schedule-book.ts';

/** The schedules of workflows in EventBridge Scheduler. */
export function amazonScheduleBook(client: SchedulerClient): ScheduleBook {
  const { put, remove } = amazonSchedules(client, SCHEDULE_TARGET);
  return Object.freeze({
    put: ({ name, expression, timeZone, ...input }) => put({ name, expression, timeZone, input }),
    remove,
  } satisfies ScheduleBook);
}
