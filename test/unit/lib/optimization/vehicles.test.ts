import * as fc from 'fast-check';
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
    expect(solution.unassigned[0]?.reasons[0]).toEqual({ code, change });
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
    // Both ways cost 400 metres either way, so any price of a vehicle decides for one.
    expect((await withFixed(1)).solution.routes).toHaveLength(1);
  });
});

describe('a vehicle that is not needed', () => {
  it('is given up although all of its orders have to move at once', async () => {
    // Orders of two places fall due in turn. Each that changes over adds 400 m; the last one saves the vehicle's price.
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
    // Cheapest for itself: a by v for 0, then b by w for 154; the other way round 84 + 0.
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
    // Two on one route: 40 + 4 x 100; one each: 20 + 40 + 2 x 100.
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

describe('profiles, speed and traffic', () => {
  it('drive by the table of their profile at their speed', async () => {
    const car = road([0, 1000]);
    const bike = { durations: [0, 4000, 4000, 0], distances: [0, 900, 900, 0] };
    const { solution } = await plan({
      travel: { ...car, tables: { ...car.tables, bike } },
      jobs: [
        delivery('a', 1, { lock: { vehicle: 'bike' } }),
        delivery('b', 1, { lock: { vehicle: 'fast' } }),
      ],
      vehicles: [van('bike', { profile: 'bike' }), van('fast', { speedPercent: 200 })],
    });
    expect(solution.routes.map((route) => [route.distance, route.travelTime])).toEqual([
      [1800, 8000],
      [2000, 1000],
    ]);
  });

  it('cross the rush hour at its speed', async () => {
    // Leaves at 0: 500 s free, then the remaining 500 s of way at half speed: there at 1,500.
    // Serves, waits for nothing: back 1,500 -> half speed until 2,000 (250 s of way), then 750 s: home at 2,750.
    const { solution } = await plan({
      travel: road([0, 1000], { speedPeriods: [{ from: 500, to: 2000, percent: 50 }] }),
      jobs: [delivery('a', 1, { windows: [{ from: 0, to: 1500 }] })],
      vehicles: [van('v')],
    });
    expect(solution.routes[0]).toMatchObject({ start: 0, end: 2750 });
    expect(solution.routes[0]?.visits[0]?.arrival).toBe(1500);
  });

  it('let the vehicle start only as late as it still is in time', async () => {
    // From 0 it waits 800 s at the door. Leaving at 800 it would be there at 925; at 750 it is there at 900.
    const { solution } = await plan({
      travel: road([0, 100], { speedPeriods: [{ from: 500, to: 850, percent: 50 }] }),
      jobs: [delivery('a', 1, { windows: [{ from: 900, to: 1050 }] })],
      vehicles: [van('v')],
    });
    expect(solution.routes[0]).toMatchObject({ start: 750, end: 1000 });
  });

  it('let the vehicle start as late as any start that ends no later, whatever the traffic and the windows', async () => {
    const periods = fc
      .uniqueArray(fc.integer({ min: 0, max: 300 }), { minLength: 2, maxLength: 6 })
      .chain((times) => {
        const ascending = times.toSorted((a, b) => a - b);
        const some = ascending.slice(1).map((to, i) =>
          fc.record({
            from: fc.constant(ascending[i]!),
            to: fc.constant(to),
            percent: fc.integer({ min: 20, max: 300 }),
          }),
        );
        return fc.tuple(...some);
      });
    const windows = fc
      .uniqueArray(fc.integer({ min: 0, max: 400 }), { minLength: 4, maxLength: 4 })
      .map((times) => times.toSorted((a, b) => a - b))
      .map(([a, b, c, d]) => [
        { from: a!, to: b! },
        { from: c!, to: d! },
      ]);
    const stops = fc.array(
      fc.record({
        location: fc.integer({ min: 0, max: 3 }),
        service: fc.nat(20),
        windows: fc.option(windows, { nil: undefined }),
      }),
      { minLength: 1, maxLength: 3 },
    );
    const property = fc.asyncProperty(
      periods,
      stops,
      fc.nat(9),
      async (speedPeriods, visits, parkingTime) => {
        const lengths = [0, 15, 40, 60];
        /** Second by second, in hundredths of a second of way. */
        const drive = (from: number, to: number, at: number): number => {
          let rest = 100 * Math.abs(lengths[from]! - lengths[to]!);
          for (let t = at; ; t++) {
            if (rest <= 0) return t;
            rest -= speedPeriods.find((period) => period.from <= t && t < period.to)?.percent ?? 100;
          }
        };
        const endOf = (start: number): number => {
          let t = start;
          let at = 0;
          for (const { location, service, windows: open = [{ from: 0, to: 1e9 }] } of visits) {
            t = drive(at, location, t) + (location === at ? 0 : parkingTime);
            at = location;
            const window = open.find(({ to }) => t <= to);
            if (window === undefined) return Number.POSITIVE_INFINITY;
            t = Math.max(t, window.from) + service;
          }
          return drive(at, 0, t);
        };
        const starts = Array.from({ length: 500 }, (_, start) => start);
        const earliestEnd = endOf(0);
        fc.pre(earliestEnd < Number.POSITIVE_INFINITY);
        const latest = starts.findLast((start) => endOf(start) <= earliestEnd)!;
        const { solution } = await plan(
          {
            travel: road(lengths, { speedPeriods }),
            jobs: visits.map(({ location, service, windows: open }, i) =>
              delivery(String(i), location, {
                service,
                ...(open === undefined ? {} : { windows: open }),
                lock: { vehicle: 'v', position: i },
              }),
            ),
            vehicles: [van('v', { parkingTime })],
            initialRoutes: [{ vehicle: 'v', jobs: visits.map((_, i) => String(i)) }],
          },
          { iterations: 1 },
        );
        expect(solution.routes[0]).toMatchObject({ start: latest, end: endOf(latest) });
      },
    );
    await fc.assert(property, { numRuns: 200, seed: 3 });
  });

  it('make a window unreachable that free roads would meet', async () => {
    const { solution } = await plan({
      travel: road([0, 1000], { speedPeriods: [{ from: 0, to: 5000, percent: 50 }] }),
      jobs: [delivery('a', 1, { windows: [{ from: 0, to: 1999 }] })],
      vehicles: [van('v')],
    });
    expect(reasonsOf(solution, 'a')).toEqual(['TIME_WINDOW']);
    expect(solution.unassigned[0]?.reasons[0]?.change).toContain('by 1 s');
  });
});

describe('breaks', () => {
  it('in a window come before leaving when the next chance is too late', async () => {
    // Pause of 30 to begin by 50; the trip takes 100, so it is taken first, as late as allowed.
    const { solution } = await plan({
      travel: road([0, 100]),
      jobs: [delivery('a', 1, { windows: [{ from: 0, to: 130 }] })],
      vehicles: [van('v', { breaks: [{ kind: 'window', window: { from: 0, to: 50 }, duration: 30 }] })],
    });
    expect(solution.routes[0]?.breaks).toEqual([
      { break: 0, start: 0, end: 30, beforeVisit: 0, beforeTravel: true },
    ]);
    expect(solution.routes[0]?.end).toBe(230);
  });

  it('in a window fit into waiting time', async () => {
    const { solution } = await plan({
      travel: road([0, 10, 20]),
      jobs: [
        delivery('a', 1, { windows: [{ from: 0, to: 20 }] }),
        delivery('b', 2, { windows: [{ from: 100, to: 100 }] }),
      ],
      vehicles: [van('v', { breaks: [{ kind: 'window', window: { from: 40, to: 60 }, duration: 25 }] })],
    });
    expect(solution.routes[0]?.breaks).toEqual([
      { break: 0, start: 40, end: 65, beforeVisit: 1, beforeTravel: false },
    ]);
    expect(solution.routes[0]).toMatchObject({ start: 10, end: 120, waitingTime: 45 });
  });

  it('in a window make a service later within its window where a further stop would be late', async () => {
    // Pause of 30 to begin by 75. There at 10, where 28 of waiting are too short; after the service at 38 it ends at 78 at best.
    const { solution } = await plan({
      travel: road([0, 10, 35]),
      jobs: [
        delivery('z', 0, { windows: [{ from: 0, to: 0 }] }),
        delivery('a', 1, { windows: [{ from: 38, to: 45 }], service: 10 }),
        delivery('b', 2, { windows: [{ from: 70, to: 80 }], service: 10 }),
      ],
      vehicles: [
        van('v', { breaks: [{ kind: 'window', window: { from: 0, to: 75 }, duration: 30 }], end: undefined }),
      ],
    });
    expect(solution.unassigned).toEqual([]);
    expect(solution.routes[0]!.visits.map((visit) => visit.start)).toEqual([0, 40, 75]);
    expect(solution.routes[0]!.breaks).toMatchObject([{ start: 10, end: 40, beforeVisit: 1 }]);
  });

  it('are not due on a route that is over before', async () => {
    const { solution } = await plan({
      travel: road([0, 10]),
      jobs: [delivery('a', 1)],
      vehicles: [van('v', { breaks: [{ kind: 'window', window: { from: 500, to: 600 }, duration: 30 }] })],
    });
    expect(solution.routes[0]?.breaks).toEqual([]);
  });

  it.each([
    ['as listed', [0, 1]],
    ['listed the other way round', [1, 0]],
  ])('in windows one after the other are taken in the order they are due, %s', async (_, order) => {
    const two = [100, 300].map((from) => ({
      kind: 'window' as const,
      window: { from, to: from + 20 },
      duration: 5,
    }));
    const { solution } = await plan({
      travel: road([0, 10]),
      jobs: [
        delivery('a', 1, { windows: [{ from: 0, to: 50 }] }),
        delivery('b', 1, { windows: [{ from: 1000, to: 1100 }] }),
      ],
      vehicles: [van('v', { breaks: order.map((b) => two[b]!) })],
    });
    expect(solution.unassigned).toEqual([]);
    const taken = solution.routes[0]!.breaks;
    expect(taken.map(({ start }) => start)).toEqual([100, 300]);
    expect(taken.map((entry) => entry.break)).toEqual(order);
  });

  it('are not taken by one who may start after them', async () => {
    const shift = { from: 0, to: 2000 };
    const job = delivery('a', 1, { windows: [{ from: 1000, to: 1010 }] });
    for (const pause of [
      { kind: 'window' as const, window: { from: 100, to: 120 }, duration: 5 },
      { kind: 'window' as const, window: { from: 100, to: 100 }, duration: 950 },
      { kind: 'after-work' as const, after: 200, duration: 150 },
    ]) {
      const vehicles = [van('v', { shift, maxDuration: 20, breaks: [pause] })];
      const { solution } = await plan({ travel: road([0, 10]), jobs: [job], vehicles });
      expect(solution.routes[0]).toMatchObject({ start: 990, end: 1010, breaks: [] });
    }
  });

  it('are not taken by one who may start after them, whatever the first stop', async () => {
    const { solution } = await plan({
      travel: road([0, 10, 20]),
      jobs: [delivery('a', 1), delivery('b', 2, { windows: [{ from: 1000, to: 1100 }] })],
      vehicles: [
        van('v', {
          breaks: [{ kind: 'window', window: { from: 100, to: 120 }, duration: 30 }],
          maxDuration: 40,
        }),
      ],
    });
    expect(solution.routes[0]).toMatchObject({ start: 980, end: 1020, breaks: [] });
  });

  it('after work come before one in a window that would end the stretch too late', async () => {
    // At work from 0, not more than 340 without a rest of 80: the pause at 350 is too late and too short.
    const { solution } = await plan({
      travel: road([0, 0, 280]),
      jobs: [delivery('a', 1, { service: 100, windows: [{ from: 0, to: 0 }] }), delivery('b', 2)],
      vehicles: [
        van('v', {
          end: undefined,
          breaks: [
            { kind: 'window', window: { from: 350, to: 350 }, duration: 50 },
            { kind: 'after-work', after: 340, duration: 80 },
          ],
        }),
      ],
    });
    expect(solution.routes[0]).toMatchObject({ start: 0, end: 680 });
    expect(solution.routes[0]!.breaks).toMatchObject([
      { break: 1, start: 270, end: 350 },
      { break: 0, start: 350, end: 400 },
    ]);
  });

  it('after work end each stretch in time', async () => {
    // 40 there, 40 on, 80 back. No stretch over 90: after 80 at the second stop, then 80 home.
    const { solution } = await plan({
      travel: road([0, 40, 80]),
      jobs: [delivery('a', 1), delivery('b', 2)],
      vehicles: [van('v', { breaks: [{ kind: 'after-work', after: 90, duration: 15 }] })],
    });
    expect(solution.routes[0]?.end).toBe(175);
    expect(solution.routes[0]?.breaks).toHaveLength(1);
  });

  it('after work come before they are due where later ones would make a stop late', async () => {
    // On the road at 0, 100 and 400; not more than 250 without a pause: due at 250, between b and c, where there is no time.
    const { solution } = await plan({
      travel: road([0, 0, 0]),
      jobs: [
        delivery('a', 1, { windows: [{ from: 0, to: 0 }] }),
        delivery('b', 1, { windows: [{ from: 100, to: 100 }], service: 100 }),
        delivery('c', 2, { windows: [{ from: 200, to: 200 }], service: 100 }),
      ],
      vehicles: [van('v', { breaks: [{ kind: 'after-work', after: 250, duration: 45 }] })],
    });
    expect(solution.unassigned).toEqual([]);
    expect(solution.routes[0]).toMatchObject({ start: 0, end: 300 });
    expect(solution.routes[0]!.breaks).toMatchObject([{ start: 55, end: 100, beforeVisit: 1 }]);
  });

  it('after work make a leg longer than the stretch impossible', async () => {
    const { solution } = await plan({
      travel: road([0, 100]),
      jobs: [delivery('a', 1)],
      vehicles: [van('v', { breaks: [{ kind: 'after-work', after: 90, duration: 15 }] })],
    });
    expect(solution.routes).toEqual([]);
    expect(reasonsOf(solution, 'a')).toEqual(['UNREACHABLE']);
  });

  it('push a window beyond reach', async () => {
    const { solution } = await plan({
      travel: road([0, 100]),
      jobs: [delivery('a', 1, { windows: [{ from: 0, to: 129 }] })],
      vehicles: [van('v', { breaks: [{ kind: 'window', window: { from: 0, to: 50 }, duration: 30 }] })],
    });
    expect(reasonsOf(solution, 'a')).toContain('TIME_WINDOW');
  });
});
