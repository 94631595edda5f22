import { randomBytes } from 'node:crypto';
import * as z from 'zod';
import { type AgentRunDeps, giveUpAgentRun, stepAgentRun } from '../../lib/agents/index.ts';
import { defineTaskWorker, serveTaskWorker } from '../../lib/events/index.ts';
import { type CoreDeps, coreDeps, requireVariable } from '../../lib/runtime/index.ts';
import { lendCredential } from '../../lib/tenancy/index.ts';
import { callOverHttp } from '../call-service.ts';
import { DEFAULT_MODEL, installedModel } from '../installed-model.ts';
import { toolCatalogue } from '../tool-catalogue.ts';

const input = z.object({
  organizationId: z.string(),
  runId: z.string(),
  /** Set by the state machine when a step failed too often. */
  failure: z.unknown().optional(),
});

interface Deps extends CoreDeps, AgentRunDeps {}

/** How long the reads of one step may take. */
const LOAN_MS = 15 * 60_000;

/** Carries a run of an agent one step further. */
export const worker = defineTaskWorker<z.infer<typeof input>, Deps>({
  name: 'step-agent-run',
  input,
  timeoutSeconds: 600,
  uses: { table: 'readWrite', keyCredentials: true, models: true },
  failureImpact: 'Runs of agents do not end.',
  async handle({ failure, ...due }, deps) {
    if (failure === undefined) return stepAgentRun(due, deps);
    await giveUpAgentRun(due, deps);
    return { isOver: true, isWaiting: false };
  },
});

export const handler = serveTaskWorker(worker, () => {
  const core = coreDeps();
  return {
    ...core,
    model: installedModel(),
    defaultModel: DEFAULT_MODEL,
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
