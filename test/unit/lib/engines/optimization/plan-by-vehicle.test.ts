import { describe, expect, it } from 'vitest';
import {
  defineProblem,
  type JobInput,
  type ProblemInput,
} from '../../../../../lib/engines/optimization/index.ts';
import { planByVehicle } from '../../../../../lib/engines/optimization/plan-by-vehicle.ts';
import { createRandom } from '../../../../../lib/engines/optimization/search/random.ts';
import { finish } from '../../../../../lib/engines/optimization/work.ts';
import { budgetByHand } from './support/budget-by-hand.ts';
import { delivery, type Point, plane, van } from './support/line-problem.ts';

/** Villages around the depot, each farther away than the previous one. */
const VILLAGES: readonly Point[] = [
  [1000, 0],
  [0, 1100],
  [-1200, 0],
  [0, -1300],
];
/** As many as a vehicle is offered. */
const PER_VILLAGE = 40;
const ORDERS = PER_VILLAGE * VILLAGES.length;

type Villages = ReturnType<typeof villages>;

/**
 * Orders of one box in each village (j0 in the first, j1 in the second, ...), and vans that hold more than one
 * village's.
 */
function villages(job: (i: number) => Partial<JobInput> = () => ({}), more: Partial<ProblemInput> = {}) {
  const points = Array.from({ length: ORDERS }, (_, i): Point => {
    const [x, y] = VILLAGES[i % 4]!;
    return [x + Math.floor(i / 4), y];
  });
  return defineProblem({
    travel: plane([[0, 0], ...points]),
    dimensions: ['boxes'],
    jobs: points.map((_, i) => delivery(`j${i}`, i + 1, { load: [1], ...job(i) })),
    vehicles: Array.from({ length: 8 }, (_, v) => van(`v${v}`, { capacity: [50] })),
    ...more,
  });
}

/** Jobs of each route, and the notes. `onNote` may let time pass once this many are placed. */
function planned(
  problem: Villages,
  by = budgetByHand(100),
  onNote: (placed: number, by: ReturnType<typeof budgetByHand>) => void = () => {},
) {
  const notes: number[] = [];
  const work = planByVehicle(problem, createRandom(1), by.budget, (placed) => {
    notes.push(placed);
    onNote(placed, by);
  });
  const routes = finish(work).map(
    ({ vehicle, visits }) => [vehicle, visits.map(({ job }) => Number(job.slice(1)))] as const,
  );
  return { routes, notes };
}

/** Villages that a route goes to. */
function villagesOf(jobs: readonly number[]): number[] {
  return [...new Set(jobs.map((job) => job % 4))].sort();
}

describe('planning vehicle by vehicle', () => {
  it('gives each what is near to the farthest order there is, until all are placed, and tells how many are', () => {
    const { routes, notes } = planned(villages());
    expect(routes.map(([vehicle, jobs]) => [vehicle, jobs.length, villagesOf(jobs)])).toEqual([
      ['v0', 40, [3]],
      ['v1', 40, [2]],
      ['v2', 40, [1]],
      ['v3', 40, [0]],
    ]);
    expect(notes).toEqual([40, 80, 120, 160]);
  });

  it('leaves a vehicle out that can serve nothing, and goes on with the next', () => {
    const vehicles = [van('small', { capacity: [0] }), van('v', { capacity: [500] })];
    const { routes, notes } = planned(villages(() => ({}), { vehicles }));
    expect(routes.map(([vehicle, jobs]) => [vehicle, jobs.length])).toEqual([['v', ORDERS]]);
    expect(notes).toEqual([0, ORDERS]);
  });

  it('begins with vehicles on initial routes, which keep them, and puts the routes in the order of vehicles', () => {
    const initialRoutes = [
      { vehicle: 'v6', jobs: ['j0', 'j1'] },
      { vehicle: 'v2', jobs: ['j6'] },
    ];
    const problem = villages(() => ({}), { initialRoutes });
    const { routes, notes } = planned(problem, budgetByHand(100), (placed, { clock }) => {
      if (placed > 50) clock.ms = 100;
    });
    expect(routes.map(([vehicle]) => vehicle)).toEqual(['v2', 'v6']);
    expect(routes[0]![1]).toContain(6);
    expect(routes[1]![1]).toEqual(expect.arrayContaining([0, 1]));
    expect(notes).toEqual([41, 83]);
    expect(planned(problem).routes.map(([vehicle]) => vehicle)).toEqual(['v0', 'v1', 'v2', 'v6']);
  });

  it('plans no further vehicle when it is late, and none where it is late from the start', () => {
    const { routes } = planned(villages(), budgetByHand(100), (placed, { clock }) => {
      if (placed === 80) clock.ms = 100;
    });
    expect(routes.map(([vehicle]) => vehicle)).toEqual(['v0', 'v1']);
    expect(planned(villages(), budgetByHand(0)).routes).toEqual([]);
  });

  it('gives a vehicle only what is placed before it is late', () => {
    const by = budgetByHand(100);
    let looks = 0;
    const budget = { ...by.budget, late: () => ++looks > 10 };
    const { routes } = planned(villages(), { ...by, budget });
    expect(routes.map(([vehicle, jobs]) => [vehicle, jobs.length])).toEqual([['v0', 9]]);
  });

  it('places what is on board and what is of high priority first', () => {
    const urgent = [1, 2, 4];
    const problem = villages(
      (i) => ({ priority: i === 1 || i === 4 ? 3 : 0, ...(i === 2 ? { onBoard: 'v0' } : {}) }),
      { vehicles: [van('v0', { capacity: [3] })] },
    );
    expect(planned(problem).routes[0]![1].toSorted()).toEqual(urgent);
  });

  it('ends after an abort with initial routes and what is on board', () => {
    const by = budgetByHand(100);
    by.controller.abort();
    const problem = villages(
      (i) => (i === 6 ? { onBoard: 'v1' } : i === 7 ? { lock: { vehicle: 'v2' } } : {}),
      { initialRoutes: [{ vehicle: 'v3', jobs: ['j0', 'j1'] }] },
    );
    expect(planned(problem, by).routes).toEqual([
      ['v1', [6]],
      ['v3', [0, 1]],
    ]);
  });

  it('takes an order off an initial route whose group is on another vehicle', () => {
    const by = budgetByHand(100);
    by.controller.abort();
    const problem = villages((i) => (i < 2 ? { sequenceGroup: 'one route' } : {}), {
      initialRoutes: [
        { vehicle: 'v0', jobs: ['j0'] },
        { vehicle: 'v1', jobs: ['j1', 'j2'] },
      ],
    });
    expect(planned(problem, by).routes).toEqual([
      ['v0', [0]],
      ['v1', [2]],
    ]);
  });

  it('pauses at every vehicle, although there is nothing for it', () => {
    const { budget, controller } = budgetByHand(100);
    controller.abort();
    const work = planByVehicle(villages(), createRandom(1), budget, () => {});
    expect(Array.from(work)).toHaveLength(8);
  });

  it('overlooks none of what only one vehicle may serve', () => {
    const problem = villages(() => ({ lock: { vehicle: 'v0' } }), {
      vehicles: [van('v0', { capacity: [ORDERS] })],
    });
    expect(planned(problem).notes).toEqual([ORDERS]);
  });

  it('leaves no route with fewer orders than its vehicle wants', () => {
    const vehicles = [
      van('v0', { capacity: [20], minOrders: 21 }),
      van('v1', { capacity: [20], minOrders: 20 }),
    ];
    const { routes } = planned(villages(() => ({}), { vehicles }));
    expect(routes.map(([vehicle, jobs]) => [vehicle, jobs.length])).toEqual([['v1', 20]]);
  });

  it('tries every vehicle as long as orders are left, although each of them was begun with before', () => {
    const vehicles = Array.from({ length: 5 }, (_, v) => van(`v${v}`, { capacity: [v < 4 ? 0 : 9] }));
    const problem = villages((i) => (i < 4 ? {} : { lock: { vehicle: 'v0' } }), { vehicles });
    expect(planned(problem).routes.map(([vehicle, jobs]) => [vehicle, jobs.toSorted()])).toEqual([
      ['v4', [0, 1, 2, 3]],
    ]);
  });
});
