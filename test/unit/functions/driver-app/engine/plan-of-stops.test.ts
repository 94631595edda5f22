import { expect, test } from 'vitest';
import { planOfStops } from '../../../../../functions/driver-app/engine/plan-of-stops.ts';
import type { Visit } from '../../../../../functions/driver-app/engine/visits.ts';

const visitAt = (lat: number, lng: number) => ({ id: `${lat}`, at: { lat, lng } }) as Visit;

test('45 4 the stops are drawn to scale, north up, within the square', () => {
  const plan = planOfStops(
    [visitAt(0, 0), visitAt(0.01, 0), { id: 'x', at: null } as Visit, visitAt(0, 0.02)],
    { lat: 0.005, lng: 0.01 },
    100,
  );
  const [south, north, east] = plan!.visits;
  expect(north!.y).toBeLessThan(south!.y);
  expect(east!.x - south!.x).toBeCloseTo(2 * (south!.y - north!.y));
  expect(plan!.visits.map(({ number }) => number)).toEqual([1, 2, 4]);
  for (const { x, y } of [...plan!.visits, plan!.driver!]) {
    for (const part of [x, y]) expect(part).toBeGreaterThanOrEqual(0);
    for (const part of [x, y]) expect(part).toBeLessThanOrEqual(100);
  }
});

test('45 4 a single place is no map, and neighbours are not torn apart', () => {
  expect(planOfStops([visitAt(1, 1)], undefined, 100)).toBeUndefined();
  const [a, b] = planOfStops([visitAt(1, 1), visitAt(1.00001, 1)], undefined, 100)!.visits;
  expect(Math.abs(a!.y - b!.y)).toBeLessThan(2);
});
