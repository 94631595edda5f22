import { useState } from 'preact/hooks';
import { ApiError, change } from '../kit/api.ts';
import { latePart } from '../kit/late.tsx';
import { refreshAll, useLive } from '../kit/live.ts';
import { can } from '../kit/me.ts';
import { Button, Loading, problemOf, Section, toast } from '../kit/ui.tsx';
import { m } from '../messages.ts';
import { automationTexts } from '../texts/texts.ts';
import { type Blocks, edgesFrom, exitsOf } from './workflow-blocks.ts';
import { type GraphProblem, isTriggerNode, type Node } from './workflow-definition.ts';
import type { Editing } from './workflow-draft.ts';
import { Exits, newEdge } from './workflow-exits.tsx';
import { Graph } from './workflow-graph.tsx';
import type { SampleOrder } from './workflow-sample.ts';
import type { Workflow } from './workflows.tsx';

const NodeForm = latePart(() => import('./workflow-node.tsx').then((part) => part.NodeForm));

/** The graph and the form of its selected node. Refusals of a save are shown at the field. */
export function Editor({
  workflow,
  editing,
  sample,
}: {
  workflow: Workflow;
  editing: Editing;
  sample: SampleOrder;
}) {
  const { draft, isDirty, isOvertaken } = editing;
  const { nodes, edges, trigger, edited } = draft;
  const [chosen, setChosen] = useState<string | undefined>(nodes[0]?.nodeKey);
  const [problems, setProblems] = useState<readonly GraphProblem[]>([]);
  const node = nodes.find(({ nodeKey }) => nodeKey === chosen);
  const mayWrite = can('WRITE_WORKFLOW');
  const schema = useLive<Blocks>('/v1/workflows/schema', {}, 0);
  const blocks = schema.data;
  const exits = node ? exitsOf(blocks, node) : [];
  const replace = (next: Node, renamed?: { readonly from: string; readonly to: string }) => {
    const named = renamed
      ? edges.map((edge) =>
          edge.sourceNodeKey === next.nodeKey && edge.branchKey === renamed.from
            ? { ...edge, branchKey: renamed.to }
            : edge,
        )
      : edges;
    editing.change({
      nodes: nodes.map((given) => (given.nodeKey === next.nodeKey ? next : given)),
      edges: edgesFrom(named, next, exitsOf(blocks, next)),
      edited: new Set([...edited, next.nodeKey]),
    });
  };
  const save = async () => {
    try {
      await change(
        'PATCH',
        `/v1/workflows/${workflow.id}`,
        { nodes, edges, trigger, editedNodeKeys: [...edited] },
        draft.version,
      );
      setProblems([]);
      editing.discard();
      toast(m.actions.saved);
      refreshAll();
    } catch (error) {
      const found = error instanceof ApiError ? error.details.problems : undefined;
      const listed: readonly GraphProblem[] = Array.isArray(found) ? found : [];
      setProblems(listed);
      // The form of the first problem is the one to look at.
      const first = listed.find(({ nodeKey }) => nodeKey)?.nodeKey;
      if (first && !listed.some(({ nodeKey }) => nodeKey === chosen)) setChosen(first);
      toast(listed.length > 0 ? automationTexts.editor.notSaved(listed.length) : problemOf(error), 'bad');
    }
  };
  const append = () => {
    const after = node ?? nodes.find(isTriggerNode);
    const key = `node_${nodes.length + 1}_${Date.now().toString(36)}`;
    editing.change({
      nodes: [...nodes, { nodeKey: key, nodeType: 'action', nodeLabel: automationTexts.workflows.newNode }],
      edges: after ? [...edges, newEdge(edges, after, key, exitsOf(blocks, after))] : edges,
      edited: new Set([...edited, key]),
    });
    setChosen(key);
  };
  const isOfTrigger = ({ code }: GraphProblem) => code.startsWith('trigger.');
  const general = problems.filter((problem) => !problem.nodeKey && !isOfTrigger(problem));
  return (
    <div class="editor">
      <Graph
        nodes={nodes}
        edges={edges}
        problems={problems.map((problem) =>
          isOfTrigger(problem) ? { ...problem, ...triggerKey(nodes) } : problem,
        )}
        chosen={chosen}
        onChoose={setChosen}
      />
      {isOvertaken && (
        <div class="notice" role="status">
          <p>{automationTexts.editor.overtaken}</p>
        </div>
      )}
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
        title={
          node
            ? (node.nodeLabel ?? (isTriggerNode(node) ? automationTexts.workflows.trigger : node.nodeKey))
            : automationTexts.workflows.choose
        }
        actions={
          mayWrite && (
            <>
              <Button icon="plus" onClick={append}>
                {automationTexts.workflows.append}
              </Button>
              {node && !isTriggerNode(node) && (
                <Button
                  kind="danger"
                  icon="trash"
                  onClick={() => {
                    editing.change({
                      nodes: nodes.filter((given) => given !== node),
                      edges: edges.filter(
                        ({ sourceNodeKey, targetNodeKey }) =>
                          sourceNodeKey !== node.nodeKey && targetNodeKey !== node.nodeKey,
                      ),
                    });
                    setProblems(problems.filter(({ nodeKey }) => nodeKey !== node.nodeKey));
                    setChosen(undefined);
                  }}
                >
                  {m.actions.remove}
                </Button>
              )}
              {isDirty && (
                <Button
                  onClick={() => {
                    editing.discard();
                    setProblems([]);
                  }}
                >
                  {automationTexts.editor.discard}
                </Button>
              )}
              <Button kind="primary" disabled={!isDirty} onClick={() => void save()}>
                {m.actions.save}
              </Button>
            </>
          )
        }
      >
        {node && !blocks && <Loading error={schema.error} retry={schema.refresh} lines={4} />}
        {node && blocks && (
          <fieldset class="bare" disabled={!mayWrite}>
            <NodeForm
              key={node.nodeKey}
              {...{ blocks, node, nodes, edges, trigger }}
              {...(mayWrite && !isTriggerNode(node) ? { sample } : {})}
              problems={problems.filter((problem) =>
                isTriggerNode(node) && isOfTrigger(problem) ? true : problem.nodeKey === node.nodeKey,
              )}
              onChange={replace}
              onTrigger={(next) => editing.change({ trigger: next })}
            />
          </fieldset>
        )}
        {node && (
          <Exits
            {...{ node, nodes, edges, exits }}
            disabled={!mayWrite}
            onChange={(next) => editing.change({ edges: next })}
          />
        )}
      </Section>
    </div>
  );
}

function triggerKey(nodes: readonly Node[]): { readonly nodeKey?: string } {
  const found = nodes.find(isTriggerNode);
  return found ? { nodeKey: found.nodeKey } : {};
}
