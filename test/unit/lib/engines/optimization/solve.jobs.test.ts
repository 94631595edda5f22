import { describe, expect, it } from 'vitest';
import { delivery, plan, reasonsOf, road, van } from './support/line-problem.ts';

describe('kinds of jobs', () => {
  it('loads deliveries at the start and unloads pickups at the end', async () => {
    // 10 metres out and 10 back: one route of 20 cents. Full on the way out with a, full on the way back with b.
    const { solution, orders } = await plan({
      travel: road([0, 10]),
      dimensions: ['boxes'],
      jobs: [delivery('a', 1, { load: [5] }), { kind: 'pickup', id: 'b', load: [5], stop: { location: 1 } }],
      vehicles: [van('v', { capacity: [5] })],
    });
    expect(orders).toEqual({ v: ['a', 'b'] });
    expect(solution.routes[0]?.startLoad).toEqual([5]);
    expect(solution.routes[0]?.visits.map((visit) => visit.load)).toEqual([[0], [5]]);
    expect(solution.costs.total).toBe(20);
  });

  it('visits a pair on one route, pickup first, whatever the detour', async () => {
    // Pickup at 20, delivery at 10: 0 -> 20 -> 10 -> 0 is 40 metres.
    const { solution, orders } = await plan({
      travel: road([0, 10, 20]),
      dimensions: ['boxes'],
      jobs: [{ kind: 'pair', id: 'p', load: [1], pickup: { location: 2 }, delivery: { location: 1 } }],
      vehicles: [van('v', { capacity: [1] })],
    });
    expect(orders).toEqual({ v: ['p', 'p'] });
    expect(solution.routes[0]?.visits.map((visit) => visit.kind)).toEqual(['pickup', 'delivery']);
    expect(solution.costs.distance).toBe(40);
  });

  it('carries pairs one after the other where the vehicle has room for one', async () => {
    // Both pickups at 10, both deliveries at 20. One by one: 0-10-20-10-20-0 = 60; together would be 40.
    const pair = (id: string) =>
      ({ kind: 'pair', id, load: [1], pickup: { location: 1 }, delivery: { location: 2 } }) as const;
    const input = { travel: road([0, 10, 20]), dimensions: ['boxes'], jobs: [pair('p'), pair('q')] };
    const one = await plan({ ...input, vehicles: [van('v', { capacity: [1] })] });
    const two = await plan({ ...input, vehicles: [van('v', { capacity: [2] })] });
    expect([one.solution.costs.distance, two.solution.costs.distance]).toEqual([60, 40]);
  });

  it('serves a stop without goods on a vehicle without capacity', async () => {
    const { orders } = await plan({
      travel: road([0, 10]),
      dimensions: ['boxes'],
      jobs: [{ kind: 'service', id: 's', stop: { location: 1, service: 60 } }],
      vehicles: [van('v', { capacity: [0] })],
    });
    expect(orders).toEqual({ v: ['s'] });
  });

  it('delivers goods on board only with the vehicle that carries them, counting them from the start', async () => {
    // The goods fill v, so it cannot load a as well; w takes a although v is as cheap.
    const { solution, orders } = await plan({
      travel: road([0, 10, 20]),
      dimensions: ['boxes'],
      jobs: [delivery('b', 2, { load: [3], onBoard: 'v' }), delivery('a', 1, { load: [1] })],
      vehicles: [van('v', { capacity: [3] }), van('w', { capacity: [3] })],
    });
    expect(orders).toEqual({ v: ['b'], w: ['a'] });
    expect(solution.routes[0]?.startLoad).toEqual([3]);
  });

  it('keeps goods on board that cannot be delivered, and their room taken', async () => {
    // b is due before anyone can be there; its 2 boxes stay, so the pickup of 2 does not fit into 3.
    const { solution } = await plan({
      travel: road([0, 10, 20]),
      dimensions: ['boxes'],
      jobs: [
        delivery('b', 2, { load: [2], onBoard: 'v', windows: [{ from: 0, to: 5 }] }),
        { kind: 'pickup', id: 'p', load: [2], stop: { location: 1 } },
      ],
      vehicles: [van('v', { capacity: [3] })],
    });
    expect(reasonsOf(solution, 'b')).toEqual(['TIME_WINDOW']);
    expect(reasonsOf(solution, 'p')).toEqual(['CAPACITY']);
  });
});

describe('time at a stop', () => {
  it('adds service and doorstep', async () => {
    const { solution } = await plan({
      travel: road([0, 10]),
      jobs: [delivery('a', 1, { service: 30, doorstep: 12 })],
      vehicles: [van('v')],
    });
    expect(solution.routes[0]?.visits[0]).toMatchObject({ arrival: 10, start: 10, departure: 52 });
    expect(solution.routes[0]?.end).toBe(62);
  });

  it('waits for a window and starts the route late enough not to', async () => {
    const { solution } = await plan({
      travel: road([0, 10]),
      jobs: [delivery('a', 1, { windows: [{ from: 100, to: 200 }] })],
      vehicles: [van('v')],
    });
    expect(solution.routes[0]).toMatchObject({ start: 90, end: 110, waitingTime: 0 });
  });

  it('waits between two stops where the first closes before', async () => {
    // Leaves at 10 to be at a (10 m) by 20 at the latest; drives 10 more metres and then waits for 100.
    const { solution } = await plan({
      travel: road([0, 10, 20]),
      jobs: [
        delivery('a', 1, { windows: [{ from: 0, to: 20 }] }),
        delivery('b', 2, { windows: [{ from: 100, to: 200 }] }),
      ],
      vehicles: [van('v')],
    });
    expect(solution.routes[0]).toMatchObject({ start: 10, end: 120, waitingTime: 70 });
  });

  it('uses the second of two windows when the first is missed', async () => {
    const { solution } = await plan({
      travel: road([0, 50]),
      jobs: [
        delivery('a', 1, {
          windows: [
            { from: 0, to: 40 },
            { from: 300, to: 400 },
          ],
        }),
      ],
      vehicles: [van('v')],
    });
    expect(solution.routes[0]?.visits[0]?.start).toBe(300);
  });

  it('uses the second of two windows where the route is shorter for it', async () => {
    const { solution } = await plan({
      travel: road([0, 10]),
      jobs: [
        delivery('a', 1, {
          windows: [
            { from: 100, to: 200 },
            { from: 900, to: 1000 },
          ],
        }),
        delivery('b', 1, { windows: [{ from: 1000, to: 1100 }] }),
      ],
      vehicles: [van('v', { maxDuration: 20 })],
    });
    expect(solution.routes[0]).toMatchObject({ start: 990, end: 1010 });
  });

  it('serves two jobs of one address with parking and the price of a stop once', async () => {
    const { solution } = await plan({
      travel: road([0, 10]),
      jobs: [delivery('a', 1, { service: 5 }), delivery('b', 1, { service: 5 })],
      vehicles: [van('v', { parkingTime: 60, departureDelay: 20, cost: { centsPerStop: 7 } })],
    });
    // 20 before leaving, 10 there, 60 parking, 5 + 5 service, 10 back.
    expect(solution.routes[0]).toMatchObject({ start: 0, end: 110, serviceTime: 70, travelTime: 20 });
    expect(solution.costs).toMatchObject({ stops: 7, total: 7 });
  });
});

describe('assignment priority', () => {
  it('leaves out two jobs of a low priority rather than one of a high', async () => {
    const { solution } = await plan({
      travel: road([0, 10, 20]),
      dimensions: ['boxes'],
      jobs: [
        delivery('a', 1, { load: [1], priority: 1 }),
        delivery('b', 1, { load: [1], priority: 1 }),
        delivery('c', 2, { load: [2], priority: 2 }),
      ],
      vehicles: [van('v', { capacity: [2] })],
    });
    expect(solution.unassigned.map((entry) => entry.job)).toEqual(['a', 'b']);
  });

  it('serves as many jobs as it can among equals, at any price', async () => {
    const { solution } = await plan({
      travel: road([0, 1000]),
      jobs: [delivery('a', 1)],
      vehicles: [van('v', { cost: { fixedCents: 1_000_000, centsPerKilometre: 1_000_000 } })],
    });
    expect(solution.unassigned).toEqual([]);
    expect(solution.costs).toMatchObject({ fixed: 1_000_000, distance: 2_000_000, total: 3_000_000 });
  });
});
