import * as z from 'zod';
import { defineEntity } from '../table/index.ts';
import { daySchema, WEEKDAYS, weekSchema } from './opening-hours.ts';

const text = z.string().optional();

/** Orders that a store takes a day; null = any number. */
const capacity = z.int().min(0).nullable();

const storeLocationSchema = z.object({
  organizationId: z.string(),
  /** `store_...` */
  id: z.string(),
  externalId: text,
  isDeleted: z.boolean(),
  name: z.string(),
  firstName: text,
  lastName: text,
  /** E.164. */
  phoneNumber: text,
  email: text,
  instructions: text,
  /** Components under the names that follow the side in an order's fields. */
  address: z.object({
    AddressNumber: text,
    AddressSecondarynumber: text,
    AddressFormattedStreet: text,
    AddressCity: text,
    AddressCounty: text,
    AddressState: text,
    AddressZip: text,
    AddressCountry: text,
    Lat: z.number().optional(),
    Lng: z.number().optional(),
  }),
  /** IANA name of the zone whose clocks opening hours and dates are told by. */
  timeZoneId: z.string(),
  /** Absent = open at any time. */
  operatingHours: weekSchema.optional(),
  /** Hours of single dates, instead of those of their weekday; empty = closed. */
  holidayHours: z.record(z.string(), daySchema),
  /** Dates on which the store is closed. */
  blackoutDates: z.array(z.string()),
  /** How long the store takes to get an order ready. */
  prepTimeMinutes: z.int().min(0).optional(),
  tags: z.array(z.string()),
  integrationMetadata: z.record(z.string(), z.unknown()).optional(),
  /** Orders a day by weekday; a day that is not there takes any number. */
  defaultCapacity: z.partialRecord(z.enum(WEEKDAYS), capacity),
  /** Orders of single dates, instead of those of their weekday. */
  dayCapacities: z.record(z.string(), capacity),
  createdAt: z.string(),
  updatedAt: z.string(),
});

/** A place of the organization from or to which orders go. */
export type StoreLocation = z.infer<typeof storeLocationSchema>;

export const storeLocationEntity = defineEntity<StoreLocation, Pick<StoreLocation, 'organizationId' | 'id'>>({
  name: 'storeLocation',
  schema: storeLocationSchema,
  partition: ({ organizationId, id }) => ({ organizationId, type: 'store', id }),
  sort: () => ({ kind: 'state', parts: [] }),
  audited: { type: 'store_location', id: ({ id }) => id },
  list: {
    name: 'storeLocationsByCreation',
    // An organization has thousands of stores at most and makes them in bulk: one partition is enough.
    shard: () => 0,
    at: ({ createdAt }) => createdAt,
    id: ({ id }) => id,
    row: ({ id, isDeleted }) => (isDeleted ? undefined : { id }),
  },
});

const claimSchema = z.object({
  organizationId: z.string(),
  externalId: z.string(),
  storeLocationId: z.string(),
});

/** Says which store has an external id; there is one at most. */
export const storeExternalIdEntity = defineEntity<
  z.infer<typeof claimSchema>,
  { organizationId: string; externalId: string }
>({
  name: 'storeExternalId',
  schema: claimSchema,
  partition: ({ organizationId, externalId }) => ({
    organizationId,
    type: 'store-external-id',
    id: externalId,
  }),
  sort: () => ({ kind: 'state', parts: [] }),
});
