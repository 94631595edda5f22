import { describe, expect, it } from 'vitest';
import {
  defineProblem,
  type JobInput,
  type ProblemInput,
} from '../../../../../lib/engines/optimization/index.ts';
import { createJobPool } from '../../../../../lib/engines/optimization/job-pool.ts';
import { routeOf } from './support/bare-route.ts';
import { delivery, road, travelBetween, van } from './support/line-problem.ts';

/** Orders at these places along a road, from which the vans start at 0; `j0` is at the first place. */
function poolOf(
  positions: readonly number[],
  {
    vans = 2,
    job = () => ({}),
    ...more
  }: Partial<ProblemInput> & {
    vans?: number;
    job?: (i: number) => Partial<JobInput>;
  } = {},
) {
  const problem = defineProblem({
    travel: road([0, ...positions]),
    jobs: positions.map((_, i) => delivery(`j${i}`, i + 1, job(i))),
    vehicles: Array.from({ length: vans }, (_, v) => van(`v${v}`)),
    ...more,
  });
  const pool = createJobPool(problem);
  const vehicle = (v: number) => problem.vehicles[v]!;
  const offered = (v: number, onlyInitial = false) => pool.offer(vehicle(v), onlyInitial);
  return {
    problem,
    pool,
    offered,
    ids: (v: number, onlyInitial = false) => offered(v, onlyInitial).map(({ id }) => id),
    /** Reports that a vehicle serves these orders on one route. */
    settle: (v: number, ...ids: string[]) => pool.settle(vehicle(v), [routeOf(`v${v}`, ids)]),
    urgency: (i: number) => pool.urgency(problem.jobs[i]!),
  };
}

describe('a vehicle is offered', () => {
  it('the order farthest from its start, then what is near to that one', () => {
    expect(poolOf([100, 900, 300, 850, 200]).ids(0)).toEqual(['j1', 'j3', 'j2', 'j4', 'j0']);
  });

  it('orders around another one than vehicles before it, until each had its turn', () => {
    const { ids } = poolOf([100, 900, 300], { vans: 4 });
    expect([ids(0), ids(1), ids(2), ids(3)]).toEqual([
      ['j1', 'j2', 'j0'],
      ['j2', 'j0', 'j1'],
      ['j0', 'j2', 'j1'],
      ['j1', 'j2', 'j0'],
    ]);
  });

  it('orders around one of lower priority once that of the highest had its turn', () => {
    const { ids } = poolOf([100, 900, 300], { job: (i) => ({ priority: i === 0 ? 3 : 0 }) });
    expect([ids(0), ids(1)]).toEqual([
      ['j0', 'j2', 'j1'],
      ['j0', 'j1', 'j2'],
    ]);
  });

  it('orders of the highest priority first, whatever the way', () => {
    const { ids } = poolOf([100, 900, 300, 200, 700], { job: (i) => ({ priority: [0, 0, 2, 2, 1][i]! }) });
    expect(ids(0)).toEqual(['j2', 'j3', 'j4', 'j0', 'j1']);
  });

  it('what it cannot reach only after what it can', () => {
    const lengths = new Map([
      ['0>1', 300],
      ['0>2', 1_500_000_000],
      ['0>3', 100],
    ]);
    const travel = travelBetween(
      [0, 1, 2, 3],
      (from, to) => lengths.get(`${from}>${to}`) ?? 10 * Math.abs(from - to),
    );
    const { ids } = poolOf([1, 2, 3], { travel });
    expect([ids(0)[0], ids(0)[0], ids(0)[0]]).toEqual(['j0', 'j2', 'j1']);
  });

  it('orders near to the first one there is, where it starts anywhere', () => {
    expect(poolOf([100, 900, 300], { vehicles: [{ id: 'v0', end: 0 }] }).ids(0)).toEqual(['j0', 'j2', 'j1']);
  });

  it('at most forty orders, or twice its share where that is more', () => {
    const positions = Array.from({ length: 150 }, (_, i) => i + 1);
    expect(poolOf(positions, { vans: 100 }).ids(0)).toEqual(
      Array.from({ length: 40 }, (_, i) => `j${149 - i}`),
    );
    expect(poolOf(positions, { vans: 4 }).ids(0)).toEqual(
      Array.from({ length: 75 }, (_, i) => `j${149 - i}`),
    );
    expect(poolOf(positions, { vans: 1 }).ids(0)).toHaveLength(150);
  });

  it('nothing that asks for more than it is capable of', () => {
    const { ids } = poolOf([100, 900, 300], {
      vehicles: [van('v0', { capabilities: ['cold'] }), van('v1', { capabilities: ['cold', 'lift'] })],
      job: (i) => ({ requires: [['cold'], ['cold', 'lift'], []][i]! }),
    });
    expect(ids(0)).toEqual(['j2', 'j0']);
    expect(ids(1)).toEqual(['j1', 'j2', 'j0']);
  });

  it('its own orders first: of its initial route, on board and locked to it, which no other is offered', () => {
    const { ids } = poolOf([100, 200, 300, 400, 500], {
      initialRoutes: [{ vehicle: 'v0', jobs: ['j1', 'j0'] }],
      job: (i) => [{}, {}, { onBoard: 'v0' }, { lock: { vehicle: 'v0' } }, {}][i]!,
    });
    expect(ids(1)).toEqual(['j4']);
    expect(ids(0)).toEqual(['j1', 'j0', 'j2', 'j3', 'j4']);
  });

  it('after an abort only what is on its initial route and on board', () => {
    const { ids } = poolOf([100, 200, 300, 400, 500], {
      initialRoutes: [{ vehicle: 'v0', jobs: ['j1', 'j4'] }],
      job: (i) => [{}, {}, { onBoard: 'v0' }, { lock: { vehicle: 'v0' } }, { lock: { vehicle: 'v0' } }][i]!,
    });
    expect(ids(0, true)).toEqual(['j1', 'j4', 'j2']);
    expect(ids(1, true)).toEqual([]);
  });

  it('an order once, although it is both on board and on its initial route', () => {
    const { ids } = poolOf([100, 200], {
      initialRoutes: [{ vehicle: 'v0', jobs: ['j0'] }],
      job: (i) => (i === 0 ? { onBoard: 'v0' } : {}),
    });
    expect(ids(0)).toEqual(['j0', 'j1']);
  });

  it('nothing of a group that is on another vehicle', () => {
    const { ids, settle } = poolOf([100, 200, 300, 400], {
      job: (i) => [{ sequenceGroup: 'g' }, { sequenceGroup: 'g' }, { sequenceGroup: 'other' }, {}][i]!,
    });
    settle(0, 'j0');
    expect(ids(1)).toEqual(['j3', 'j2']);
    expect(ids(0)).toEqual(['j2', 'j1', 'j3']);
  });

  it('goods on board whose group is on another vehicle, so that they take up room, but cannot be delivered', () => {
    const { offered, ids, settle } = poolOf([100, 200, 300], {
      initialRoutes: [{ vehicle: 'v1', jobs: ['j2'] }],
      job: (i) => [{ sequenceGroup: 'g' }, { sequenceGroup: 'g', onBoard: 'v1' }, { sequenceGroup: 'g' }][i]!,
    });
    expect(offered(1).map(({ id, lock }) => [id, lock])).toEqual([
      ['j2', undefined],
      ['j1', undefined],
      ['j0', undefined],
    ]);
    settle(0, 'j0');
    expect(offered(1).map(({ id, lock }) => [id, lock])).toEqual([['j1', { vehicle: '' }]]);
    expect(ids(1, true)).toEqual(['j1']);
  });
});

describe('a pool of orders', () => {
  it('holds what is on no route', () => {
    const { pool, settle, ids } = poolOf([100, 200, 300]);
    expect(pool.size()).toBe(3);
    settle(0, 'j1', 'j2');
    expect(pool.size()).toBe(1);
    expect(ids(1)).toEqual(['j0']);
  });

  it('counts a pair once, although a route visits it twice', () => {
    const { pool, settle } = poolOf([100, 200], {
      jobs: [{ kind: 'pair', id: 'p', pickup: { location: 1 }, delivery: { location: 2 } }],
    });
    settle(0, 'p', 'p');
    expect(pool.size()).toBe(0);
  });

  it('lets every vehicle have what did not fit into an initial route, unless it is bound to that one', () => {
    const { ids, settle, pool, urgency } = poolOf([100, 200, 300, 400, 500], {
      initialRoutes: [{ vehicle: 'v0', jobs: ['j0', 'j1', 'j2', 'j3'] }],
      job: (i) => [{}, {}, { onBoard: 'v0' }, { lock: { vehicle: 'v0' } }, {}][i]!,
    });
    expect(urgency(1)).toBe(4);
    settle(0, 'j0');
    expect(ids(1)).toEqual(['j4', 'j1']);
    expect(pool.size()).toBe(4);
    expect([1, 2, 3, 4].map(urgency)).toEqual([0, 4, 4, 0]);
  });

  it('has what can be on one vehicle only placed before what is of the highest priority', () => {
    const { urgency } = poolOf([100, 200, 300, 400, 500], {
      initialRoutes: [{ vehicle: 'v0', jobs: ['j0'] }],
      job: (i) => [{}, { onBoard: 'v0' }, { lock: { vehicle: 'v1' } }, { priority: 3 }, {}][i]!,
    });
    expect([0, 1, 2, 3, 4].map(urgency)).toEqual([4, 4, 4, 3, 0]);
  });
});
