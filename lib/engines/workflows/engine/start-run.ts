import type { Refusal } from '../../../platform/core/refusal.ts';
import type { EntityName } from '../definition/entities.ts';
import { isManuallyRunnable, type WorkflowStatus } from '../definition/statuses.ts';
import { occurrenceKey } from '../filters/compile-conditions.ts';
import { type JsonObject, measureJson } from '../json.ts';
import { limits } from '../limits.ts';
import { runInputInvalid, workflowChainTooLong, workflowNotRunnable } from '../refusals.ts';
import { contextRoots, type RunContext } from '../variables/scope.ts';
import { instantText } from './instant-text.ts';
import type { Plan } from './plan.ts';
import type { Run, RunMode } from './run.ts';

/** Input of a new run. */
export interface StartRequest {
  readonly id: string;
  readonly mode: RunMode;
  /** Milliseconds since the epoch. */
  readonly now: number;
  readonly context: RunContext;
  /** The `chainDepth` of the effect that caused the event that starts this run; absent = no run caused it. */
  readonly chainDepth?: number;
  /** Set on a run by hand: the workflow's status decides whether it may run (specification 4.6.1). */
  readonly manual?: { readonly status: WorkflowStatus };
  /**
   * Keys of the custom events that had occurred on each entity when the trigger fired; null for an entity that
   * could not be resolved. Needed for `plan.occurrences` only.
   */
  readonly occurredEvents?: { readonly [entity in EntityName]?: readonly string[] | null };
  /** Keys of once-per-order notifications that were sent before. */
  readonly alreadySent?: readonly string[];
}

/** Starts a run at the trigger node, or says why it cannot run. Nothing has been carried out yet. */
export function startRun(plan: Plan, request: StartRequest): Run | Refusal {
  const occurred: Record<string, boolean | null> = {};
  for (const { entity, event } of plan.occurrences) {
    const events = request.occurredEvents?.[entity] ?? null;
    occurred[occurrenceKey(entity, event)] = events === null ? null : events.includes(event);
  }
  const refusal = notRunnable(plan, request) ?? tooDeep(plan, request) ?? invalidInput(request, occurred);
  if (refusal !== undefined) return refusal;
  return {
    id: request.id,
    workflowId: plan.workflowId,
    version: plan.version,
    mode: request.mode,
    status: 'pending',
    startedAt: instantText(request.now),
    completedAt: null,
    chainDepth: request.chainDepth ?? 0,
    context: request.context,
    occurred,
    alreadySent: request.alreadySent ?? [],
    ready: plan.start === undefined ? [] : [plan.start.key],
    joins: {},
    pending: {},
    early: {},
    steps: {},
    outputs: {},
    usage: { nodes: 0, bytes: 0 },
    problem: null,
  };
}

function notRunnable(plan: Plan, request: StartRequest): Refusal | undefined {
  const { mode, manual } = request;
  if (plan.start === undefined) return workflowNotRunnable('The workflow has no trigger node.');
  const isTest = mode === 'dry_test' || mode === 'live_test';
  if (manual !== undefined && !isTest) {
    if (!isManuallyRunnable(manual.status)) {
      return workflowNotRunnable(`A workflow with status "${manual.status}" cannot be run by hand.`, {
        status: manual.status,
      });
    }
    if (plan.trigger.key === 'order.validating') {
      return workflowNotRunnable('A workflow on order.validating cannot be run by hand.');
    }
  }
  if (mode === 'synchronous' && plan.asynchronousNodes.length > 0) {
    const nodes = plan.asynchronousNodes.join(', ');
    return workflowNotRunnable(`These nodes cannot be used in a synchronous run: ${nodes}.`, {
      nodes: plan.asynchronousNodes,
    });
  }
  if (mode === 'asynchronous' && plan.trigger.synchronous && manual === undefined) {
    return workflowNotRunnable(`A workflow on ${plan.trigger.key} runs synchronously.`);
  }
  return undefined;
}

/** An endless chain is cut: its cost would be unlimited, and nobody waits for what it does. */
function tooDeep({ workflowName }: Plan, { chainDepth = 0 }: StartRequest): Refusal | undefined {
  if (chainDepth <= limits.chainDepth) return undefined;
  return workflowChainTooLong(
    `"${workflowName}" was not started: ${chainDepth} runs led to it, each started by an event of the one before; ` +
      `the limit is ${limits.chainDepth}. Look for a workflow that emits the event that starts it, and stop it with a filter.`,
    { chainDepth, limit: limits.chainDepth },
  );
}

function invalidInput(request: StartRequest, occurred: JsonObject): Refusal | undefined {
  const context: JsonObject = request.context;
  for (const root of Object.keys(context)) {
    if (!(contextRoots as readonly string[]).includes(root)) {
      return runInputInvalid(`"${root}" is not a part of a run's context.`, { field: root });
    }
    const value = context[root];
    if (value !== undefined && (typeof value !== 'object' || Array.isArray(value))) {
      return runInputInvalid(`"${root}" must be an object.`, { field: root });
    }
  }
  const measure = measureJson(context, limits.contextBytes, limits.depth);
  if ('excess' in measure && measure.excess === 'depth')
    return runInputInvalid(`The context of a run is nested deeper than ${limits.depth}.`);
  const history = { occurred, alreadySent: request.alreadySent ?? [] };
  const left = 'excess' in measure ? 0 : limits.contextBytes - measure.bytes;
  return 'excess' in measureJson(history, left, limits.depth)
    ? runInputInvalid(
        `The context of a run, with the events that occurred and the messages that were sent, has more than ${limits.contextBytes} bytes.`,
      )
    : undefined;
}
