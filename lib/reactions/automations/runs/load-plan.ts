import { compile, type Environment, type Plan } from '../../../engines/workflows/index.ts';
import { preferencesOf } from '../../../platform/organization/index.ts';
import type { Table } from '../../../platform/table/index.ts';
import { listAgents } from '../../agents/index.ts';
import { listConnections } from '../../connections/index.ts';
import { workflowVersionEntity } from '../workflow.ts';

/** Most plans in the memory of a function instance: about 35 kB each. */
const REMEMBERED = 200;

/** Versions never change, so a plan stays valid for ever. */
const plans = new Map<string, Plan>();

/** A version of a workflow. */
export interface PlanRef {
  readonly organizationId: string;
  readonly workflowId: string;
  readonly workflowName: string;
  readonly version: number;
}

/** The plan of a version, ready to run; undefined when there is no such version. 1 call unless it is in memory. */
export async function loadPlan(table: Table, ref: PlanRef): Promise<Plan | undefined> {
  const { organizationId, workflowId, workflowName, version } = ref;
  const key = JSON.stringify([organizationId, workflowId, version, workflowName]);
  const known = plans.get(key);
  if (known) return known;
  const stored = await table.get(workflowVersionEntity, { organizationId, workflowId, version });
  if (!stored) return undefined;
  const { nodes, edges, trigger } = stored.value;
  const invokesAgent = nodes.some(({ nodeAction }) => nodeAction === 'invoke_agent');
  const environment = invokesAgent ? await agentEnvironment(table, organizationId) : {};
  const plan = compile({ id: workflowId, name: workflowName, version, nodes, edges, trigger }, environment);
  // The output formats of agents can change under a version.
  if (!invokesAgent) {
    if (plans.size >= REMEMBERED) plans.delete(plans.keys().next().value ?? '');
    plans.set(key, plan);
  }
  return plan;
}

/** What a run of this plan looks up while it runs: its time zone, and its agents. */
export async function runEnvironment(table: Table, organizationId: string, plan: Plan): Promise<Environment> {
  const actions = new Set(
    [...plan.nodes.values()].map(({ work }) => (work.kind === 'action' ? work.action.key : '')),
  );
  const preferences = actions.has('reschedule_order')
    ? await preferencesOf({ table, organizationId })
    : undefined;
  return {
    ...(preferences ? { timeZone: preferences.timeZone } : {}),
    ...(actions.has('invoke_agent') ? await agentEnvironment(table, organizationId) : {}),
    ...(actions.has('send_http_request')
      ? { connections: await connectionEnvironment(table, organizationId) }
      : {}),
  };
}

/** The organization's connections, as workflows see them. */
export async function connectionEnvironment(table: Table, organizationId: string) {
  const connections = await listConnections(table, organizationId);
  return connections.map(({ value: { id, origin, methods, pathPrefix, requestFields } }) => ({
    id,
    origin,
    allowedMethods: methods,
    pathPrefix,
    settableFields: requestFields,
  }));
}

async function agentEnvironment(table: Table, organizationId: string): Promise<Environment> {
  const agents = await listAgents(table, organizationId);
  return {
    agents: agents.map(({ value: { id, isReportOnly, outputFormat } }) => ({
      id,
      reportOnly: isReportOnly,
      outputFormat,
    })),
  };
}
