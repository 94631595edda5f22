import { digest } from '../../../platform/core/ids.ts';
import { isRefusal } from '../../../platform/core/refusal.ts';
import type { CoreDeps } from '../../../platform/runtime/index.ts';
import { readAgent, runWithSteps, startAgentRun } from '../../agents/index.ts';
import type { StepUsage } from '../runs/run.ts';
import { LATER, type WorkDeps, type WorkOf, type WorkResult } from './define-worker.ts';
import { completeWork } from './finish-work.ts';

/** Starts a run of the agent, whose end ends this work. */
export async function invokeAgent(
  deps: WorkDeps,
  work: WorkOf<'invoke_agent'>,
): Promise<WorkResult | typeof LATER> {
  const { agentId, instructions, timeoutSeconds, ...material } = work.payload;
  const agent = await readAgent(deps.table, work.organizationId, agentId);
  if (isRefusal(agent)) return { outcome: 'failed', reason: agent.message };
  if (!agent.value.isReportOnly) {
    return {
      outcome: 'failed',
      reason: `The agent "${agentId}" can change things; only report-only agents run here.`,
    };
  }
  const { runId, nodeKey, effectKey } = work;
  const started = await startAgentRun(deps, work.organizationId, {
    id: `agr_${digest('workflow', runId, effectKey)}`,
    agentId: agent.value.id,
    startedBy: { type: 'workflow', by: null, name: runId },
    rights: { permissions: null, storeLocationIds: null, driverGroupIds: null },
    question: 'Report on the material.',
    material,
    instructions,
    work: { runId, nodeKey },
    seconds: timeoutSeconds,
  });
  return isRefusal(started) ? { outcome: 'failed', reason: started.message } : LATER;
}

/** Hands the report of an agent's run to the workflow step that waits for it. */
export async function finishAgentWork(
  deps: CoreDeps,
  organizationId: string,
  agentRunId: string,
): Promise<void> {
  const whole = await runWithSteps(deps.table, organizationId, agentRunId);
  if (!whole?.stored.value.work) return;
  const { work, status, report, fields, problem, inputTokens, outputTokens, costMicros } = whole.stored.value;
  const usage: StepUsage = { inputTokens, outputTokens, costMicros };
  const result: WorkResult =
    status === 'completed'
      ? { outcome: 'succeeded', value: { report: report ?? '', fields: fields ?? {}, usage } }
      : { outcome: 'failed', reason: problem ?? `The agent's run is ${status}.`, value: { usage } };
  await completeWork(deps, { organizationId, ...work }, result);
}
