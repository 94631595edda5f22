import type { StepStatus } from '../definition/statuses.ts';
import type { Json, JsonObject } from '../json.ts';
import { limits } from '../limits.ts';
import type { PlanNode } from './plan.ts';
import { type Effect, effectKeyOf, recordable } from './run.ts';
import { reserveBytes } from './run-bytes.ts';
import type { Work } from './work.ts';

/** Content of a step besides its status. */
export interface StepDetail {
  readonly createdAt?: string;
  readonly nodeVariables?: JsonObject;
  readonly outputs?: JsonObject;
  readonly reason?: string | null;
  readonly stage?: string | null;
  readonly missing?: readonly string[] | undefined;
  readonly sent?: boolean | null;
  readonly preview?: Effect | null;
}

const NONE: JsonObject = Object.freeze({});
/** Characters counted for the outputs of a filter or switch: more than they need. */
const SMALL_OUTPUT = 128;
const NO_PATHS: readonly string[] = Object.freeze([]);

/** Records the outcome of a node and remembers why the first one failed. */
export function recordStep(work: Work, node: PlanNode, status: StepStatus, detail: StepDetail): void {
  const reason = detail.reason ?? null;
  work.statuses[node.key] = status;
  if (status === 'failed') work.failed = true;
  if (status === 'failed' || status === 'completed_filter_error') {
    work.problem ??= `${node.key}: ${reason ?? 'failed'}`;
  }
  work.steps.push({
    id: effectKeyOf(work.run.id, node.key),
    nodeKey: node.key,
    status,
    createdAt: detail.createdAt ?? work.nowText,
    nodeVariables: detail.nodeVariables ?? NONE,
    outputs: detail.outputs ?? NONE,
    reason,
    stage: detail.stage ?? null,
    missing: detail.missing ?? NO_PATHS,
    sent: detail.sent ?? null,
    preview: detail.preview ?? null,
  });
}

/** The variables a node reads with their values, long ones cut. */
export function variablesInHand(work: Work, node: PlanNode): JsonObject {
  if (node.reads.length === 0) return NONE;
  const variables: Record<string, Json> = {};
  for (const { path, read } of node.reads) variables[path] = recordable(read(work), limits.recordedValue);
  return variables;
}

/** Publishes outputs whose size is known and small: those of filters and switches. */
export function publishSmall(work: Work, node: PlanNode, outputs: JsonObject): void {
  work.bytes += SMALL_OUTPUT;
  work.outputs[node.key] = outputs;
}

/** Publishes a node's outputs; false when the run would exceed its limit. */
export function publish(work: Work, node: PlanNode, outputs: JsonObject): boolean {
  if (!reserveBytes(work, outputs)) return false;
  work.outputs[node.key] = outputs;
  return true;
}
