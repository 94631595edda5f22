import { amazonLocationTravel } from './amazon-location.ts';
import { estimatedTravel } from './estimate.ts';
import type { Travel } from './travel.ts';
import { valhallaTravel } from './valhalla.ts';

/** Environment variable that says who knows roads: `estimate` (the default), `amazon-location`, or the URL of a Valhalla. */
const TRAVEL_VARIABLE = 'TRAVEL';

/** The source of roads that the stack chose. Throws on a name that it does not know (a fault of the set-up). */
export function travelOfEnvironment(): Travel {
  const name = process.env[TRAVEL_VARIABLE] ?? 'estimate';
  if (name === 'estimate') return estimatedTravel();
  if (name === 'amazon-location') return amazonLocationTravel();
  if (/^https?:\/\//.test(name)) return valhallaTravel(name);
  throw new Error(
    `${TRAVEL_VARIABLE} is "${name}"; it can be "estimate", "amazon-location" or the URL of a Valhalla.`,
  );
}
