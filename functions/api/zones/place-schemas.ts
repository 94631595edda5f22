import * as z from 'zod';
import type { Refusal } from '../../../lib/core/refusal.ts';
import { invalidZone, type Place } from '../../../lib/zones/index.ts';

const degrees = (limit: number, description: string) =>
  z
    .string()
    .regex(/^\s*[+-]?\d{1,3}(\.\d+)?\s*$/, 'is not a number of degrees such as 37.79')
    .transform(Number)
    .pipe(z.number().min(-limit).max(limit))
    .optional()
    .meta({ description, override: { type: 'number', minimum: -limit, maximum: limit } });

/** The place that coverage is asked about. */
export const placeQuery = z.object({
  latitude: degrees(90, 'Latitude in degrees; with longitude.'),
  longitude: degrees(180, 'Longitude in degrees; with latitude.'),
  cityZipcode: z
    .string()
    .max(300)
    .optional()
    .meta({ description: 'City and postcode, as `San Francisco 94105`.' }),
  zipcode: z.string().max(50).optional().meta({ description: 'Postcode.' }),
});

/** The place of a query; it has to name a point, a postcode, or a city with its postcode. */
export function readPlace(query: z.output<typeof placeQuery>): Place | Refusal {
  const { latitude: lat, longitude: lng, cityZipcode: cityZip, zipcode: zip } = query;
  if ((lat === undefined) !== (lng === undefined)) {
    const field = lat === undefined ? 'latitude' : 'longitude';
    return invalidZone(`${field} is missing. A point needs latitude and longitude.`, { field });
  }
  if (lat === undefined && !cityZip && !zip) {
    return invalidZone('No place was sent. Send latitude and longitude, cityZipcode or zipcode.', {
      field: 'latitude',
    });
  }
  return { lat, lng, zip, cityZip };
}
