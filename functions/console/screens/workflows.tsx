import { useMemo, useState } from 'preact/hooks';
import { ApiError, change, get } from '../kit/api.ts';
import { CreateButton, DetailPage } from '../kit/detail.tsx';
import { dateTime, words } from '../kit/format.ts';
import { OrderLink } from '../kit/links.tsx';
import { type ListDefinition, ListPage } from '../kit/list.tsx';
import { refreshAll, useLive } from '../kit/live.ts';
import type { Option } from '../kit/lookups.tsx';
import { can } from '../kit/me.ts';
import { setQuery, usePlace } from '../kit/router.ts';
import type { Page } from '../kit/types.ts';
import {
  ActionButton,
  Badge,
  Button,
  Dialog,
  EmptyState,
  problemOf,
  Section,
  Skeleton,
  Tabs,
  toast,
} from '../kit/ui.tsx';
import { m } from '../messages.ts';
import { Exits, exitsOf, newEdge } from './workflow-exits.tsx';
import { type Edge, Graph, type GraphProblem, isTriggerNode, type Node } from './workflow-graph.tsx';
import { type Step, Steps } from './workflow-steps.tsx';
import { Try } from './workflow-try.tsx';

interface Row {
  readonly id: string;
  readonly name: string;
  readonly description: string | null;
  readonly status: string;
  readonly version: number;
  readonly nodeCount: number;
  readonly trigger: { readonly triggerType: string; readonly eventName?: string };
  readonly updatedAt: string;
}

interface Workflow extends Row {
  readonly nodes: readonly Node[];
  readonly edges: readonly Edge[];
}

interface Execution {
  readonly id: string;
  readonly workflowId: string;
  readonly workflowName: string;
  readonly version: number;
  readonly status: string;
  readonly startedBy: { readonly type: string; readonly name: string };
  readonly orderIds: readonly string[];
  readonly createdAt: string;
  readonly completedAt: string | null;
  readonly runtimeSeconds: number | null;
  readonly problem: string | null;
  readonly steps?: readonly Step[];
}

const definition: ListDefinition<Row> = {
  id: 'workflows',
  title: m.workflows.title,
  source: {
    kind: 'offset',
    path: '/v1/workflows',
    rows: (reply: { workflows: readonly Row[] }) => reply.workflows,
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
              `/workflows/${(await change<Row>('POST', '/v1/workflows/from-template', { templateId, ...(name ? { name } : {}) })).id}`,
          }}
        />
      }
    />
  );
}

/** One workflow: its graph, its runs, and a place to try it. */
export function WorkflowPage({ params }: { params: Readonly<Record<string, string>> }) {
  const id = encodeURIComponent(params.id ?? '');
  const path = `/v1/workflows/${id}`;
  const { query } = usePlace();
  const tab =
    (['graph', 'test', 'runs', 'versions'] as const).find((name) => name === query.get('tab')) ?? 'graph';
  return (
    <DetailPage
      live={useLive<Workflow>(path, {}, 3_000)}
      back={['/workflows', m.workflows.title]}
      title={({ name }) => name}
      badges={({ status, version }) => (
        <>
          <Badge value={status} /> <span class="quiet">{m.workflows.version(version)}</span>
        </>
      )}
      actions={({ status }) =>
        can('WRITE_WORKFLOW') && (
          <>
            {status !== 'active' && (
              <ActionButton
                kind="primary"
                icon="play"
                run={() => change('POST', `${path}/status`, { status: 'active' })}
                done={m.workflows.activated}
              >
                {m.workflows.activate}
              </ActionButton>
            )}
            {status === 'active' && (
              <ActionButton
                run={() => change('POST', `${path}/status`, { status: 'inactive' })}
                done={m.workflows.deactivated}
              >
                {m.workflows.deactivate}
              </ActionButton>
            )}
          </>
        )
      }
      editing={({ name, description, version }) => ({
        permission: 'WRITE_WORKFLOW',
        fields: [
          { name: 'name', label: m.fields.name, required: true },
          { name: 'description', label: m.fields.description, wide: true },
        ],
        initial: { name, description },
        save: (changed) => change('PATCH', path, changed, version),
      })}
    >
      {(data) => (
        <>
          {data.description && <p class="quiet">{data.description}</p>}
          <Tabs
            label={data.name}
            value={tab}
            onChange={(name) => setQuery({ tab: name })}
            tabs={[
              ['graph', m.workflows.graph],
              ['test', m.workflows.testReplay],
              ['runs', m.workflows.runs],
              ['versions', m.workflows.versions],
            ]}
          />
          {tab === 'graph' && <Editor key={data.version} workflow={data} />}
          {tab === 'test' && <Try workflowId={data.id} />}
          {tab === 'runs' && <Runs id={id} />}
          {tab === 'versions' && <Versions id={id} />}
        </>
      )}
    </DetailPage>
  );
}

/** Building blocks, as far as the editor needs them. */
interface Schema {
  readonly actions: readonly { readonly key: string; readonly title: string; readonly edgeType: string }[];
  readonly nodeTypes: readonly string[];
}

/** The graph and its selected node. Refusals of a save are shown at the node. */
function Editor({ workflow }: { workflow: Workflow }) {
  const [nodes, setNodes] = useState(workflow.nodes);
  const [edges, setEdges] = useState(workflow.edges);
  const [trigger, setTrigger] = useState<unknown>(workflow.trigger);
  const [chosen, setChosen] = useState<string | undefined>(workflow.nodes[0]?.nodeKey);
  const [problems, setProblems] = useState<readonly GraphProblem[]>([]);
  const [edited, setEdited] = useState<ReadonlySet<string>>(new Set());
  const node = nodes.find(({ nodeKey }) => nodeKey === chosen);
  const isDirty = nodes !== workflow.nodes || edges !== workflow.edges || trigger !== workflow.trigger;
  const mayWrite = can('WRITE_WORKFLOW');
  const schema = useLive<Schema>('/v1/workflows/schema', {}, 0);
  const branching = useMemo(
    () =>
      new Set(
        schema.data?.actions.filter(({ edgeType }) => edgeType === 'decision').map(({ key }) => key) ?? [],
      ),
    [schema.data],
  );
  const exits = node ? exitsOf(node, branching) : [];
  const replace = (next: Node) => {
    setNodes(nodes.map((given) => (given.nodeKey === next.nodeKey ? next : given)));
    setEdited(new Set([...edited, next.nodeKey]));
  };
  const save = async () => {
    try {
      await change(
        'PATCH',
        `/v1/workflows/${workflow.id}`,
        { nodes, edges, trigger, editedNodeKeys: [...edited] },
        workflow.version,
      );
      setProblems([]);
      toast(m.actions.saved);
      refreshAll();
    } catch (error) {
      const found = error instanceof ApiError ? error.details.problems : undefined;
      setProblems(Array.isArray(found) ? found : []);
      toast(problemOf(error), 'bad');
    }
  };
  const append = () => {
    const key = `node_${nodes.length + 1}_${Date.now().toString(36)}`;
    setNodes([...nodes, { nodeKey: key, nodeType: 'action', nodeLabel: m.workflows.newNode }]);
    if (node) setEdges([...edges, newEdge(edges, node, key, exits)]);
    setChosen(key);
    setEdited(new Set([...edited, key]));
  };
  const general = problems.filter(({ nodeKey }) => !nodeKey);
  return (
    <div class="editor">
      <Graph nodes={nodes} edges={edges} problems={problems} chosen={chosen} onChoose={setChosen} />
      {general.length > 0 && (
        <div class="notice bad" role="alert">
          <ul>
            {general.map((problem, index) => (
              <li key={index}>{problem.message}</li>
            ))}
          </ul>
        </div>
      )}
      <Section
        title={node ? (node.nodeLabel ?? node.nodeKey) : m.workflows.choose}
        actions={
          mayWrite && (
            <>
              <Button icon="plus" onClick={append}>
                {m.workflows.append}
              </Button>
              {node && !isTriggerNode(node) && (
                <Button
                  kind="danger"
                  icon="trash"
                  onClick={() => {
                    setNodes(nodes.filter((given) => given !== node));
                    setEdges(
                      edges.filter(
                        ({ sourceNodeKey, targetNodeKey }) =>
                          sourceNodeKey !== node.nodeKey && targetNodeKey !== node.nodeKey,
                      ),
                    );
                    setChosen(undefined);
                  }}
                >
                  {m.actions.remove}
                </Button>
              )}
              <Button kind="primary" disabled={!isDirty} onClick={() => void save()}>
                {m.actions.save}
              </Button>
            </>
          )
        }
      >
        {node && (
          <NodeForm
            key={node.nodeKey}
            node={node}
            problems={problems.filter(({ nodeKey }) => nodeKey === node.nodeKey)}
            onChange={replace}
            trigger={trigger}
            onTrigger={setTrigger}
            schema={schema.data}
            disabled={!mayWrite}
          />
        )}
        {node && (
          <Exits
            node={node}
            nodes={nodes}
            edges={edges}
            exits={exits}
            disabled={!mayWrite}
            onChange={setEdges}
          />
        )}
      </Section>
    </div>
  );
}

function NodeForm({
  node,
  problems,
  onChange,
  trigger,
  onTrigger,
  schema,
  disabled,
}: {
  node: Node;
  problems: readonly GraphProblem[];
  onChange: (node: Node) => void;
  trigger: unknown;
  onTrigger: (trigger: unknown) => void;
  schema: Schema | undefined;
  disabled: boolean;
}) {
  const config =
    node.nodeType === 'filter' || node.nodeType === 'switch' ? 'nodeFilterConfig' : 'nodeActionConfig';
  return (
    <div class="form">
      {problems.map((problem, index) => (
        <p key={index} class="problem" role="alert">
          {problem.field && <code>{problem.field}</code>} {problem.message}
        </p>
      ))}
      <div class="fields">
        <label class="field">
          {m.fields.name}
          <input
            value={node.nodeLabel ?? ''}
            disabled={disabled}
            onInput={(event) => onChange({ ...node, nodeLabel: event.currentTarget.value })}
          />
        </label>
        {!isTriggerNode(node) && (
          <label class="field">
            {m.workflows.kind}
            <select
              value={node.nodeType}
              disabled={disabled}
              onChange={(event) => onChange({ ...node, nodeType: event.currentTarget.value })}
            >
              {(schema?.nodeTypes ?? [node.nodeType])
                .filter((type) => type !== 'trigger')
                .map((type) => (
                  <option key={type} value={type}>
                    {words(type)}
                  </option>
                ))}
            </select>
          </label>
        )}
        {node.nodeType === 'action' && (
          <label class="field">
            {m.workflows.action}
            <select
              value={node.nodeAction ?? ''}
              disabled={disabled}
              onChange={(event) => onChange({ ...node, nodeAction: event.currentTarget.value })}
            >
              <option value="">{m.form.choose}</option>
              {(schema?.actions ?? []).map(({ key, title }) => (
                <option key={key} value={key}>
                  {title}
                </option>
              ))}
            </select>
          </label>
        )}
        {isTriggerNode(node) ? (
          <JsonInput
            label={m.workflows.triggerConfig}
            value={trigger}
            disabled={disabled}
            onChange={onTrigger}
          />
        ) : (
          <JsonInput
            key={config}
            label={config === 'nodeFilterConfig' ? m.workflows.conditions : m.workflows.config}
            value={node[config] ?? (config === 'nodeFilterConfig' ? [] : {})}
            disabled={disabled}
            onChange={(value) => onChange({ ...node, [config]: value })}
          />
        )}
      </div>
    </div>
  );
}

/** A value as JSON text; text that is not JSON yet changes nothing. */
function JsonInput({
  label,
  value,
  disabled,
  onChange,
}: {
  label: string;
  value: unknown;
  disabled: boolean;
  onChange: (value: unknown) => void;
}) {
  const [text, setText] = useState(() => JSON.stringify(value, null, 2));
  const [wrong, setWrong] = useState(false);
  return (
    <label class="field wide">
      {label}
      <textarea
        class="code"
        rows={8}
        value={text}
        disabled={disabled}
        aria-invalid={wrong}
        onInput={(event) => {
          setText(event.currentTarget.value);
          try {
            onChange(JSON.parse(event.currentTarget.value));
            setWrong(false);
          } catch {
            setWrong(true);
          }
        }}
      />
      {wrong && <span class="error">{m.workflows.notJson}</span>}
    </label>
  );
}

function Runs({ id }: { id: string }) {
  const [list] = useState<ListDefinition<Execution>>(() => ({
    id: 'runs',
    title: m.workflows.runs,
    source: {
      kind: 'offset',
      path: `/v1/workflows/${id}/executions`,
      rows: (reply: Page<Execution>) => reply.results,
      total: (reply: Page<Execution>) => reply.totalCount,
      limit: 100,
    },
    keyOf: (run) => run.id,
    href: (run) => `/workflow-runs/${run.id}`,
    columns: [
      { id: 'at', label: m.fields.created, show: ({ createdAt }) => dateTime(createdAt) },
      { id: 'status', label: m.fields.status, show: ({ status }) => <Badge value={status} /> },
      { id: 'by', label: m.workflows.startedBy, minor: true, show: ({ startedBy }) => startedBy.name },
      { id: 'problem', label: m.workflows.problem, share: 1.6, show: ({ problem }) => problem ?? m.none },
    ],
    empty: { icon: 'workflows', title: m.workflows.noRuns, text: m.workflows.noRunsText },
  }));
  return (
    <div class="nested">
      <ListPage nested definition={list} />
    </div>
  );
}

function Versions({ id }: { id: string }) {
  const versions = useLive<{
    readonly versions: readonly { version: number; nodeCount: number; createdAt: string }[];
  }>(`/v1/workflows/${id}/versions`, {}, 10_000);
  const [shown, setShown] = useState<unknown>();
  if (!versions.data) return <Skeleton lines={4} />;
  return (
    <Section title={m.workflows.versions}>
      <ul class="rows">
        {versions.data.versions.map(({ version, nodeCount, createdAt }) => (
          <li key={version}>
            <strong>{m.workflows.version(version)}</strong>
            <span class="quiet">
              {dateTime(createdAt)} · {m.workflows.nodeCount(nodeCount)}
            </span>
            <Button onClick={() => void get(`/v1/workflows/${id}/versions/${version}/diff`).then(setShown)}>
              {m.workflows.diff}
            </Button>
          </li>
        ))}
      </ul>
      {shown !== undefined && (
        <Dialog wide title={m.workflows.diff} onClose={() => setShown(undefined)}>
          <pre>{JSON.stringify(shown, null, 2)}</pre>
        </Dialog>
      )}
    </Section>
  );
}

/** One run with its steps. */
export function WorkflowRunPage({ params }: { params: Readonly<Record<string, string>> }) {
  const path = `/v1/workflow-executions/${encodeURIComponent(params.id ?? '')}`;
  return (
    <DetailPage
      live={useLive<Execution>(path)}
      back={['/workflows', m.workflows.title]}
      title={({ workflowName }) => workflowName}
      badges={({ status, version }) => (
        <>
          <Badge value={status} /> <span class="quiet">{m.workflows.version(version)}</span>
        </>
      )}
      facts={(run) => [
        [m.workflows.startedBy, run.startedBy.name],
        [m.fields.created, dateTime(run.createdAt)],
        [m.optimization.ended, dateTime(run.completedAt)],
        [m.workflows.problem, run.problem],
        [
          m.orders.title,
          run.orderIds.map((id) => (
            <div key={id}>
              <OrderLink id={id} />
            </div>
          )),
        ],
        [
          m.workflows.one,
          <a key="workflow" href={`#/workflows/${run.workflowId}`}>
            {run.workflowName}
          </a>,
        ],
      ]}
      actions={({ status }) =>
        can('WRITE_WORKFLOW') && (
          <>
            {status === 'failed' && (
              <ActionButton
                icon="refresh"
                run={() => change('POST', `${path}/retry`)}
                done={m.workflows.retried}
              >
                {m.actions.retry}
              </ActionButton>
            )}
            {status === 'paused' && (
              <ActionButton run={() => change('POST', `${path}/resume`)} done={m.actions.saved}>
                {m.workflows.resume}
              </ActionButton>
            )}
            {['running', 'queued', 'pending'].includes(status) && (
              <ActionButton run={() => change('POST', `${path}/pause`)} done={m.actions.saved}>
                {m.workflows.pause}
              </ActionButton>
            )}
            {['running', 'queued', 'pending', 'paused'].includes(status) && (
              <ActionButton
                kind="danger"
                run={() => change('POST', `${path}/cancel`)}
                done={m.deliveries.canceled}
              >
                {m.actions.cancel}
              </ActionButton>
            )}
          </>
        )
      }
    >
      {(run) => (
        <Section title={m.workflows.steps}>
          {(run.steps?.length ?? 0) === 0 ? (
            <EmptyState icon="workflows" title={m.workflows.noSteps} />
          ) : (
            <Steps steps={run.steps ?? []} />
          )}
        </Section>
      )}
    </DetailPage>
  );
}
