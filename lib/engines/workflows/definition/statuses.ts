/** Statuses of a workflow (specification 2.7). Only `active` ones run on triggers. */
export const workflowStatuses = Object.freeze([
  'draft',
  'active',
  'inactive',
  'archived',
  'template',
] as const);

/** Status of a workflow. */
export type WorkflowStatus = (typeof workflowStatuses)[number];

/** Workflow statuses a manual run works on (specification 4.6.1). */
const MANUALLY_RUNNABLE: ReadonlySet<WorkflowStatus> = new Set(['active', 'inactive']);

/** Whether a workflow of this status may be run by hand (specification 4.6.1). */
export function isManuallyRunnable(status: WorkflowStatus): boolean {
  return MANUALLY_RUNNABLE.has(status);
}

/** Statuses of a step (specification 3.3). */
export const stepStatuses = Object.freeze([
  'completed_filter_success',
  'completed_filter_negative',
  'completed_filter_error',
  'completed',
  'failed',
  'paused',
  'ready_to_resume',
] as const);

/** Status of a step. In a test, an action that would act reports `preview` instead (decision B21). */
export type StepStatus = (typeof stepStatuses)[number] | 'preview';
