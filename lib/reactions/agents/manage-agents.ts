import { toInstant } from '../../platform/core/clock.ts';
import { isRefusal, type Refusal } from '../../platform/core/refusal.ts';
import type { CoreDeps } from '../../platform/runtime/index.ts';
import {
  changeStored,
  create,
  type Decided,
  remove,
  replace,
  type Stored,
  type Table,
} from '../../platform/table/index.ts';
import { planRelease, planUnused } from '../../platform/uses/index.ts';
import { type Agent, agentEntity, agentsPartition, MAX_AGENTS } from './agent.ts';
import { agentNotFound, tooManyAgents } from './refusals.ts';

/** An agent as it is stored, with its version. */
export type StoredAgent = Stored<Agent>;

/** What a caller may set. */
export type AgentFields = Pick<
  Agent,
  'name' | 'description' | 'model' | 'instructions' | 'outputFormat' | 'tools' | 'isReportOnly'
>;

/** The organization's agents, oldest first. 1 call. */
export async function listAgents(table: Table, organizationId: string): Promise<readonly StoredAgent[]> {
  return (await table.readAggregate(agentsPartition(organizationId))).all(agentEntity);
}

/** An agent by its id. */
export async function readAgent(
  table: Table,
  organizationId: string,
  id: string,
): Promise<StoredAgent | Refusal> {
  return (await table.get(agentEntity, { organizationId, id })) ?? unknown(id);
}

/** Creates an agent. */
export async function createAgent(
  { table, ids, clock }: CoreDeps,
  organizationId: string,
  fields: AgentFields,
): Promise<StoredAgent | Refusal> {
  const present = await listAgents(table, organizationId);
  if (present.length >= MAX_AGENTS) {
    return tooManyAgents(`There are ${present.length} agents, which is the maximum. Delete one first.`);
  }
  const at = toInstant(clock.now());
  const agent: Agent = { ...fields, organizationId, id: ids.next('agt'), createdAt: at, updatedAt: at };
  if ((await table.write([create(agentEntity, agent)])).ok) return { value: agent, version: 1 };
  // An earlier attempt of the same request, which has the same id, created it.
  return readAgent(table, organizationId, agent.id);
}

/**
 * Changes the fields that are sent. Active runs continue with what they read when they started. An agent that a
 * workflow invokes stays report-only.
 */
export function updateAgent(
  deps: CoreDeps,
  organizationId: string,
  id: string,
  fields: Partial<AgentFields>,
  expectedVersion?: number,
): Promise<StoredAgent | Refusal> {
  return change(deps, organizationId, id, expectedVersion, async (stored) => {
    const next = { ...stored.value, ...fields, updatedAt: toInstant(deps.clock.now()) };
    const operations = [replace(agentEntity, stored, next)];
    if (!stored.value.isReportOnly || next.isReportOnly) return { next, operations };
    const used = { kind: 'agent', id, noun: 'agent' } as const;
    const unused = await planUnused(deps.table, organizationId, used, 'workflow');
    return isRefusal(unused) ? unused : { next, operations: [...operations, unused] };
  });
}

/** Deletes an agent that no workflow uses and returns it as it was. */
export function deleteAgent(
  deps: CoreDeps,
  organizationId: string,
  id: string,
  expectedVersion?: number,
): Promise<StoredAgent | Refusal> {
  return change(deps, organizationId, id, expectedVersion, async (stored) => {
    const release = await planRelease(deps.table, organizationId, { kind: 'agent', id, noun: 'agent' });
    if (isRefusal(release)) return release;
    return { next: stored.value, operations: [remove(agentEntity, stored), release] };
  });
}

function change(
  deps: CoreDeps,
  organizationId: string,
  id: string,
  expectedVersion: number | undefined,
  decide: (stored: StoredAgent) => Promise<Decided<Agent> | Refusal>,
): Promise<StoredAgent | Refusal> {
  const read = () => readAgent(deps.table, organizationId, id);
  return changeStored(deps, { what: 'agent', id, read, expectedVersion }, decide);
}

function unknown(id: string): Refusal {
  return agentNotFound(`There is no agent "${id}".`, { id });
}
