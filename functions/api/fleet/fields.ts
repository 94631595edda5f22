import * as z from 'zod';
import { VEHICLE_PROFILES, VEHICLE_TYPES } from '../../../lib/fleet/fleet/index.ts';
import { shortText } from '../../../lib/platform/http/index.ts';

/** Longest external identifier: it is part of a key. */
export const externalIdentifier = shortText(255).meta({ description: 'External id, chosen by the caller.' });

/** `null` or left out means unknown. Stored as `null`. */
function known<Schema extends z.ZodType>(schema: Schema, description: string) {
  return schema
    .nullish()
    .transform((value): z.output<Schema> | null => value ?? null)
    .meta({ description });
}

const vehicleType = z
  .string()
  .transform((text) => (text === 'cargo_bike' ? 'cargobike' : text))
  .pipe(z.enum(VEHICLE_TYPES));

/** Data of a vehicle. */
export const vehicleInfo = z
  .object({
    type: known(vehicleType, 'Kind of vehicle, such as `bike`, `car` or `van`.'),
    make: known(shortText(100), 'Maker.'),
    model: known(shortText(100), 'Model.'),
    licensePlate: known(shortText(40), 'License plate.'),
    color: known(shortText(40), 'Color.'),
    year: known(
      z
        .union([z.int().min(1900).max(2100), shortText(10)])
        .transform(String)
        .meta({ override: { type: ['integer', 'string'] } }),
      'Year of manufacture.',
    ),
  })
  .meta({ id: 'VehicleInfoInput' });

/** A vehicle for the documentation. */
export const vehicleInfoExample = {
  type: 'van',
  make: 'Ford',
  model: 'Transit',
  licensePlate: '7ABC123',
  color: 'white',
  year: '2024',
} as const;

const whole = z.int().min(0).max(1_000_000_000);
const money = z.number().min(0).max(10_000_000);

/** A limit that allows something: 0 would keep the vehicle from every route. */
const limit = z
  .int()
  .min(1, 'is less than 1, so the vehicle could serve nothing. Send 1 or more, or null for no limit.')
  .max(1_000_000_000);

const speed = z
  .number()
  .min(
    0.01,
    'is no speed that a vehicle can drive. Send a factor from 0.01 to 100, or null for that of the profile.',
  )
  .max(
    100,
    'is no speed that a vehicle can drive. Send a factor from 0.01 to 100, or null for that of the profile.',
  );

/** What route planning needs to know about a vehicle. */
export const vehicleConfig = z
  .object({
    weight: known(whole, 'Maximum load.'),
    height: known(whole, 'Height of the vehicle.'),
    length: known(whole, 'Length of the vehicle.'),
    width: known(whole, 'Width of the vehicle.'),
    axleCount: known(whole, 'Number of axles.'),
    trailerCount: known(whole, 'Number of trailers.'),
    weightUnit: known(z.enum(['kg', 'lbs']), 'Unit of `weight`.'),
    lengthUnit: known(z.enum(['meter', 'in']), 'Unit of `height`, `length` and `width`.'),
    maxStops: known(limit, 'Most stops of a route.'),
    maxDistance: known(limit, 'Longest distance of a route in kilometres.'),
    maxDuration: known(limit, 'Longest duration of a route in hours.'),
    speedFactor: known(speed, 'Factor of its speed; 1 is the speed of the profile.'),
    capabilities: known(z.array(shortText(100)).max(50), 'Capabilities, in the words that orders require.'),
    fixedCost: known(money, 'Fixed cost of using it, in units of the currency.'),
    costPerUnitDistance: known(money, 'Cost per kilometre, in units of the currency.'),
    costPerUnitTime: known(money, 'Cost per hour, in units of the currency.'),
    vehicleProfile: known(z.enum(VEHICLE_PROFILES), 'Profile of its travel times.'),
    minOrdersPerRoute: known(whole, 'Fewest orders of a route.'),
    parkingTime: known(z.number().min(0).max(168), 'Parking time at each stop, in hours.'),
  })
  .meta({ id: 'VehicleConfigInput' });

/** Ids of a list, without duplicates. */
export function idList(max: number, description: string) {
  return z
    .array(shortText(255))
    .max(max)
    .transform((ids) => [...new Set(ids)])
    .meta({ description });
}

/** Query parameters for a page of drivers or vehicles. */
export const afterParameter = z
  .string()
  .optional()
  .meta({ description: 'Id of the last row of the previous page; absent for the first page.' });
