import { describe, expect, it, vi } from 'vitest';
import { createBudget } from '../../../../../../lib/engines/optimization/search/budget.ts';
import { budgetByHand } from '../support/budget-by-hand.ts';

describe('a budget', () => {
  it('of time is used up as time goes by, and late at its end', () => {
    const { budget, clock } = budgetByHand(200);
    expect([budget.share(1e9), budget.late(), budget.over()]).toEqual([0, false, false]);
    clock.ms = 50;
    expect(budget.share(0)).toBe(0.25);
    clock.ms = 199;
    expect(budget.late()).toBe(false);
    clock.ms = 200;
    expect([budget.share(0), budget.late(), budget.over()]).toEqual([1, true, true]);
  });

  it('of time is used up earlier by what is kept back, as said last', () => {
    const { budget, clock } = budgetByHand(200);
    budget.keepBack(190);
    budget.keepBack(100);
    clock.ms = 50;
    expect(budget.share(0)).toBe(0.5);
    clock.ms = 99;
    expect(budget.late()).toBe(false);
    clock.ms = 100;
    expect(budget.late()).toBe(true);
    budget.keepBack(0);
    expect(budget.late()).toBe(false);
  });

  it('of which everything is kept back is used up from the start', () => {
    const { budget } = budgetByHand(10);
    budget.keepBack(10);
    expect([budget.share(0), budget.late()]).toEqual([Number.POSITIVE_INFINITY, true]);
  });

  it('of iterations is used up by them and is never late', () => {
    const { budget, clock } = budgetByHand(undefined, 400);
    clock.ms = 1e9;
    expect([budget.share(0), budget.share(100), budget.share(400)]).toEqual([0, 0.25, 1]);
    expect([budget.late(), budget.over(), budget.mayLinger()]).toEqual([false, false, true]);
    expect(budgetByHand(undefined, 0).budget.share(0)).toBe(Number.POSITIVE_INFINITY);
  });

  it('of both is used up by whichever ends first', () => {
    const { budget, clock } = budgetByHand(200, 400);
    clock.ms = 20;
    expect(budget.share(100)).toBe(0.25);
    clock.ms = 150;
    expect(budget.share(100)).toBe(0.75);
  });

  it('is asked again after the given iterations, and a fiftieth of those there are, at most 64', () => {
    expect(budgetByHand(200).budget.stride).toBe(7);
    expect(budgetByHand(undefined, 30).budget.stride).toBe(1);
    expect(budgetByHand(undefined, 1000).budget.stride).toBe(20);
    expect(budgetByHand(undefined, 1e6).budget.stride).toBe(64);
  });

  it('is over with an abort, after which there is a tenth of a second to finish well', () => {
    const { budget, clock, controller } = budgetByHand(1000);
    clock.ms = 300;
    controller.abort();
    expect([budget.share(0), budget.over(), budget.late()]).toEqual([Number.POSITIVE_INFINITY, true, false]);
    expect(budget.mayLinger()).toBe(true);
    clock.ms = 399;
    expect(budget.mayLinger()).toBe(true);
    clock.ms = 400;
    expect(budget.mayLinger()).toBe(false);
  });

  it('that is aborted shortly before its end has no longer than that', () => {
    const { budget, clock, controller } = budgetByHand(1000);
    clock.ms = 950;
    controller.abort();
    expect(budget.mayLinger()).toBe(true);
    clock.ms = 1000;
    expect(budget.mayLinger()).toBe(false);
  });

  it('counts from its start, tells its share, and lets other work run meanwhile', async () => {
    const told: number[] = [];
    const budget = createBudget({
      timeLimitMs: 100,
      iterations: undefined,
      now: () => 1030,
      startedAt: 1000,
      signal: undefined,
      stride: 1,
      report: (share) => told.push(share),
    });
    let ran = false;
    setImmediate(() => {
      ran = true;
    });
    expect(budget.elapsedMs()).toBe(30);
    await budget.breathe(0);
    budget.keepBack(90);
    await budget.breathe(0);
    expect(told).toEqual([0.3, 1]);
    expect(ran).toBe(true);
  });

  it('wants a pause after some milliseconds', () => {
    const now = vi.spyOn(performance, 'now').mockReturnValue(1000);
    const slice = budgetByHand().budget.slice();
    const over = [1000, 1024, 1025].map((ms) => {
      now.mockReturnValue(ms);
      return slice.over();
    });
    now.mockRestore();
    expect(over).toEqual([false, false, true]);
  });
});
