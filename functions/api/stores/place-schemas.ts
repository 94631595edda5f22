import * as z from 'zod';
import { invalidZone, type Place } from '../../../lib/places/zones/index.ts';
import type { Refusal } from '../../../lib/platform/core/refusal.ts';

const degrees = (limit: number, description: string) =>
  z
    .string()
    .regex(/^\s*[+-]?\d{1,3}(\.\d+)?\s*$/, 'is not a number of degrees such as 37.79')
    .transform(Number)
    .pipe(z.number().min(-limit).max(limit))
    .optional()
    .meta({ description, override: { type: 'number', minimum: -limit, maximum: limit } });

const name = (description: string) => z.string().max(200).optional().meta({ description });

/** The place of a coverage query. */
export const placeQuery = z.object({
  latitude: degrees(90, 'Latitude in degrees; with longitude.'),
  longitude: degrees(180, 'Longitude in degrees; with latitude.'),
  cityZipcode: z
    .string()
    .max(300)
    .optional()
    .meta({ description: 'City and postcode, such as `San Francisco 94105`.' }),
  zipcode: z.string().max(50).optional().meta({ description: 'Postcode.' }),
  city: name('City.'),
  state: name('State or province.'),
  country: name('Country.'),
});

/** The place that a query asks about; at least one field is needed. */
export function readPlace(query: z.output<typeof placeQuery>): Place | Refusal {
  const { latitude: lat, longitude: lng, cityZipcode: cityZip, zipcode: zip, city, state, country } = query;
  if ((lat === undefined) !== (lng === undefined)) {
    const field = lat === undefined ? 'latitude' : 'longitude';
    return invalidZone(`${field} is missing. A point needs latitude and longitude.`, { field });
  }
  if (lat === undefined && ![cityZip, zip, city, state, country].some(Boolean)) {
    const ways = 'latitude and longitude, cityZipcode, zipcode, city, state or country';
    return invalidZone(`No place was sent. Send ${ways}.`, { field: 'latitude' });
  }
  return { lat, lng, zip, cityZip, city, state, country };
}
