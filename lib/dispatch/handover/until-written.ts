import type { StepOutcome } from './step-outcome.ts';

/** Races that are lost in a row before the message is given back to the queue. */
const TRIES = 4;

/** Repeats a step that reads, decides and writes for as long as others write in between. Throws when they go on. */
export async function untilWritten(what: string, step: () => Promise<StepOutcome>): Promise<void> {
  for (let tries = 0; tries < TRIES; tries += 1) if ((await step()) === 'done') return;
  throw new Error(`${what} changed too often to be dispatched; it is taken up again.`);
}
