import {
  type Address,
  GeocodeCommand,
  GeoPlacesClient,
  GetPlaceCommand,
  type PlaceType,
  ValidationException,
} from '@aws-sdk/client-geo-places';
import { MAP_TIME_LIMITS } from '../../platform/core/aws-time-limits.ts';
import type { Log } from '../../platform/core/log.ts';
import type { PlacePrecision } from '../../platform/core/place-precision.ts';
import type { GeocodedPlace, GeocodeOutcome, GeocodeQuery } from './geocoder.ts';

/** Longest wait of a request for the map; the order is then stored and its address must be sent again. */
const TIMEOUT_MS = 3000;

/** Precision of each kind of place; the others are larger than a town. */
const PRECISIONS: Readonly<Partial<Record<PlaceType, PlacePrecision>>> = {
  PointAddress: 'house',
  SecondaryAddress: 'house',
  InferredSecondaryAddress: 'house',
  InterpolatedAddress: 'house',
  PointOfInterest: 'house',
  Street: 'street',
  Intersection: 'street',
  Block: 'street',
  SubBlock: 'street',
  PostalCode: 'postcode',
  Locality: 'locality',
  District: 'locality',
};

/** A look-up at Amazon Location. Results are stored with the order, which the `Storage` use allows. */
export function geocodeAtAmazon(deps: {
  readonly log: Log;
  readonly client?: GeoPlacesClient;
}): (query: GeocodeQuery) => Promise<GeocodeOutcome> {
  const { log, client = new GeoPlacesClient(MAP_TIME_LIMITS) } = deps;
  return async (query) => {
    try {
      const place = await find(client, query);
      return place ? { kind: 'found', place } : { kind: 'not-found' };
    } catch (error) {
      // The map does not accept the text, so no place has this address or id.
      if (error instanceof ValidationException) return { kind: 'not-found' };
      log.error('geocoder.unavailable', 'The geocoder could not be reached.', {}, error);
      return { kind: 'unavailable' };
    }
  };
}

async function find(client: GeoPlacesClient, query: GeocodeQuery): Promise<GeocodedPlace | undefined> {
  const options = { abortSignal: AbortSignal.timeout(TIMEOUT_MS) };
  if ('placeId' in query) {
    const { Position, Address, PlaceType } = await client.send(
      new GetPlaceCommand({ PlaceId: query.placeId, IntendedUse: 'Storage' }),
      options,
    );
    return toPlace(Position, Address, PlaceType, 1);
  }
  const { ResultItems } = await client.send(
    new GeocodeCommand({
      QueryText: query.address,
      MaxResults: 1,
      IntendedUse: 'Storage',
      ...(query.country ? { Filter: { IncludeCountries: [query.country] } } : {}),
    }),
    options,
  );
  const [best] = ResultItems ?? [];
  if (!best) return undefined;
  return toPlace(best.Position, best.Address, best.PlaceType, best.MatchScores?.Overall);
}

/** Amazon's positions are longitude first. */
function toPlace(
  position: number[] | undefined,
  address: Address | undefined,
  type: PlaceType | undefined,
  score: number | undefined,
): GeocodedPlace | undefined {
  const [lng, lat] = position ?? [];
  if (lat === undefined || lng === undefined) return undefined;
  return {
    number: address?.AddressNumber,
    formattedStreet: address?.Street,
    city: address?.Locality ?? address?.District,
    county: address?.SubRegion?.Name,
    state: address?.Region?.Code ?? address?.Region?.Name,
    zip: address?.PostalCode,
    country: address?.Country?.Code2,
    lat,
    lng,
    precision: (type && PRECISIONS[type]) ?? 'region',
    score,
  };
}
