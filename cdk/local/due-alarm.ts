import type { Alarm, LocalClock } from './ports.ts';

/** One alarm for any number of rows with a time: it is set for the earliest. */
export interface DueAlarm {
  /** A row was written with this time. */
  notice(dueMs: number): void;
  /** Whether the earliest time has come but its rows are not handled yet. */
  isDue(): boolean;
  cancel(): void;
}

/** Rows for which `handle` threw are tried again, but not at once: they would use up the machine. */
const PAUSE_AFTER_ERROR_MS = 1_000;

/**
 * `handle` runs when the earliest time has come; it may leave rows for the next turn if `next` then returns their time.
 * `next` reads the earliest time from the database, at the start and after each `handle`.
 */
export function createDueAlarm(parts: {
  readonly clock: LocalClock;
  readonly jump: boolean;
  readonly handle: () => void;
  readonly next: () => number | undefined;
}): DueAlarm {
  let alarm: Alarm | undefined;
  let dueMs = Number.POSITIVE_INFINITY;

  const set = (ms: number) => {
    alarm?.cancel();
    dueMs = ms;
    alarm = parts.clock.at(ms, ring, { jump: parts.jump });
  };
  const ring = () => {
    alarm = undefined;
    dueMs = Number.POSITIVE_INFINITY;
    let earliestMs = parts.clock.now() + PAUSE_AFTER_ERROR_MS;
    try {
      parts.handle();
      earliestMs = Number.NEGATIVE_INFINITY;
    } finally {
      const next = parts.next();
      if (next !== undefined && next < dueMs) set(Math.max(next, earliestMs));
    }
  };

  const first = parts.next();
  if (first !== undefined) set(first);
  return Object.freeze({
    notice(ms: number) {
      if (ms < dueMs) set(ms);
    },
    isDue: () => dueMs <= parts.clock.now(),
    cancel() {
      alarm?.cancel();
      alarm = undefined;
      dueMs = Number.POSITIVE_INFINITY;
    },
  });
}
