import { describe, expect, it } from 'vitest';
import type { Progress } from '../../../../../lib/engines/optimization/index.ts';
import { delivery, plan, reasonsOf, road, van } from './support/line-problem.ts';

describe('capabilities', () => {
  it('are a must where required', async () => {
    const { orders } = await plan({
      travel: road([0, 10]),
      jobs: [delivery('a', 1, { requires: ['cold'] })],
      vehicles: [van('v'), van('w', { capabilities: ['cold'], cost: { fixedCents: 900 } })],
    });
    expect(orders).toEqual({ w: ['a'] });
  });

  it('cost their price where preferred and missing', async () => {
    const preferring = (penaltyCents: number) =>
      plan({
        travel: road([0, 10]),
        jobs: [delivery('a', 1, { prefers: [{ capability: 'cold', penaltyCents }] })],
        vehicles: [
          van('v', { cost: { fixedCents: 100 } }),
          van('w', { capabilities: ['cold'], cost: { fixedCents: 150 } }),
        ],
      });
    const cheap = await preferring(49);
    const dear = await preferring(51);
    expect([cheap.orders, cheap.solution.costs.preferences]).toEqual([{ v: ['a'] }, 49]);
    expect([dear.orders, dear.solution.costs.preferences]).toEqual([{ w: ['a'] }, 0]);
  });

  it('combine with capacity: who can is full, so the second job stays', async () => {
    const { solution } = await plan({
      travel: road([0, 10]),
      dimensions: ['boxes'],
      jobs: [
        delivery('a', 1, { requires: ['cold'], load: [2], priority: 1 }),
        delivery('b', 1, { requires: ['cold'], load: [2] }),
      ],
      vehicles: [van('v', { capacity: [9] }), van('w', { capabilities: ['cold'], capacity: [3] })],
    });
    expect(reasonsOf(solution, 'a')).toBeUndefined();
    expect(reasonsOf(solution, 'b')).toEqual(['CAPACITY', 'CAPABILITY', 'NO_VEHICLE']);
    expect(solution.unassigned[0]?.reasons.map(({ change }) => change)).toEqual([
      'raise the boxes capacity of w by 1',
      'give v "cold"',
      'add a vehicle like w: every one that can serve it is in use',
    ]);
  });

  it('are named when nobody has them', async () => {
    const { solution } = await plan({
      travel: road([0, 10]),
      jobs: [delivery('a', 1, { requires: ['cold', 'lift'] })],
      vehicles: [van('v', { capabilities: ['lift'] })],
    });
    expect(solution.unassigned).toMatchObject([
      { job: 'a', reasons: [{ code: 'CAPABILITY', change: 'give v "cold"' }] },
    ]);
  });
});

describe('loads in several dimensions', () => {
  it('bind each on its own', async () => {
    // Weight allows both on one vehicle, volume does not.
    const { orders } = await plan({
      travel: road([0, 10]),
      dimensions: ['weight', 'volume'],
      jobs: [delivery('a', 1, { load: [1, 3] }), delivery('b', 1, { load: [1, 3] })],
      vehicles: [van('v', { capacity: [9, 5] }), van('w', { capacity: [9, 5] })],
    });
    expect(Object.values(orders).map((list) => list.length)).toEqual([1, 1]);
  });

  it('bind on the way, not in sum, where goods come and go', async () => {
    // 3 out, 3 back: never more than 3 at once if the delivery comes first.
    const { orders } = await plan({
      travel: road([0, 10, 20]),
      dimensions: ['boxes'],
      jobs: [{ kind: 'pickup', id: 'p', load: [3], stop: { location: 1 } }, delivery('d', 2, { load: [3] })],
      vehicles: [van('v', { capacity: [3] })],
    });
    expect(orders).toEqual({ v: ['d', 'p'] });
  });
});

describe('exclusion labels', () => {
  it('keep jobs apart, and the second off where there is one vehicle', async () => {
    const jobs = [delivery('a', 1, { exclusionLabel: 'x' }), delivery('b', 1, { exclusionLabel: 'x' })];
    const two = await plan({ travel: road([0, 10]), jobs, vehicles: [van('v'), van('w')] });
    const one = await plan({ travel: road([0, 10]), jobs, vehicles: [van('v')] });
    expect(Object.values(two.orders).map((list) => list.length)).toEqual([1, 1]);
    expect(one.solution.unassigned).toHaveLength(1);
    expect(one.solution.unassigned[0]?.reasons[0]?.code).toBe('EXCLUSION');
  });

  it('do not bind jobs of different labels', async () => {
    const { orders } = await plan({
      travel: road([0, 10]),
      jobs: [delivery('a', 1, { exclusionLabel: 'x' }), delivery('b', 1, { exclusionLabel: 'y' })],
      vehicles: [van('v'), van('w')],
    });
    expect(orders.v).toHaveLength(2);
  });

  it('win over a group that wants the same jobs together', async () => {
    const { solution } = await plan({
      travel: road([0, 10]),
      jobs: [
        delivery('a', 1, { exclusionLabel: 'x', sequenceGroup: 'g', priority: 1 }),
        delivery('b', 1, { exclusionLabel: 'x', sequenceGroup: 'g' }),
      ],
      vehicles: [van('v'), van('w')],
    });
    expect(solution.unassigned.map((entry) => entry.job)).toEqual(['b']);
  });
});

describe('cluster labels', () => {
  it('cost nothing on their first route, whatever else is left out', async () => {
    const told: Progress[] = [];
    const { solution, orders } = await plan(
      {
        travel: road([0, 10, 40]),
        jobs: [
          delivery('near', 1, { clusterLabel: 'c', exclusionLabel: 'x' }),
          delivery('far', 2, { exclusionLabel: 'x' }),
          delivery('never', 1, { clusterLabel: 'c', requires: ['wings'] }),
        ],
        vehicles: [van('v')],
        clusterPenaltyCents: 900,
      },
      { iterations: 8_000, onProgress: (progress) => told.push(progress) },
    );
    expect(orders).toEqual({ v: ['near'] });
    expect(solution.costs).toMatchObject({ distance: 20, clusters: 0, total: 20 });
    expect(told.at(-1)).toMatchObject({ cost: 20, unassigned: 2 });
  });

  // Two vehicles at opposite ends: v lives at 0, w at 100. a is next to v, b next to w.
  const split = (clusterPenaltyCents: number) =>
    plan({
      travel: road([0, 100, 10, 90]),
      jobs: [delivery('a', 2, { clusterLabel: 'c' }), delivery('b', 3, { clusterLabel: 'c' })],
      vehicles: [van('v'), van('w', { start: 1, end: 1 })],
      clusterPenaltyCents,
    });

  it('of one job alone cost nothing wherever it is', async () => {
    const { orders } = await plan({
      travel: road([0, 10, 20]),
      jobs: [
        delivery('a', 1, { clusterLabel: 'yard', exclusionLabel: 'x' }),
        delivery('b', 2, { exclusionLabel: 'x' }),
      ],
      vehicles: [van('v')],
      clusterPenaltyCents: 500,
    });
    expect(orders).toEqual({ v: ['a'] });
  });

  it('split where the detour costs more than the price', async () => {
    // Apart 20 + 20 = 40; together 180.
    const { solution, orders } = await split(139);
    expect(orders).toEqual({ v: ['a'], w: ['b'] });
    expect(solution.costs).toMatchObject({ distance: 40, clusters: 139, total: 179 });
  });

  it('stay together where the price is higher', async () => {
    const { solution } = await split(141);
    expect(solution.routes).toHaveLength(1);
    expect(solution.costs).toMatchObject({ distance: 180, clusters: 0, total: 180 });
  });
});

describe('sequences', () => {
  it('visit lower numbers first within a group, although the way is longer', async () => {
    // 0 -> 20 (rank 1) -> 10 (rank 2) -> 0 = 40 as well; three places make it longer: 10 after 30 and 20.
    const { solution, orders } = await plan({
      travel: road([0, 10, 20, 30]),
      jobs: [
        delivery('far', 3, { sequenceGroup: 'g', sequencePriority: 9 }),
        delivery('near', 1, { sequenceGroup: 'g', sequencePriority: 7 }),
        delivery('middle', 2, { sequenceGroup: 'g', sequencePriority: 3 }),
      ],
      vehicles: [van('v')],
    });
    expect(orders).toEqual({ v: ['middle', 'near', 'far'] });
    expect(solution.costs.distance).toBe(20 + 10 + 20 + 30);
  });

  it('order jobs without a group among themselves only', async () => {
    // The group's job with a higher number is in between, without a detour.
    const { orders } = await plan({
      travel: road([0, 10, 20, 30]),
      jobs: [
        delivery('c', 3, { sequencePriority: 2, windows: [{ from: 0, to: 30 }] }),
        delivery('a', 1, { sequencePriority: 1, windows: [{ from: 0, to: 10 }] }),
        delivery('b', 2, { sequenceGroup: 'g', sequencePriority: 499, windows: [{ from: 0, to: 20 }] }),
      ],
      vehicles: [van('v')],
    });
    expect(orders).toEqual({ v: ['a', 'b', 'c'] });
  });

  it('order a pair by its delivery', async () => {
    const { solution } = await plan({
      travel: road([0, 10, 20]),
      jobs: [
        { kind: 'pair', id: 'p', pickup: { location: 1 }, delivery: { location: 1 }, sequencePriority: 2 },
        delivery('a', 2, { sequencePriority: 1 }),
      ],
      vehicles: [van('v')],
    });
    const last = solution.routes[0]?.visits.at(-1);
    expect(last).toMatchObject({ job: 'p', kind: 'delivery' });
  });

  it('keep a group on one route although two would be cheaper', async () => {
    const { orders } = await plan({
      travel: road([0, 100, 10, 90]),
      jobs: [delivery('a', 2, { sequenceGroup: 'g' }), delivery('b', 3, { sequenceGroup: 'g' })],
      vehicles: [van('v'), van('w', { start: 1, end: 1 })],
    });
    expect(Object.values(orders)).toHaveLength(1);
  });

  it('leave out what windows and order do not allow together', async () => {
    const { solution } = await plan({
      travel: road([0, 10, 20]),
      jobs: [
        delivery('a', 1, { sequencePriority: 1, windows: [{ from: 50, to: 60 }], priority: 1 }),
        delivery('b', 2, { sequencePriority: 2, windows: [{ from: 0, to: 30 }] }),
      ],
      vehicles: [van('v')],
    });
    expect(reasonsOf(solution, 'b')).toEqual(['TIME_WINDOW', 'SEQUENCE', 'NO_VEHICLE']);
  });
});
