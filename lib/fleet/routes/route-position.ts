import * as z from 'zod';
import { create, defineEntity, type Table } from '../../platform/table/index.ts';
import { type Route, routePartition } from './route.ts';

/** The way is kept at this density: one position of each such time. Milliseconds. */
const EVERY_MS = 20_000;

/** Long enough to compute again what was driven; short, because it is where a person was. Seconds. */
const LIFE_SECONDS = 14 * 24 * 3_600;

const schema = z.object({
  organizationId: z.string(),
  routeId: z.string(),
  /** Number of the 20 seconds since 1970 in which it was. */
  slot: z.int(),
  lat: z.number(),
  lng: z.number(),
  /** When the courier was there. */
  at: z.string(),
  /** Radius in metres; null = not reported. */
  accuracy: z.number().nullable(),
});

/** Where the courier of a route was at a time. */
export type RoutePosition = z.infer<typeof schema>;

/** The way of a route, in the log of the route, in the order in which it was driven. */
export const routePositionEntity = defineEntity<
  RoutePosition,
  Pick<RoutePosition, 'organizationId' | 'routeId' | 'slot'>
>({
  name: 'routePosition',
  schema,
  partition: ({ organizationId, routeId }) => routePartition({ organizationId, id: routeId }),
  sort: ({ slot }) => ({ kind: 'log', parts: [String(slot).padStart(12, '0')] }),
  expiresAtSeconds: ({ at }) => Math.floor(Date.parse(at) / 1000) + LIFE_SECONDS,
});

/**
 * Adds a position to the way of a route that has departed, late ones too (specification 8). The first of each 20 seconds
 * stays; `before` is when the courier's position before it was, if that is known, and spares a call. 1 call at most.
 */
export async function keepOnWay(
  table: Table,
  { organizationId, id: routeId, actualDeparture }: Route,
  { at, lat, lng, accuracy }: Pick<RoutePosition, 'at' | 'lat' | 'lng' | 'accuracy'>,
  before: string | undefined,
): Promise<void> {
  if (actualDeparture === null || at < actualDeparture) return;
  const slot = slotOf(at);
  if (before !== undefined && before >= actualDeparture && slotOf(before) === slot) return;
  await table.write([create(routePositionEntity, { organizationId, routeId, slot, lat, lng, at, accuracy })]);
}

function slotOf(instant: string): number {
  return Math.floor(Date.parse(instant) / EVERY_MS);
}
