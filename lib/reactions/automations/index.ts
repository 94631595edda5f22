export { createFromTemplate } from './create-from-template.ts';
export { type DefinitionDiff, diffDefinitions } from './diff-versions.ts';
export { type HookDeps, readHook, rotateHook } from './hooks/manage-hook.ts';
export { receiveHook } from './hooks/receive-hook.ts';
export {
  listWorkflows,
  listWorkflowVersions,
  readWorkflow,
  type WorkflowWithVersions,
} from './read-workflows.ts';
export {
  hookNotAccepted,
  incompleteDefinition,
  invalidWorkflow,
  noHook,
  replayTooLarge,
  runNotFound,
  runStateForbids,
  runSubjectNotFound,
  tooManyWorkflows,
  workflowNotFound,
  workflowOff,
  workflowStatusRefused,
} from './refusals.ts';
export {
  DEFAULT_EVENTS,
  MAX_EVENTS,
  replayDue,
  requestReplay,
  runReplay,
} from './replay/replay.ts';
export { type CarryInRequest, carryNewRun } from './runs/carry-in-request.ts';
export { RunContention } from './runs/carry-run.ts';
export { cancelRun, pauseRun, resumeRun, retryRun } from './runs/change-run.ts';
export { continueDueRun } from './runs/continue-run.ts';
export { type ExplanationEntry, explain, explainLeftOut, explainRules } from './runs/explain-order.ts';
export { HEARD_EVENTS } from './runs/heard-events.ts';
export { listRuns, listRunsOf, RUN_SORTS, type RunWithSteps, readRun } from './runs/read-runs.ts';
export type { RunEntry, RunRow, StepUsage } from './runs/run.ts';
export { runByHand } from './runs/run-by-hand.ts';
export type { RunDeps } from './runs/run-deps.ts';
export { runDue, runEnded, runMessageDue, runWorkDue } from './runs/run-events.ts';
export { hasWorkflows, readRealRun, workflowsThatRan } from './runs/runs-of-subject.ts';
export { startRuns } from './runs/start-runs.ts';
export { testWorkflow } from './runs/test-workflow.ts';
export { unansweredRuns } from './runs/unanswered-runs.ts';
export { createWorkflow, setWorkflowStatus, updateWorkflow, type WorkflowInput } from './save-workflow.ts';
export { startOnSchedule } from './schedules/start-on-schedule.ts';
export { scheduleFired } from './schedules/sync-schedule.ts';
export { workflowTemplates } from './templates/index.ts';
export { sweepDue, sweepOrders } from './timing/sweep-orders.ts';
export { armCutoffTimers, startAtMoment, windowTimer } from './timing/window-timers.ts';
export type { WorkDeps } from './work/define-worker.ts';
export { performWork } from './work/do-work.ts';
export { finishAgentWork } from './work/invoke-agent.ts';
export { sendRunMessage } from './work/send-messages.ts';
export {
  TIME_EVENT,
  type Workflow,
  type WorkflowRow,
  type WorkflowVersion,
  workflowListenerEntity,
} from './workflow.ts';
export { workflowListeners } from './workflow-listeners.ts';
