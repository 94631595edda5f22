import { functionTarget } from './function-target.ts';
import { queueTarget } from './queue-target.ts';
import { stateMachineTarget } from './state-machine-target.ts';
import type { TargetKind } from './target.ts';

const KINDS: readonly TargetKind[] = [functionTarget, queueTarget, stateMachineTarget];

/** The kind of target behind an ARN; undefined when it is not run here. */
export function findTarget(arn: string): TargetKind | undefined {
  return KINDS.find((kind) => kind.arn.test(arn));
}
