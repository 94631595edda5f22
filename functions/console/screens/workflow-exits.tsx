import { Button } from '../kit/ui.tsx';
import { automationTexts } from '../texts/texts.ts';
import { ELSE, type Exit, through } from './workflow-blocks.ts';
import { type Edge, isTriggerNode, type Node } from './workflow-definition.ts';

/** A new connection between two nodes: by the first way out of the source that leads nowhere yet. */
export function newEdge(edges: readonly Edge[], from: Node, targetKey: string, exits: readonly Exit[]): Edge {
  const own = edges.filter(({ sourceNodeKey }) => sourceNodeKey === from.nodeKey);
  const isFree = (exit: Exit) => !own.some((edge) => keyOf(edge) === keyOf(exit));
  const exit = exits.find(isFree) ?? exits[0] ?? { edgeType: 'default' };
  const taken = new Set(edges.map(({ edgeKey }) => edgeKey));
  let number = edges.length + 1;
  while (taken.has(`edge_${number}`)) number += 1;
  return {
    edgeKey: `edge_${number}`,
    sourceNodeKey: from.nodeKey,
    targetNodeKey: targetKey,
    executionOrder: own.length + 1,
    ...exit,
  };
}

const keyOf = ({ edgeType = 'default', branchKey = '' }: Partial<Exit>) => `${edgeType} ${branchKey}`;

/** A way out in words: the branch of a decision, or what has to be the case. */
export function exitName({ edgeType = 'default', branchKey }: Partial<Exit>): string {
  if (edgeType !== 'decision') return automationTexts.editor.exits[edgeType] ?? edgeType;
  return branchKey === ELSE
    ? automationTexts.editor.otherwise
    : (automationTexts.editor.branches[branchKey ?? ''] ?? branchKey ?? '');
}

/** The connections that leave a node: the ways out that they use, and the nodes to which they lead. */
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
  exits: readonly Exit[];
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
    <fieldset class="exits" disabled={disabled}>
      <legend>{automationTexts.workflows.exits}</legend>
      {own.length === 0 && <p class="quiet">{automationTexts.workflows.end}</p>}
      <ul class="rows">
        {own.map((edge) => (
          <li key={edge.edgeKey}>
            <label>
              <span class="visually-hidden">{automationTexts.workflows.exit}</span>
              <select
                value={keyOf(edge)}
                disabled={exits.length < 2}
                onChange={(event) => {
                  const exit = exits.find((one) => keyOf(one) === event.currentTarget.value);
                  if (exit) replace(through(edge, exit));
                }}
              >
                {!exits.some((exit) => keyOf(exit) === keyOf(edge)) && (
                  <option value={keyOf(edge)}>{exitName(edge)}</option>
                )}
                {exits.map((exit) => (
                  <option key={keyOf(exit)} value={keyOf(exit)}>
                    {exitName(exit)}
                  </option>
                ))}
              </select>
            </label>
            <label class="exit-target">
              <span class="visually-hidden">{automationTexts.workflows.next}</span>
              <select
                value={edge.targetNodeKey}
                onChange={(event) => replace({ ...edge, targetNodeKey: event.currentTarget.value })}
              >
                {others.map(({ nodeKey }) => (
                  <option key={nodeKey} value={nodeKey}>
                    {nameOf(nodeKey)}
                  </option>
                ))}
              </select>
            </label>
            {!disabled && (
              <Button
                kind="ghost"
                icon="trash"
                label={automationTexts.workflows.disconnect(nameOf(edge.targetNodeKey))}
                onClick={() => onChange(edges.filter((given) => given !== edge))}
              />
            )}
          </li>
        ))}
      </ul>
      {!disabled && first && (
        <Button icon="plus" onClick={() => onChange([...edges, newEdge(edges, node, first.nodeKey, exits)])}>
          {automationTexts.workflows.connect}
        </Button>
      )}
    </fieldset>
  );
}
