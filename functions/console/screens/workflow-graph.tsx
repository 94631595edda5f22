import { titleOfAction } from '../kit/api-names.ts';
import { words } from '../kit/format.ts';
import { automationTexts } from '../texts/texts.ts';
import { type Edge, type GraphProblem, isTriggerNode, type Node } from './workflow-definition.ts';
import { exitName } from './workflow-exits.tsx';
import './workflow-graph.css';

const WIDTH = 190;
const HEIGHT = 56;
const GAP_X = 60;

/** Width of a letter on a connection, and of the space around the word. Pixels. */
const LETTER = 6.5;
const AROUND = 14;

const GAP_Y = 22;

interface Placed {
  readonly node: Node;
  readonly x: number;
  readonly y: number;
}

/**
 * Places nodes in columns by the longest path from the start, and within a column in the order of their predecessors.
 */
export function placeNodes(nodes: readonly Node[], edges: readonly Edge[], gap = GAP_X): readonly Placed[] {
  const depth = new Map(nodes.map(({ nodeKey }) => [nodeKey, 0]));
  // A workflow has no cycles, but a draft may have some: as many rounds as there are nodes always suffice.
  for (let round = 0; round < nodes.length; round++) {
    let changed = false;
    for (const { sourceNodeKey, targetNodeKey } of edges) {
      const next = (depth.get(sourceNodeKey) ?? 0) + 1;
      if (next > (depth.get(targetNodeKey) ?? 0) && next <= nodes.length) {
        depth.set(targetNodeKey, next);
        changed = true;
      }
    }
    if (!changed) break;
  }
  const columns = Map.groupBy(nodes, ({ nodeKey }) => depth.get(nodeKey) ?? 0);
  const rows = new Map<string, number>();
  const placed: Placed[] = [];
  for (const column of [...columns.keys()].toSorted((a, b) => a - b)) {
    const wish = (key: string) => {
      const from = edges
        .filter(({ targetNodeKey }) => targetNodeKey === key)
        .map(({ sourceNodeKey }) => rows.get(sourceNodeKey) ?? 0);
      return from.length === 0 ? 0 : from.reduce((sum, row) => sum + row, 0) / from.length;
    };
    let next = 0;
    for (const node of (columns.get(column) ?? []).toSorted((a, b) => wish(a.nodeKey) - wish(b.nodeKey))) {
      const row = Math.max(next, Math.floor(wish(node.nodeKey)));
      next = row + 1;
      rows.set(node.nodeKey, row);
      placed.push({ node, x: column * (WIDTH + gap), y: row * (HEIGHT + GAP_Y) });
    }
  }
  return placed;
}

/** A workflow drawn from its definition. Nodes are buttons and show their problems. */
export function Graph({
  nodes,
  edges,
  problems,
  chosen,
  onChoose,
}: {
  nodes: readonly Node[];
  edges: readonly Edge[];
  problems: readonly GraphProblem[];
  chosen: string | undefined;
  onChoose: (key: string) => void;
}) {
  // The names of the ways out are read between the columns.
  const longest = Math.max(...edges.map((edge) => labelOf(edge).length), 0);
  const gap = Math.max(GAP_X, longest * LETTER + AROUND);
  const placed = placeNodes(nodes, edges, gap);
  const at = new Map(placed.map((place) => [place.node.nodeKey, place]));
  const width = Math.max(...placed.map(({ x }) => x), 0) + WIDTH;
  const height = Math.max(...placed.map(({ y }) => y), 0) + HEIGHT;
  return (
    <div class="graph" role="group" aria-label={automationTexts.workflows.graph}>
      <div style={{ width: `${width}px`, height: `${height}px` }}>
        <svg width={width} height={height} aria-hidden="true">
          {edges.map((edge) => {
            const { edgeKey, sourceNodeKey, targetNodeKey, edgeType } = edge;
            const [from, to] = [at.get(sourceNodeKey), at.get(targetNodeKey)];
            if (!from || !to) return null;
            const [x1, y1, x2, y2] = [from.x + WIDTH, from.y + HEIGHT / 2, to.x, to.y + HEIGHT / 2];
            const label = labelOf(edge);
            return (
              <g key={edgeKey} class={edgeType}>
                <path d={`M${x1} ${y1} C${x1 + gap / 2} ${y1} ${x2 - gap / 2} ${y2} ${x2} ${y2}`} />
                <circle cx={x2} cy={y2} r="3" />
                {label && (
                  <text x={x1 + 6} y={y1 + (y2 >= y1 ? 14 : -6)}>
                    {label}
                  </text>
                )}
              </g>
            );
          })}
        </svg>
        {placed.map(({ node, x, y }) => {
          const own = problems.filter(({ nodeKey }) => nodeKey === node.nodeKey);
          return (
            <button
              key={node.nodeKey}
              type="button"
              class={`node ${node.nodeType} ${own.length > 0 ? 'wrong' : ''} ${node.isEnabled === false ? 'off' : ''}`}
              aria-pressed={node.nodeKey === chosen}
              style={{ left: `${x}px`, top: `${y}px`, width: `${WIDTH}px`, height: `${HEIGHT}px` }}
              onClick={() => onChoose(node.nodeKey)}
            >
              <span class="node-kind">
                {isTriggerNode(node)
                  ? automationTexts.workflows.trigger
                  : node.nodeAction
                    ? titleOfAction({ key: node.nodeAction, title: words(node.nodeAction) })
                    : words(node.nodeType)}
              </span>
              <span class="node-name">{node.nodeLabel ?? node.nodeKey}</span>
              {own.length > 0 && (
                <span class="node-problem">{automationTexts.workflows.problems(own.length)}</span>
              )}
            </button>
          );
        })}
      </div>
    </div>
  );
}

/** What a connection says: nothing where it is the only way on. */
function labelOf({ edgeType = 'default', branchKey }: Edge): string {
  if (edgeType === 'default') return '';
  return exitName({ edgeType, ...(branchKey === undefined ? {} : { branchKey }) });
}
