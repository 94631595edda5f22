import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { GeoRoutesClient } from '@aws-sdk/client-geo-routes';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  amazonLocationTravel,
  decodePolyline,
  estimatedTravel,
  type Travel,
  TravelFailure,
  UNREACHABLE_SECONDS,
  valhallaTravel,
} from '../../../lib/engines/travel/index.ts';
import { greatCircleMeters, type Point } from '../../../lib/platform/core/geography.ts';

/** A map for tests: 1.5 times the great-circle distance at 10 m/s; nobody gets to the island. */
const ISLAND = { lat: 0, lng: 0 };
const isIsland = ({ lat, lng }: Point) => lat === ISLAND.lat && lng === ISLAND.lng;
const metersBetween = (a: Point, b: Point) => greatCircleMeters(a, b) * 1.5;

/** Six decimals, the precision of Valhalla's shapes. */
function shapeOf(points: readonly Point[]): string {
  let text = '';
  let before = [0, 0];
  for (const { lat, lng } of points) {
    const now = [Math.round(lat * 1e6), Math.round(lng * 1e6)];
    for (const [index, value] of now.entries()) {
      const difference = value - before[index]!;
      let rest = difference < 0 ? ~(difference << 1) : difference << 1;
      while (rest >= 0x20) {
        text += String.fromCharCode((0x20 | (rest & 0x1f)) + 63);
        rest >>= 5;
      }
      text += String.fromCharCode(rest + 63);
    }
    before = now;
  }
  return text;
}

type Asked = Record<string, never> & {
  locations: { lat: number; lon: number }[];
  sources: { lat: number; lon: number }[];
  targets: { lat: number; lon: number }[];
};
const asked: Asked[] = [];

/** A stand-in for Valhalla that enforces the same limits. */
function answerValhalla(path: string, body: Asked): { status: number; json: unknown } {
  asked.push(body);
  const point = ({ lat, lon }: { lat: number; lon: number }) => ({ lat, lng: lon });
  if (path === '/route') {
    if (body.locations.length > 20) return { status: 400, json: { error: 'Exceeded max locations:20' } };
    const points = body.locations.map(point);
    const legs = points.slice(1).map((to, index) => {
      const length = metersBetween(points[index]!, to) / 1000;
      return { shape: shapeOf([points[index]!, to]), summary: { time: length * 100, length } };
    });
    return { status: 200, json: { trip: { legs } } };
  }
  if (body.sources.length * body.targets.length > 2_500)
    return { status: 400, json: { error: 'Exceeded max pairs' } };
  const rows = body.sources.map(point).map((from) =>
    body.targets.map(point).map((to) => {
      const distance = metersBetween(from, to) / 1000;
      return isIsland(from) || isIsland(to)
        ? { time: null, distance: null }
        : { time: distance * 100, distance };
    }),
  );
  return { status: 200, json: { sources_to_targets: rows } };
}

/** What stands for Amazon Location. */
const amazon = {
  async send(command: { input: Record<string, never> }) {
    const input = command.input as unknown as {
      Origin: number[];
      Destination: number[];
      Waypoints: { Position: number[] }[];
      Origins?: { Position: number[] }[];
      Destinations: { Position: number[] }[];
    };
    asked.push(input as never);
    const point = ([lng = 0, lat = 0]: number[]) => ({ lat, lng });
    if (input.Origins) {
      if (input.Origins.length > 100 || input.Destinations.length > 100) throw new Error('too many');
      return {
        RouteMatrix: input.Origins.map(({ Position: from }) =>
          input.Destinations.map(({ Position: to }) => {
            const Distance = metersBetween(point(from), point(to));
            return isIsland(point(from)) || isIsland(point(to))
              ? { Distance: 0, Duration: 0, Error: 'NoRoute' }
              : { Distance, Duration: Distance / 10 };
          }),
        ),
      };
    }
    if (input.Waypoints.length > 23) throw new Error('too many waypoints');
    const points = [input.Origin, ...input.Waypoints.map(({ Position }) => Position), input.Destination];
    const Legs = points.slice(1).map((to, index) => {
      const Distance = metersBetween(point(points[index]!), point(to));
      return {
        Geometry: { LineString: [points[index], to] },
        VehicleLegDetails: { Summary: { Overview: { Distance, Duration: Distance / 10 } } },
      };
    });
    return { Routes: [{ Legs }] };
  },
} as unknown as Pick<GeoRoutesClient, 'send'>;

let server: Server;
let url: string;
beforeAll(async () => {
  server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk) => {
      body += chunk;
    });
    request.on('end', () => {
      const { status, json } = answerValhalla(request.url ?? '', JSON.parse(body));
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(json));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => new Promise((resolve) => server.close(resolve)));

const points = Array.from({ length: 60 }, (_, index) => ({
  lat: 52 + index / 100,
  lng: 13 + (index % 7) / 100,
}));

describe.each([
  ['estimate', () => estimatedTravel()],
  ['valhalla', () => valhallaTravel(url)],
  ['amazon-location', () => amazonLocationTravel(amazon)],
] satisfies [string, () => Travel][])('travel by %s', (name, make) => {
  it('has one leg fewer than points, however many, and a way that goes through them', async () => {
    const route = await make().route(points, { profile: 'truck', departAt: '2026-03-02T08:00:00.000Z' });
    expect(route.legs).toHaveLength(59);
    for (const { seconds, meters } of route.legs) {
      expect(Number.isInteger(seconds) && seconds > 0).toBe(true);
      expect(Number.isInteger(meters) && meters > 0).toBe(true);
    }
    const way = decodePolyline(route.polyline);
    expect(way[0]!.lat).toBeCloseTo(52, 4);
    expect(way.at(-1)!.lat).toBeCloseTo(52.59, 4);
  });

  it('has a matrix of all pairs, put together from as many questions as it takes', async () => {
    const { seconds, meters } = await make().matrix(points, { profile: 'car' });
    expect(seconds).toHaveLength(3_600);
    const leg = (await make().route([points[3]!, points[57]!], { profile: 'car' })).legs[0]!;
    expect(Math.abs(seconds[3 * 60 + 57]! - leg.seconds)).toBeLessThanOrEqual(1);
    expect(Math.abs(meters[3 * 60 + 57]! - leg.meters)).toBeLessThanOrEqual(1);
    for (let index = 0; index < 60; index += 1) expect(seconds[index * 61]).toBe(0);
  });

  it('has a matrix from some points to others', async () => {
    const whole = await make().matrix(points, { profile: 'car' });
    const part = await make().matrix(points.slice(0, 2), { profile: 'car' }, points.slice(1, 5));
    expect([...part.seconds]).toEqual([...whole.seconds.slice(1, 5), ...whole.seconds.slice(61, 65)]);
  });

  it('is nowhere with one point or none', async () => {
    expect((await make().route([points[0]!], { profile: 'car' })).legs).toEqual([]);
    expect((await make().matrix([], { profile: 'car' })).seconds).toHaveLength(0);
  });

  it('estimates straight lines: 40 km/h along the great circle', async () => {
    const [leg] = (await make().route([points[0]!, points[1]!], { profile: 'straight-line' })).legs;
    expect(leg!.meters).toBe(Math.round(greatCircleMeters(points[0]!, points[1]!)));
  });

  it.skipIf(name === 'estimate')(
    'says what cannot be reached, and passes on truck, departure and areas',
    async () => {
      const { seconds } = await make().matrix([points[0]!, ISLAND], { profile: 'car' });
      expect([...seconds]).toEqual([0, UNREACHABLE_SECONDS, UNREACHABLE_SECONDS, 0]);
      const avoid = [[points[0]!, points[1]!, points[2]!]];
      await make().route(points.slice(0, 2), {
        profile: 'truck',
        truck: { heightMeters: 3.5, axleCount: 3, trailerCount: 1 },
        avoid,
        departAt: '2026-03-02T08:00:00.000Z',
      });
      const text = JSON.stringify(asked.at(-1));
      // Valhalla takes the local time: an hour later at 13 degrees east.
      expect(text).toContain(name === 'valhalla' ? '2026-03-02T09:00' : '2026-03-02T08:00');
      expect(text).toMatch(
        /"height":3\.5,"axle_count":3|"Height":350,"AxleCount":3,"Trailer":{"TrailerCount":1}/,
      );
      expect(text).toContain('[13.01,52.01]');
    },
  );
});

it('a Valhalla that is not there is a failure of travel, and so is a refusal of Amazon Location', async () => {
  const gone = valhallaTravel('http://127.0.0.1:1');
  await expect(gone.matrix(points, { profile: 'car' })).rejects.toThrow(TravelFailure);
  const denied = amazonLocationTravel({
    send: async () => Promise.reject(new Error('AccessDenied')),
  } as never);
  await expect(denied.route(points, { profile: 'car' })).rejects.toThrow('AccessDenied');
});
