import {
  compile,
  type Environment,
  type Plan,
  type RunLookup,
  type WorkflowDefinition,
} from '../../../engines/workflows/index.ts';
import { preferencesOf } from '../../../platform/organization/index.ts';
import type { Table } from '../../../platform/table/index.ts';
import { listAgents } from '../../agents/index.ts';
import { listConnections } from '../../connections/index.ts';
import { workflowVersionEntity } from '../workflow.ts';

/** Maximum number of plans in the memory of a function instance: about 35 kB each. */
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
  const plan = await planOf(table, ref, stored.value);
  // The output formats of agents can change without a new version.
  if (!lookupsOf(plan).has('agents')) {
    if (plans.size >= REMEMBERED) plans.delete(plans.keys().next().value ?? '');
    plans.set(key, plan);
  }
  return plan;
}

/** The plan of a definition, whether it is stored or not. 1 call if it asks agents. */
export async function planOf(
  table: Table,
  { organizationId, workflowId, workflowName, version }: PlanRef,
  { nodes, edges, trigger }: WorkflowDefinition,
): Promise<Plan> {
  const workflow = { id: workflowId, name: workflowName, version, nodes, edges, trigger };
  const bare = compile(workflow);
  return lookupsOf(bare).has('agents')
    ? compile(workflow, await lookups.agents(table, organizationId))
    : bare;
}

/** How to read what actions look up while they run. */
const lookups: {
  readonly [Lookup in RunLookup]: (
    table: Table,
    organizationId: string,
  ) => Promise<Required<Pick<Environment, Lookup>>>;
} = {
  async timeZone(table, organizationId) {
    const { timeZone } = await preferencesOf({ table, organizationId });
    return { timeZone };
  },
  async agents(table, organizationId) {
    const agents = await listAgents(table, organizationId);
    return {
      agents: agents.map(({ value: { id, isReportOnly, outputFormat } }) => ({
        id,
        reportOnly: isReportOnly,
        outputFormat,
      })),
    };
  },
  async connections(table, organizationId) {
    return { connections: await connectionEnvironment(table, organizationId) };
  },
};

function lookupsOf({ nodes }: Plan): ReadonlySet<RunLookup> {
  return new Set(
    [...nodes.values()].flatMap(({ work }) => (work.kind === 'action' ? work.action.looksUp : [])),
  );
}

/** What the actions of this plan look up while a run is under way. */
export async function runEnvironment(table: Table, organizationId: string, plan: Plan): Promise<Environment> {
  const found = await Promise.all(
    [...lookupsOf(plan)].map((lookup) => lookups[lookup](table, organizationId)),
  );
  return Object.assign({}, ...found);
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
