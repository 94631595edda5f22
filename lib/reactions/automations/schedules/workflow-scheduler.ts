/** A schedule that starts a workflow. */
export interface WorkflowSchedule {
  /** The same for the same workflow. */
  readonly name: string;
  /** In the form of EventBridge Scheduler, `cron(0 9 ? * MON *)`. */
  readonly expression: string;
  readonly timeZone: string;
  readonly organizationId: string;
  readonly workflowId: string;
}

/** Name of the worker that schedules invoke. */
export const SCHEDULE_TARGET = 'start-scheduled-workflow';

/** Store of schedules; on AWS, EventBridge Scheduler. Both calls can be repeated. */
export interface WorkflowScheduler {
  put(schedule: WorkflowSchedule): Promise<void>;
  remove(name: string): Promise<void>;
}
