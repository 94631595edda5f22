import type { Refusal } from '../../../platform/core/refusal.ts';
import type { Stored, Table } from '../../../platform/table/index.ts';
import { agentRunNotFound } from '../refusals.ts';
import {
  type AgentRun,
  type AgentStep,
  agentRunEntity,
  agentRunEntryEntity,
  agentRunPartition,
  agentStepEntity,
  threadPartition,
} from './run.ts';

/** Who reads a run. */
export interface RunReader {
  readonly organizationId: string;
  readonly actor: { readonly id: string };
  readonly storeLocationIds: readonly string[] | null;
  readonly driverGroupIds: readonly string[] | null;
}

/** A run with its steps. */
export interface AgentRunWithSteps {
  readonly stored: Stored<AgentRun>;
  readonly steps: readonly AgentStep[];
}

/**
 * A run by its id. A chat is visible only to its user, and callers limited to stores or driver groups see only runs
 * that they started.
 */
export async function readAgentRun(
  table: Table,
  reader: RunReader,
  id: string,
): Promise<AgentRunWithSteps | Refusal> {
  const found = await runWithSteps(table, reader.organizationId, id);
  if (found && maySee(reader, found.stored.value)) return found;
  return agentRunNotFound(`There is no run "${id}".`, { id });
}

/** A run with its steps, for the service itself. */
export async function runWithSteps(
  table: Table,
  organizationId: string,
  id: string,
): Promise<AgentRunWithSteps | undefined> {
  const aggregate = await table.readAggregate(agentRunPartition(organizationId, id));
  const stored = aggregate.one(agentRunEntity);
  return stored && { stored, steps: aggregate.all(agentStepEntity).map(({ value }) => value) };
}

function maySee({ actor, storeLocationIds, driverGroupIds }: RunReader, { startedBy }: AgentRun): boolean {
  const isLimited = storeLocationIds !== null || driverGroupIds !== null;
  return startedBy.type === 'chat' || isLimited ? startedBy.by === actor.id : true;
}

/** Position at which a page of runs starts. */
export interface ThreadPlace {
  readonly limit: number;
  readonly after?: { readonly createdAt: string; readonly id: string };
}

/** Runs of a thread, newest first. */
export async function readThread(
  table: Table,
  organizationId: string,
  thread: string,
  { limit, after }: ThreadPlace,
): Promise<{ readonly runs: readonly AgentRun[]; readonly hasMore: boolean }> {
  const entries = await table.readLog(agentRunEntryEntity, threadPartition(organizationId, thread), {
    limit: limit + 1,
    newestFirst: true,
    ...(after ? { after: { organizationId, thread, ...after } } : {}),
  });
  const shown = entries.slice(0, limit).map(({ value }) => value);
  const runs = await Promise.all(shown.map(({ id }) => table.get(agentRunEntity, { organizationId, id })));
  return { runs: runs.flatMap((run) => (run ? [run.value] : [])), hasMore: entries.length > limit };
}

/** Runs of an agent that the reader may see, newest first. */
export async function listAgentRuns(table: Table, reader: RunReader, thread: string, place: ThreadPlace) {
  const { runs, hasMore } = await readThread(table, reader.organizationId, thread, place);
  return { runs: runs.filter((run) => maySee(reader, run)), hasMore };
}
