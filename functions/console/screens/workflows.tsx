import { change } from '../kit/api.ts';
import { useApiNames, wordedTemplate } from '../kit/api-names.ts';
import { CreateButton } from '../kit/detail.tsx';
import type { Field, Values } from '../kit/form.tsx';
import { dateTime, words } from '../kit/format.ts';
import { type ListDefinition, ListPage } from '../kit/list.tsx';
import { useLive } from '../kit/live.ts';
import { Badge, Skeleton } from '../kit/ui.tsx';
import { m } from '../messages.ts';
import { automationTexts } from '../texts/texts.ts';
import type { Edge, Node } from './workflow-definition.ts';

/** A workflow in a list. */
export interface WorkflowRow {
  readonly id: string;
  readonly name: string;
  readonly description: string | null;
  readonly status: string;
  readonly version: number;
  readonly nodeCount: number;
  readonly trigger: { readonly triggerType: string; readonly eventName?: string };
  readonly createdAt: string;
  readonly updatedAt: string;
}

/** A workflow with its graph. */
export interface Workflow extends WorkflowRow {
  readonly nodes: readonly Node[];
  readonly edges: readonly Edge[];
}

const definition: ListDefinition<WorkflowRow> = {
  id: 'workflows',
  title: m.titles.workflows,
  source: {
    kind: 'offset',
    path: '/v1/workflows',
    rows: (reply: { workflows: readonly WorkflowRow[] }) => reply.workflows,
    total: (reply: { totalCount: number }) => reply.totalCount,
    limit: 100,
    created: ({ id, createdAt }) => ({ id, at: createdAt }),
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
    { name: 'eventName', label: m.webhooks.event, kind: 'choice', options: 'workflowEvents' },
  ],
  columns: [
    { id: 'name', label: m.fields.name, share: 1.7, show: ({ name }) => name },
    {
      id: 'status',
      label: m.fields.status,
      share: 1.4,
      show: ({ status }) => <Badge value={status} />,
    },
    {
      id: 'trigger',
      label: automationTexts.workflows.trigger,
      share: 1.5,
      show: ({ trigger }) => words(trigger.eventName ?? trigger.triggerType),
    },
    {
      id: 'nodes',
      label: automationTexts.workflows.nodes,
      align: 'end',
      minor: true,
      show: ({ nodeCount }) => nodeCount,
    },
    { id: 'updated', label: m.fields.updated, minor: true, show: ({ updatedAt }) => dateTime(updatedAt) },
  ],
  empty: {
    icon: 'workflows',
    title: automationTexts.workflows.empty,
    text: automationTexts.workflows.emptyText,
  },
};

interface Template {
  readonly id: string;
  readonly name: string;
  readonly description: string | null;
}

/** A workflow that is built from nothing starts with this, until another trigger is chosen. */
const FROM_NOTHING = {
  nodes: [{ nodeKey: 'start', nodeType: 'trigger' }],
  edges: [],
  trigger: { triggerType: 'event', eventName: 'order.created' },
};

/** The form of a new workflow. The description of the chosen template is shown with it. */
function creationFields(templates: readonly Template[], { templateId }: Values): readonly Field[] {
  const chosen = templates.find(({ id }) => id === templateId);
  return [
    {
      name: 'templateId',
      label: automationTexts.editor.template,
      kind: 'choice',
      options: templates.map(({ id, name }) => [id, name] as const),
      nothing: automationTexts.editor.fromNothing,
      help: chosen?.description ?? automationTexts.editor.templateHelp,
      wide: true,
    },
    { name: 'name', label: m.fields.name, required: !chosen, wide: true },
  ];
}

/** Automations of an organization. */
export function WorkflowsScreen() {
  const areNamed = useApiNames();
  const shipped = useLive<{ readonly templates: readonly Template[] }>('/v1/workflows/templates', {}, 0);
  const own = useLive<{ readonly workflows: readonly Template[] }>(
    '/v1/workflows',
    { status: 'template', limit: 100 },
    0,
  );
  const templates = [...(own.data?.workflows ?? []), ...(shipped.data?.templates ?? []).map(wordedTemplate)];
  if (!areNamed) return <Skeleton lines={8} />;
  return (
    <ListPage
      definition={definition}
      actions={
        <CreateButton
          creation={{
            label: automationTexts.workflows.create,
            permission: 'WRITE_WORKFLOW',
            fields: (values) => creationFields(templates, values),
            create: async ({ templateId, name }) => {
              const { id } = await (templateId
                ? change<WorkflowRow>('POST', '/v1/workflows/from-template', {
                    templateId,
                    name: name || templates.find(({ id }) => id === templateId)?.name,
                  })
                : change<WorkflowRow>('POST', '/v1/workflows', { name, ...FROM_NOTHING }));
              return `/workflows/${id}`;
            },
          }}
        />
      }
    />
  );
}
