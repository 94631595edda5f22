import { cutText } from '../../../platform/core/cut-text.ts';
import type { ActionKey } from '../actions/action-catalogue.ts';
import type { BackgroundResult } from '../actions/background-result.ts';
import type { EffectTarget } from '../actions/define-action.ts';
import type { RunStatus } from '../definition/run-lifecycle.ts';
import type { StepStatus } from '../definition/statuses.ts';
import { type Json, type JsonObject, measureJson } from '../json.ts';
import { limits } from '../limits.ts';
import type { RunContext } from '../variables/scope.ts';

/**
 * How a run is carried out. `synchronous`: inside a request, each path to its end before the next begins.
 * `asynchronous`: step by step, in the order of starting. `dry_test` and `live_test` change no state (specification
 * 4.6.2).
 */
export const runModes = Object.freeze(['synchronous', 'asynchronous', 'dry_test', 'live_test'] as const);

export type RunMode = (typeof runModes)[number];

/** A run between two calls of `advance`: plain JSON, never changed in place. */
export interface Run {
  readonly id: string;
  readonly workflowId: string;
  /** Version of the workflow the run is pinned to. */
  readonly version: number;
  readonly mode: RunMode;
  readonly status: RunStatus;
  /** ISO 8601. */
  readonly startedAt: string;
  readonly completedAt: string | null;
  /** How many runs led to this one, each by an event that the previous one caused. */
  readonly chainDepth: number;
  /** The entities as they are after the nodes that ran so far. */
  readonly context: RunContext;
  readonly occurred: { readonly [entityAndEvent: string]: boolean | null };
  readonly alreadySent: readonly string[];
  /** Keys of the nodes that can run now, the next one first. */
  readonly ready: readonly string[];
  /** Nodes of whose incoming edges some are decided and some are not. */
  readonly joins: { readonly [nodeKey: string]: Join };
  /** Background nodes whose result is awaited, or has arrived and is not yet used. */
  readonly pending: { readonly [nodeKey: string]: Pending };
  /** Results that came before their node was reached. */
  readonly early: { readonly [nodeKey: string]: BackgroundResult };
  /** Status of each node that ran. */
  readonly steps: { readonly [nodeKey: string]: StepStatus };
  readonly outputs: { readonly [nodeKey: string]: JsonObject };
  readonly usage: { readonly nodes: number; readonly bytes: number };
  /** Why the run failed or could not decide; the first reason counts. */
  readonly problem: string | null;
}

/** Incoming edges of a node: how many are undecided, and how many have arrived. */
export interface Join {
  readonly left: number;
  readonly arrived: number;
}

/** A background node under way. */
export interface Pending {
  /** ISO 8601. */
  readonly startedAt: string;
  /** Milliseconds since the epoch after which it has failed. */
  readonly deadline: number;
  readonly nodeVariables: JsonObject;
  readonly missing: readonly string[];
  readonly result?: BackgroundResult;
}

/** Something to carry out. Carrying out the same key twice must have no second effect. */
export interface Effect {
  /** Run id and node key. */
  readonly key: string;
  readonly nodeKey: string;
  readonly action: ActionKey;
  /** Whether the run waits for a result of this key. */
  readonly background: boolean;
  readonly target: EffectTarget | null;
  /** As the action declares it: `payloadOf` knows its type. */
  readonly payload: JsonObject;
  /** How many runs led to its consequences. Events written with it pass this on to the runs they start. */
  readonly chainDepth: number;
}

/** What the journal records of a node. A later record of the same id replaces the earlier one. */
export interface Step {
  readonly id: string;
  readonly nodeKey: string;
  readonly status: StepStatus;
  /** Start time, ISO 8601. */
  readonly createdAt: string;
  /** Data available when the node was processed; long values are cut. */
  readonly nodeVariables: JsonObject;
  readonly outputs: JsonObject;
  readonly reason: string | null;
  readonly stage: string | null;
  /** Variables and pointers that found nothing. */
  readonly missing: readonly string[];
  /** False where a notification was held back. */
  readonly sent: boolean | null;
  /** In a test, what would have been done. */
  readonly preview: Effect | null;
}

/** The effect key of a node in a run. */
export function effectKeyOf(runId: string, nodeKey: string): string {
  return `${runId}:${nodeKey}`;
}

/** The part of a value that a step records: long texts are cut, long lists and objects are only named. */
export function recordable(value: Json | undefined, max: number): Json {
  if (value === undefined) return null;
  if (typeof value === 'string') return value.length > max ? `${cutText(value, max)}…` : value;
  if (typeof value !== 'object' || value === null) return value;
  if (!('excess' in measureJson(value, max, limits.depth))) return value;
  return Array.isArray(value) ? `(list of ${value.length})` : '(object)';
}
