import { toInstant } from '../../../platform/core/clock.ts';
import { commit } from '../../../platform/core/commit.ts';
import { isRefusal, type Refusal } from '../../../platform/core/refusal.ts';
import type { CoreDeps } from '../../../platform/runtime/index.ts';
import { create, save } from '../../../platform/table/index.ts';
import { listFiles } from '../files/manage-files.ts';
import { readAgent } from '../manage-agents.ts';
import { agentRunNotPossible } from '../refusals.ts';
import { readThread } from './read-runs.ts';
import {
  type AgentRun,
  agentDayEntity,
  agentRunEntity,
  agentRunEntryEntity,
  agentRunPartition,
  agentRunRequested,
  threadOf,
} from './run.ts';

/** Maximum number of runs that an organization may start in a day (UTC). */
export const DAILY_RUNS = 2_000;

/** Longest duration of a run, in seconds. */
const RUN_SECONDS = 15 * 60;

/** Turns of a chat that a model sees. */
const HISTORY = 8;

/** The question of a run, and the person or key that asks it. */
export interface NewAgentRun {
  readonly id: string;
  readonly agentId: string;
  readonly startedBy: AgentRun['startedBy'];
  readonly rights: AgentRun['rights'];
  readonly question: string;
  /** Data for the question; never followed as instructions. */
  readonly material?: unknown;
  /** Instructions of the workflow's node, after those of the agent. */
  readonly instructions?: string | null;
  readonly work?: AgentRun['work'];
  readonly seconds?: number;
}

/** Longest material, in characters of JSON. */
const MAX_MATERIAL = 100_000;

/** Starts a run: its event lets a worker execute it. Starting the same id again finds the first run. */
export async function startAgentRun(
  deps: Pick<CoreDeps, 'table' | 'clock'>,
  organizationId: string,
  wanted: NewAgentRun,
): Promise<AgentRun | Refusal> {
  const { table, clock } = deps;
  const agent = await readAgent(table, organizationId, wanted.agentId);
  if (isRefusal(agent)) return agent;
  const files = await listFiles(deps, organizationId, wanted.agentId);
  if (isRefusal(files)) return files;
  const { startedBy } = wanted;
  const thread = threadOf(wanted.agentId, startedBy.type, startedBy.by);
  const earlier =
    startedBy.type === 'chat'
      ? (await readThread(table, organizationId, thread, { limit: HISTORY })).runs
      : [];
  const material = wanted.material === undefined ? null : JSON.stringify(wanted.material);
  if (material !== null && material.length > MAX_MATERIAL) {
    return agentRunNotPossible(
      `The data has ${material.length} characters; the limit is ${MAX_MATERIAL}. Send less.`,
      { characters: material.length },
    );
  }
  const nowMs = clock.now();
  const createdAt = toInstant(nowMs);
  const { id: agentId, name, model, instructions, outputFormat, tools, isReportOnly } = agent.value;
  const run: AgentRun = {
    organizationId,
    id: wanted.id,
    agent: {
      id: agentId,
      name,
      version: agent.version,
      model,
      instructions: [instructions, wanted.instructions ?? ''].filter(Boolean).join('\n\n'),
      outputFormat,
      tools,
      isReportOnly,
      files: files.map((file) => ({ name: file.name, version: file.fileVersion })),
    },
    startedBy,
    rights: wanted.rights,
    status: 'queued',
    question: wanted.question,
    material,
    history: earlier
      .filter(({ status }) => status === 'completed')
      .reverse()
      .map(({ question, report }) => ({ question, report: report ?? '' })),
    report: null,
    fields: null,
    problem: null,
    plan: null,
    inputTokens: 0,
    outputTokens: 0,
    costMicros: 0,
    toolCalls: 0,
    steps: 0,
    failures: 0,
    work: wanted.work ?? null,
    createdAt,
    startedAt: null,
    completedAt: null,
    deadline: toInstant(nowMs + Math.min(RUN_SECONDS, wanted.seconds ?? RUN_SECONDS) * 1000),
  };
  const day = createdAt.slice(0, 10);
  return commit({ clock }, { what: 'agent', id: agentId }, async () => {
    const present = await table.get(agentRunEntity, run);
    if (present) return present.value;
    const counted = await table.get(agentDayEntity, { organizationId, day });
    const runs = counted?.value.runs ?? 0;
    if (runs >= DAILY_RUNS) {
      return agentRunNotPossible(
        `The organization has started ${runs} runs of agents today, which is the limit. Try again tomorrow.`,
        { runs },
      );
    }
    const written = await table.write([
      create(agentRunEntity, run),
      create(agentRunEntryEntity, { organizationId, thread, createdAt, id: run.id }),
      save(agentDayEntity, counted, { organizationId, day, runs: runs + 1 }),
      agentRunRequested.record({
        aggregate: agentRunPartition(organizationId, run.id),
        cause: 'requested',
        occurredAt: createdAt,
        data: { runId: run.id },
      }),
    ]);
    if (written.ok) return run;
  });
}
