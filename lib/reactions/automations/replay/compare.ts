import type { Effect, JsonObject, Step } from '../../../engines/workflows/index.ts';
import { sameValue } from '../../../platform/core/same-value.ts';
import type { Simulated } from './simulate.ts';

/** What a node did or would do. */
export interface NodeOutcome {
  readonly status: string;
  readonly reason: string | null;
  /** Its action and settings; null when it has no effect. */
  readonly effect: { readonly action: string; readonly payload: JsonObject } | null;
}

/** A node that would act differently; null where it does not run at all. */
export interface NodeDifference {
  readonly node: string;
  readonly before: NodeOutcome | null;
  readonly after: NodeOutcome | null;
}

/**
 * What a version would do differently from what happened. `happened` are the recorded steps. Runs do not store their
 * planned effects, so the version of that time computes them again (`planned`).
 */
export function compare(
  happened: ReadonlyMap<string, Step> | undefined,
  planned: Simulated | undefined,
  simulated: Simulated,
): readonly NodeDifference[] {
  // The first step of each is its trigger.
  const nodes = new Set([happened, simulated.steps].flatMap((steps) => [...(steps?.keys() ?? [])].slice(1)));
  return [...nodes].flatMap((node) => {
    const before = outcomeOf(happened?.get(node), planned?.effects.get(node));
    const after = outcomeOf(simulated.steps.get(node), simulated.effects.get(node));
    return isSame(before, after) ? [] : [{ node, before, after }];
  });
}

function outcomeOf(step: Step | undefined, effect: Effect | undefined): NodeOutcome | null {
  if (!step) return null;
  const shown = effect ? { action: effect.action, payload: { ...effect.payload } } : null;
  return { status: step.status, reason: step.reason, effect: shown };
}

function isSame(before: NodeOutcome | null, after: NodeOutcome | null): boolean {
  if (!before || !after) return before === after;
  // A step that failed while it was carried out is planned nevertheless, so that the difference shows.
  return before.status === after.status && sameValue(before.effect, after.effect);
}
