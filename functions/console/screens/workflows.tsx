import { change } from '../kit/api.ts';
import { CreateButton } from '../kit/detail.tsx';
import { dateTime, words } from '../kit/format.ts';
import { type ListDefinition, ListPage } from '../kit/list.tsx';
import { useLive } from '../kit/live.ts';
import type { Option } from '../kit/lookups.tsx';
import { Badge } from '../kit/ui.tsx';
import { m } from '../messages.ts';
import type { Edge, Node } from './workflow-graph.tsx';

/** A workflow in a list. */
export interface WorkflowRow {
  readonly id: string;
  readonly name: string;
  readonly description: string | null;
  readonly status: string;
  readonly version: number;
  readonly nodeCount: number;
  readonly trigger: { readonly triggerType: string; readonly eventName?: string };
  readonly updatedAt: string;
}

/** A workflow with its graph. */
export interface Workflow extends WorkflowRow {
  readonly nodes: readonly Node[];
  readonly edges: readonly Edge[];
}

const definition: ListDefinition<WorkflowRow> = {
  id: 'workflows',
  title: m.workflows.title,
  source: {
    kind: 'offset',
    path: '/v1/workflows',
    rows: (reply: { workflows: readonly WorkflowRow[] }) => reply.workflows,
    total: (reply: { totalCount: number }) => reply.totalCount,
    limit: 100,
  },
  keyOf: ({ id }) => id,
  href: ({ id }) => `/workflows/${id}`,
  filters: [
    { name: 'search', label: m.table.search, kind: 'search', isMain: true },
    {
      name: 'status',
      label: m.fields.status,
      kind: 'choice',
      isMain: true,
      options: ['draft', 'active', 'inactive', 'archived', 'template'].map(
        (status) => [status, words(status)] as const,
      ),
    },
    { name: 'eventName', label: m.webhooks.event, kind: 'text' },
  ],
  columns: [
    { id: 'name', label: m.fields.name, share: 1.8, show: ({ name }) => name },
    { id: 'status', label: m.fields.status, show: ({ status }) => <Badge value={status} /> },
    {
      id: 'trigger',
      label: m.workflows.trigger,
      share: 1.3,
      show: ({ trigger }) => trigger.eventName ?? words(trigger.triggerType),
    },
    { id: 'nodes', label: m.workflows.nodes, align: 'end', minor: true, show: ({ nodeCount }) => nodeCount },
    { id: 'updated', label: m.fields.updated, minor: true, show: ({ updatedAt }) => dateTime(updatedAt) },
  ],
  empty: { icon: 'workflows', title: m.workflows.empty, text: m.workflows.emptyText },
};

/** Automations of an organization. */
export function WorkflowsScreen() {
  const templates = useLive<{ readonly templates: readonly { id: string; name: string }[] }>(
    '/v1/workflows/templates',
    {},
    0,
  );
  const options: readonly Option[] = (templates.data?.templates ?? []).map(
    ({ id, name }) => [id, name] as const,
  );
  return (
    <ListPage
      definition={definition}
      actions={
        <CreateButton
          creation={{
            label: m.workflows.create,
            permission: 'WRITE_WORKFLOW',
            fields: [
              { name: 'templateId', label: m.workflows.template, kind: 'choice', options, required: true },
              { name: 'name', label: m.fields.name },
            ],
            create: async ({ templateId, name }) =>
              `/workflows/${(await change<WorkflowRow>('POST', '/v1/workflows/from-template', { templateId, ...(name ? { name } : {}) })).id}`,
          }}
        />
      }
    />
  );
}
