import { describe, expect, it } from 'vitest';
import type { Budget } from '../../../../../lib/engines/optimization/search/budget.ts';
import { finish, inStretches, leave, type Work } from '../../../../../lib/engines/optimization/work.ts';
import { budgetByHand } from './support/budget-by-hand.ts';

/** Work in steps of this many units each, which records what happens to it. */
function* noting(steps: readonly number[], log: (string | number)[]): Work<string> {
  try {
    for (const [i, units] of steps.entries()) {
      log.push(i);
      yield units;
    }
    return 'done';
  } finally {
    log.push('tidied');
  }
}

/** A budget that asks for a pause after this many reads, and counts the pauses. */
function pausing(everyLooks: number): { budget: Budget; pauses: () => number } {
  let pauses = 0;
  const budget: Budget = {
    ...budgetByHand().budget,
    slice: () => {
      let looks = 0;
      return { over: () => ++looks >= everyLooks };
    },
    pause: async () => {
      pauses++;
    },
  };
  return { budget, pauses: () => pauses };
}

describe('work', () => {
  it('is done at once', () => {
    const log: (string | number)[] = [];
    expect(finish(noting([1, 1, 1], log))).toBe('done');
    expect(log).toEqual([0, 1, 2, 'tidied']);
  });

  it('tidies up where it is left, and does no more', () => {
    const log: (string | number)[] = [];
    const work = noting([1, 1, 1], log);
    work.next();
    leave(work);
    leave(work);
    expect(log).toEqual([0, 'tidied']);
    expect(work.next()).toEqual({ done: true, value: undefined });
  });

  it('that has not begun is left without having begun', () => {
    const log: (string | number)[] = [];
    leave(noting([1], log));
    expect(log).toEqual([]);
  });
});

describe('work in stretches', () => {
  it('is done, with a pause wherever a stretch is over and none elsewhere', async () => {
    const { budget, pauses } = pausing(3);
    expect(await inStretches(noting([1, 1, 1, 1, 1, 1, 1, 1], []), budget)).toBe('done');
    expect(pauses()).toBe(2);
  });

  it('lets other work of the process run', async () => {
    const { budget } = budgetByHand();
    const log: (string | number)[] = [];
    setImmediate(() => log.push('other'));
    await inStretches(noting([1, 1], log), { ...budget, slice: () => ({ over: () => true }) });
    expect(log).toEqual([0, 'other', 1, 'tidied']);
  });

  it('asks at every pause whether it is over, with the units done', async () => {
    const asked: number[] = [];
    const over = (units: number) => {
      asked.push(units);
      return false;
    };
    expect(await inStretches(noting([5, 0, 2], []), pausing(2).budget, over)).toBe('done');
    expect(asked).toEqual([5, 5, 7]);
  });

  it('stops as soon as it is over, can be gone on with and counts anew', async () => {
    const log: (string | number)[] = [];
    const work = noting([5, 1, 2], log);
    const { budget, pauses } = pausing(1);
    expect(await inStretches(work, budget, (units) => units >= 5)).toBeUndefined();
    expect(log).toEqual([0]);
    expect(pauses()).toBe(0);
    const asked: number[] = [];
    expect(await inStretches(work, budget, (units) => asked.push(units) < 0)).toBe('done');
    expect(asked).toEqual([1, 3]);
    expect(log).toEqual([0, 1, 2, 'tidied']);
  });
});
