import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { propertyRuns } from '../../../../support/property-runs.ts';
import { delivery, plan, reasonsOf, road, van } from './support/line-problem.ts';

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
    // Leaves at 0: 500 s of free road, then the remaining 500 s of the way at half speed: arrives at 1,500. Serves and
    // does not wait: back at half speed until 2,000 (250 s of the way), then 750 s: home at 2,750.
    const { solution } = await plan({
      travel: road([0, 1000], { speedPeriods: [{ from: 500, to: 2000, percent: 50 }] }),
      jobs: [delivery('a', 1, { windows: [{ from: 0, to: 1500 }] })],
      vehicles: [van('v')],
    });
    expect(solution.routes[0]).toMatchObject({ start: 0, end: 2750 });
    expect(solution.routes[0]?.visits[0]?.arrival).toBe(1500);
  });

  it('let the vehicle start only as late as it still is in time', async () => {
    // From 0 it waits 800 s at the door. Leaving at 800 it would arrive at 925; leaving at 750 it arrives at 900.
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
        /** Second by second, in hundredths of a second of the way. */
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
    await fc.assert(property, { numRuns: propertyRuns(70, 200), seed: 3 });
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
