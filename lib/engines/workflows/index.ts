export {
  type ActionKey,
  actionCatalogue,
  effectKindOf,
  type KeyOfKind,
  type PayloadOf,
  payloadOf,
  type SynchronousKey,
} from './actions/action-catalogue.ts';
export { type BackgroundResult, backgroundResultSchema } from './actions/background-result.ts';
export type { DefinitionUse, EffectKind, RunLookup } from './actions/define-action.ts';
export {
  definitionSchema,
  edgeSchema,
  edgeTypes,
  nodeSchema,
  nodeTypes,
  triggerSchema,
  type Workflow,
  type WorkflowDefinition,
  type WorkflowEdge,
  type WorkflowNode,
  type WorkflowTrigger,
  workflowRecordSchema,
} from './definition/definition-schema.ts';
export type { Agent, Connection, CustomEvent, Environment } from './definition/environment.ts';
export { fireTime } from './definition/fire-time.ts';
export { listensTo, type OccurredEvent } from './definition/listens-to.ts';
export { type RunStatus, runLifecycle, runStatuses } from './definition/run-lifecycle.ts';
export {
  isManuallyRunnable,
  type StepStatus,
  stepStatuses,
  type WorkflowStatus,
  workflowStatuses,
} from './definition/statuses.ts';
export { eventNames, type Trigger, triggerOf, triggers, triggerTypes } from './definition/triggers.ts';
export { usesOf } from './definition/uses-of.ts';
export { type Advanced, advance, cancelRun, type RunVerdict } from './engine/advance.ts';
export { type CompilableWorkflow, compile } from './engine/compile.ts';
export { failClosedEffect, isUndecided } from './engine/fail-closed.ts';
export { neededEntities } from './engine/needed-entities.ts';
export type { Plan } from './engine/plan.ts';
export { type Effect, effectKeyOf, type Run, type RunMode, runModes, type Step } from './engine/run.ts';
export { runToEnd } from './engine/run-to-end.ts';
export { type StartRequest, startRun } from './engine/start-run.ts';
export type { AdvanceInput } from './engine/work.ts';
export { compileConditions } from './filters/compile-conditions.ts';
export type { Json, JsonObject } from './json.ts';
export { runInputInvalid, workflowChainTooLong, workflowNotRunnable } from './refusals.ts';
export { workflowSchema } from './schema/workflow-schema.ts';
export { cronProblem } from './validation/check-cron.ts';
export type { Problem, ProblemCode } from './validation/problem.ts';
export { type ValidationEnvironment, validateDefinition } from './validation/validate-definition.ts';
export { compileTemplate } from './variables/compile-template.ts';
export { renderText } from './variables/render-template.ts';
export { nearestVariable } from './variables/resolve-variable.ts';
export { type RunContext, runContextSchema } from './variables/scope.ts';
