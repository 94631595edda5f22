import * as z from 'zod';
import { instant, optional } from '../../../lib/http/index.ts';
import { stopType } from '../../../lib/routes/index.ts';

/** A route's label; surrounding space is cut off (specification 8). */
export const routeName = z.string().trim().min(1).max(128);

const seconds = (description: string) =>
  optional(z.number().min(0).max(604_800).transform(Math.round)).meta({ description });

const point = z.object({
  lat: z.number().min(-90).max(90).meta({ description: 'Latitude in degrees.' }),
  lng: z.number().min(-180).max(180).meta({ description: 'Longitude in degrees.' }),
});

/** At most 4 kB: 500 stops have to fit into a few items. */
const stopMetadata = z
  .record(z.string(), z.unknown())
  .refine((value) => JSON.stringify(value).length <= 4_000, 'is longer than 4,000 characters as JSON');

const stopFields = z.object({
  id: optional(z.string().max(64)).meta({
    description:
      'Id of a stop that the route has; left out, one of the same type with the same objects is kept.',
  }),
  stopType: stopType.meta({ description: 'What is done there.' }),
  objectIds: z.array(z.string().min(1).max(255)).max(500).default([]).meta({
    description:
      'Ids or external ids of the orders; of a store location at the start or end; any ids of a break.',
  }),
  serviceTime: seconds('Seconds spent there; of a break its duration.'),
  distanceFromPrevious: optional(z.number().min(0).max(20_000_000).transform(Math.round)).meta({
    description: 'Metres from the stop before.',
  }),
  durationFromPrevious: seconds('Seconds of driving from the stop before.'),
  arrivalTime: optional(instant).meta({ description: 'When the vehicle arrives.' }),
  departTime: optional(instant).meta({ description: 'When it leaves.' }),
  location: optional(point).meta({
    description: 'Where it is; left out, the place of the order or the store location.',
  }),
  metadata: optional(stopMetadata).meta({ description: 'Anything of your own, at most 4,000 characters.' }),
});

/** A stop in requests; field names in snake_case are taken, too. */
export const stopInput = z.preprocess(camelCased, stopFields).meta({ id: 'RouteStopInput' });

/** The names of the fields in camelCase; what is in `metadata` stays as it is. */
function camelCased(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, field]) => [
      name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase()),
      field,
    ]),
  );
}
