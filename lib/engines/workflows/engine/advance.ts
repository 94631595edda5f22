import { failClosedEffect } from './fail-closed.ts';
import { closeEdges } from './follow-edges.ts';
import { instantText } from './instant-text.ts';
import type { Plan } from './plan.ts';
import type { Effect, Run, Step } from './run.ts';
import { runNode } from './run-node.ts';
import { settleNode } from './settle-node.ts';
import { takeResults } from './take-results.ts';
import { type AdvanceInput, openWork, type Work } from './work.ts';

/**
 * What the caller does next. `running`: call again. `background`: carry out the background effects of this call.
 * `waiting`: nothing until a result comes. `completed` and `failed`: the run has ended.
 */
export type RunVerdict = 'running' | 'waiting' | 'background' | 'completed' | 'failed';

/** A run after some progress, with what has to be carried out and recorded for it. */
export interface Advanced {
  readonly run: Run;
  readonly effects: readonly Effect[];
  readonly steps: readonly Step[];
  readonly verdict: RunVerdict;
}

/**
 * Advances a run as far as possible. Pure: the same plan, run and input give the same output byte for byte, and none of
 * them is changed. Effects must be carried out together with storing the run; if that fails, the call is repeated with
 * the old run. A result that reports the failed effect, given with that call, fails its step.
 *
 * Throws when the plan belongs to another workflow or version than the run: that is a bug of the caller.
 */
export function advance(plan: Plan, run: Run, input: AdvanceInput): Advanced {
  if (plan.workflowId !== run.workflowId || plan.version !== run.version) {
    throw new Error(
      `run ${run.id} pins version ${run.version} of ${run.workflowId}, the plan is version ${plan.version} of ${plan.workflowId}`,
    );
  }
  if (run.status === 'completed') return { run, effects: [], steps: [], verdict: 'completed' };
  if (run.status === 'failed' || run.status === 'cancelled') {
    return { run, effects: [], steps: [], verdict: 'failed' };
  }
  const work = openWork(plan, run, input, instantText(input.now));
  takeResults(work, input.results ?? []);
  let budget = input.maxNodes ?? Number.POSITIVE_INFINITY;
  while (budget > 0) {
    const key = work.ready.shift();
    if (key === undefined) break;
    const node = plan.nodes.get(key);
    if (node === undefined) continue;
    budget -= 1;
    const exit = Object.hasOwn(work.pending, key) ? settleNode(work, node) : runNode(work, node);
    if (exit !== 'pending') closeEdges(work, node, exit);
  }
  return close(work);
}

/** Ends a run that nobody wants any more; later results have no effect. */
export function cancelRun(run: Run, now: number): Run {
  if (run.status === 'completed' || run.status === 'failed' || run.status === 'cancelled') return run;
  return { ...run, status: 'cancelled', completedAt: instantText(now), ready: [], pending: {}, early: {} };
}

function close(work: Work): Advanced {
  const { plan, run, effects, steps } = work;
  const waits = Object.keys(work.pending).length > 0;
  const going = work.ready.length > 0;
  const ended = !waits && !going;
  if (ended && plan.trigger.key === 'order.validating' && work.problem !== null && !work.isTest) {
    effects.push(failClosedEffect(run.id, plan.workflowName, run.chainDepth));
  }
  const last = work.failed ? 'failed' : 'completed';
  const status = ended ? last : going ? 'running' : 'paused';
  const handsOut = effects.some((effect) => effect.background);
  return {
    run: {
      id: run.id,
      workflowId: run.workflowId,
      version: run.version,
      mode: run.mode,
      status,
      startedAt: run.startedAt,
      completedAt: ended ? work.nowText : null,
      chainDepth: run.chainDepth,
      context: work.context,
      occurred: run.occurred,
      alreadySent: run.alreadySent,
      ready: work.ready,
      joins: work.joins,
      pending: work.pending,
      early: ended ? {} : work.early,
      steps: work.statuses,
      outputs: work.outputs,
      usage: { nodes: work.nodes, bytes: work.bytes },
      problem: work.problem,
    },
    effects,
    steps,
    verdict: ended ? last : going ? 'running' : handsOut ? 'background' : 'waiting',
  };
}
