import type { StepOutcome } from './step-outcome.ts';

/** Races that may be lost in a row before the message returns to the queue. */
const TRIES = 4;

/** Repeats a step that reads, decides and writes while others write in between. Throws when they do not stop. */
export async function untilWritten(what: string, step: () => Promise<StepOutcome>): Promise<void> {
  for (let tries = 0; tries < TRIES; tries += 1) if ((await step()) === 'done') return;
  throw new Error(`${what} changed too often to be dispatched; it will be retried.`);
}
