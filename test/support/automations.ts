import { workflowRunsArea } from '../../functions/api/workflow-runs/index.ts';
import { workflowSetupArea } from '../../functions/api/workflow-setup/index.ts';
import { workflowsArea } from '../../functions/api/workflows/index.ts';
import { worker as runWorkflows } from '../../functions/workers/run-workflows.ts';
import { worker as sendWorkflowMessages } from '../../functions/workers/send-workflow-messages.ts';
import type { Provider } from '../../lib/fulfilment/providers/index.ts';
import { defaultPreferences, organizationEntity } from '../../lib/platform/organization/index.ts';
import { create } from '../../lib/platform/table/index.ts';
import { carryNewRun, type RunRow } from '../../lib/reactions/automations/index.ts';
import { synchronousWorkflows } from '../../lib/reactions/automations/synchronous/synchronous-workflows.ts';
import { type DispatchApi, startDispatchApi } from './dispatch-api.ts';

type Json = ReturnType<typeof JSON.parse>;

/** A node as a caller sends it. */
export interface NodeInput {
  readonly nodeKey: string;
  readonly nodeType: string;
  readonly [field: string]: unknown;
}

/** Orders, jobs and workflows on one table, with their workers. */
export interface Automations extends DispatchApi {
  /** Saves and activates a workflow whose nodes follow each other after the trigger. Returns its id. */
  workflow(eventName: string, nodes: readonly NodeInput[], more?: object): Promise<string>;
  /** Everything in the table of one kind. */
  rows(type: string): Promise<readonly Json[]>;
}

/** An action node. */
export const act = (nodeAction: string, nodeActionConfig: object = {}, nodeKey = nodeAction): NodeInput => ({
  nodeKey,
  nodeType: 'action',
  nodeAction,
  nodeActionConfig,
});

/** A filter node whose conditions all have to hold. */
export const when = (nodeKey: string, ...nodeFilterConfig: readonly object[]): NodeInput => ({
  nodeKey,
  nodeType: 'filter',
  nodeFilterConfig,
});

/** Nodes one after the other, with the edges between them. */
export function chain(nodes: readonly NodeInput[]): {
  readonly nodes: NodeInput[];
  readonly edges: object[];
} {
  const all = [{ nodeKey: 'start', nodeType: 'trigger' }, ...nodes];
  const edges = nodes.map(({ nodeKey }, index) => ({
    edgeKey: `e${index}`,
    sourceNodeKey: all[index]?.nodeKey,
    targetNodeKey: nodeKey,
    executionOrder: 0,
    edgeType: all[index]?.nodeType === 'filter' ? 'success' : 'default',
  }));
  return { nodes: all, edges };
}

/** Starts it. */
export async function startAutomations(
  providers: readonly Provider[] = [],
  more: Parameters<typeof startDispatchApi>[1] = {},
): Promise<Automations> {
  const api: DispatchApi = await startDispatchApi(providers, {
    automations: synchronousWorkflows,
    areas: [workflowsArea, workflowSetupArea, workflowRunsArea, ...(more.areas ?? [])],
    workers: [runWorkflows, sendWorkflowMessages, ...(more.workers ?? [])],
    extra: (deps) => ({
      carryInRequest: (row: RunRow) => carryNewRun(api.deps, row),
      ...more.extra?.(deps),
    }),
  });
  const { table } = api.deps;
  await table.write([
    create(organizationEntity, {
      id: 'org_test',
      name: 'Test',
      parentId: null,
      listShards: 1,
      preferences: defaultPreferences(),
      createdAt: '2026-03-01T00:00:00.000Z',
      updatedAt: '2026-03-01T00:00:00.000Z',
    }),
  ]);
  return {
    ...api,
    async workflow(eventName, nodes, parts = {}) {
      const { trigger = {}, ...fields } = parts as { trigger?: object };
      const { id } = await api.must('POST /v1/workflows', {
        body: {
          name: `On ${eventName}`,
          status: 'active',
          ...chain(nodes),
          trigger: { triggerType: 'event', eventName, ...trigger },
          ...fields,
        },
      });
      return id;
    },
    async rows(type) {
      return (await api.db.items()).filter((item) => item.type === type).map(({ data }) => data);
    },
  };
}
