import { describe, expect, it } from 'vitest';
import { decodePolyline, encodePolyline } from '../../../../../lib/engines/travel/encode-polyline.ts';
import { estimatedTravel, UNREACHABLE_SECONDS } from '../../../../../lib/engines/travel/index.ts';

const A = { lat: 52.5, lng: 13.3 };
const B = { lat: 52.5, lng: 13.5 };
/** A square between A and B. */
const LAKE = [
  { lat: 52.48, lng: 13.38 },
  { lat: 52.52, lng: 13.38 },
  { lat: 52.52, lng: 13.42 },
  { lat: 52.48, lng: 13.42 },
];

describe('the estimate', () => {
  const travel = estimatedTravel();

  it('says that it is one, and drives a truck slower than a car', async () => {
    expect(travel.isEstimate).toBe(true);
    const [car] = (await travel.route([A, B], { profile: 'car' })).legs;
    const [truck] = (await travel.route([A, B], { profile: 'truck' })).legs;
    // 0.2 degrees at 52.5 north are 13,538 m, times 1.3; at 40 km/h.
    expect(car).toEqual({ meters: 17_600, seconds: 1_584 });
    expect(truck!.seconds).toBeGreaterThan(car!.seconds);
  });

  it('a matrix has the same times as a route, and nothing from a place to itself', async () => {
    const { seconds, meters } = await travel.matrix([A, B], { profile: 'car' });
    expect([...seconds]).toEqual([0, 1_584, 1_584, 0]);
    expect([...meters]).toEqual([0, 17_600, 17_600, 0]);
  });

  it('drives around an area to avoid, and reaches no place inside it', async () => {
    const conditions = { profile: 'car' as const, avoid: [LAKE] };
    const around = await travel.route([A, B], conditions);
    expect(around.legs[0]!.meters).toBeGreaterThan(17_600);
    expect(decodePolyline(around.polyline).length).toBeGreaterThan(2);
    const inside = { lat: 52.5, lng: 13.4 };
    const { seconds } = await travel.matrix([A, inside], conditions);
    expect(seconds[1]).toBe(UNREACHABLE_SECONDS);
  });
});

describe('polylines', () => {
  it('are those of the reference example of the encoding', () => {
    const points = [
      { lat: 38.5, lng: -120.2 },
      { lat: 40.7, lng: -120.95 },
      { lat: 43.252, lng: -126.453 },
    ];
    expect(encodePolyline(points)).toBe('_p~iF~ps|U_ulLnnqC_mqNvxq`@');
    expect(decodePolyline('_p~iF~ps|U_ulLnnqC_mqNvxq`@')).toEqual(points);
  });
});
