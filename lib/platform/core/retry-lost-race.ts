import type { Clock } from './clock.ts';

/** First pause after a lost race; each further one is up to twice as long. */
const FIRST_PAUSE_MS = 10;

/** Longest pause: all tries end within three seconds. */
const LONGEST_PAUSE_MS = 400;

/** Enough for 30 writers of one item. */
const TRIES = 12;

/** For a step that asks others, such as providers, before it writes: each try costs their answers again. */
export const FEW_TRIES = 4;

/** What a step returns whose write lost its race, so that it can end with `(await table.write(...)).ok`. */
export type Lost = false | undefined;

/**
 * Repeats a step that reads, decides and writes until it returns something, with growing random pauses in
 * between. A step returns undefined or false when another writer was faster. Returns undefined when every
 * try lost its race: the caller refuses or throws. Every retry of a lost race goes through here.
 */
export async function retryLostRace<Result>(
  clock: Pick<Clock, 'pause'>,
  step: (attempt: number) => Promise<Result | Lost>,
  tries = TRIES,
): Promise<Result | undefined> {
  for (let attempt = 0; attempt < tries; attempt += 1) {
    if (attempt > 0) await clock.pause(Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** attempt));
    const result = await step(attempt);
    if (result !== undefined && result !== false) return result;
  }
  return undefined;
}
