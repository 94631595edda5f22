import type { ActionContext, BoundAction, Failed, Outcome, Settled } from '../actions/define-action.ts';
import type { EntityName } from '../definition/entities.ts';
import { type Json, type JsonObject, measureJson } from '../json.ts';
import { limits } from '../limits.ts';
import type { CompiledTemplate } from '../variables/compile-template.ts';
import { renderText, renderValue } from '../variables/render-template.ts';
import { branchExit, type Exit, type NodeWork, type PlanNode } from './plan.ts';
import { publish, recordStep, type StepDetail, variablesInHand } from './record-step.ts';
import { type Effect, effectKeyOf } from './run.ts';
import { reserveBytes } from './run-bytes.ts';
import type { Work } from './work.ts';

const NO_OUTPUTS: JsonObject = Object.freeze({});

type ActionWork = NodeWork & { kind: 'action' };

/** Result of filling in the texts of a node. */
interface Filling {
  readonly missing: string[];
  readonly nonexistent: string[];
  /** Characters filled in so far. */
  length: number;
  tooLong: boolean;
}

/** Plans an action that a run has reached and returns its effect. */
export function runAction(work: Work, node: PlanNode, task: ActionWork): Exit | undefined | 'pending' {
  const { action, bound } = task;
  const nodeVariables = variablesInHand(work, node);
  const detail: StepDetail = { nodeVariables };
  if (work.run.mode === 'synchronous' && !action.synchronous) {
    const reason = `"${action.key}" cannot be used in a synchronous run.`;
    return endFailed(work, node, { kind: 'failed', reason }, detail);
  }
  if (work.run.mode === 'dry_test' && bound.dryTest !== undefined) {
    return finish(work, node, bound.dryTest(), detail, 'preview');
  }
  const filling: Filling = { missing: [], nonexistent: [], length: 0, tooLong: false };
  const outcome = withFilling(bound.plan(contextOf(work, node, task, filling)), filling, task);
  const filled: StepDetail = { nodeVariables, missing: filling.missing };
  if (outcome.kind === 'failed') return endFailed(work, node, outcome, filled);
  if (outcome.kind === 'not_sent') return notSent(work, node, outcome.reason, filled);
  if (outcome.kind === 'nothing') {
    const settled = { kind: 'completed', outputs: outcome.outputs ?? NO_OUTPUTS } as const;
    return finish(work, node, settled, { ...filled, reason: outcome.reason ?? null });
  }
  return handOut(work, node, task, outcome, filled);
}

function handOut(
  work: Work,
  node: PlanNode,
  task: ActionWork,
  outcome: Outcome & { kind: 'effect' },
  detail: StepDetail,
): Exit | undefined | 'pending' {
  const { action, bound } = task;
  const effect: Effect = {
    key: effectKeyOf(work.run.id, node.key),
    nodeKey: node.key,
    action: action.key,
    background: action.effect === 'work',
    target: outcome.target ?? null,
    payload: outcome.payload,
    chainDepth: work.run.chainDepth + 1,
  };
  const sent = outcome.outputs?.sent === true ? true : null;
  if (outcome.patch !== undefined && !reserveBytes(work, outcome.payload)) {
    const reason = `The changes of a run may have at most ${limits.outputBytes} bytes.`;
    return endFailed(work, node, { kind: 'failed', reason }, detail);
  }
  if (work.isTest && !(work.run.mode === 'live_test' && action.liveTest)) {
    applyPatch(work, outcome);
    const settled = { kind: 'completed', outputs: outcome.outputs ?? NO_OUTPUTS } as const;
    return finish(work, node, settled, { ...detail, preview: effect }, 'preview');
  }
  const early = Object.hasOwn(work.early, node.key) ? work.early[node.key] : undefined;
  if (early !== undefined) delete work.early[node.key];
  if (effect.background) {
    if (early === undefined) return awaitResult(work, node, effect, bound, detail);
    const settled = bound.settle?.({ environment: work.input.environment ?? {} }, early);
    return settled === undefined ? undefined : finish(work, node, settled, detail);
  }
  if (early?.outcome === 'failed') {
    const reason = early.reason ?? 'It could not be carried out.';
    return endFailed(work, node, { kind: 'failed', reason }, detail);
  }
  if (early?.outcome === 'held') return notSent(work, node, early.reason ?? 'It was held back.', detail);
  // A result that was already reported: the effect must not be carried out again.
  if (early === undefined) work.effects.push(effect);
  applyPatch(work, outcome);
  return finish(
    work,
    node,
    { kind: 'completed', outputs: outcome.outputs ?? NO_OUTPUTS },
    { ...detail, sent },
  );
}

function awaitResult(
  work: Work,
  node: PlanNode,
  effect: Effect,
  bound: BoundAction,
  detail: StepDetail,
): Exit | undefined | 'pending' {
  const { nodeVariables = {}, missing = [] } = detail;
  const inHand = { nodeVariables, missing };
  if (!reserveBytes(work, inHand)) {
    const reason = `The waiting steps of a run may hold at most ${limits.outputBytes} bytes.`;
    return endFailed(work, node, bound.failure(reason), detail);
  }
  work.effects.push(effect);
  const timeoutSeconds = bound.timeoutSeconds ?? limits.defaultTimeoutSeconds;
  work.pending[node.key] = {
    startedAt: work.nowText,
    deadline: work.now + timeoutSeconds * 1_000,
    ...inHand,
  };
  recordStep(work, node, 'paused', detail);
  return 'pending';
}

/** Ends a node with the outcome of its plan or its result, and returns the exit by which the run continues. */
export function finish(
  work: Work,
  node: PlanNode,
  settled: Settled,
  detail: StepDetail,
  status: 'completed' | 'preview' = 'completed',
): Exit | undefined {
  if (settled.kind === 'failed') return endFailed(work, node, settled, detail);
  const { outputs, branch } = settled;
  if (outputs !== NO_OUTPUTS && !publish(work, node, outputs)) {
    const reason = `The variables of a run may have at most ${limits.outputBytes} bytes.`;
    return endFailed(work, node, { kind: 'failed', reason }, detail);
  }
  recordStep(work, node, status, {
    ...detail,
    outputs,
    reason: settled.reason ?? detail.reason ?? null,
    missing: settled.missing === undefined ? detail.missing : [...(detail.missing ?? []), ...settled.missing],
  });
  return branch === undefined ? 'default' : branchExit(branch);
}

/** A failure that its config or an error branch handles lets the run continue; any other ends the path. */
function endFailed(work: Work, node: PlanNode, failed: Failed, detail: StepDetail): Exit | undefined {
  const { reason, stage = null, branch, goOn } = failed;
  const outputs = failed.outputs ?? {};
  const published = Object.keys(outputs).length === 0 || publish(work, node, outputs);
  const exit = branch === undefined ? 'default' : branchExit(branch);
  const takenUp = goOn === true || (branch !== undefined && node.exits.some((edge) => edge.exit === exit));
  const goesOn = published && takenUp;
  recordStep(work, node, goesOn ? 'completed' : 'failed', { ...detail, outputs, reason, stage });
  return goesOn ? exit : undefined;
}

function notSent(work: Work, node: PlanNode, reason: string, detail: StepDetail): Exit {
  const outputs = { sent: false };
  publish(work, node, outputs);
  recordStep(work, node, 'completed', { ...detail, outputs, reason, sent: false });
  return 'default';
}

/** A failure to fill in variables overrules the planned result (specification 4.6.14). */
function withFilling(outcome: Outcome, filling: Filling, task: ActionWork): Outcome {
  if (outcome.kind === 'not_sent') return outcome;
  if (filling.tooLong) {
    return task.bound.failure(
      `A text is longer than ${limits.expansion} characters when filled in, or all of them are longer than ${limits.nodeExpansion}.`,
    );
  }
  const [first] = filling.nonexistent;
  if (first === undefined || !task.action.failsOnUnknownKey) return outcome;
  return { kind: 'failed', reason: `There is no variable "${first}".` };
}

/** Later nodes see the changes of this one; the entity itself changes when the effect is carried out. */
function applyPatch(work: Work, outcome: Outcome & { kind: 'effect' }): void {
  if (outcome.patch === undefined) return;
  const context: Record<string, JsonObject | null | undefined> = { ...work.context };
  for (const [entity, values] of Object.entries(outcome.patch)) {
    const before = work.context[entity as EntityName];
    if (values !== undefined && before !== undefined && before !== null) {
      context[entity] = { ...before, ...values };
    }
  }
  work.context = context;
}

function contextOf(work: Work, node: PlanNode, task: ActionWork, filling: Filling): ActionContext {
  const { templates, upstream } = task;
  const environment = work.input.environment ?? {};
  return {
    runId: work.run.id,
    workflowId: work.run.workflowId,
    workflowName: work.plan.workflowName,
    nodeKey: node.key,
    effectKey: effectKeyOf(work.run.id, node.key),
    now: work.now,
    entities: work.context,
    upstreamOutputs: upstreamOutputs(work, upstream),
    environment,
    timeZone: environment.timeZone ?? 'UTC',
    alreadySent: work.run.alreadySent,
    isTest: work.isTest,
    validateOrder: work.input.validateOrder,
    text: (source, encode) => {
      const template = templates.get(source);
      if (template === undefined) return source;
      return noted(renderText(template, work, encode), filling, '');
    },
    value: (source) => filledValue(source, templates, work, filling),
  };
}

function filledValue(
  source: Json,
  templates: ReadonlyMap<string, CompiledTemplate>,
  work: Work,
  filling: Filling,
): Json {
  const template = typeof source === 'string' ? templates.get(source) : undefined;
  return template === undefined ? source : noted(renderValue(template, work), filling, null);
}

type NotedEffect<Value> =
  | { readonly value: Value; readonly missing: readonly string[]; readonly nonexistent: readonly string[] }
  | { readonly tooLong: true };

function noted<Value extends Json>(rendered: NotedEffect<Value>, filling: Filling, instead: Value): Value {
  if ('tooLong' in rendered) {
    filling.tooLong = true;
    return instead;
  }
  filling.length += sizeOf(rendered.value);
  if (filling.length > limits.nodeExpansion) {
    filling.tooLong = true;
    return instead;
  }
  filling.missing.push(...rendered.missing);
  filling.nonexistent.push(...rendered.nonexistent);
  return rendered.value;
}

function sizeOf(value: Json): number {
  if (typeof value === 'string') return value.length;
  if (typeof value !== 'object') return 1;
  const measure = measureJson(value, limits.nodeExpansion, limits.depth);
  return 'excess' in measure ? limits.nodeExpansion + 1 : measure.bytes;
}

function upstreamOutputs(work: Work, upstream: readonly string[]): { [nodeKey: string]: JsonObject } {
  const outputs: { [nodeKey: string]: JsonObject } = {};
  for (const key of upstream) {
    const published = Object.hasOwn(work.outputs, key) ? work.outputs[key] : undefined;
    if (published !== undefined) outputs[key] = published;
  }
  return outputs;
}
