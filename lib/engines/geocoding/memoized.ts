import type { GeocodeOutcome, Geocoder } from './geocoder.ts';

/** A geocoder that asks only once for the same place. For one request: it never forgets. */
export function memoized(geocoder: Geocoder): Geocoder {
  const answers = new Map<string, Promise<GeocodeOutcome>>();
  return {
    ...geocoder,
    geocode(query) {
      const key = JSON.stringify(query);
      const known = answers.get(key) ?? geocoder.geocode(query);
      answers.set(key, known);
      return known;
    },
  };
}
