import { findAction, type KnownAction } from '../actions/action-catalogue.ts';
import type { BoundAction } from '../actions/define-action.ts';
import type { WorkflowNode } from '../definition/definition-schema.ts';
import type { Environment } from '../definition/environment.ts';
import type { NodeOutputs } from '../variables/resolve-variable.ts';

/** What nodes without an action publish (specification 2.7). */
export const OUTPUTS_OF_NODES: Readonly<Record<'filter' | 'switch', NodeOutputs>> = Object.freeze({
  filter: { result: 'boolean', status: 'text' },
  switch: { branch: 'text', status: 'text' },
});

/** The action of an action node with its config, or undefined when there is no such action or config. */
export function bindAction(node: WorkflowNode): BoundAction<KnownAction> | undefined {
  if (node.nodeType !== 'action' || node.nodeAction === undefined) return undefined;
  const bound = findAction(node.nodeAction)?.bind(node.nodeActionConfig ?? {});
  return bound === undefined || 'issues' in bound ? undefined : bound;
}

/** What a node publishes, by name without the leading `__`. */
export function nodeOutputs(
  node: WorkflowNode,
  bound: BoundAction | undefined,
  environment: Environment,
): NodeOutputs {
  if (node.nodeType === 'filter' || node.nodeType === 'switch') return OUTPUTS_OF_NODES[node.nodeType];
  return bound?.outputs(environment) ?? {};
}
