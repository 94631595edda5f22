import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Where the skipped time of the clock is stored between starts. */
export interface PersistedClock {
  /** Skipped in earlier runs, in ms. */
  readonly skippedMs: number;
  keep(skippedMs: number): void;
}

/** Stores skipped time in `<dataDirectory>/clock.json`; without a directory it stores nothing. */
export function persistClock(dataDirectory: string | undefined): PersistedClock {
  if (dataDirectory === undefined) return { skippedMs: 0, keep: () => undefined };
  const file = join(dataDirectory, 'clock.json');
  return {
    skippedMs: existsSync(file) ? readSkipped(file) : 0,
    keep(skippedMs) {
      // Renaming is atomic: a kill leaves the old file or the new one, never half of one.
      writeFileSync(`${file}.new`, JSON.stringify({ skippedMs }));
      renameSync(`${file}.new`, file);
    },
  };
}

function readSkipped(file: string): number {
  try {
    const skippedMs = Number((JSON.parse(readFileSync(file, 'utf8')) as { skippedMs?: unknown }).skippedMs);
    if (Number.isFinite(skippedMs)) return skippedMs;
  } catch {
    // Reported below, like any other invalid content.
  }
  throw new Error(`The local state ${file} is damaged: start with --fresh, or remove the file.`);
}
