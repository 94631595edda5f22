import { describe, expect, it } from 'vitest';
import { defineProblem, type VehicleInput } from '../../../../../../lib/engines/optimization/index.ts';
import { compileModel } from '../../../../../../lib/engines/optimization/search/compile-model.ts';
import {
  createSearch,
  type Search,
} from '../../../../../../lib/engines/optimization/search/create-search.ts';
import { createRandom } from '../../../../../../lib/engines/optimization/search/random.ts';
import { finish } from '../../../../../../lib/engines/optimization/work.ts';
import { delivery, road, van } from '../support/line-problem.ts';

/** Orders of a town, more than are examined around one of them: of plain deliveries, and under any rules. */
const TOWN = 51;
const WIDE_TOWN = 101;

/**
 * A town with this many orders, an odd number, and one order far behind it; vans for two orders each. Every van is full
 * except the one that drives through the town to the far order, and only the last order of the town is on no route.
 */
function townPassedThrough(town: number, more: Partial<VehicleInput> = {}): Search {
  const full = (town - 1) / 2;
  const places = Array.from({ length: town }, (_, i) => 100 + i);
  const problem = defineProblem({
    travel: road([0, ...places, 10_000]),
    dimensions: ['boxes'],
    jobs: [...places, 10_000].map((_, i) => delivery(`j${i}`, i + 1, { load: [1] })),
    vehicles: Array.from({ length: full + 1 }, (_, v) =>
      van(`v${v}`, { capacity: [2], shift: { from: 0, to: 100_000 }, ...more }),
    ),
  });
  const search = createSearch(compileModel(problem), createRandom(1), 0);
  const layOut = (route: number, visits: number[]) => {
    search.plan.layOut(route, visits);
    search.evaluator.refresh(route);
  };
  for (let v = 0; v < full; v++) layOut(v, [2 * v, 2 * v + 1]);
  layOut(full, [town]);
  return search;
}

/** An empty plan of one van for five boxes, and orders with the given numbers of boxes. */
function allAbsent(boxes: number[], more: Partial<VehicleInput> = {}): Search {
  const problem = defineProblem({
    travel: road([0, ...boxes.map((_, i) => 100 * (i + 1))]),
    dimensions: ['boxes'],
    jobs: boxes.map((load, i) => delivery(`j${i}`, i + 1, { load: [load] })),
    vehicles: [van('v', { capacity: [5], ...more })],
  });
  return createSearch(compileModel(problem), createRandom(1), 0);
}

/** Numbers of orders left over by 100 insertions into an empty plan. */
function absentAfter({ plan, recreate }: Search, mostWeight?: number): Set<number> {
  const counts = new Set<number>();
  for (let i = 0; i < 100; i++) {
    plan.begin();
    recreate.insertAbsent(Number.POSITIVE_INFINITY, mostWeight);
    counts.add(plan.size.absent);
    plan.undo();
  }
  return counts;
}

describe('insertAbsent', () => {
  it('finds a place on a route that passes by, with none of its visits near, in some iterations but not in most', () => {
    const { plan, recreate } = townPassedThrough(TOWN);
    let placed = 0;
    for (let i = 0; i < 300; i++) {
      plan.begin();
      recreate.insertAbsent();
      if (plan.size.absent === 0) {
        expect(plan.routeOf[TOWN - 1]).toBe(25);
        placed++;
      }
      plan.undo();
    }
    expect(placed).toBeGreaterThan(0);
    expect(placed).toBeLessThan(100);
  });

  it('looks everywhere for a place under any rules, where no near route has one', () => {
    const { plan, recreate, model } = townPassedThrough(WIDE_TOWN, { minOrders: 1 });
    expect(model.shape).toBe('rich');
    let placed = 0;
    for (let i = 0; i < 100; i++) {
      plan.begin();
      recreate.insertAbsent();
      if (plan.size.absent === 0) placed++;
      plan.undo();
    }
    expect(plan.routeOf[WIDE_TOWN - 1]).toBe(-1);
    // All but a few that are overlooked now and then.
    expect(placed).toBeGreaterThan(90);
  });

  it('stops once the jobs it has inserted cost as much as the caller would take', () => {
    const { plan, recreate } = allAbsent([1, 1, 1, 1, 1]);
    plan.begin();
    recreate.insertAbsent(0.01);
    expect(plan.size.absent).toBe(4);
    plan.undo();
    recreate.insertAbsent();
    expect(plan.size.absent).toBe(0);
  });

  it('stops once it leaves out more than the caller would take', () => {
    const search = allAbsent([1, 9, 1, 1, 1]);
    expect(absentAfter(search)).toEqual(new Set([1]));
    expect(absentAfter(search, 0)).toContain(5);
  });
  it('gives up when the time is over, where many are absent', () => {
    const placedOf = (orders: number) => {
      const { plan, recreate } = allAbsent(Array.from({ length: orders }, () => 0));
      recreate.stopWhen(() => true);
      plan.begin();
      recreate.insertAbsent();
      return orders - plan.size.absent;
    };
    expect([placedOf(40), placedOf(41)]).toEqual([40, 7]);
  });
});

describe('insertAll', () => {
  it('leaves nothing out that fits where it tries twice, and now and then something where it does not', () => {
    const left = (twice: boolean) => {
      const { plan, recreate, model } = allAbsent(
        Array.from({ length: 500 }, () => 0),
        { minOrders: 1 },
      );
      expect(model.shape).toBe('rich');
      finish(recreate.insertAll({ twice }));
      return plan.size.absent;
    };
    expect(left(true)).toBe(0);
    expect(left(false)).toBeGreaterThan(0);
  });
});
