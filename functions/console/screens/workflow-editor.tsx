import { useMemo, useState } from 'preact/hooks';
import { ApiError, change } from '../kit/api.ts';
import { words } from '../kit/format.ts';
import { refreshAll, useLive } from '../kit/live.ts';
import { can } from '../kit/me.ts';
import { Button, problemOf, Section, toast } from '../kit/ui.tsx';
import { m } from '../messages.ts';
import { Exits, exitsOf, newEdge } from './workflow-exits.tsx';
import { Graph, type GraphProblem, isTriggerNode, type Node } from './workflow-graph.tsx';
import type { Workflow } from './workflows.tsx';

/** Building blocks, as far as the editor needs them. */
interface Schema {
  readonly actions: readonly { readonly key: string; readonly title: string; readonly edgeType: string }[];
  readonly nodeTypes: readonly string[];
}

/** The graph and its selected node. Refusals of a save are shown at the node. */
export function Editor({ workflow }: { workflow: Workflow }) {
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
