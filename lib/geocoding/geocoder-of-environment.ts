import type { Log } from '../core/log.ts';
import { amazonLocationGeocoder } from './amazon-location-geocoder.ts';
import { type Geocoder, noMapGeocoder } from './geocoder.ts';

/** Environment variable that chooses the geocoder: `amazon-location`, or `none`, which is also the default. */
const GEOCODER_VARIABLE = 'GEOCODER';

/** The geocoder that the stack chose. Throws on a name that it does not know (a fault of the set-up). */
export function geocoderOfEnvironment(log: Log): Geocoder {
  const name = process.env[GEOCODER_VARIABLE] ?? 'none';
  if (name === 'none') return noMapGeocoder;
  if (name === 'amazon-location') return amazonLocationGeocoder({ log });
  throw new Error(`${GEOCODER_VARIABLE} is "${name}"; it can be "amazon-location" or "none".`);
}
