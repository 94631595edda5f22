import { describe, expect, it } from 'vitest';
import {
  defineProblem,
  type InitialRouteInput,
  InvalidProblem,
  type JobInput,
  type ProblemInput,
  resequence,
  UNREACHABLE,
} from '../../../../../lib/engines/optimization/index.ts';
import { delivery, road, van } from './support/line-problem.ts';

const limits = { iterations: 300 };

function route(input: Omit<ProblemInput, 'travel'>, jobs: readonly string[]) {
  return resequence(
    defineProblem({ travel: road([0, 10, 20, 30]), ...input }),
    { vehicle: 'v', jobs },
    limits,
  );
}

describe('resequence', () => {
  it('puts a detour right and reports no violation', async () => {
    const result = await route(
      {
        jobs: [delivery('a', 1), delivery('b', 2), delivery('c', 3)],
        vehicles: [van('v', { end: undefined })],
      },
      ['c', 'a', 'b'],
    );
    expect(result).toMatchObject({ ok: true, violations: [] });
    if (result.ok) expect(result.route.visits.map((visit) => visit.job)).toEqual(['a', 'b', 'c']);
  });

  it('42 3 keeps the visits of one stop together, whatever they weigh', async () => {
    const pair = (id: string, at: number): JobInput => ({
      kind: 'pair',
      id,
      load: [2],
      pickup: { location: 1, together: 'shop' },
      delivery: { location: at },
    });
    const result = await route(
      {
        dimensions: ['boxes'],
        jobs: [pair('a', 2), pair('b', 3), pair('c', 2)],
        vehicles: [van('v', { capacity: [2] })],
      },
      ['a', 'b', 'c', 'a', 'b', 'c'],
    );
    if (!result.ok) throw new Error('not placed');
    const kinds = result.route.visits.map(({ kind }) => kind);
    expect(kinds).toEqual(['pickup', 'pickup', 'pickup', 'delivery', 'delivery', 'delivery']);
    expect(result.violations.map(({ kind }) => kind)).toContain('OVER_CAPACITY');
  });

  it('keeps every stop and lists every violation by kind and stop, with its amount', async () => {
    // 0 -> 10 (a) -> 20 (b) -> 0: b is due at 15 and served at 20; home at 40, the shift ends at 30.
    const result = await route(
      {
        dimensions: ['boxes'],
        jobs: [
          delivery('a', 1, { load: [2], requires: ['cold'], windows: [{ from: 0, to: 10 }] }),
          delivery('b', 2, { load: [2], windows: [{ from: 0, to: 15 }] }),
        ],
        vehicles: [
          van('v', {
            capacity: [3],
            shift: { from: 0, to: 30 },
            maxDistance: 39,
            maxDuration: 25,
            maxStops: 1,
            maxOrders: 1,
          }),
        ],
      },
      ['b', 'a'],
    );
    expect(result.ok).toBe(true);
    if (!result.ok) return;
    expect(result.route.visits.map((visit) => visit.job)).toEqual(['a', 'b']);
    const listed = result.violations.map(({ kind, job, name, amount }) => [kind, job, name, amount]);
    expect(listed).toEqual([
      ['OVER_CAPACITY', 'a', 'boxes', 1],
      ['MISSING_CAPABILITY', 'a', 'cold', 1],
      ['LATE', 'b', undefined, 5],
      ['SHIFT_END', 'b', undefined, 10],
      ['DISTANCE_LIMIT', undefined, undefined, 1],
      ['DURATION_LIMIT', undefined, undefined, 15],
      ['STOP_LIMIT', undefined, undefined, 1],
      ['ORDER_LIMIT', undefined, undefined, 1],
    ]);
  });

  it('puts orders right of which each alone is more than the vehicle holds', async () => {
    const heavy = (id: string, location: number) => delivery(id, location, { load: [5] });
    const result = await route(
      {
        dimensions: ['boxes'],
        jobs: [heavy('a', 1), heavy('b', 2), heavy('c', 3)],
        vehicles: [van('v', { end: undefined, capacity: [3] })],
      },
      ['c', 'a', 'b'],
    );
    expect(result.ok).toBe(true);
    if (!result.ok) return;
    expect(result.route.visits.map((visit) => visit.job)).toEqual(['a', 'b', 'c']);
    // 15 boxes at the start, which the first stop shows, and 5 after b.
    expect(result.violations.map(({ kind, job, amount }) => [kind, job, amount])).toEqual([
      ['OVER_CAPACITY', 'a', 12],
      ['OVER_CAPACITY', 'b', 2],
    ]);
  });

  it('breaks no rule to save money', async () => {
    // With a at 3,600 and b at 7,200 the day is an hour long and costs a million; a second stop at 7,200 would cost nothing.
    const result = await route(
      {
        jobs: [
          delivery('a', 1, { windows: [{ from: 0, to: 3600 }] }),
          delivery('b', 1, { windows: [{ from: 7200, to: 7200 }] }),
        ],
        vehicles: [van('v', { start: undefined, end: undefined })],
        balance: { by: 'duration', weightCents: 1_000_000 },
      },
      ['b', 'a'],
    );
    expect(result).toMatchObject({ ok: true, violations: [], route: { start: 3600, end: 7200 } });
  });

  it('breaks no rule to save money where most orders of the stops are impossible', async () => {
    // One way round ten stops, and an expensive road there and back, which an overloaded vehicle drives once instead of
    // three times.
    const chain = Array.from({ length: 10 }, (_, i) => 3 + i);
    const ways = new Map([
      ['0 1', 1],
      ['1 2', 2_000_000],
      ['2 1', 2_000_000],
      ...[2, ...chain].map((from) => [`${from} ${from + 1}`, 1] as const),
    ] as const);
    const size = 14;
    const table = Array.from({ length: size * size }, (_, i) => {
      const [from, to] = [Math.floor(i / size), i % size];
      return from === to ? 0 : (ways.get(`${from} ${to}`) ?? UNREACHABLE);
    });
    const problem = defineProblem({
      travel: { locationCount: size, tables: { car: { durations: table, distances: table } } },
      dimensions: ['boxes'],
      jobs: [
        { kind: 'pair', id: 'p', load: [1], pickup: { location: 1 }, delivery: { location: 2 } },
        { kind: 'pair', id: 'q', load: [1], pickup: { location: 1 }, delivery: { location: 2 } },
        ...chain.map((location): JobInput => ({ kind: 'service', id: String(location), stop: { location } })),
      ],
      vehicles: [van('v', { end: undefined, capacity: [1] })],
    });
    const jobs = ['p', 'p', 'q', 'q', ...chain.map(String)];
    const result = await resequence(problem, { vehicle: 'v', jobs }, { iterations: 300 });
    expect(result).toMatchObject({ ok: true, violations: [] });
  });

  it('pauses early rather than break a limit of duration', async () => {
    // At a by 10, at b at 250, at c until 350: a rest of 80 is due by 310, and there is time for it before b.
    const result = await route(
      {
        jobs: [
          delivery('a', 1, { windows: [{ from: 0, to: 10 }] }),
          delivery('b', 2, { windows: [{ from: 250, to: 250 }], service: 10 }),
          delivery('c', 3, { service: 80 }),
        ],
        vehicles: [
          van('v', {
            start: undefined,
            end: undefined,
            maxDuration: 345,
            breaks: [{ kind: 'after-work', after: 300, duration: 80 }],
          }),
        ],
      },
      ['a', 'b', 'c'],
    );
    expect(result).toMatchObject({ ok: true, violations: [], route: { end: 350 } });
  });

  it('starts later where that keeps the end of the shift', async () => {
    // From 60 on, work until 260 needs a rest of 120 and then ends at 380; from 180 on it needs none.
    const result = await route(
      {
        jobs: [delivery('a', 1, { windows: [{ from: 190, to: 400 }] }), delivery('b', 2, { service: 40 })],
        vehicles: [
          van('v', {
            shift: { from: 60, to: 270 },
            breaks: [
              { kind: 'window', window: { from: 60, to: 120 }, duration: 10 },
              { kind: 'after-work', after: 150, duration: 120 },
            ],
          }),
        ],
      },
      ['a', 'b'],
    );
    expect(result).toMatchObject({ ok: true, violations: [], route: { start: 180, end: 260 } });
  });

  it('tells how late a stop is that is reached after the end of the clock', async () => {
    const result = await route(
      {
        jobs: [delivery('a', 1, { service: 750_000_000 }), delivery('b', 2, { service: 750_000_000 })],
        vehicles: [van('v')],
      },
      ['a', 'b'],
    );
    expect(result.ok && result.violations.map(({ kind, amount }) => [kind, amount])).toEqual([
      ['LATE', 20],
      ['SHIFT_END', 750_000_040],
    ]);
  });

  it('counts goods on board that the route does not name', async () => {
    const result = await route(
      {
        dimensions: ['boxes'],
        jobs: [delivery('a', 1, { load: [5], onBoard: 'v' }), delivery('b', 2, { load: [6] })],
        vehicles: [van('v', { capacity: [10] })],
      },
      ['b'],
    );
    expect(result).toMatchObject({ ok: true, route: { startLoad: [11] } });
    expect(result.ok && result.violations).toEqual([
      { kind: 'OVER_CAPACITY', visit: 0, job: 'b', name: 'boxes', amount: 1 },
    ]);
  });

  it('lists orders that belong on another vehicle, and how many it would take to use this one', async () => {
    const result = await route(
      {
        jobs: [delivery('a', 1, { lock: { vehicle: 'w' } }), delivery('b', 2, { onBoard: 'w' })],
        vehicles: [van('v', { minOrders: 5 }), van('w')],
      },
      ['a', 'b'],
    );
    expect(
      result.ok && result.violations.map(({ kind, job, name, amount }) => [kind, job, name, amount]),
    ).toEqual([
      ['LOCK', 'a', 'w', 1],
      ['LOCK', 'b', 'w', 1],
      ['ORDER_MINIMUM', undefined, undefined, 3],
    ]);
  });

  it('is as little late as it can, even where that is the longer way', async () => {
    // Nearest first would serve c (due at 30) at 30 as well, but b (due at 22) needs to come before a.
    const result = await route(
      {
        jobs: [delivery('a', 1, { service: 100 }), delivery('b', 2, { windows: [{ from: 0, to: 22 }] })],
        vehicles: [van('v')],
      },
      ['a', 'b'],
    );
    expect(result).toMatchObject({ ok: true, violations: [] });
    if (result.ok) expect(result.route.visits.map((visit) => visit.job)).toEqual(['b', 'a']);
  });

  it('holds windows of pickups, and leaves the route as it was where one cannot be met', async () => {
    const asIs = { vehicle: 'v', jobs: ['p', 'a', 'p'] };
    const problem = defineProblem({
      travel: road([0, 10, 20]),
      jobs: [
        {
          kind: 'pair',
          id: 'p',
          pickup: { location: 1, windows: [{ from: 0, to: 9 }] },
          delivery: { location: 2 },
        },
        delivery('a', 2),
      ],
      vehicles: [van('v')],
    });
    expect(await resequence(problem, asIs, limits)).toEqual({ ok: false, route: asIs, unplaced: ['p'] });
  });

  it('may be late at a delivery of a pair but not before its pickup', async () => {
    const result = await route(
      {
        jobs: [
          {
            kind: 'pair',
            id: 'p',
            pickup: { location: 2, windows: [{ from: 50, to: 60 }] },
            delivery: { location: 1, windows: [{ from: 0, to: 20 }] },
          },
        ],
        vehicles: [van('v')],
      },
      ['p', 'p'],
    );
    expect(result).toMatchObject({ ok: true, violations: [{ kind: 'LATE', visit: 1, amount: 40 }] });
  });

  it('keeps orders that exclude each other and says so', async () => {
    const result = await route(
      {
        jobs: [delivery('a', 1, { exclusionLabel: 'x' }), delivery('b', 2, { exclusionLabel: 'x' })],
        vehicles: [van('v')],
      },
      ['a', 'b'],
    );
    expect(result).toMatchObject({ ok: true, violations: [{ kind: 'EXCLUSION', amount: 1, name: 'x' }] });
  });

  it('respects breaks and sequence priorities', async () => {
    const result = await route(
      {
        jobs: [delivery('a', 1, { sequencePriority: 2 }), delivery('b', 2, { sequencePriority: 1 })],
        vehicles: [van('v', { breaks: [{ kind: 'window', window: { from: 5, to: 15 }, duration: 10 }] })],
      },
      ['a', 'b'],
    );
    expect(result.ok).toBe(true);
    if (!result.ok) return;
    expect(result.route.visits.map((visit) => visit.job)).toEqual(['b', 'a']);
    expect(result.route.breaks).toHaveLength(1);
  });

  it('refuses a route without orders as failed and unknown names as nonsense', async () => {
    const input = { jobs: [delivery('a', 1)], vehicles: [van('v')] };
    expect(await route(input, [])).toMatchObject({ ok: false, unplaced: [] });
    await expect(route(input, ['x'])).rejects.toThrow('route.jobs[0] "x" is not a job; there are "a"');
    await expect(route(input, ['a', 'a'])).rejects.toThrow('route.jobs[1] repeats "a", which has one stop');
    const problem = defineProblem({ travel: road([0, 10]), ...input });
    for (const nonsense of [
      undefined,
      { vehicle: 'v' },
      { vehicle: 'v', jobs: 'a' },
      { vehicle: 'x', jobs: [] },
      'v',
    ])
      await expect(resequence(problem, nonsense as InitialRouteInput, { iterations: 1 })).rejects.toThrow(
        InvalidProblem,
      );
  });
});
