import { listAgents } from '../../agents/index.ts';
import { preferencesOf } from '../../organization/index.ts';
import type { Table } from '../../table/index.ts';
import { compile, type Environment, type Plan } from '../../workflows/index.ts';
import { workflowVersionEntity } from '../workflow.ts';

/** Plans that a function instance remembers: about 35 kB each. */
const REMEMBERED = 200;

/** Versions never change, so a plan that was made once holds for ever. */
const plans = new Map<string, Plan>();

/** Which version of which workflow is meant. */
export interface PlanRef {
  readonly organizationId: string;
  readonly workflowId: string;
  readonly workflowName: string;
  readonly version: number;
}

/** The plan of a version, made ready to run; undefined when there is no such version. 1 call unless it is remembered. */
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

/** What a run of this plan looks up while it runs: its time zone, and the agents where it invokes one. */
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
  };
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
