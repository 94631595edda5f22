import { nearestMatch } from '../../../platform/core/nearest-match.ts';
import type { BoundAction } from '../actions/define-action.ts';
import type { WorkflowEdge, WorkflowNode } from '../definition/definition-schema.ts';
import { ELSE_BRANCH } from '../filters/condition-schema.ts';
import { own } from '../json.ts';
import type { Report } from './problem.ts';

/** Checks that each edge is of a kind its source can have, and that a branch has one edge at most. */
export function checkEdges(
  nodes: readonly WorkflowNode[],
  edges: readonly WorkflowEdge[],
  bound: ReadonlyMap<string, BoundAction | undefined>,
  report: Report,
): void {
  const byKey = new Map(nodes.map((node) => [node.nodeKey, node]));
  const taken = new Set<string>();
  for (const edge of edges) {
    const source = byKey.get(edge.sourceNodeKey);
    if (source === undefined) continue;
    const { edgeKey, edgeType = 'default', branchKey } = edge;
    const kinds = kindsFrom(source, bound.get(source.nodeKey));
    if (!kinds.includes(edgeType)) {
      const message = `Edges from "${source.nodeKey}", a ${source.nodeType} node, have the type ${kinds.join(' or ')}, not ${edgeType}.`;
      report({ code: 'edge.kind', edgeKey, nodeKey: source.nodeKey, field: 'edgeType', message });
      continue;
    }
    if (edgeType !== 'decision') {
      if (branchKey === undefined) continue;
      const message = `Only decision edges have a branchKey; this edge has the type ${edgeType}.`;
      report({ code: 'edge.branch-unexpected', edgeKey, field: 'branchKey', message });
    } else if (branchKey === undefined) {
      const message = 'A decision edge must name its branch in branchKey.';
      report({ code: 'edge.branch-missing', edgeKey, field: 'branchKey', message });
    } else {
      checkBranch(edge, branchKey, branchesOf(source, bound.get(source.nodeKey)), taken, report);
    }
  }
}

function checkBranch(
  { edgeKey, sourceNodeKey }: WorkflowEdge,
  branchKey: string,
  branches: readonly string[] | undefined,
  taken: Set<string>,
  report: Report,
): void {
  if (branches !== undefined && !branches.includes(branchKey)) {
    const message = `"${sourceNodeKey}" has no branch "${branchKey}"; it has ${branches.join(', ')}.`;
    const suggestion = () => nearestMatch(branchKey, branches);
    report({ code: 'edge.branch-unknown', edgeKey, field: 'branchKey', message, suggestion });
  }
  const branch = JSON.stringify([sourceNodeKey, branchKey]);
  if (taken.has(branch)) {
    const message = `The branch "${branchKey}" of "${sourceNodeKey}" already has an edge.`;
    report({ code: 'edge.branch-twice', edgeKey, nodeKey: sourceNodeKey, field: 'branchKey', message });
  }
  taken.add(branch);
}

function kindsFrom(node: WorkflowNode, bound: BoundAction | undefined): readonly string[] {
  if (node.nodeType === 'filter') return ['success', 'negative'];
  if (node.nodeType === 'switch') return ['decision'];
  // An action whose config is broken is reported as such; its edges are then not judged by it.
  if (node.nodeType === 'action' && bound === undefined) return ['default', 'decision'];
  return bound?.action.branching === true ? ['decision'] : ['default'];
}

function branchesOf(node: WorkflowNode, bound: BoundAction | undefined): readonly string[] | undefined {
  if (node.nodeType === 'action') return bound?.branches;
  const cases = (node.nodeFilterConfig ?? []).map((raw) => own(raw, 'key'));
  return [...cases.filter((key) => typeof key === 'string'), ELSE_BRANCH];
}
