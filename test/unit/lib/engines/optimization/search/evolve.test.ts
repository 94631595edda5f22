import { describe, expect, it } from 'vitest';
import { defineProblem, type VehicleInput } from '../../../../../../lib/engines/optimization/index.ts';
import type { Budget } from '../../../../../../lib/engines/optimization/search/budget.ts';
import { compileModel } from '../../../../../../lib/engines/optimization/search/compile-model.ts';
import { createSearch } from '../../../../../../lib/engines/optimization/search/create-search.ts';
import { evolve } from '../../../../../../lib/engines/optimization/search/evolve.ts';
import { meanLeg } from '../../../../../../lib/engines/optimization/search/mean-leg.ts';
import { createRandom } from '../../../../../../lib/engines/optimization/search/random.ts';
import { budgetByHand } from '../support/budget-by-hand.ts';
import { delivery, road, van } from '../support/line-problem.ts';

const ORDERS = 10;

/** Annealings started again in a run, given its share of the time at a number of iterations. */
async function beginnings(shareAt: (iterations: number) => number, more: Partial<VehicleInput> = {}) {
  const places = Array.from({ length: ORDERS }, (_, i) => 100 * (i + 1));
  const problem = defineProblem({
    travel: road([0, ...places]),
    jobs: places.map((_, i) => delivery(`j${i}`, i + 1)),
    vehicles: [van('v', more), van('w', more), van('x', more)],
  });
  const search = createSearch(compileModel(problem), createRandom(1), 0);
  let begun = 0;
  const counting = {
    ...search,
    startOver: () => {
      begun++;
      search.startOver();
    },
  };
  const budget: Budget = { ...budgetByHand(1).budget, stride: 1, share: shareAt };
  search.rebuild();
  search.consider();
  await evolve(counting, budget, { leg: meanLeg(search), from: 0, resumeAt: 0 });
  expect(shareAt(search.state.iterations)).toBeGreaterThanOrEqual(1);
  expect(search.best.absentWeight).toBe(0);
  return begun;
}

/** A run with this many iterations per order. */
function steady(perOrder: number) {
  return (iterations: number): number => iterations / (perOrder * ORDERS);
}

/**
 * A process that becomes ten times as fast after the first 40 iterations, because its functions are compiled by then.
 */
function justStarted(perOrder: number) {
  const slow = 40;
  return (iterations: number): number =>
    (10 * Math.min(iterations, slow) + Math.max(0, iterations - slow)) / (perOrder * ORDERS);
}

describe('a run', () => {
  it('worth 800 iterations per order makes several plans, a shorter one is a single annealing', async () => {
    expect(await beginnings(steady(780))).toBe(0);
    expect(await beginnings(steady(820))).toBeGreaterThan(1);
  });

  it('under any rules makes several plans from 2,000 iterations per order on', async () => {
    expect(await beginnings(steady(1_950), { minOrders: 1 })).toBe(0);
    expect(await beginnings(steady(2_050), { minOrders: 1 })).toBeGreaterThan(1);
  });

  it('is not taken for a short one by the speed of a process that has just started', async () => {
    expect(await beginnings(justStarted(2_000))).toBeGreaterThan(1);
  });
});
