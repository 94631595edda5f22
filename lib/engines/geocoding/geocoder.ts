import type { PlacePrecision } from '../../platform/core/place-precision.ts';

/** What to look up: an address in one line or a place id of the map's provider, exactly one of them. */
export type GeocodeQuery =
  | { readonly address: string; readonly country?: string | undefined }
  | { readonly placeId: string };

/** An address in its parts, with its point. Degrees in WGS 84; `country` is ISO 3166 alpha-2. */
export interface GeocodedPlace {
  readonly number?: string | undefined;
  readonly formattedStreet?: string | undefined;
  readonly city?: string | undefined;
  readonly county?: string | undefined;
  readonly state?: string | undefined;
  readonly zip?: string | undefined;
  readonly country?: string | undefined;
  readonly lat: number;
  readonly lng: number;
  readonly precision: PlacePrecision;
  /** How well the whole text matches the place, 0 to 1; absent where the map does not say. */
  readonly score?: number | undefined;
}

/**
 * Result of a look-up. `not-found`: the map has no such place; `unavailable`: it could not be reached, and
 * may work later; `no-map`: this installation has none; `not-asked`: nobody looked, as in a preview. None of these is
 * thrown: an order is stored in any case.
 */
export type GeocodeOutcome =
  | { readonly kind: 'found'; readonly place: GeocodedPlace }
  | { readonly kind: 'not-found' }
  | { readonly kind: 'unavailable' }
  | { readonly kind: 'no-map' }
  | { readonly kind: 'not-asked' };

/** Finds places on a map. */
export interface Geocoder {
  /** Days for which its licence and the pace of its changes allow answers to be kept. Absent: nothing is kept. */
  readonly keptForDays?: number | undefined;
  geocode(query: GeocodeQuery): Promise<GeocodeOutcome>;
}

/** The geocoder of an installation without a map: callers send components with coordinates. */
export const noMapGeocoder: Geocoder = Object.freeze({
  geocode: async () => ({ kind: 'no-map' as const }),
});

/** Stands in for a map where look-ups would cost too much: an address counts as neither found nor wrong. */
export const notAskedGeocoder: Geocoder = Object.freeze({
  geocode: async () => ({ kind: 'not-asked' as const }),
});
