import { setTimeout as sleep } from 'node:timers/promises';

/** How a story of the demo ended: its lines of the table, and what it should have achieved but did not. */
export interface StoryOutcome {
  readonly rows: readonly (readonly [string, string])[];
  readonly missing: readonly string[];
}

/** Pause between reads, and the total time limit. Milliseconds. */
const LOOK_EVERY_MS = 700;
const PATIENCE_MS = 120_000;

/** Reads until it is there; at the time limit it returns the last result. */
export async function lookUntil<Seen>(
  look: () => Promise<Seen>,
  isThere: (seen: Seen) => boolean,
): Promise<Seen> {
  const until = Date.now() + PATIENCE_MS;
  for (;;) {
    const seen = await look();
    if (isThere(seen) || Date.now() > until) return seen;
    await sleep(LOOK_EVERY_MS);
  }
}
