import { amazonLocationTravel } from './amazon-location.ts';
import { estimatedTravel } from './estimate.ts';
import type { Travel } from './travel.ts';
import { valhallaTravel } from './valhalla.ts';

/**
 * Environment variable with the source of travel times: `estimate` (the default), `amazon-location`, or the
 * URL of a Valhalla.
 */
const TRAVEL_VARIABLE = 'TRAVEL';

/** The source of travel times that the stack chose. Throws on an unknown name, which is an error in the set-up. */
export function travelOfEnvironment(): Travel {
  const name = process.env[TRAVEL_VARIABLE] ?? 'estimate';
  if (name === 'estimate') return estimatedTravel();
  if (name === 'amazon-location') return amazonLocationTravel();
  if (/^https?:\/\//.test(name)) return valhallaTravel(name);
  throw new Error(
    `${TRAVEL_VARIABLE} is "${name}", which is not a source of travel times. Use "estimate", "amazon-location" or the URL of a Valhalla.`,
  );
}
