export { AGENT_FIELD_TYPES, type Agent } from './agent.ts';
export { type AgentFile, MAX_FILE_CHARACTERS } from './files/agent-file.ts';
export {
  deleteFile,
  type FileWithContent,
  listFiles,
  listVersions,
  readFile,
  restoreFile,
  saveFile,
} from './files/manage-files.ts';
export {
  type AgentFields,
  createAgent,
  deleteAgent,
  listAgents,
  readAgent,
  type StoredAgent,
  updateAgent,
} from './manage-agents.ts';
export {
  askWithinLimit,
  countUsage,
  DAILY_QUESTIONS,
  dailyLimitProblem,
  modelUsageEntity,
} from './model-usage.ts';
export {
  agentFileInvalid,
  agentFileNotFound,
  agentInvalid,
  agentNotFound,
  agentRunNotFound,
  agentRunNotPossible,
  tooManyAgents,
} from './refusals.ts';
export { agentRunMachine } from './runs/agent-run-machine.ts';
export { confirmPlan } from './runs/confirm-plan.ts';
export {
  type AgentRunWithSteps,
  listAgentRuns,
  type RunReader,
  readAgentRun,
  runWithSteps,
} from './runs/read-runs.ts';
export {
  AGENT_RUN_STARTS,
  AGENT_RUN_STATUSES,
  type AgentRun,
  type AgentStep,
  agentConversationCompleted,
  agentRunRequested,
  isRunOver,
  PLAN_STATUSES,
  TOOL_CALL_OUTCOMES,
  threadOf,
} from './runs/run.ts';
export { type NewAgentRun, startAgentRun } from './runs/start-run.ts';
export {
  type AgentRunDeps,
  abandonAgentRun,
  MAX_TOOL_CALLS,
  type RunAnswer,
  type RunQuestion,
  type StepOutcome,
  stepAgentRun,
} from './runs/step-run.ts';
