import { describe, expect, it } from 'vitest';
import { type ClockParts, createClock } from '../../../../cdk/local/clock.ts';

const DAY_MS = 86_400_000;

/** A machine whose time and timers the test controls. */
function machine() {
  let nowMs = 1_000;
  const timers: { atMs: number; run: () => void }[] = [];
  const sleeps: number[] = [];
  return {
    sleeps,
    parts: {
      machineNow: () => nowMs,
      timer: (ms: number, run: () => void) => {
        sleeps.push(ms);
        const timer = { atMs: nowMs + ms, run };
        timers.push(timer);
        return () => {
          const index = timers.indexOf(timer);
          if (index >= 0) timers.splice(index, 1);
        };
      },
    } satisfies Partial<ClockParts>,
    /** Lets machine time pass and runs timers in order; promises settle in between. */
    async pass(ms: number) {
      const end = nowMs + ms;
      for (;;) {
        timers.sort((a, b) => a.atMs - b.atMs);
        const next = timers[0];
        if (next === undefined || next.atMs > end) break;
        timers.shift();
        nowMs = Math.max(nowMs, next.atMs);
        next.run();
        await new Promise((resolve) => setImmediate(resolve));
      }
      nowMs = end;
    },
  };
}

const never = async () => false;

describe('the local clock', () => {
  it('runs an alarm when machine time reaches it', async () => {
    const host = machine();
    const clock = createClock({ ...host.parts, idle: never });
    const ran: number[] = [];
    clock.at(1_500, () => ran.push(clock.now()));
    await host.pass(499);
    expect(ran).toEqual([]);
    await host.pass(1);
    expect(ran).toEqual([1_500]);
  });

  it('runs an alarm whose time has passed, but not before at() has returned', async () => {
    const host = machine();
    const clock = createClock({ ...host.parts, idle: never });
    let ran = 0;
    clock.at(-5, () => {
      ran += 1;
    });
    expect(ran).toBe(0);
    await host.pass(0);
    expect(ran).toBe(1);
  });

  it('waits for 40 days, beyond what one timer of Node can', async () => {
    const host = machine();
    const clock = createClock({ ...host.parts, idle: never });
    let ran = 0;
    clock.at(1_000 + 40 * DAY_MS, () => {
      ran += 1;
    });
    await host.pass(40 * DAY_MS - 1);
    expect(ran).toBe(0);
    expect(Math.max(...host.sleeps)).toBe(2 ** 31 - 1);
    await host.pass(1);
    expect(ran).toBe(1);
  });

  it('advances through alarms in order of their time, each seeing its own time', () => {
    const host = machine();
    const clock = createClock({ ...host.parts, idle: never });
    const ran: string[] = [];
    clock.at(3_000, () => ran.push(`c ${clock.now()}`));
    clock.at(2_000, () => {
      ran.push(`a ${clock.now()}`);
      clock.at(2_500, () => ran.push(`b ${clock.now()}`));
    });
    clock.at(3_000, () => ran.push(`d ${clock.now()}`));
    clock.at(9_000, () => ran.push('too early'));
    clock.advance(4_000);
    expect(ran).toEqual(['a 2000', 'b 2500', 'c 3000', 'd 3000']);
    expect(clock.now()).toBe(5_000);
    expect(new BigInt64Array(clock.skippedMs)[0]).toBe(4_000n);
  });

  it('goes on with the other alarms when one throws', () => {
    const host = machine();
    const errors: unknown[] = [];
    const clock = createClock({ ...host.parts, idle: never, onError: (error) => errors.push(error) });
    const ran: string[] = [];
    clock.at(2_000, () => {
      throw new Error('broken');
    });
    clock.at(2_000, () => ran.push('after'));
    clock.advance(5_000);
    expect(ran).toEqual(['after']);
    expect(errors).toEqual([new Error('broken')]);
  });

  it('does not run what was cancelled, however many are', () => {
    const host = machine();
    const clock = createClock({ ...host.parts, idle: never });
    const ran: number[] = [];
    const alarms = Array.from({ length: 1_000 }, (_, index) =>
      clock.at(2_000 + ((index * 7_919) % 1_000), () => ran.push(clock.now())),
    );
    alarms.forEach((alarm, index) => {
      if (index % 10 !== 0) alarm.cancel();
    });
    clock.advance(10_000);
    expect(ran).toHaveLength(100);
    expect(ran).toEqual([...ran].sort((a, b) => a - b));
  });

  it('starts from what was skipped before, and tells what is skipped now', () => {
    const host = machine();
    const told: number[] = [];
    const clock = createClock({
      ...host.parts,
      idle: never,
      skippedMs: DAY_MS,
      onSkip: (ms) => told.push(ms),
    });
    expect(clock.now()).toBe(1_000 + DAY_MS);
    clock.advance(10);
    expect(told).toEqual([DAY_MS + 10]);
  });

  it('jumps to the next alarm that asks for it once idle was answered twice in a row', async () => {
    const host = machine();
    const answers = [true, false, true, true];
    let asked = 0;
    const clock = createClock({
      ...host.parts,
      idle: async () => {
        asked += 1;
        return answers.shift() ?? false;
      },
    });
    const ran: string[] = [];
    clock.at(1_000 + DAY_MS, () => ran.push('recurring'));
    clock.at(1_000 + 2 * DAY_MS, () => ran.push('wait'), { jump: true });
    clock.at(1_000 + 3 * DAY_MS, () => ran.push('later'), { jump: true });
    clock.setSkipping(true);
    await host.pass(15);
    expect(ran).toEqual([]);
    await host.pass(5);
    expect(asked).toBe(4);
    expect(ran).toEqual(['recurring', 'wait']);
    expect(clock.now()).toBe(1_000 + 2 * DAY_MS);
    clock.setSkipping(false);
    await host.pass(100);
    expect(asked).toBe(4);
  });

  it('never jumps for an alarm that does not ask for it', async () => {
    const host = machine();
    const clock = createClock({ ...host.parts, idle: async () => true });
    let ran = 0;
    clock.at(1_000 + DAY_MS, () => {
      ran += 1;
    });
    clock.setSkipping(true);
    await host.pass(1_000);
    expect(ran).toBe(0);
    expect(clock.now()).toBe(2_000);
  });

  it('does not jump while alarms are being set between two answers', async () => {
    const host = machine();
    const clock = createClock({
      ...host.parts,
      idle: async () => {
        clock.at(1_000 + 9 * DAY_MS, () => {});
        return true;
      },
    });
    let ran = 0;
    clock.at(
      1_000 + DAY_MS,
      () => {
        ran += 1;
      },
      { jump: true },
    );
    clock.setSkipping(true);
    await host.pass(1_000);
    expect(ran).toBe(0);
  });

  it('runs nothing after it was stopped', async () => {
    const host = machine();
    const clock = createClock({ ...host.parts, idle: never });
    let ran = 0;
    clock.at(1_500, () => {
      ran += 1;
    });
    clock.stop();
    await host.pass(10_000);
    expect(ran).toBe(0);
  });
});
