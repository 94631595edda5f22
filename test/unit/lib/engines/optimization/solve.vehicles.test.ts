import { describe, expect, it } from 'vitest';
import { delivery, plan, reasonsOf, road, van } from './support/line-problem.ts';

describe('starts and ends', () => {
  it('leave out the way back of an open end and the way there of an open start', async () => {
    const jobs = [delivery('a', 1), delivery('b', 2)];
    const openEnd = await plan({ travel: road([0, 10, 20]), jobs, vehicles: [van('v', { end: undefined })] });
    const openStart = await plan({
      travel: road([0, 10, 20]),
      jobs,
      vehicles: [van('v', { start: undefined })],
    });
    const open = await plan({
      travel: road([0, 10, 20]),
      jobs,
      vehicles: [van('v', { start: undefined, end: undefined })],
    });
    expect(openEnd.orders.v).toEqual(['a', 'b']);
    expect(openStart.orders.v).toEqual(['b', 'a']);
    expect([openEnd, openStart, open].map(({ solution }) => solution.costs.distance)).toEqual([20, 20, 10]);
  });

  it('use the depot that is near', async () => {
    const { orders } = await plan({
      travel: road([0, 100, 10, 90]),
      jobs: [delivery('a', 2), delivery('b', 3)],
      vehicles: [van('v'), van('w', { start: 1, end: 1 })],
    });
    expect(orders).toEqual({ v: ['a'], w: ['b'] });
  });
});

describe('limits of a vehicle', () => {
  const jobs = [delivery('a', 1, { priority: 1 }), delivery('b', 2)];
  const travel = road([0, 10, 20]);

  it.each([
    ['distance', { maxDistance: 20 }, 'DISTANCE_LIMIT', 'raise the distance limit of v by 20 m'],
    ['duration', { maxDuration: 20 }, 'DURATION_LIMIT', 'raise the duration limit of v by 20 s'],
    ['shift', { shift: { from: 0, to: 20 } }, 'SHIFT', 'extend the shift of v by 20 s'],
    ['stops', { maxStops: 1 }, 'STOP_LIMIT', 'raise the stop limit of v by 1'],
    ['orders', { maxOrders: 1 }, 'ORDER_LIMIT', 'raise the order limit of v by 1'],
  ])('%s keeps the farther job off and says by how much', async (_, limit, code, change) => {
    const { solution } = await plan({ travel, jobs, vehicles: [van('v', limit)] });
    expect(solution.unassigned.map((entry) => entry.job)).toEqual(['b']);
    expect(solution.unassigned[0]?.reasons[0]).toMatchObject({ code, change });
  });

  it.each([
    ['distance', { maxDistance: 40 }],
    ['duration', { maxDuration: 40 }],
    ['shift', { shift: { from: 7, to: 47 } }],
    ['stops', { maxStops: 2 }],
    ['orders', { maxOrders: 2 }],
  ])('%s that just suffices admits both', async (_, limit) => {
    const { solution } = await plan({ travel, jobs, vehicles: [van('v', limit)] });
    expect(solution.unassigned).toEqual([]);
  });

  it('counts two orders of one address as one stop', async () => {
    const { solution } = await plan({
      travel,
      jobs: [delivery('a', 1), delivery('b', 1)],
      vehicles: [van('v', { maxStops: 1 })],
    });
    expect(solution.unassigned).toEqual([]);
  });

  it('bounds the duration from the latest start, not from the shift', async () => {
    const { solution } = await plan({
      travel,
      jobs: [delivery('a', 1, { windows: [{ from: 500, to: 500 }] })],
      vehicles: [van('v', { maxDuration: 20 })],
    });
    expect(solution.routes[0]).toMatchObject({ start: 490, end: 510 });
  });

  it('minimum of orders: a cheap vehicle is not used for too few', async () => {
    const vehicles = [van('cheap', { minOrders: 2 }), van('dear', { cost: { fixedCents: 500 } })];
    const one = await plan({ travel, jobs: [delivery('a', 1)], vehicles });
    const two = await plan({ travel, jobs, vehicles });
    expect(one.orders).toEqual({ dear: ['a'] });
    expect(two.orders).toEqual({ cheap: expect.arrayContaining(['a', 'b']) });
  });

  it('minimum of orders that nobody can meet leaves the job unassigned', async () => {
    const { solution } = await plan({
      travel,
      jobs: [delivery('a', 1)],
      vehicles: [van('v', { minOrders: 2 })],
    });
    expect(reasonsOf(solution, 'a')).toContain('ORDER_LIMIT');
  });

  it('minimum of orders: an order that only this vehicle can carry brings others with it, at any price', async () => {
    const { orders } = await plan({
      travel,
      jobs: [delivery('a', 1, { requires: ['cold'] }), delivery('b', 2)],
      vehicles: [
        van('cold', { capabilities: ['cold'], minOrders: 2, cost: { centsPerStop: 100_000 } }),
        van('free', { cost: {} }),
      ],
    });
    expect(orders).toEqual({ cold: expect.arrayContaining(['a', 'b']) });
  });

  it('minimum of orders that nobody can meet has no say in what other vehicles serve', async () => {
    // With a and c on v, although it wants three, b would be the one for w, which has what b prefers.
    const { orders, solution } = await plan({
      travel,
      jobs: [
        delivery('a', 1, { lock: { vehicle: 'v' } }),
        delivery('b', 2, { exclusionLabel: 'x', prefers: [{ capability: 'lift', penaltyCents: 500 }] }),
        delivery('c', 1, { exclusionLabel: 'x' }),
      ],
      vehicles: [van('v', { minOrders: 3, cost: {} }), van('w', { capabilities: ['lift'] })],
    });
    expect(orders).toEqual({ w: ['c'] });
    expect(reasonsOf(solution, 'a')).toContain('ORDER_LIMIT');
  });

  it('maximum of orders and capacity together split the day', async () => {
    const { orders } = await plan({
      travel: road([0, 10]),
      dimensions: ['boxes'],
      jobs: ['a', 'b', 'c', 'd'].map((id) => delivery(id, 1, { load: [1] })),
      vehicles: [van('v', { capacity: [9], maxOrders: 2 }), van('w', { capacity: [2] })],
    });
    expect(Object.values(orders).map((list) => list.length)).toEqual([2, 2]);
  });
});

describe('costs', () => {
  it('add up fixed, distance, time and stops', async () => {
    // 2,000 m and 2,000 s + 1,600 s service = 3,600 s.
    const { solution } = await plan({
      travel: road([0, 1000]),
      jobs: [delivery('a', 1, { service: 1600 })],
      vehicles: [
        van('v', { cost: { fixedCents: 11, centsPerKilometre: 13, centsPerHour: 17, centsPerStop: 19 } }),
      ],
    });
    expect(solution.costs).toEqual({
      fixed: 11,
      distance: 26,
      time: 17,
      stops: 19,
      preferences: 0,
      balance: 0,
      clusters: 0,
      leftOut: 0,
      total: 73,
    });
  });

  it('choose the vehicle that is cheaper for the trip', async () => {
    const choose = (location: number) =>
      plan({
        travel: road([0, 10, 100]),
        jobs: [delivery('a', location)],
        vehicles: [
          van('small', { cost: { centsPerKilometre: 1000 } }),
          van('large', { cost: { fixedCents: 50, centsPerKilometre: 500 } }),
        ],
      });
    expect((await choose(1)).orders).toEqual({ small: ['a'] });
    expect((await choose(2)).orders).toEqual({ large: ['a'] });
  });

  it('use a second vehicle only where it pays', async () => {
    const withFixed = (fixedCents: number) =>
      plan({
        travel: road([100, 0, 200]),
        jobs: [delivery('a', 1), delivery('b', 2)],
        vehicles: [
          van('v', { cost: { fixedCents, centsPerKilometre: 1000 } }),
          van('w', { cost: { fixedCents, centsPerKilometre: 1000 } }),
        ],
      });
    // Both ways are 400 metres long in either direction, so any price of a vehicle decides for one.
    expect((await withFixed(1)).solution.routes).toHaveLength(1);
  });
});

describe('a vehicle that is not needed', () => {
  it('is given up although all of its orders have to move at once', async () => {
    // Orders at two places fall due alternately. Each order that changes over adds 400 m; the last one saves the
    // vehicle's price.
    const ids = (side: string) => Array.from({ length: 14 }, (_, i) => `${side}${i}`);
    const orders = (side: string, location: number, first: number) =>
      ids(side).map((id, i) => {
        const due = first + 2000 * i;
        return delivery(id, location, { windows: [{ from: due, to: due + 10 }] });
      });
    const vehicle = (id: string) =>
      van(id, { maxStops: 30, cost: { fixedCents: 20_000, centsPerKilometre: 1000 } });
    const { solution } = await plan(
      {
        travel: road([0, 100, -100]),
        jobs: [...orders('east', 1, 1000), ...orders('west', 2, 2000)],
        vehicles: [vehicle('v'), vehicle('w')],
        initialRoutes: [
          { vehicle: 'v', jobs: ids('east') },
          { vehicle: 'w', jobs: ids('west') },
        ],
      },
      { iterations: 2000 },
    );
    expect(solution.routes).toHaveLength(1);
  });
});

describe('use of the fleet', () => {
  const input = {
    travel: road([0, 10, 20]),
    jobs: [delivery('a', 1), delivery('b', 2)],
    vehicles: [van('v'), van('w'), van('x')],
  };

  it('all: as many vehicles as there are jobs for', async () => {
    const { solution } = await plan({ ...input, fleetUse: 'all' });
    expect(solution.routes).toHaveLength(2);
    expect(solution.costs.total).toBe(60);
  });

  it('fewest: one vehicle although two are cheaper', async () => {
    const jobs = [delivery('a', 2), delivery('b', 3)];
    const vehicles = [van('v'), van('w', { start: 1, end: 1 })];
    const travel = road([0, 100, 10, 90]);
    const needed = await plan({ travel, jobs, vehicles });
    const fewest = await plan({ travel, jobs, vehicles, fleetUse: 'fewest' });
    expect(needed.solution.routes).toHaveLength(2);
    expect(fewest.solution.routes).toHaveLength(1);
    expect(fewest.solution.costs.total).toBe(180);
  });

  it('all: the orders go where they cost least together, not each for itself', async () => {
    // Cheapest for each on its own: a with v for 0, then b with w for 154; the other way round 84 + 0.
    const { orders, solution } = await plan({
      travel: road([0, 0]),
      jobs: [
        delivery('a', 1, { exclusionLabel: 'x', sequenceGroup: 'alone' }),
        delivery('b', 1, { exclusionLabel: 'x', prefers: [{ capability: 'lift', penaltyCents: 70 }] }),
      ],
      vehicles: [van('v', { capabilities: ['lift'] }), van('w', { cost: { fixedCents: 84 } })],
      fleetUse: 'all',
    });
    expect(orders).toEqual({ v: ['b'], w: ['a'] });
    expect(solution.costs.total).toBe(84);
  });

  it('fewest: the vehicle that is cheapest for all orders, although not for any alone', async () => {
    const { orders } = await plan({
      travel: road([200, 0, 400]),
      jobs: [delivery('a', 1), delivery('b', 2)],
      vehicles: [van('metres'), van('day', { cost: { fixedCents: 500 } })],
      fleetUse: 'fewest',
    });
    expect(orders).toEqual({ day: expect.arrayContaining(['a', 'b']) });
  });

  it('fewest: one dear vehicle that reaches all in place of two that are free', async () => {
    const { orders } = await plan({
      travel: road([200, 0, 400]),
      jobs: [delivery('a', 1), delivery('b', 2)],
      vehicles: [
        van('one', { maxStops: 1, cost: {} }),
        van('two', { maxStops: 1, cost: {} }),
        van('all', { cost: { fixedCents: 100_000 } }),
      ],
      fleetUse: 'fewest',
    });
    expect(Object.keys(orders)).toEqual(['all']);
  });

  it('fewest: one vehicle beside a job that none can carry', async () => {
    const ways = [0, 10, 10, 10, 0, 100, 10, 100, 0];
    const car = { durations: ways, distances: ways };
    const load = (boxes: number) => ({ load: [boxes] });
    const { solution } = await plan({
      travel: { locationCount: 3, tables: { car } },
      dimensions: ['boxes'],
      jobs: [delivery('a', 1, load(1)), delivery('b', 2, load(1)), delivery('heavy', 1, load(50))],
      vehicles: [van('v', { capacity: [10] }), van('w', { capacity: [10] })],
      fleetUse: 'fewest',
    });
    expect(solution.routes).toHaveLength(1);
    expect(solution.unassigned.map(({ job }) => job)).toEqual(['heavy']);
  });

  it('fewest never leaves a job out for it', async () => {
    const { solution } = await plan({
      ...input,
      vehicles: [van('v', { maxOrders: 1 }), van('w', { maxOrders: 1 })],
      fleetUse: 'fewest',
    });
    expect(solution.routes).toHaveLength(2);
  });

  it('balance by orders evens out what cost alone would put on one route', async () => {
    const balanced = await plan({ ...input, balance: { by: 'orders', weightCents: 100 } });
    // Two on one route: 40 + 4 x 100; one on each: 20 + 40 + 2 x 100.
    expect(balanced.solution.routes).toHaveLength(2);
    expect(balanced.solution.costs).toMatchObject({ distance: 60, balance: 200, total: 260 });
  });

  it.each([
    ['distance' as const, 1000, 5],
    ['duration' as const, 3600, 5],
  ])('balance by %s counts squares of kilometres or hours', async (by, length, weightCents) => {
    const { solution } = await plan({
      travel: road([0, length]),
      jobs: [delivery('a', 1)],
      vehicles: [van('v', { cost: {} })],
      balance: { by, weightCents },
    });
    expect(solution.costs.balance).toBe(20);
  });
});
