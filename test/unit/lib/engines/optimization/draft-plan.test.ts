import { describe, expect, it } from 'vitest';
import {
  draftBySearch,
  draftOf,
  routesByVehicle,
} from '../../../../../lib/engines/optimization/draft-plan.ts';
import { defineProblem, type VehicleInput } from '../../../../../lib/engines/optimization/index.ts';
import {
  type ClosingTimes,
  NO_CLOSING,
} from '../../../../../lib/engines/optimization/search/closing-times.ts';
import { compileModel } from '../../../../../lib/engines/optimization/search/compile-model.ts';
import { createSearch } from '../../../../../lib/engines/optimization/search/create-search.ts';
import { createRandom } from '../../../../../lib/engines/optimization/search/random.ts';
import { routeOf } from './support/bare-route.ts';
import { budgetByHand } from './support/budget-by-hand.ts';
import { delivery, road, van } from './support/line-problem.ts';

/** Orders along a road. */
function alongRoad(orders: number, vehicles: readonly VehicleInput[] = [van('v')]) {
  const places = Array.from({ length: orders }, (_, i) => 100 * (i + 1));
  return defineProblem({
    travel: road([0, ...places]),
    dimensions: ['boxes'],
    jobs: places.map((_, i) => delivery(`j${i}`, i + 1, { load: [1] })),
    vehicles,
  });
}

/** Withholds nothing except what is given. */
function keepingBack(times: Partial<ClosingTimes>): ClosingTimes {
  return { ...NO_CLOSING, ...times };
}

describe('a plan of given routes', () => {
  const problem = alongRoad(4);
  const changeAfter = (ms: number, enoughMs: number, timeLimitMs = ms) => {
    const { budget, clock } = budgetByHand(timeLimitMs);
    clock.ms = ms;
    return draftOf([], problem, budget, enoughMs).unassigned[0]!.reasons[0]!.change;
  };

  it('has tried none of the other orders', () => {
    const routes = [routeOf('v', ['j2']), routeOf('w', ['j0'])];
    const draft = draftOf(routes, problem, budgetByHand(100).budget, 500);
    expect(draft.routes).toBe(routes);
    expect(draft.unassigned.map(({ job, reasons }) => [job, reasons.map(({ code }) => code)])).toEqual([
      ['j1', ['NOT_TRIED']],
      ['j3', ['NOT_TRIED']],
    ]);
  });

  it.each([
    [1, 'allow about 100 ms: the time limit was too short to try every vehicle'],
    [100, 'allow about 100 ms: the time limit was too short to try every vehicle'],
    [101, 'allow about 200 ms: the time limit was too short to try every vehicle'],
    [900, 'allow about 900 ms: the time limit was too short to try every vehicle'],
    [901, 'allow about 1 s: the time limit was too short to try every vehicle'],
    [1000, 'allow about 1 s: the time limit was too short to try every vehicle'],
    [1001, 'allow about 2 s: the time limit was too short to try every vehicle'],
    [12_300, 'allow about 13 s: the time limit was too short to try every vehicle'],
  ])('says what would do, where that is %d ms, in a time that is easily read', (enoughMs, change) => {
    expect(changeAfter(0, enoughMs)).toBe(change);
  });

  it('says no time that is hardly more than it took', () => {
    expect(changeAfter(400, 410)).toContain('allow about 600 ms');
    expect(changeAfter(400, 700)).toContain('allow about 700 ms');
  });

  it('tells an abort from a limit', () => {
    const { budget, clock, controller } = budgetByHand(1000);
    clock.ms = 400;
    controller.abort();
    expect(draftOf([], problem, budget, 410).unassigned[0]!.reasons[0]!.change).toBe(
      'let the run take about 500 ms: it was aborted before every vehicle had been tried',
    );
    clock.ms = 1000;
    expect(draftOf([], problem, budget, 410).unassigned[0]!.reasons[0]!.change).toContain('allow about 2 s');
  });
});

describe('routes made without a search', () => {
  const vans = Array.from({ length: 6 }, (_, v) => van(`v${v}`, { capacity: [1] }));

  it('leave the time that checking them takes', async () => {
    const { budget, clock } = budgetByHand(100);
    clock.ms = 40;
    const closing = keepingBack({ afterBuilding: (placed) => 20 * placed });
    const routes = await routesByVehicle(alongRoad(6, vans), createRandom(1), budget, closing);
    expect(routes).toHaveLength(3);
  });

  it('are none where checking takes all the time', async () => {
    const { budget } = budgetByHand(100);
    const closing = keepingBack({ afterBuilding: () => 100 });
    expect(await routesByVehicle(alongRoad(6, vans), createRandom(1), budget, closing)).toEqual([]);
  });
});

describe('a plan of a search', () => {
  const searchFor = (problem: ReturnType<typeof alongRoad>) =>
    createSearch(compileModel(problem), createRandom(1), 0);
  /** The time is up as soon as this many are placed. */
  const overWith = (most: number) => keepingBack({ afterSearch: (placed) => (placed >= most ? 1e9 : 0) });

  it.each([
    [12, 3, 'allow about 400 ms'],
    [12, 9, 'allow about 200 ms'],
    [60, 3, 'allow about 1 s'],
  ])(
    'says of what it has not come to by how much the time was too short: %d orders, %d placed',
    async (orders, placed, change) => {
      const { budget, clock } = budgetByHand(1000);
      clock.ms = 100;
      const draft = await draftBySearch(searchFor(alongRoad(orders)), [], budget, overWith(placed));
      expect(draft.routes[0]!.visits).toHaveLength(placed);
      expect(draft.unassigned).toHaveLength(orders - placed);
      for (const { reasons } of draft.unassigned)
        expect(reasons).toMatchObject([{ code: 'NOT_TRIED', change: expect.stringContaining(change) }]);
    },
  );

  it('goes on from routes drafted before where they are better, and has tried all orders of a complete one', async () => {
    const { budget, clock } = budgetByHand(1000);
    clock.ms = 100;
    const drafted = [routeOf('v', ['j3', 'j2', 'j1', 'j0'])];
    const draft = await draftBySearch(searchFor(alongRoad(4)), drafted, budget, overWith(2));
    expect(draft.routes[0]!.visits.map(({ job }) => job)).toEqual(['j3', 'j2', 'j1', 'j0']);
    expect(draft.unassigned).toEqual([]);
  });

  it('keeps its own where routes drafted before are worse', async () => {
    const { budget, clock } = budgetByHand(1000);
    clock.ms = 100;
    const draft = await draftBySearch(searchFor(alongRoad(4)), [routeOf('v', ['j3'])], budget, overWith(2));
    expect(draft.routes[0]!.visits).toHaveLength(2);
  });

  it('has not tried what routes drafted before leave out, although the first plan came to it', async () => {
    const run = async (drafted: readonly string[]) => {
      const { budget, clock } = budgetByHand(1000);
      clock.ms = 100;
      return draftBySearch(searchFor(alongRoad(12)), [routeOf('v', drafted)], budget, overWith(3));
    };
    const tried = (await run([])).routes.flatMap(({ visits }) => visits.map(({ job }) => job));
    const others = Array.from({ length: 12 }, (_, i) => `j${i}`).filter((id) => !tried.includes(id));
    const { unassigned } = await run(others);
    expect(unassigned.map(({ job }) => job).toSorted()).toEqual(tried.toSorted());
    for (const { reasons } of unassigned) expect(reasons.map(({ code }) => code)).toEqual(['NOT_TRIED']);
  });

  it('explains what finds no place, as long as the time for checking is left', async () => {
    const problem = alongRoad(3, [van('v', { capacity: [2] })]);
    const closely = await draftBySearch(searchFor(problem), [], budgetByHand(100, 20).budget, NO_CLOSING);
    expect(closely.unassigned[0]!.reasons[0]).toMatchObject({
      code: 'CAPACITY',
      change: 'raise the boxes capacity of v by 1',
    });
    const closing = keepingBack({ afterBuilding: (placed) => 50 * placed });
    const briefly = await draftBySearch(searchFor(problem), [], budgetByHand(100, 20).budget, closing);
    expect(briefly.routes).toEqual(closely.routes);
    expect(briefly.unassigned[0]!.reasons).toMatchObject([{ code: 'NOT_TRIED', changes: [] }]);
  });
});
