import type { Log } from '../../platform/core/log.ts';
import { amazonLocationGeocoder } from './amazon-location-geocoder.ts';
import { searchGazetteer } from './gazetteer/search-gazetteer.ts';
import { type Geocoder, noMapGeocoder } from './geocoder.ts';

/** Environment variable that chooses the geocoder: `amazon-location`, `gazetteer` or `none`, which is the default. */
const GEOCODER_VARIABLE = 'GEOCODER';

/** The geocoder that the stack chose. Throws on an unknown name, which is an error in the set-up. */
export function geocoderOfEnvironment(log: Log): Geocoder {
  const name = process.env[GEOCODER_VARIABLE] ?? 'none';
  if (name === 'none') return noMapGeocoder;
  if (name === 'amazon-location') return amazonLocationGeocoder({ log });
  if (name === 'gazetteer') return { geocode: async (query) => searchGazetteer(query) };
  throw new Error(
    `${GEOCODER_VARIABLE} is "${name}", which is not a geocoder. Use "amazon-location", "gazetteer" or "none".`,
  );
}
