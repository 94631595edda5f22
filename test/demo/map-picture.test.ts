import { expect, it } from 'vitest';
import { mapPicture } from './map-picture.ts';

it('a map picture has a line and a legend for each route, and a dot for each dropoff', () => {
  const depot = { lat: 37.79, lng: -122.4, stopType: 'ROUTE_START' };
  const drop = (lat: number, lng: number) => ({ lat, lng, stopType: 'DROPOFF' });
  const svg = mapPicture([
    { places: [depot, drop(37.75, -122.45), drop(37.76, -122.44), depot] },
    { places: [depot, drop(37.72, -122.4)] },
  ]);
  expect(svg.match(/<polyline/g)).toHaveLength(2);
  expect(svg.match(/<circle/g)).toHaveLength(3);
  expect(svg).toContain('Route 1: 2 dropoffs');
  expect(svg).toContain('viewBox="0 0 900 ');
  // North is up: the depot is above the southernmost dropoff.
  const [, first = '', last = ''] =
    /points="([\d.]+,[\d.]+) [^"]*?([\d.]+,[\d.]+)" fill/.exec(svg.split('\n')[3]!) ?? [];
  expect(Number(first.split(',')[1])).toBeLessThan(Number(last.split(',')[1]));
});
