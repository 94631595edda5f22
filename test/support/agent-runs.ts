import { agentRunRequested, stepAgentRun } from '../../lib/agents/index.ts';
import { defineQueueWorker } from '../../lib/events/index.ts';
import { type Model, scriptedModel } from '../../lib/models/index.ts';
import type { CoreDeps } from '../../lib/runtime/index.ts';
import type { CallService, ToolCatalogue } from '../../lib/tools/index.ts';

/** Steps after which a run of a test is given up. */
const MAX_STEPS = 100;

/** Carries runs of agents to their end at once, as the state machine does step by step. */
export function carriesAgentRuns(
  parts: { readonly model?: Model; readonly catalogue?: ToolCatalogue; readonly service?: CallService } = {},
) {
  const { model = scriptedModel, catalogue = { tools: [], definitions: {} } } = parts;
  const service: CallService = parts.service ?? (async () => ({ status: 404, value: {} }));
  return defineQueueWorker<CoreDeps>({
    name: 'carry-agent-runs',
    consumes: [agentRunRequested],
    timeoutSeconds: 30,
    uses: {},
    failureImpact: 'A test fails.',
    async handle(event, deps) {
      const due = { organizationId: event.organizationId, runId: agentRunRequested.parse(event).data.runId };
      const all = {
        ...deps,
        model,
        defaultModel: 'scripted',
        catalogue: () => catalogue,
        serviceFor: async () => service,
      };
      for (let step = 0; step < MAX_STEPS; step += 1) {
        if ((await stepAgentRun(due, all)).isOver) return;
      }
      throw new Error(`The run ${due.runId} does not end.`);
    },
  });
}
