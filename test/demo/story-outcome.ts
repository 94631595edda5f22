import { setTimeout as sleep } from 'node:timers/promises';

/** How a story of the demo ended: its lines of the table, and what it should have come to and did not. */
export interface StoryOutcome {
  readonly rows: readonly (readonly [string, string])[];
  readonly missing: readonly string[];
}

/** Waits between looks, and the whole patience. Milliseconds. */
const LOOK_EVERY_MS = 400;
const PATIENCE_MS = 120_000;

/** Looks until it is there; at the end of the patience it returns what it saw last. */
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
