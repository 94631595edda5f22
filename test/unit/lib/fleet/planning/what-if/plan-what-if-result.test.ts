import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { startPlanWhatIf } from '../../../../../support/plan-what-if-world.ts';
import { propertyRuns } from '../../../../../support/property-runs.ts';
import { DEPOT } from '../../../../../support/routes-api.ts';

/** An order of a generated day: where it goes, and the hour in which it is due; undefined = any hour. */
interface Drop {
  readonly north: number;
  readonly east: number;
  readonly hour: number | undefined;
}

/** Degrees, so up to some 7 km from the depot. */
const nearby = fc.integer({ min: -60, max: 60 }).map((thousandths) => thousandths / 1_000);

const drop: fc.Arbitrary<Drop> = fc.record({
  north: nearby,
  east: nearby,
  hour: fc.option(fc.integer({ min: 9, max: 12 }), { nil: undefined }),
});

/** A day: the orders of each route in the order in which they are visited. */
const day = fc.array(fc.array(drop, { minLength: 1, maxLength: 5 }), { minLength: 1, maxLength: 3 });

const at = (hour: number) => `2026-03-02T${String(hour).padStart(2, '0')}:00:00.000Z`;

/** Plans the day again without any change. */
async function plannedAgain(routes: readonly (readonly Drop[])[]) {
  const world = await startPlanWhatIf({ iterations: 60 });
  try {
    for (const drops of routes) {
      const ids: string[] = [];
      for (const { north, east, hour } of drops) {
        const [id] = await world.orders(1, {
          ...{ dropoffLat: DEPOT.lat + north, dropoffLng: DEPOT.lng + east },
          ...{ dropoffStartTime: at(hour ?? 8), dropoffEndTime: at(hour === undefined ? 20 : hour + 1) },
          ...{ pickupStartTime: at(8), pickupEndTime: at(20) },
        });
        ids.push(id!);
      }
      await world.depotRoute(ids, { plannedDeparture: '2026-03-02T09:00:00Z' });
    }
    return await world.answered({ name: 'As it was' });
  } finally {
    await world.stop();
  }
}

describe('46 6: a day that is planned again as it was', () => {
  it('is never worse: no fewer orders in time, and not dearer when all were in time', async () => {
    let late = 0;
    await fc.assert(
      fc.asyncProperty(day, async (routes) => {
        const { before, after, better, worse } = await plannedAgain(routes);
        const orders = routes.flat().length;
        expect(before.orders).toBe(orders);
        expect(before.inTimeOrders + before.lateOrders).toBe(orders);
        expect(after.inTimeOrders + after.leftOutOrders).toBe(orders);
        expect(after.lateOrders).toBe(0);
        expect(after.inTimeOrders).toBeGreaterThanOrEqual(before.inTimeOrders);
        expect(worse).not.toContain('inTimeOrders');
        expect(better.includes('inTimeOrders')).toBe(after.inTimeOrders > before.inTimeOrders);
        if (before.lateOrders === 0) {
          expect(after.leftOutOrders).toBe(0);
          expect(after.costCents).toBeLessThanOrEqual(before.costCents);
          expect(worse).not.toContain('costCents');
        } else late += 1;
      }),
      { seed: 46, numRuns: propertyRuns(30, 600) },
    );
    // Days of both kinds were among them.
    expect(late).toBeGreaterThan(0);
    expect(late).toBeLessThan(propertyRuns(30, 600));
  });
});
