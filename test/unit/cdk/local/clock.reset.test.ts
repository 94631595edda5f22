import { expect, it } from 'vitest';
import { createClock } from '../../../../cdk/local/clock.ts';

it("set back, the clock shows the machine's time, and alarms keep their distance and order", () => {
  let machineMs = 1_000;
  const due: { atMs: number; run: () => void }[] = [];
  const kept: number[] = [];
  const clock = createClock({
    idle: async () => true,
    machineNow: () => machineMs,
    timer: (ms, run) => {
      const one = { atMs: machineMs + ms, run };
      due.push(one);
      return () => due.splice(due.indexOf(one), 1);
    },
    onSkip: (skippedMs) => kept.push(skippedMs),
  });
  const rung: string[] = [];
  clock.advance(3_600_000);
  clock.at(clock.now() + 500, () => rung.push('second'));
  clock.at(clock.now() + 200, () => rung.push('first'));
  clock.reset();
  expect(clock.now()).toBe(1_000);
  expect(kept).toEqual([3_600_000, 0]);
  for (; due.length > 0; ) {
    const [next] = due.splice(0, 1);
    machineMs = Math.max(machineMs, next?.atMs ?? 0);
    next?.run();
  }
  expect(rung).toEqual(['first', 'second']);
  expect(machineMs).toBe(1_500);
  clock.stop();
});
