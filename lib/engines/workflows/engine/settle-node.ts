import type { Exit, PlanNode } from './plan.ts';
import { finish } from './run-action.ts';
import { releaseBytes } from './run-bytes.ts';
import type { Work } from './work.ts';

/** Uses the awaited result of a background node. */
export function settleNode(work: Work, node: PlanNode): Exit | undefined | 'pending' {
  const pending = work.pending[node.key];
  if (pending?.result === undefined || node.work.kind !== 'action') return 'pending';
  delete work.pending[node.key];
  const { bound } = node.work;
  const environment = work.input.environment ?? {};
  const settled = bound.settle?.({ environment }, pending.result) ?? { kind: 'completed', outputs: {} };
  const { startedAt, nodeVariables, missing } = pending;
  releaseBytes(work, { nodeVariables, missing });
  return finish(work, node, settled, { createdAt: startedAt, nodeVariables, missing });
}
