import { describe, expect, it } from 'vitest';
import { delivery, plan, reasonsOf, road, van } from './support/line-problem.ts';

describe('breaks', () => {
  it('in a window come before leaving when the next chance is too late', async () => {
    // A pause of 30 must begin by 50; the trip takes 100, so it is taken first, as late as allowed.
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

  it.each([
    [100, true],
    [99, false],
  ])(
    'in a window that ends at %d may begin then: the stop at 100 is served first: %s',
    async (to, isServed) => {
      const { solution } = await plan({
        travel: road([0, 100]),
        jobs: [delivery('a', 1, { windows: [{ from: 0, to: 100 }] })],
        vehicles: [
          van('v', {
            shift: { from: 0, to: 1_000 },
            breaks: [{ kind: 'window', window: { from: 0, to }, duration: 30 }],
          }),
        ],
      });
      expect(solution.unassigned.length === 0).toBe(isServed);
      if (isServed) expect(solution.routes[0]?.breaks).toMatchObject([{ start: 100, end: 130 }]);
    },
  );

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
    // A pause of 30 must begin by 75. Arrives at 10, where the wait of 28 is too short; after the service at 38 it ends
    // at 78 at best.
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

  it.each([
    [100, 0],
    [99, 1],
  ])('in a window that ends at %d are %d on a route that ends at 100', async (to, pauses) => {
    const { solution } = await plan({
      travel: road([0, 50]),
      jobs: [delivery('a', 1, { windows: [{ from: 50, to: 50 }] })],
      vehicles: [van('v', { breaks: [{ kind: 'window', window: { from: 0, to }, duration: 30 }] })],
    });
    expect(solution.unassigned).toEqual([]);
    expect(solution.routes[0]?.breaks).toHaveLength(pauses);
  });

  it.each([
    [100, false],
    [99, true],
  ])(
    'in a window that ends at %d: a stop for which the vehicle has to leave at 100 is served: %s',
    async (to, isServed) => {
      const { solution } = await plan({
        travel: road([0, 50]),
        jobs: [delivery('a', 1, { windows: [{ from: 150, to: 150 }] })],
        vehicles: [
          van('v', {
            shift: { from: 100, to: 1_000 },
            breaks: [{ kind: 'window', window: { from: 0, to }, duration: 30 }],
          }),
        ],
      });
      expect(solution.unassigned.length === 0).toBe(isServed);
    },
  );

  it('at one exact time begin on arrival at that time, before the stop', async () => {
    // Arrives at 50, when the pause of 30 is due: the service of 20 would make it late, so it begins at 80.
    const { solution } = await plan({
      travel: road([0, 50]),
      jobs: [delivery('a', 1, { windows: [{ from: 0, to: 80 }], service: 20 })],
      vehicles: [van('v', { breaks: [{ kind: 'window', window: { from: 50, to: 50 }, duration: 30 }] })],
    });
    expect(solution.unassigned).toEqual([]);
    expect(solution.routes[0]).toMatchObject({ start: 0, end: 150 });
    expect(solution.routes[0]!.breaks).toMatchObject([{ start: 50, end: 80, beforeTravel: false }]);
  });

  it('at one exact time begin when the service ends at that time', async () => {
    // Served from 50 to 60, when the pause of 30 is due, then home.
    const { solution } = await plan({
      travel: road([0, 50]),
      jobs: [delivery('a', 1, { windows: [{ from: 50, to: 50 }], service: 10 })],
      vehicles: [van('v', { breaks: [{ kind: 'window', window: { from: 60, to: 60 }, duration: 30 }] })],
    });
    expect(solution.unassigned).toEqual([]);
    expect(solution.routes[0]).toMatchObject({ start: 0, end: 140 });
    expect(solution.routes[0]!.breaks).toMatchObject([{ start: 60, end: 90, beforeTravel: true }]);
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
    // At work from 0, at most 340 without a rest of 80: the pause at 350 is too late and too short.
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
    // On the road at 0, 100 and 400, at most 250 without a pause: it is due at 250, between b and c, where there is no
    // time.
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
