import type { Clock } from './clock.ts';

/** First pause after a lost race; each further one is up to twice as long. */
const FIRST_PAUSE_MS = 10;

/** Longest pause: ten tries end within two seconds. */
const LONGEST_PAUSE_MS = 400;

/**
 * Repeats a step that reads, decides and writes until it returns something, with growing random pauses in
 * between. A step returns undefined when another writer was faster. Returns undefined after `tries` lost
 * races: the caller refuses or throws. The default is enough for 30 writers of one item.
 */
export async function retryLostRace<Result>(
  clock: Pick<Clock, 'pause'>,
  step: (attempt: number) => Promise<Result | undefined>,
  tries = 12,
): Promise<Result | undefined> {
  for (let attempt = 0; attempt < tries; attempt += 1) {
    if (attempt > 0) await clock.pause(Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** attempt));
    const result = await step(attempt);
    if (result !== undefined) return result;
  }
  return undefined;
}
