import type {
  WorkflowDefinition,
  WorkflowEdge,
  WorkflowNode,
  WorkflowTrigger,
} from '../../../engines/workflows/index.ts';

/** A ready-made workflow that an organization can start from. */
export interface WorkflowTemplate {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly definition: WorkflowDefinition;
}

/** Declares a template whose nodes follow each other; the node after a filter is reached when the filter holds. */
export function defineTemplate(template: {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly trigger: Omit<WorkflowTrigger, 'triggerType'>;
  readonly steps: readonly Omit<WorkflowNode, 'nodeType'>[];
}): WorkflowTemplate {
  const { id, name, description, trigger, steps } = template;
  const nodes: WorkflowNode[] = [
    { nodeKey: 'start', nodeType: 'trigger' },
    ...steps.map((step) => ({
      ...step,
      nodeType: step.nodeAction === undefined ? ('filter' as const) : ('action' as const),
    })),
  ];
  const edges: WorkflowEdge[] = nodes.slice(1).map(({ nodeKey }, index) => {
    const source = nodes[index];
    return {
      edgeKey: `to-${nodeKey}`,
      sourceNodeKey: source?.nodeKey ?? '',
      targetNodeKey: nodeKey,
      executionOrder: 0,
      edgeType: source?.nodeType === 'filter' ? 'success' : 'default',
    };
  });
  return Object.freeze({
    id,
    name,
    description,
    definition: { nodes, edges, trigger: { ...trigger, triggerType: 'event' as const } },
  });
}
