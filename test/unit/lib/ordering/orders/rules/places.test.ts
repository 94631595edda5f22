import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { coordinatesAreMeant } from '../../../../../../lib/ordering/orders/rules/places.ts';

const context = { nowMs: 0, maxDistanceMiles: null } as Parameters<typeof coordinatesAreMeant.check>[1];
const errorsOf = (pickup: readonly [number, number], dropoff: readonly [number, number]) =>
  [
    ...coordinatesAreMeant.check(
      { pickupLat: pickup[0], pickupLng: pickup[1], dropoffLat: dropoff[0], dropoffLng: dropoff[1] },
      context,
    ),
  ].map(({ field }) => field);

const BERLIN = [52.52, 13.405] as const;

describe('42 7 coordinates that are not meant', () => {
  it('0, 0 needs attention, whatever the other place', () => {
    expect(errorsOf(BERLIN, [0, 0])).toContain('dropoffLat');
    expect(errorsOf([0, 0], [0, 0])).toEqual(['pickupLat', 'dropoffLat']);
  });

  it('swapped numbers need attention, and two places near each other never do', () => {
    expect(errorsOf(BERLIN, [13.41, 52.5])).toHaveLength(1);
    expect(errorsOf([13.41, 52.5], BERLIN)).toHaveLength(1);
    const near = fc.double({ min: -0.5, max: 0.5, noNaN: true });
    fc.assert(
      fc.property(
        fc.double({ min: -60, max: 60, noNaN: true }),
        fc.double({ min: -179, max: 179, noNaN: true }),
        near,
        near,
        (lat, lng, north, east) => {
          fc.pre((lat !== 0 || lng !== 0) && (lat + north !== 0 || lng + east !== 0));
          expect(errorsOf([lat, lng], [lat + north, lng + east])).toEqual([]);
        },
      ),
    );
  });

  it('two places far apart are not called swapped', () => {
    expect(errorsOf(BERLIN, [48.137, 11.575])).toEqual([]);
    expect(errorsOf([40.71, -74], [37.77, -122.42])).toEqual([]);
  });
});
