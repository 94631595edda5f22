export { amazonSchedules } from './amazon-schedules.ts';
export { amazonWorkflowScheduler } from './amazon-workflow-scheduler.ts';
export { schedulerExpression } from './scheduler-expression.ts';
export { announceSchedule, scheduleChanged, syncSchedule } from './sync-schedule.ts';
export { SCHEDULE_TARGET, type WorkflowScheduler } from './workflow-scheduler.ts';
