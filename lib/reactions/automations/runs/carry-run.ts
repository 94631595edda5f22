import {
  type Advanced,
  advance,
  type BackgroundResult,
  type Environment,
  type Plan,
  type Run,
  type RunContext,
} from '../../../engines/workflows/index.ts';
import { toInstant } from '../../../platform/core/clock.ts';
import type { Origin } from '../../../platform/core/origin.ts';
import { retryLostRace } from '../../../platform/core/retry-lost-race.ts';
import type { Stored } from '../../../platform/table/index.ts';
import { Leg } from './leg.ts';
import { dueEvent } from './queue-run.ts';
import { type RunRow, runEntity } from './run.ts';
import type { RunDeps } from './run-deps.ts';

/** A run to continue. */
export interface Underway {
  readonly row: RunRow;
  /** Its stored row; undefined for a run that was not written yet. */
  readonly stored: Stored<RunRow> | undefined;
  readonly plan: Plan;
  readonly environment: Environment;
  /**
   * The run is executed inside a request, which nobody repeats when it dies. Every leg but the last therefore also
   * queues the run for a worker.
   */
  readonly isInRequest?: boolean;
}

/** The transaction of a leg lost to other writers too often; the worker tries again later. */
export class RunContention extends Error {
  override readonly name = 'RunContention';
}

/**
 * Takes a run through every node that can run now, leg by leg. Each leg is one transaction of steps and effects, so
 * that neither exists without the other. It resumes after the last leg that was written; if several workers run at
 * once, one of them writes each leg. Returns the current run.
 */
export async function carryRun(
  given: RunDeps,
  underway: Underway,
  results: readonly BackgroundResult[],
): Promise<RunRow> {
  let { row, stored } = underway;
  const deps = { ...given, table: given.table.actingFor(originOf(row)) };
  let pending = results;
  while (row.state !== null) {
    const verdict = await retryLostRace(deps.clock, async () => {
      const { state } = row;
      if (state === null) return 'carried';
      const first = row.legs === 0 ? state.context : null;
      const planned = await planLeg(deps, { ...underway, row, stored }, state, pending, first);
      if (planned && (await deps.table.write(planned.operations)).ok) {
        row = planned.row;
        stored = { value: row, version: (stored?.version ?? 0) + 1 };
        pending = [];
        return planned.goesOn ? 'goes on' : 'carried';
      }
      const present = await deps.table.get(runEntity, row);
      if (!present || present.version === stored?.version) return undefined;
      // Another worker is executing it, and its legs count. If that worker has died, this one continues from there.
      row = present.value;
      stored = present;
      const isDone =
        row.state === null || row.isHeld || (row.state.ready.length === 0 && pending.length === 0);
      return isDone ? 'carried' : undefined;
    });
    if (!verdict) throw new RunContention(`The run ${row.id} kept conflicting with other writers.`);
    if (verdict === 'carried') return row;
  }
  return row;
}

/** The workflow that the audit log names as the actor of its run's changes. */
function originOf({ id, workflowId, workflowName }: RunRow): Pick<Origin, 'actor' | 'cause'> {
  return {
    actor: { type: 'system', id: workflowId, name: workflowName },
    cause: `workflow-run:${id}`,
  };
}

type PlannedLeg = NonNullable<Awaited<ReturnType<Leg['close']>>> & { readonly goesOn: boolean };

async function planLeg(
  deps: RunDeps,
  underway: Underway,
  from: Run,
  results: readonly BackgroundResult[],
  first: RunContext | null,
): Promise<PlannedLeg | undefined> {
  const { plan, row, stored, environment } = underway;
  const leg = new Leg(row, deps);
  const now = deps.clock.now();
  const step = (run: Run, more: readonly BackgroundResult[]) =>
    advance(plan, run, { now, results: more, maxNodes: 1, environment });
  let state = from;
  let left = results;
  let goesOn = true;
  while (goesOn && !leg.isFull) {
    const next = await carryNode(deps, leg, step, state, left);
    if (next === 'later') break;
    state = next.run;
    leg.record(next.steps);
    left = [];
    goesOn = next.verdict === 'running';
  }
  const closed = await leg.close(stored, state, first);
  if (!closed) return undefined;
  const isLeft = goesOn && underway.isInRequest === true;
  const queued = isLeft ? [dueEvent(closed.row, `leg#${closed.row.legs}`, toInstant(now))] : [];
  return { row: closed.row, operations: [...closed.operations, ...queued], goesOn };
}

/** One node with its effects. A step whose effect cannot be carried out is decided again with that result. */
async function carryNode(
  deps: RunDeps,
  leg: Leg,
  step: (run: Run, more: readonly BackgroundResult[]) => Advanced,
  state: Run,
  results: readonly BackgroundResult[],
): Promise<Advanced | 'later'> {
  const advanced = step(state, results);
  const [effect] = advanced.effects;
  if (effect === undefined) return advanced;
  if (leg.mustWait(effect)) return 'later';
  const planned = await retryLostRace(deps.clock, async () => {
    const before = await leg.add(effect);
    if (before.kind !== 'first') return before;
    // It is planned again if the write was lost, and found if it was written.
    await deps.table.write(before.operations);
    const after = await leg.add(effect);
    return after.kind === 'first' ? undefined : after;
  });
  if (!planned) throw new RunContention(`"${effect.nodeKey}" kept conflicting with other writers.`);
  if (planned.kind === 'operations') return advanced;
  const outcome = planned.kind === 'held' ? ('held' as const) : ('failed' as const);
  return step(state, [...results, { effectKey: effect.key, outcome, reason: planned.reason }]);
}
