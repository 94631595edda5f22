/** A definition for the documentation. */
export const definitionExample = {
  nodes: [
    { nodeKey: 'start', nodeType: 'trigger' as const },
    {
      nodeKey: 'valuable',
      nodeType: 'filter' as const,
      nodeFilterConfig: [{ field: 'order.valueCents', operator: 'greater_than', value: 50_000 }],
    },
    {
      nodeKey: 'tag',
      nodeType: 'action' as const,
      nodeAction: 'add_tag',
      nodeActionConfig: { tag: 'high-value' },
    },
  ],
  edges: [
    { edgeKey: 'e1', sourceNodeKey: 'start', targetNodeKey: 'valuable', executionOrder: 0 },
    {
      edgeKey: 'e2',
      sourceNodeKey: 'valuable',
      targetNodeKey: 'tag',
      executionOrder: 0,
      edgeType: 'success' as const,
    },
  ],
  trigger: { triggerType: 'event' as const, eventName: 'order.created' },
};

export const workflowRowExample = {
  id: 'wf_01JD8Z6Q4T9V2N5X7C3B1M0K8H',
  name: 'Tag high-value orders',
  description: null,
  status: 'active' as const,
  version: 2,
  trigger: definitionExample.trigger,
  nodeCount: 3,
  createdAt: '2026-03-05T01:11:51.000Z',
  updatedAt: '2026-03-06T09:30:00.000Z',
};

export const workflowExample = { ...workflowRowExample, ...definitionExample, sweep: null };

export const versionExample = {
  workflowId: workflowRowExample.id,
  version: 2,
  ...definitionExample,
  createdAt: '2026-03-06T09:30:00.000Z',
};
