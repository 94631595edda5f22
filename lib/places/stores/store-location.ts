import * as z from 'zod';
import { defineEntity } from '../../platform/table/index.ts';
import { dayCapacitySchema, weekCapacitySchema } from './day-capacity.ts';
import { daySchema, weekSchema } from './opening-hours.ts';

const text = z.string().optional();

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
  /** IANA time zone of opening hours and dates. */
  timeZoneId: z.string(),
  /** Absent = open at any time. */
  operatingHours: weekSchema.optional(),
  /** Hours of single dates, in place of those of their weekday; empty = closed. */
  holidayHours: z.record(z.string(), daySchema),
  /** Dates on which the store is closed. */
  blackoutDates: z.array(z.string()),
  /** Preparation time of an order. */
  prepTimeMinutes: z.int().min(0).optional(),
  tags: z.array(z.string()),
  integrationMetadata: z.record(z.string(), z.unknown()).optional(),
  defaultCapacity: weekCapacitySchema,
  /** Orders of single dates, in place of those of their weekday. */
  dayCapacities: z.record(z.string(), dayCapacitySchema),
  createdAt: z.string(),
  updatedAt: z.string(),
});

/** A place of the organization that orders leave from or go to. */
export type StoreLocation = z.infer<typeof storeLocationSchema>;

export const storeLocationEntity = defineEntity<StoreLocation, Pick<StoreLocation, 'organizationId' | 'id'>>({
  name: 'storeLocation',
  schema: storeLocationSchema,
  partition: ({ organizationId, id }) => ({ organizationId, type: 'store', id }),
  sort: () => ({ kind: 'state', parts: [] }),
  audited: { type: 'store_location', id: ({ id }) => id },
  list: {
    name: 'storeLocationsByCreation',
    // An organization has thousands of stores at most and creates them in bulk: one partition is enough.
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

/** Says which store has an external id; at most one has it. */
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
