import { ELSE_BRANCH } from '../filters/condition-schema.ts';
import { limits } from '../limits.ts';
import { branchExit, type Exit, type NodeWork, type PlanNode } from './plan.ts';
import { publishSmall, recordStep, variablesInHand } from './record-step.ts';
import { runAction } from './run-action.ts';
import type { Work } from './work.ts';

/**
 * Runs a node that a run has reached and returns the exit by which the run continues: undefined ends the path,
 * `pending` awaits a result.
 */
export function runNode(work: Work, node: PlanNode): Exit | undefined | 'pending' {
  const { work: task } = node;
  // A disabled node is skipped and leaves no record (decision 44).
  if (!node.enabled) return task.kind === 'filter' ? 'success' : 'default';
  work.nodes += 1;
  if (work.nodes > limits.nodes) {
    recordStep(work, node, 'failed', { reason: `A run may visit at most ${limits.nodes} nodes.` });
    return undefined;
  }
  switch (task.kind) {
    case 'trigger':
      recordStep(work, node, 'completed', {});
      return 'default';
    case 'filter':
      return runFilter(work, node, task);
    case 'switch':
      return runSwitch(work, node, task);
    case 'action':
      return runAction(work, node, task);
    case 'broken':
      recordStep(work, node, 'failed', { reason: task.reason });
      return undefined;
  }
}

const HELD = Object.freeze({ result: true, status: 'completed' });
const DID_NOT_HOLD = Object.freeze({ result: false, status: 'completed' });
const UNDECIDED = Object.freeze({ status: 'error' });

function runFilter(work: Work, node: PlanNode, task: NodeWork & { kind: 'filter' }): Exit | undefined {
  const answer = task.evaluate(work);
  if (typeof answer !== 'boolean') return undecided(work, node, `${answer.field}: ${answer.reason}`);
  const nodeVariables = variablesInHand(work, node);
  const outputs = answer ? HELD : DID_NOT_HOLD;
  publishSmall(work, node, outputs);
  const status = answer ? 'completed_filter_success' : 'completed_filter_negative';
  recordStep(work, node, status, { nodeVariables, outputs });
  return answer ? 'success' : 'negative';
}

/** The first case that holds wins; one before it that cannot be evaluated leaves the switch undecided. */
function runSwitch(work: Work, node: PlanNode, task: NodeWork & { kind: 'switch' }): Exit | undefined {
  let branch = ELSE_BRANCH;
  for (const { key, evaluate } of task.cases) {
    const answer = evaluate(work);
    if (typeof answer !== 'boolean') {
      return undecided(work, node, `case "${key}": ${answer.field}: ${answer.reason}`);
    }
    if (!answer) continue;
    branch = key;
    break;
  }
  const nodeVariables = variablesInHand(work, node);
  const outputs = { branch, status: 'completed' };
  publishSmall(work, node, outputs);
  const status = branch === ELSE_BRANCH ? 'completed_filter_negative' : 'completed_filter_success';
  recordStep(work, node, status, { nodeVariables, outputs });
  return branchExit(branch);
}

/** Neither edge is followed; the run continues on its other paths (decision 45). */
function undecided(work: Work, node: PlanNode, reason: string): undefined {
  const nodeVariables = variablesInHand(work, node);
  publishSmall(work, node, UNDECIDED);
  recordStep(work, node, 'completed_filter_error', { nodeVariables, outputs: UNDECIDED, reason });
  return undefined;
}
