import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { type CityMap, cityFeatures } from '../../../../../functions/console/kit/city-map.ts';
import { isInside } from '../../../../../functions/console/kit/map-selection.ts';
import { decodePolyline } from '../../../../../functions/console/kit/polyline.ts';
import { searchGazetteer } from '../../../../../lib/engines/geocoding/gazetteer/search-gazetteer.ts';
import { LANDMARKS, STREETS } from '../../../../../lib/engines/geocoding/gazetteer/streets.ts';
import { demoOrder, STORIES } from '../../../../demo/demo-order.ts';

/** Kilobytes that the file takes on its way to a browser, at most. */
const MAX_KILOBYTES = 120;

const text = readFileSync(
  new URL('../../../../../functions/console/base-map/san-francisco.json', import.meta.url),
  'utf8',
);
const city: CityMap = JSON.parse(text);

type Position = readonly [number, number];
const areas = (name: 'land' | 'green' | 'water') =>
  city[name].map((rings) => rings.map((ring) => decodePolyline(ring) as readonly Position[]));
const land = areas('land');
const isOnLand = (at: Position) =>
  land.some(([outline = [], ...holes]) => isInside(at, outline) && !holes.some((hole) => isInside(at, hole)));

/** Metres from a point to the nearest corner or segment of a street. */
function metersTo([lng, lat]: Position, lines: readonly string[]): number {
  const flat = ([x, y]: Position): Position => [(x - lng) * 88_000, (y - lat) * 111_000];
  const distances = lines.flatMap((line) => {
    const points = decodePolyline(line).map(flat);
    return points.map(([x1, y1], index) => {
      const [x2, y2] = points[index + 1] ?? [x1, y1];
      const length = (x2 - x1) ** 2 + (y2 - y1) ** 2;
      const share = length === 0 ? 0 : Math.min(1, Math.max(0, -(x1 * (x2 - x1) + y1 * (y2 - y1)) / length));
      return Math.hypot(x1 + share * (x2 - x1), y1 + share * (y2 - y1));
    });
  });
  return Math.min(...distances);
}

/** `Geary` for `Geary Blvd`, which is a street farther down. */
const bare = (name: string) =>
  name.replace(/^The /, '').replace(/ (?:St|Ave|Blvd|Street|Avenue|Boulevard)$/, '');

describe('44 1.1 the base map of the demo city', () => {
  it(`takes at most ${MAX_KILOBYTES} kB on its way to a browser`, () => {
    expect(gzipSync(text, { level: 9 }).length / 1_000).toBeLessThanOrEqual(MAX_KILOBYTES);
  });

  it('has streets with names, parks, waters and quarters, all inside its bounds', () => {
    const [west, south, east, north] = city.bounds;
    expect(city.streets.filter(([, name]) => name !== '').length).toBeGreaterThan(1_500);
    expect(city.green.length).toBeGreaterThan(100);
    expect(city.water.length).toBeGreaterThan(5);
    expect(city.places.map(([, name]) => name)).toEqual(
      expect.arrayContaining(['Mission District', 'Golden Gate Park']),
    );
    for (const [, , lng, lat] of city.places) {
      expect(lng > west && lng < east && lat > south && lat < north).toBe(true);
    }
    const { streets, land: drawn } = cityFeatures(city);
    expect(streets.features).toHaveLength(city.streets.length);
    expect(drawn.features).toHaveLength(city.land.length);
  });

  it('has the streets of the local geocoder where that finds their houses', () => {
    const linesOf = (name: string) =>
      city.streets.filter(([, known]) => bare(known) === bare(name)).flatMap(([, , lines]) => lines);
    for (const { name, corners } of Object.values(STREETS)) {
      expect(linesOf(name), name).not.toEqual([]);
      for (const [number, lat, lng] of corners) {
        expect(metersTo([lng, lat], linesOf(name)), `${number} ${name}`).toBeLessThan(350);
      }
    }
  });

  it('has no address of the demo in the sea', () => {
    // The ocean and the bay, so that what follows can find something.
    expect(isOnLand([-122.518, 37.76])).toBe(false);
    expect(isOnLand([-122.36, 37.75])).toBe(false);
    const house = (address: string): Position => {
      const found = searchGazetteer({ address });
      if (found.kind !== 'found') throw new Error(`${address} is not found`);
      return [found.place.lng, found.place.lat];
    };
    const places: readonly Position[] = [
      ...Object.values(STREETS).flatMap(({ corners }) => corners.map(([, lat, lng]) => [lng, lat] as const)),
      ...Object.values(LANDMARKS).map(({ lat, lng }) => [lng, lat] as const),
      ...Array.from({ length: 60 }, (_, index) => {
        const order = demoOrder(STORIES[0], index, '', '') as { dropoffLat: number; dropoffLng: number };
        return [order.dropoffLng, order.dropoffLat] as const;
      }),
      // Houses between the corners that are known, and addresses whose position is made up.
      ...Object.values(STREETS).flatMap(({ name, corners }) => {
        const last = corners.at(-1)?.[0] ?? 0;
        return Array.from({ length: 20 }, (_, index) =>
          house(`${Math.ceil((last * (index + 1)) / 20)} ${name}, San Francisco, CA`),
        );
      }),
      ...Array.from({ length: 500 }, (_, index) => house(`${index + 1} Unknown Road, Springfield`)),
    ];
    expect(places.length).toBeGreaterThan(1_000);
    expect(places.filter((at) => !isOnLand(at))).toEqual([]);
    const [west, south, east, north] = city.bounds;
    expect(places.filter(([lng, lat]) => lng < west || lng > east || lat < south || lat > north)).toEqual([]);
  });
});
