import { geocodeAtAmazon } from './amazon-location-places.ts';
import type { Geocoder } from './geocoder.ts';

/** Houses and streets change slowly, and the `Storage` use sets no end. Days. */
const KEPT_FOR_DAYS = 90;

/** Geocoder on Amazon Location. Its client is made with the first look-up, because few requests bring an address. */
export function amazonLocationGeocoder(deps: Parameters<typeof geocodeAtAmazon>[0]): Geocoder {
  let lookUp: ReturnType<typeof geocodeAtAmazon> | undefined;
  return Object.freeze({
    keptForDays: KEPT_FOR_DAYS,
    geocode: (query: Parameters<Geocoder['geocode']>[0]) => {
      lookUp ??= geocodeAtAmazon(deps);
      return lookUp(query);
    },
  });
}
