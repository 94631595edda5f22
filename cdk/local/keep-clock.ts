import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Where the time that the clock has skipped is kept between starts. */
export interface KeptClock {
  /** Skipped in earlier runs, in ms. */
  readonly skippedMs: number;
  keep(skippedMs: number): void;
}

/** Keeps skipped time in `<dataDirectory>/clock.json`, or not at all without a directory. */
export function keepClock(dataDirectory: string | undefined): KeptClock {
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
    // Told below, like any other content that is none.
  }
  throw new Error(`The local state ${file} is damaged: start with --fresh, or remove the file.`);
}
