import * as z from 'zod';
import { findNearbyCouriers } from '../../../lib/fleet/routes/index.ts';
import { defineEndpoint, limitParameter } from '../../../lib/platform/http/index.ts';

const degrees = (most: number, description: string) =>
  z
    .string()
    .regex(/^[+-]?\d{1,3}(\.\d{1,15})?$/, 'is not a number of degrees')
    .transform(Number)
    .pipe(z.number().min(-most).max(most))
    .meta({ override: { type: 'number', minimum: -most, maximum: most }, description });

/** GET /v1/routes/nearby-couriers */
export const nearbyCouriers = defineEndpoint({
  name: 'nearbyCouriers',
  method: 'GET',
  path: '/v1/routes/nearby-couriers',
  area: 'Routes',
  summary: 'Find couriers near a point',
  description:
    'Drivers on active routes of the own fleet, nearest first by the straight line from their latest position. Positions ' +
    'older than 15 minutes do not count, and drivers farther away than about 28 km are not found.',
  permission: 'READ_ROUTE',
  forLimited: 'narrowed',
  query: z.object({
    lat: degrees(90, 'Latitude of the point in degrees.'),
    lng: degrees(180, 'Longitude of the point in degrees.'),
    limit: limitParameter({ fallback: 10, max: 50 }),
  }),
  reply: z.object({
    couriers: z.array(
      z.object({
        courierId: z.string(),
        routeId: z.string(),
        firstName: z.string().nullable(),
        lastName: z.string().nullable(),
        lat: z.number(),
        lng: z.number(),
        distanceMeters: z.int(),
        updatedAt: z.string(),
      }),
    ),
  }),
  replyExample: {
    couriers: [
      {
        courierId: 'cou_01JD8Z6Q4T9V2N5X7C3B1M0K8H',
        routeId: 'rte_01JD8Z6Q4T9V2N5X7C3B1M0K8H',
        firstName: 'Ada',
        lastName: 'Moss',
        lat: 37.7576,
        lng: -122.4212,
        distanceMeters: 412,
        updatedAt: '2026-03-05T01:11:51.000Z',
      },
    ],
  },
  refusals: [],
  async handle({ input: { query }, ctx }) {
    const { limit, ...point } = query;
    return { couriers: [...(await findNearbyCouriers(ctx, ctx.caller, point, limit))] };
  },
});
