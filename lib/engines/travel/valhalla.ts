import * as z from 'zod';
import type { Point } from '../../platform/core/geography.ts';
import { decodePolyline, encodePolyline } from './encode-polyline.ts';
import { estimatedTravel } from './estimate.ts';
import { stretches, tiledMatrix } from './tiles.ts';
import {
  type Travel,
  type TravelConditions,
  TravelFailure,
  type TravelLeg,
  type TravelProfile,
  UNREACHABLE_SECONDS,
} from './travel.ts';

/** Maximum number of locations of a route for a Valhalla with its usual limits. */
const MAX_LOCATIONS = 20;

/** Maximum number of pairs of sources and targets in one matrix. */
const TILE = 50;

const TIMEOUT_MS = 20_000;

const COSTINGS: Readonly<Record<Exclude<TravelProfile, 'straight-line'>, string>> = {
  car: 'auto',
  truck: 'truck',
  bike: 'bicycle',
};

const trip = z.object({
  trip: z.object({
    legs: z.array(
      z.object({ shape: z.string(), summary: z.object({ time: z.number(), length: z.number() }) }),
    ),
  }),
});

const matrix = z.object({
  sources_to_targets: z.array(
    z.array(z.object({ time: z.number().nullable(), distance: z.number().nullable() })),
  ),
});

/** Travel on the roads of a self-hosted Valhalla at `baseUrl`. Straight lines are estimated: it knows roads only. */
export function valhallaTravel(baseUrl: string, call: typeof fetch = fetch): Travel {
  const straight = estimatedTravel();
  const ask = async (path: string, body: object): Promise<unknown> => {
    let reply: Response;
    try {
      reply = await call(new URL(path, baseUrl), {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
        signal: AbortSignal.timeout(TIMEOUT_MS),
      });
    } catch (cause) {
      throw new TravelFailure('Valhalla did not answer.', { cause });
    }
    if (!reply.ok)
      throw new TravelFailure(`Valhalla answered ${reply.status}: ${(await reply.text()).slice(0, 200)}`);
    return reply.json();
  };
  return Object.freeze({
    name: 'valhalla',
    isEstimate: false,
    async route(points: readonly Point[], conditions: TravelConditions) {
      if (conditions.profile === 'straight-line') return straight.route(points, conditions);
      const legs: TravelLeg[] = [];
      const way: Point[] = [];
      for (const part of stretches(points, MAX_LOCATIONS)) {
        const found = trip.parse(
          await ask('/route', {
            ...question(conditions, part[0]!),
            locations: part.map(location),
            directions_type: 'none',
          }),
        );
        for (const { shape, summary } of found.trip.legs) {
          legs.push({ seconds: Math.round(summary.time), meters: Math.round(summary.length * 1000) });
          way.push(...decodePolyline(shape, 6));
        }
      }
      return { legs, polyline: encodePolyline(way) };
    },
    async matrix(points: readonly Point[], conditions: TravelConditions, ends: readonly Point[] = points) {
      if (conditions.profile === 'straight-line') return straight.matrix(points, conditions, ends);
      return tiledMatrix(points, ends, TILE, async (origins, destinations) => {
        const found = matrix.parse(
          await ask('/sources_to_targets', {
            ...question(conditions, origins[0]!),
            sources: origins.map(location),
            targets: destinations.map(location),
          }),
        );
        const cells = found.sources_to_targets.flat();
        return {
          seconds: cells.map(({ time }) => (time === null ? UNREACHABLE_SECONDS : Math.round(time))),
          meters: cells.map(({ distance }) =>
            distance === null ? UNREACHABLE_SECONDS : Math.round(distance * 1000),
          ),
        };
      });
    },
  });
}

function location({ lat, lng }: Point) {
  return { lat, lon: lng };
}

/**
 * The part of a request that the conditions determine. Valhalla takes local times, tonnes and metres, and knows nothing of
 * trailers.
 */
function question({ profile, departAt, truck, avoid = [] }: TravelConditions, at: Point) {
  const costing = COSTINGS[profile === 'straight-line' ? 'car' : profile];
  const size = {
    ...(truck?.heightMeters === undefined ? {} : { height: truck.heightMeters }),
    ...(truck?.lengthMeters === undefined ? {} : { length: truck.lengthMeters }),
    ...(truck?.widthMeters === undefined ? {} : { width: truck.widthMeters }),
    ...(truck?.weightKilograms === undefined ? {} : { weight: truck.weightKilograms / 1000 }),
    ...(truck?.axleCount === undefined ? {} : { axle_count: truck.axleCount }),
  };
  return {
    costing,
    units: 'kilometers',
    ...(profile === 'truck' && Object.keys(size).length > 0 ? { costing_options: { truck: size } } : {}),
    ...(departAt === undefined ? {} : { date_time: { type: 1, value: solarTime(departAt, at) } }),
    ...(avoid.length === 0
      ? {}
      : { exclude_polygons: avoid.map((area) => area.map(({ lat, lng }) => [lng, lat])) }),
  };
}

/**
 * Solar time at a place. It differs from local time by an hour or two at most, which is accurate enough for the traffic
 * of an hour.
 */
function solarTime(instant: string, { lng }: Point): string {
  return new Date(Date.parse(instant) + Math.round(lng / 15) * 3_600_000).toISOString().slice(0, 16);
}
