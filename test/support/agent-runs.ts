import { type Model, scriptedConverse, scriptedModel } from '../../lib/engines/models/index.ts';
import { defineQueueWorker } from '../../lib/platform/events/index.ts';
import type { CoreDeps } from '../../lib/platform/runtime/index.ts';
import {
  agentRunRequested,
  type RunAnswer,
  type RunQuestion,
  stepAgentRun,
} from '../../lib/reactions/agents/index.ts';
import type { CallService, ToolCatalogue } from '../../lib/reactions/tools/index.ts';

/** Number of steps after which a test gives a run up. */
const MAX_STEPS = 100;

/** Runs agents' runs to their end at once, as the state machine does step by step. */
export function carriesAgentRuns(
  parts: {
    readonly model?: Model;
    readonly catalogue?: ToolCatalogue;
    readonly service?: CallService;
    /** Whether each step is repeated, as after a crash before its result arrived. */
    readonly repeats?: () => boolean;
  } = {},
) {
  const { model = scriptedModel, catalogue = { tools: [], definitions: {} } } = parts;
  const service: CallService = parts.service ?? (async () => ({ status: 404, value: {} }));
  return defineQueueWorker<CoreDeps>({
    name: 'carry-agent-runs',
    consumes: [agentRunRequested],
    timeoutSeconds: 30,
    uses: {},
    failureImpact: 'A test fails.',
    async handle(deps, event) {
      const due = { organizationId: event.organizationId, runId: agentRunRequested.parse(event).data.runId };
      const all = {
        ...deps,
        model,
        defaultModel: 'scripted',
        isOfBedrock: true,
        catalogue: () => catalogue,
        serviceFor: async () => service,
      };
      let answer: RunAnswer | undefined;
      for (let step = 0; step < MAX_STEPS; step += 1) {
        const given = { ...due, ...(answer && { answer }) };
        if (parts.repeats?.()) await stepAgentRun(all, given);
        const { isOver, question } = await stepAgentRun(all, given);
        if (isOver) return;
        answer = question && (await answerOf(question, model));
      }
      throw new Error(`The run ${due.runId} does not end.`);
    },
  });
}

/** What the machine's task answers. */
async function answerOf({ turn, call }: RunQuestion, model: Model): Promise<RunAnswer> {
  try {
    return { turn, result: await scriptedConverse(call, model) };
  } catch (error) {
    return { turn, problem: String(error) };
  }
}
