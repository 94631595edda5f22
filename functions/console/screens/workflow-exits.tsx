import { words } from '../kit/format.ts';
import { Button } from '../kit/ui.tsx';
import { m } from '../messages.ts';
import { type Edge, isTriggerNode, type Node } from './workflow-graph.tsx';

/** Exits of a node besides those of branching actions, which the schema lists. */
const EXITS: Readonly<Record<string, readonly string[]>> = {
  filter: ['success', 'negative'],
  switch: ['decision'],
};

/** The exits of a node; `branching` are the actions whose exits are branches. */
export function exitsOf(node: Node, branching: ReadonlySet<string>): readonly string[] {
  return EXITS[node.nodeType] ?? (branching.has(node.nodeAction ?? '') ? ['decision'] : ['default']);
}

/** A new connection between two nodes, from the first exit of the source. */
export function newEdge(
  edges: readonly Edge[],
  from: Node,
  targetKey: string,
  exits: readonly string[],
): Edge {
  const [exit = 'default'] = exits;
  const taken = new Set(edges.map(({ edgeKey }) => edgeKey));
  let number = edges.length + 1;
  while (taken.has(`edge_${number}`)) number += 1;
  return {
    edgeKey: `edge_${number}`,
    sourceNodeKey: from.nodeKey,
    targetNodeKey: targetKey,
    executionOrder: edges.filter(({ sourceNodeKey }) => sourceNodeKey === from.nodeKey).length + 1,
    edgeType: exit,
    ...(exit === 'decision' ? { branchKey: '' } : {}),
  };
}

/** The connections that leave a node: the nodes to which they lead, and the exits that they use. */
export function Exits({
  node,
  nodes,
  edges,
  exits,
  disabled,
  onChange,
}: {
  node: Node;
  nodes: readonly Node[];
  edges: readonly Edge[];
  exits: readonly string[];
  disabled: boolean;
  onChange: (edges: readonly Edge[]) => void;
}) {
  const own = edges.filter(({ sourceNodeKey }) => sourceNodeKey === node.nodeKey);
  const others = nodes.filter((other) => other.nodeKey !== node.nodeKey && !isTriggerNode(other));
  const nameOf = (key: string) => nodes.find(({ nodeKey }) => nodeKey === key)?.nodeLabel ?? key;
  const replace = (next: Edge) =>
    onChange(edges.map((edge) => (edge.edgeKey === next.edgeKey ? next : edge)));
  const [first] = others;
  return (
    <fieldset class="exits">
      <legend>{m.workflows.exits}</legend>
      {own.length === 0 && <p class="quiet">{m.workflows.end}</p>}
      <ul class="rows">
        {own.map((edge) => (
          <li key={edge.edgeKey}>
            <label>
              <span class="visually-hidden">{m.workflows.exit}</span>
              <select
                value={edge.edgeType ?? 'default'}
                disabled={disabled || exits.length < 2}
                onChange={(event) => replace({ ...edge, edgeType: event.currentTarget.value })}
              >
                {[...new Set([...exits, edge.edgeType ?? 'default'])].map((exit) => (
                  <option key={exit} value={exit}>
                    {words(exit)}
                  </option>
                ))}
              </select>
            </label>
            <span class="exit-target">
              {edge.edgeType === 'decision' && (
                <label>
                  <span class="visually-hidden">{m.workflows.branch}</span>
                  <input
                    value={edge.branchKey ?? ''}
                    placeholder={m.workflows.branch}
                    disabled={disabled}
                    onInput={(event) => replace({ ...edge, branchKey: event.currentTarget.value })}
                  />
                </label>
              )}
              <label>
                <span class="visually-hidden">{m.workflows.next}</span>
                <select
                  value={edge.targetNodeKey}
                  disabled={disabled}
                  onChange={(event) => replace({ ...edge, targetNodeKey: event.currentTarget.value })}
                >
                  {others.map(({ nodeKey }) => (
                    <option key={nodeKey} value={nodeKey}>
                      {nameOf(nodeKey)}
                    </option>
                  ))}
                </select>
              </label>
            </span>
            {!disabled && (
              <Button
                kind="ghost"
                icon="trash"
                label={m.workflows.disconnect(nameOf(edge.targetNodeKey))}
                onClick={() => onChange(edges.filter((given) => given !== edge))}
              />
            )}
          </li>
        ))}
      </ul>
      {!disabled && first && (
        <Button icon="plus" onClick={() => onChange([...edges, newEdge(edges, node, first.nodeKey, exits)])}>
          {m.workflows.connect}
        </Button>
      )}
    </fieldset>
  );
}
