import { describe, expect, it } from 'vitest';
import { defineProblem, solve } from '../../../../../lib/engines/optimization/index.ts';
import { generateRegion } from '../../../../bench/vrp-region.ts';
import { delivery, plan, reasonsOf, road, van } from './support/line-problem.ts';

describe('warm start', () => {
  const travel = road([0, 10, 20, 30]);
  const jobs = [delivery('a', 1), delivery('b', 2), delivery('c', 3)];
  const given = {
    travel,
    jobs,
    vehicles: [van('v'), van('w')],
    initialRoutes: [
      { vehicle: 'w', jobs: ['b', 'a'] },
      { vehicle: 'v', jobs: ['c'] },
    ],
  };

  it('keeps the given routes where no search follows', async () => {
    const { orders } = await plan(given, { iterations: 0 });
    expect(orders).toEqual({ v: ['c'], w: ['b', 'a'] });
  });

  it('is improved where a search follows', async () => {
    const { solution } = await plan(given);
    expect(solution.costs.total).toBe(60);
  });

  it('42 9 that resumes late keeps what it begins with, where one that begins hot gives it up', async () => {
    const town = generateRegion(60, 2, 6);
    const found = await solve(defineProblem(town), { seed: 1, iterations: 300 });
    const initialRoutes = found.routes.map(({ vehicle, visits }) => ({
      vehicle,
      jobs: visits.map(({ job }) => job),
    }));
    const improvedBy = async (resumeAt: number) => {
      const problem = defineProblem({ ...town, initialRoutes });
      const { costs } = await solve(problem, { seed: 2, iterations: 1_000, resumeAt });
      return found.costs.total - costs.total;
    };
    expect(await improvedBy(0.8)).toBeGreaterThan(await improvedBy(0));
  });

  it.each([-0.1, 1, Number.NaN])('refuses to resume at %d', async (resumeAt) => {
    await expect(plan(given, { iterations: 1, resumeAt })).rejects.toThrow(RangeError);
  });

  it('drops what breaks a rule and places it elsewhere', async () => {
    const { orders } = await plan(
      {
        travel,
        jobs: [delivery('a', 1, { exclusionLabel: 'x' }), delivery('b', 2, { exclusionLabel: 'x' })],
        vehicles: [van('v'), van('w')],
        initialRoutes: [{ vehicle: 'w', jobs: ['a', 'b'] }],
      },
      { iterations: 0 },
    );
    expect(orders).toEqual({ w: ['a'], v: ['b'] });
  });

  it('loses nothing to an order that can only be put before one at a locked place', async () => {
    const { orders } = await plan(
      {
        travel,
        jobs: [
          delivery('a', 1, { service: 5 }),
          delivery('b', 2, { priority: 3, lock: { vehicle: 'v', position: 1 } }),
          delivery('c', 3, { windows: [{ from: 0, to: 30 }] }),
        ],
        vehicles: [van('v')],
        initialRoutes: [{ vehicle: 'v', jobs: ['a', 'b'] }],
      },
      { iterations: 0 },
    );
    expect(orders).toEqual({ v: ['a', 'b'] });
  });

  it('takes pairs by their two places', async () => {
    const { orders } = await plan(
      {
        travel,
        jobs: [
          { kind: 'pair', id: 'p', pickup: { location: 1 }, delivery: { location: 3 } },
          delivery('b', 2),
        ],
        vehicles: [van('v')],
        initialRoutes: [{ vehicle: 'v', jobs: ['p', 'b', 'p'] }],
      },
      { iterations: 0 },
    );
    expect(orders).toEqual({ v: ['p', 'b', 'p'] });
  });
});

describe('locks', () => {
  const travel = road([0, 10, 20, 30]);

  it('keep an order on its vehicle although another is cheaper', async () => {
    const { orders } = await plan({
      travel,
      jobs: [delivery('a', 1, { lock: { vehicle: 'w' } }), delivery('b', 2)],
      vehicles: [van('v'), van('w', { cost: { fixedCents: 500, centsPerKilometre: 1000 } })],
    });
    expect(orders.w).toContain('a');
  });

  it('keep orders at their places, the rest around them', async () => {
    const { orders } = await plan({
      travel,
      jobs: [
        delivery('a', 1, { lock: { vehicle: 'v', position: 2 } }),
        delivery('b', 2),
        delivery('c', 3, { lock: { vehicle: 'v', position: 0 } }),
      ],
      vehicles: [van('v')],
    });
    expect(orders).toEqual({ v: ['c', 'b', 'a'] });
  });

  it('42 8 keep both visits of a pair at their places', async () => {
    const pair = (id: string, from: number, to: number, lock?: object) => ({
      kind: 'pair' as const,
      id,
      pickup: { location: from },
      delivery: { location: to },
      ...(lock ? { lock: { vehicle: 'v', ...lock } } : {}),
    });
    const jobs = [pair('p', 1, 3, { position: 1, deliveryPosition: 3 }), pair('q', 1, 2), delivery('c', 3)];
    const initialRoutes = [{ vehicle: 'v', jobs: ['q', 'p', 'q', 'p', 'c'] }];
    for (const start of [{}, { initialRoutes }]) {
      const { solution } = await plan({ travel, jobs, vehicles: [van('v')], ...start });
      const visits = solution.routes[0]!.visits.map(({ job }) => job);
      expect(solution.unassigned).toEqual([]);
      expect([visits[1], visits[3]]).toEqual(['p', 'p']);
    }
  });

  it('keep an order at a place that can be reached from one at a place that cannot', async () => {
    const { orders, solution } = await plan({
      travel,
      jobs: [
        delivery('first', 1, { lock: { vehicle: 'w', position: 0 } }),
        delivery('fifth', 2, { lock: { vehicle: 'w', position: 4 } }),
        delivery('other', 3, { lock: { vehicle: 'v' } }),
      ],
      vehicles: [van('v'), van('w')],
    });
    expect(orders).toEqual({ v: ['other'], w: ['first'] });
    expect(reasonsOf(solution, 'fifth')).toEqual(['LOCK']);
  });

  it('leave an order out whose place cannot be reached', async () => {
    const { solution } = await plan({
      travel,
      jobs: [delivery('a', 1, { lock: { vehicle: 'v', position: 3 } }), delivery('b', 2)],
      vehicles: [van('v')],
    });
    expect(reasonsOf(solution, 'a')).toContain('LOCK');
    expect(reasonsOf(solution, 'b')).toBeUndefined();
  });

  it('cannot place an order on a vehicle that lacks what it requires', async () => {
    const { solution } = await plan({
      travel,
      jobs: [delivery('a', 1, { lock: { vehicle: 'v' }, requires: ['cold'] })],
      vehicles: [van('v'), van('w', { capabilities: ['cold'] })],
    });
    expect(solution.unassigned).toMatchObject([
      {
        job: 'a',
        reasons: [
          { code: 'CAPABILITY', change: 'give v "cold"' },
          { code: 'LOCK', change: 'unlock it from v' },
        ],
      },
    ]);
  });

  it('count the pickup of a pair for its place', async () => {
    const { orders } = await plan({
      travel,
      jobs: [
        {
          kind: 'pair',
          id: 'p',
          pickup: { location: 2 },
          delivery: { location: 3 },
          lock: { vehicle: 'v', position: 1 },
        },
        delivery('a', 3),
      ],
      vehicles: [van('v')],
    });
    expect(orders).toEqual({ v: ['a', 'p', 'p'] });
  });
});
