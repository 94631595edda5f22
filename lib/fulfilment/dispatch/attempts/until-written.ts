import type { Clock } from '../../../platform/core/clock.ts';
import { retryLostRace } from '../../../platform/core/retry-lost-race.ts';
import type { StepOutcome } from './step-outcome.ts';

/** Repeats a step that reads, decides and writes while others write in between. Throws when they do not stop. */
export async function untilWritten(
  { clock }: { readonly clock: Pick<Clock, 'pause'> },
  what: string,
  step: () => Promise<StepOutcome>,
): Promise<void> {
  if (await retryLostRace(clock, async () => (await step()) === 'done')) return;
  throw new Error(`${what} changed too often to be dispatched; it will be retried.`);
}
