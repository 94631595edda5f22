import * as z from 'zod';
import { stopType } from '../../../lib/fleet/routes/index.ts';
import { metadataInput } from '../../../lib/ordering/orders/index.ts';
import { instant, optional } from '../../../lib/platform/http/index.ts';

/** A route's label; surrounding space is trimmed (specification 8). */
export const routeName = z.string().trim().min(1).max(128);

const seconds = (description: string) =>
  optional(z.number().min(0).max(604_800).transform(Math.round)).meta({ description });

const point = z.object({
  lat: z.number().min(-90).max(90).meta({ description: 'Latitude in degrees.' }),
  lng: z.number().min(-180).max(180).meta({ description: 'Longitude in degrees.' }),
});

/** At most 4 kB, because 500 stops have to fit into a few items. */
const stopMetadata = metadataInput.refine(
  (value) => JSON.stringify(value).length <= 4_000,
  'is longer than 4,000 characters as JSON',
);

const stopFields = z.object({
  id: optional(z.string().max(64)).meta({
    description:
      'Id of an existing stop of the route; if left out, a stop with the same type and objects is kept.',
  }),
  stopType: stopType.meta({ description: 'What happens at the stop.' }),
  objectIds: z.array(z.string().min(1).max(255)).max(500).default([]).meta({
    description:
      'Ids or external ids of the orders; of a store location at the start or end; any ids for a break.',
  }),
  serviceTime: seconds('Seconds spent there; for a break its duration.'),
  distanceFromPrevious: optional(z.number().min(0).max(20_000_000).transform(Math.round)).meta({
    description: 'Metres from the previous stop.',
  }),
  durationFromPrevious: seconds('Seconds of driving from the previous stop.'),
  arrivalTime: optional(instant).meta({ description: 'Arrival of the vehicle.' }),
  departTime: optional(instant).meta({ description: 'Departure of the vehicle.' }),
  location: optional(point).meta({
    description: 'Location; if left out, the place of the order or the store location.',
  }),
  metadata: optional(stopMetadata).meta({ description: "The caller's own data, at most 4,000 characters." }),
});

/** A stop in requests; field names in snake_case are accepted, too. */
export const stopInput = z.preprocess(camelCased, stopFields).meta({ id: 'RouteStopInput' });

/** Converts field names to camelCase; `metadata` stays as it is. */
function camelCased(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, field]) => [
      name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase()),
      field,
    ]),
  );
}
