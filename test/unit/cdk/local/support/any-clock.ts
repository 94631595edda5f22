import type { Alarm, LocalClock } from '../../../../../cdk/local/ports.ts';

interface Entry {
  readonly dueMs: number;
  readonly run: () => void;
  timer?: NodeJS.Timeout;
}

/** Machine time plus what a test skips. Alarms ring by machine time or by `advance`, whichever comes first. */
export function anyClock(): LocalClock {
  const alarms = new Set<Entry>();
  let skipped = 0;
  const now = () => Date.now() + skipped;
  const ring = (entry: Entry) => {
    clearTimeout(entry.timer);
    if (alarms.delete(entry)) entry.run();
  };
  return {
    now,
    skippedMs: new SharedArrayBuffer(8),
    at(dueMs, run): Alarm {
      const entry: Entry = { dueMs, run };
      alarms.add(entry);
      entry.timer = setTimeout(() => ring(entry), Math.max(0, dueMs - now())).unref();
      return {
        cancel() {
          clearTimeout(entry.timer);
          alarms.delete(entry);
        },
      };
    },
    advance(ms) {
      skipped += ms;
      const due = [...alarms].filter(({ dueMs }) => dueMs <= now()).toSorted((a, b) => a.dueMs - b.dueMs);
      for (const entry of due) ring(entry);
    },
    setSkipping: () => undefined,
    reset: () => undefined,
  };
}

/** Polls until `holds`; the test's own time limit ends it. */
export async function until(holds: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await holds())) await new Promise((resolve) => setTimeout(resolve, 2));
}
