import * as z from 'zod';
import type { GeocodeQuery, Geocoder } from '../../engines/geocoding/index.ts';
import { digest } from '../../platform/core/ids.ts';
import { PLACE_PRECISIONS } from '../../platform/core/place-precision.ts';
import type { CoreDeps } from '../../platform/runtime/index.ts';
import { create, defineEntity } from '../../platform/table/index.ts';

const DAY_SECONDS = 86_400;

const placeSchema = z.object({
  number: z.string().optional(),
  formattedStreet: z.string().optional(),
  city: z.string().optional(),
  county: z.string().optional(),
  state: z.string().optional(),
  zip: z.string().optional(),
  country: z.string().optional(),
  lat: z.number(),
  lng: z.number(),
  precision: z.enum(PLACE_PRECISIONS),
  score: z.number().optional(),
});

const keptSchema = z.object({
  organizationId: z.string(),
  /** Digest of the text and country, or of the place id, that was looked up. */
  query: z.string(),
  place: placeSchema,
  expiresAt: z.int(),
});
type KeptPlace = z.infer<typeof keptSchema>;

/** A place that the map found for an organization, until it is asked for again. */
export const keptPlaceEntity = defineEntity<KeptPlace, Pick<KeptPlace, 'organizationId' | 'query'>>({
  name: 'keptPlace',
  schema: keptSchema,
  partition: ({ organizationId, query }) => ({ organizationId, type: 'kept-place', id: query }),
  sort: () => ({ kind: 'state', parts: [] }),
  expiresAtSeconds: ({ expiresAt }) => expiresAt,
});

/**
 * A geocoder that keeps the places it finds for an organization as long as the map's licence allows. Addresses that
 * were not found are asked for each time, because a map learns new ones.
 */
export function keptGeocoder(
  { table, clock }: Pick<CoreDeps, 'table' | 'clock'>,
  geocoder: Geocoder,
  organizationId: string,
): Geocoder {
  const { keptForDays } = geocoder;
  if (keptForDays === undefined) return geocoder;
  return Object.freeze({
    async geocode(query: GeocodeQuery) {
      const key = { organizationId, query: digest('kept-place', ...partsOf(query)) };
      const stored = await table.get(keptPlaceEntity, key);
      if (stored) return { kind: 'found' as const, place: stored.value.place };
      const outcome = await geocoder.geocode(query);
      if (outcome.kind === 'found') {
        const nowMs = clock.now();
        const expiresAt = Math.floor(nowMs / 1000) + keptForDays * DAY_SECONDS;
        const place = placeSchema.parse(outcome.place);
        // Losing to another request that asked the same is harmless: the answers are equal.
        await table.write([create(keptPlaceEntity, { ...key, place, expiresAt }, nowMs)]);
      }
      return outcome;
    },
  });
}

/** Spelling that makes no difference to a map is left out. */
function partsOf(query: GeocodeQuery): readonly string[] {
  if ('placeId' in query) return ['place', query.placeId];
  return ['address', query.address.trim().replaceAll(/\s+/g, ' ').toLowerCase(), query.country ?? ''];
}
