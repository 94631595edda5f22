import { describe, expect, it } from 'vitest';
import { estimateDrive, greatCircleMeters } from '../../../../../lib/platform/core/geography.ts';

describe('geography', () => {
  it('one degree along the equator is a 360th of the circumference', () => {
    expect(greatCircleMeters({ lat: 0, lng: 0 }, { lat: 0, lng: 1 })).toBeCloseTo(
      (2 * Math.PI * 6_371_000) / 360,
      3,
    );
    expect(greatCircleMeters({ lat: 5, lng: 5 }, { lat: 5, lng: 5 })).toBe(0);
  });

  it('a drive of 10 km of street takes 20 minutes, what is beyond goes at 70 km/h', () => {
    const degreesFor = (meters: number) => ((meters / 1.3) * 360) / (2 * Math.PI * 6_371_000);
    const drive = (meters: number) => estimateDrive({ lat: 0, lng: 0 }, { lat: 0, lng: degreesFor(meters) });
    expect(drive(10_000)).toEqual({ distanceMeters: 10_000, durationSeconds: 1_200 });
    expect(drive(80_000)).toEqual({ distanceMeters: 80_000, durationSeconds: 4_800 });
  });
});
