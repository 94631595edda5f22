import * as z from 'zod';
import { DRIVER_DUTIES } from '../core/driver-duties.ts';
import { PLACE_PRECISIONS } from '../core/place-precision.ts';

/** Date ranges that an administrator may offer; a custom range is always offered (specification 4.8.5). */
export const DATE_RANGE_PRESETS = Object.freeze([
  'today',
  'yesterday',
  'tomorrow',
  'this_week',
  'last_week',
  'next_week',
  'last_7_days',
  'next_7_days',
  'this_month',
  'last_month',
  'next_month',
] as const);

/** Display of routes: `cards` unless the organization chose otherwise. */
export const ROUTING_LAYOUTS = Object.freeze(['cards', 'grid'] as const);

/** Units in which the console shows distances. The API's are in its fields' names. */
export const DISTANCE_UNITS = Object.freeze(['kilometers', 'miles'] as const);

/** An organization's settings, each with its default for values that are not stored. */
export const preferencesSchema = z.object({
  /** IANA name. */
  timeZone: z.string().default('UTC'),
  /** ISO 4217 code. */
  currency: z.string().default('USD'),
  distanceUnit: z.enum(DISTANCE_UNITS).default('kilometers'),
  routesEnabled: z.boolean().default(true),
  executeEnabled: z.boolean().default(true),
  executeViews: z
    .object({
      map: z.boolean().default(true),
      timeline: z.boolean().default(true),
      kpiCards: z.boolean().default(true),
    })
    .prefault({}),
  autoDispatchRoutesOnCreation: z.boolean().default(false),
  editRoutesAfterDispatch: z.boolean().default(false),
  /** Whether drivers may change the order of their open stops in the driver's app. */
  driversResequence: z.boolean().default(false),
  /** Age that a recipient must have where a package requires a check of it. Years. */
  minimumAge: z.int().default(21),
  /** Whether drivers may start a shift that nobody planned. */
  driversStartShifts: z.boolean().default(true),
  /** What drivers must report before a package is picked up, delivered or returned, besides proofs. */
  driverDuties: z.array(z.enum(DRIVER_DUTIES)).default([]),
  /** Phone number that drivers call in the place of those of stores and recipients; null = they see these. E.164. */
  driverCallNumber: z.string().nullable().default(null),
  /** Whether an unknown external store id of an order creates a store. */
  createUnknownStores: z.boolean().default(false),
  /** Longest distance from pickup to dropoff; null = no limit. */
  maxDistanceMiles: z.number().nullable().default(null),
  /** Least precision with which the map must find the addresses of orders. */
  addressPrecision: z.enum(PLACE_PRECISIONS).default('street'),
  /** Strategy of orders that name none; null = the service's own. */
  defaultDispatchStrategyId: z.string().nullable().default(null),
  routingLayout: z.enum(ROUTING_LAYOUTS).default('cards'),
  dateRangePresets: z
    .array(z.enum(DATE_RANGE_PRESETS))
    .default(['today', 'yesterday', 'tomorrow', 'this_week']),
  /** Fields that tables and cards show, in order; empty = the console's own choice. */
  displayFields: z.array(z.string()).default([]),
  archiveReasonRequired: z.boolean().default(false),
});

/** An organization's settings, complete. */
export type Preferences = z.output<typeof preferencesSchema>;

let defaults: Preferences | undefined;

/** The settings of an organization that changed none. */
export function defaultPreferences(): Preferences {
  // Not before they are needed: parsing builds all schemas above, at the start of every function.
  defaults ??= Object.freeze(preferencesSchema.parse({}));
  return defaults;
}
