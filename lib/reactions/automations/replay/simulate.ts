import {
  advance,
  type BackgroundResult,
  type Effect,
  type Environment,
  type JsonObject,
  type Plan,
  type RunContext,
  type StartRequest,
  type Step,
  startRun,
} from '../../../engines/workflows/index.ts';
import { isRefusal } from '../../../platform/core/refusal.ts';

/** What a version would do for one past event. */
export interface Simulated {
  readonly steps: ReadonlyMap<string, Step>;
  readonly effects: ReadonlyMap<string, Effect>;
}

/** What a replay knows of a run. */
export interface Replayed {
  readonly id: string;
  /** The instant at which it ran. */
  readonly nowMs: number;
  readonly context: RunContext;
  readonly occurredEvents: NonNullable<StartRequest['occurredEvents']>;
  /** Which events had occurred when it started; absent = those that have occurred by now. */
  readonly occurred?: JsonObject | undefined;
  /** Answers that it got from models and other systems, by effect. */
  readonly answers: ReadonlyMap<string, BackgroundResult>;
}

/** A workflow that never stops is a bug of the engine, and a replay does not wait for it. */
const MAX_ROUNDS = 2_000;

/**
 * Runs a version without carrying anything out. A node that asks a model or another system gets the answer of the
 * actual run; without such an answer its path ends there.
 */
export function simulate(plan: Plan, replayed: Replayed, environment: Environment): Simulated | undefined {
  const { id, nowMs: now, context, occurredEvents, occurred, answers } = replayed;
  const mode = plan.trigger.synchronous ? ('synchronous' as const) : ('asynchronous' as const);
  const started = startRun(plan, { id, mode, now, context, occurredEvents });
  if (isRefusal(started)) return undefined;
  const steps = new Map<string, Step>();
  const effects = new Map<string, Effect>();
  let run = occurred
    ? { ...started, occurred: { ...started.occurred, ...known(started, occurred) } }
    : started;
  let results: readonly BackgroundResult[] = [];
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    const advanced = advance(plan, run, { now, results, environment });
    run = advanced.run;
    for (const step of advanced.steps) steps.set(step.nodeKey, step);
    for (const effect of advanced.effects) effects.set(effect.nodeKey, effect);
    results = advanced.effects.flatMap(({ background, key }) => (background ? (answers.get(key) ?? []) : []));
    if (advanced.verdict !== 'running' && results.length === 0) break;
  }
  return { steps, effects };
}

/** Those of the events that had occurred that this version asks for. */
function known(run: { readonly occurred: object }, occurred: JsonObject) {
  return Object.fromEntries(
    Object.entries(occurred).filter(([key]) => Object.hasOwn(run.occurred, key)),
  ) as Record<string, boolean | null>;
}
