import { randomBytes } from 'node:crypto';
import * as z from 'zod';
import { lendCredential } from '../../lib/people/tenancy/index.ts';
import { defineTaskWorker, serveTaskWorker } from '../../lib/platform/events/index.ts';
import { type CoreDeps, coreDeps, requireVariable } from '../../lib/platform/runtime/index.ts';
import {
  type AgentRunDeps,
  abandonAgentRun,
  type RunAnswer,
  stepAgentRun,
} from '../../lib/reactions/agents/index.ts';
import { callOverHttp } from '../compose/call-service.ts';
import { installedModel } from '../compose/installed-model.ts';
import { toolCatalogue } from '../compose/tool-catalogue.ts';

const input = z.object({
  organizationId: z.string(),
  runId: z.string(),
  /** The question of the previous step, which the state machine has asked. */
  question: z.object({ turn: z.string() }).optional(),
  /** Answer of the model. */
  result: z.unknown().optional(),
  /** Why there is no answer. */
  problem: z.object({ Error: z.string().default(''), Cause: z.string().default('') }).optional(),
  /** Set by the state machine when a step failed too often. */
  failure: z.unknown().optional(),
});

interface Deps extends CoreDeps, AgentRunDeps {}

/** How long the read credential of one step is valid. */
const LOAN_MS = 15 * 60_000;

/** Takes a run of an agent one step further. */
export const worker = defineTaskWorker<z.infer<typeof input>, Deps>({
  name: 'step-agent-run',
  input,
  timeoutSeconds: 600,
  uses: { table: 'readWrite', keyCredentials: true, models: true },
  failureImpact: 'Runs of agents do not end.',
  async handle(deps, { failure, question, result, problem, organizationId, runId }) {
    const due = { organizationId, runId };
    if (failure !== undefined) {
      await abandonAgentRun(deps, due);
      return { ...due, isOver: true };
    }
    const outcome = await stepAgentRun(deps, { ...due, ...answerTo(question, result, problem) });
    return { ...due, ...outcome, isAsking: outcome.question !== undefined };
  },
});

function answerTo(
  question: { readonly turn: string } | undefined,
  result: unknown,
  problem: { readonly Error: string; readonly Cause: string } | undefined,
): { readonly answer?: RunAnswer } {
  if (!question) return {};
  const { turn } = question;
  if (problem) return { answer: { turn, problem: `${problem.Error} ${problem.Cause}`.trim() } };
  return result === undefined ? {} : { answer: { turn, result } };
}

export const handler = serveTaskWorker(worker, () => {
  const core = coreDeps();
  return {
    ...core,
    ...installedModel(),
    catalogue: toolCatalogue,
    async serviceFor({ organizationId, id, agent, rights }) {
      const key = await lendCredential(
        { ...core, randomSecret: () => randomBytes(32) },
        { organizationId, id, name: `Agent ${agent.name}`, ...rights, milliseconds: LOAN_MS },
      );
      return callOverHttp(requireVariable('PUBLIC_BASE_URL'), { authorization: `Bearer ${key}` });
    },
  };
});
