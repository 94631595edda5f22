export { amazonScheduleBook } from './amazon-schedule-book.ts';
export { amazonSchedules } from './amazon-schedules.ts';
export { keepSchedule, scheduleChanged, tellSchedule } from './keep-schedule.ts';
export { SCHEDULE_TARGET, type ScheduleBook } from './schedule-book.ts';
export { schedulerExpression } from './scheduler-expression.ts';
