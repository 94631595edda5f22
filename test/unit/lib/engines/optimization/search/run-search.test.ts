import { describe, expect, it } from 'vitest';
import { defineProblem, type ProblemInput } from '../../../../../../lib/engines/optimization/index.ts';
import {
  type ClosingTimes,
  NO_CLOSING,
} from '../../../../../../lib/engines/optimization/search/closing-times.ts';
import { compileModel } from '../../../../../../lib/engines/optimization/search/compile-model.ts';
import {
  createSearch,
  type Search,
} from '../../../../../../lib/engines/optimization/search/create-search.ts';
import { createRandom } from '../../../../../../lib/engines/optimization/search/random.ts';
import { runSearch } from '../../../../../../lib/engines/optimization/search/run-search.ts';
import { budgetByHand } from '../support/budget-by-hand.ts';
import { delivery, road, van } from '../support/line-problem.ts';

/** More than any limit here. */
const EVERYTHING = 1e9;

/** A search for orders of one box along a road. */
function alongRoad(orders: number, more: Partial<ProblemInput> = {}): Search {
  const places = Array.from({ length: orders }, (_, i) => 100 * (i + 1));
  const problem = defineProblem({
    travel: road([0, ...places]),
    dimensions: ['boxes'],
    jobs: places.map((_, i) => delivery(`j${i}`, i + 1, { load: [1] })),
    vehicles: [van('v')],
    ...more,
  });
  return createSearch(compileModel(problem), createRandom(1), 0);
}

/** Orders that each vehicle visits. */
function routesOf({ plan, model }: Search): number[][] {
  return Array.from(model.typeOf, (_, v) => {
    const visits: number[] = [];
    for (let p = plan.next[model.visits + 2 * v]!; p < model.visits; p = plan.next[p]!) visits.push(p);
    return visits;
  });
}

function keepingBack(times: Partial<ClosingTimes>): ClosingTimes {
  return { ...NO_CLOSING, ...times };
}

describe('initial routes', () => {
  /** The first is too much for its van, the second is not. */
  const tooMuch = () =>
    alongRoad(6, {
      vehicles: [van('v0', { capacity: [2] }), van('v1', { capacity: [2] })],
      initialRoutes: [
        { vehicle: 'v0', jobs: ['j3', 'j1', 'j2'] },
        { vehicle: 'v1', jobs: ['j5', 'j0'] },
      ],
    });

  it('keep what fits, although the run has been aborted', async () => {
    const search = tooMuch();
    const { budget, controller } = budgetByHand(100);
    controller.abort();
    await runSearch(search, budget);
    expect(routesOf(search)).toEqual([
      [3, 1],
      [5, 0],
    ]);
  });

  it('that can stay as they are stay, although no time is left but for what follows', async () => {
    const search = tooMuch();
    const closing = keepingBack({ afterSearch: () => EVERYTHING });
    await runSearch(search, budgetByHand(100).budget, closing);
    expect(routesOf(search)).toEqual([[], [5, 0]]);
  });
});

describe('the search', () => {
  it('leaves the time that explaining takes, where orders are on no route', async () => {
    const closing = keepingBack({ afterSearch: (_, absent) => absent * EVERYTHING });
    const run = async (capacity: number) => {
      const search = alongRoad(6, { vehicles: [van('v', { capacity: [capacity] })] });
      await runSearch(search, budgetByHand(100, 50).budget, closing);
      return search.state.iterations;
    };
    expect([await run(5), await run(6)]).toEqual([0, 50]);
  });

  it('looks at the time within an iteration where many orders are on no route', async () => {
    const looksFor = async (orders: number) => {
      const search = alongRoad(orders, { vehicles: [van('v', { capacity: [2] })] });
      const { budget } = budgetByHand(100, 20);
      let looks = 0;
      const over = () => {
        looks++;
        return budget.over();
      };
      await runSearch(search, { ...budget, over });
      return looks - orders;
    };
    expect(await looksFor(30)).toBeLessThan(5);
    expect(await looksFor(100)).toBeGreaterThan(100);
  });
});

describe('a first plan that owes something', () => {
  /** One van wants more orders than there are, the other one is expensive. */
  const owing = (orders: number) =>
    alongRoad(orders, {
      vehicles: [
        van('v0', { minOrders: orders + 1 }),
        van('v1', { cost: { centsPerKilometre: 1000, fixedCents: 1_000_000 } }),
      ],
    });
  /** No time for a search once all are placed. */
  const noSearch = (orders: number, more: Partial<ClosingTimes> = {}) =>
    keepingBack({ afterSearch: (placed) => (placed === orders ? EVERYTHING : 0), ...more });
  const countsOf = (search: Search) => routesOf(search).map(({ length }) => length);

  it('is settled in the time that was kept back for it', async () => {
    const search = owing(3);
    await runSearch(search, budgetByHand(100).budget, noSearch(3));
    expect(countsOf(search)).toEqual([0, 3]);
  });

  it('loses the route where there is no time to settle', async () => {
    const search = owing(3);
    await runSearch(search, budgetByHand(100).budget, noSearch(3, { afterSettling: () => EVERYTHING }));
    expect(countsOf(search)).toEqual([0, 0]);
  });

  it('is settled as far as there is time', async () => {
    const search = owing(10);
    let looks = 0;
    const budget = { ...budgetByHand(100).budget, mayLinger: () => ++looks <= 5 };
    await runSearch(search, budget, noSearch(10));
    expect(countsOf(search)).toEqual([0, 4]);
  });

  it('is settled soon after an abort, however many orders that moves', async () => {
    const search = owing(60);
    const { budget, controller } = budgetByHand(100);
    const closing = keepingBack({
      afterSearch: (placed) => {
        if (placed === 60) controller.abort();
        return 0;
      },
    });
    await runSearch(search, budget, closing);
    expect(countsOf(search)).toEqual([0, 60]);
  });
});
