import { beforeEach, describe, expect, it } from 'vitest';
import { estimatedTravel, type Travel } from '../../../../../lib/engines/travel/index.ts';
import { cachedTravel } from '../../../../../lib/fleet/planning/index.ts';
import type { Point } from '../../../../../lib/platform/core/geography.ts';
import { startTestTable, type TestTable } from '../../../../support/test-table.ts';

let db: TestTable;
let asked: number;
beforeEach(async () => {
  db = await startTestTable();
  asked = 0;
});

const points = (count: number, from = 0): Point[] =>
  Array.from({ length: count }, (_, index) => ({ lat: 52 + (from + index) / 1_000, lng: 13.4 }));

/** Roads that count the requested pairs. */
function roads(): Travel {
  const estimate = estimatedTravel();
  return {
    ...estimate,
    name: 'roads',
    isEstimate: false,
    async matrix(from, conditions, to = from) {
      asked += from.length * to.length;
      return estimate.matrix(from, conditions, to);
    },
  };
}
const CAR = { profile: 'car' } as const;

describe('matrices are remembered per pair of rounded points', () => {
  it('asks for each pair once: a second matrix costs nothing, new points only their rows and columns', async () => {
    const travel = cachedTravel(db.deps, roads(), 'org_test');
    const first = await travel.matrix(points(20), CAR);
    expect(first).toEqual(await estimatedTravel().matrix(points(20), CAR));
    expect(asked).toBe(400);
    const again = cachedTravel(db.deps, roads(), 'org_test');
    expect(
      await again.matrix(
        points(20).map(({ lat, lng }) => ({ lat: lat + 0.00002, lng })),
        CAR,
      ),
    ).toEqual(first);
    expect(asked).toBe(400);
    const more = await again.matrix(points(22), CAR);
    expect(more).toEqual(await estimatedTravel().matrix(points(22), CAR));
    // Two new rows of 22, and two new columns for the 20 known points.
    expect(asked).toBe(400 + 44 + 40);
  });

  it('by profile, hour of the week and organization, and for 30 days', async () => {
    const ask = (organizationId: string, more: object = {}) =>
      cachedTravel(db.deps, roads(), organizationId).matrix(points(3), { ...CAR, ...more });
    await ask('org_test', { departAt: '2026-03-02T08:10:00.000Z' });
    await ask('org_test', { departAt: '2026-03-09T08:40:00.000Z' });
    expect(asked).toBe(9);
    await ask('org_test', { departAt: '2026-03-02T09:10:00.000Z' });
    await ask('org_test', { profile: 'truck' });
    await ask('org_other');
    expect(asked).toBe(36);
    db.deps.clock.advance(29 * 86_400_000);
    await ask('org_other');
    expect(asked).toBe(36);
    db.deps.clock.advance(2 * 86_400_000);
    await ask('org_other');
    expect(asked).toBe(45);
  });

  it('leaves an estimate alone, and keeps what two writers wrote at once usable', async () => {
    expect(cachedTravel(db.deps, estimatedTravel(), 'org_test').name).toBe('estimate');
    const [one, other] = await Promise.all(
      [points(4), points(4, 2)].map((some) => cachedTravel(db.deps, roads(), 'org_test').matrix(some, CAR)),
    );
    expect(one).toEqual(await estimatedTravel().matrix(points(4), CAR));
    expect(other).toEqual(await estimatedTravel().matrix(points(4, 2), CAR));
  });
});
