import * as z from 'zod';
import { defineEntity } from '../../platform/table/index.ts';

/** Maximum number of stores that serve a zone: with its other members its write fits into one transaction. */
export const MAX_ZONE_STORES = 20;

const associationSchema = z.object({
  storeLocationId: z.string(),
  /** From when to when the store serves the zone; null = no bound. */
  startDate: z.string().nullable(),
  endDate: z.string().nullable(),
});

/** A store that serves a zone, for a time or always. */
export type StoreAssociation = z.infer<typeof associationSchema>;

const coverageSchema = z.object({
  /** `cov_...`; zones made from the same coverage area share it. */
  id: z.string(),
  /** Postcodes, cities and so on as they were sent. */
  cityZipcodes: z.array(z.string()),
  zipCodes: z.array(z.string()),
  cities: z.array(z.string()),
  states: z.array(z.string()),
  countries: z.array(z.string()),
  /** Each with its outline and its holes as encoded rings. */
  polygons: z.array(z.object({ id: z.string(), rings: z.array(z.string()) })),
});

/** What a zone covers: everything that any of it names. */
export type CoverageArea = z.infer<typeof coverageSchema>;

const zoneSchema = z.object({
  organizationId: z.string(),
  /** `zone_...` */
  id: z.string(),
  externalId: z.string().optional(),
  name: z.string().optional(),
  coverageArea: coverageSchema,
  storeLocationAssociations: z.array(associationSchema),
  tags: z.array(z.string()),
  zoneMetadata: z.record(z.string(), z.unknown()).optional(),
  isDeleted: z.boolean(),
  createdAt: z.string(),
  updatedAt: z.string(),
});

/** An area that an organization delivers in. */
export type Zone = z.infer<typeof zoneSchema>;

export const zoneEntity = defineEntity<Zone, Pick<Zone, 'organizationId' | 'id'>>({
  name: 'zone',
  schema: zoneSchema,
  partition: ({ organizationId, id }) => ({ organizationId, type: 'zone', id }),
  sort: () => ({ kind: 'state', parts: [] }),
  list: {
    name: 'zonesByCreation',
    // Zones are created by people, in files of some thousands: one partition takes a thousand a second.
    shard: () => 0,
    at: ({ createdAt }) => createdAt,
    id: ({ id }) => id,
    row: ({ id, externalId, isDeleted }) => ({ id, externalId, isDeleted }),
  },
  lookup: { name: 'zonesByCoverageArea', value: ({ coverageArea }) => coverageArea.id },
});

const claimSchema = z.object({ organizationId: z.string(), externalId: z.string(), zoneId: z.string() });

/** Says which zone has an external id; at most one has it. */
export const zoneExternalIdEntity = defineEntity<
  z.infer<typeof claimSchema>,
  { organizationId: string; externalId: string }
>({
  name: 'zoneExternalId',
  schema: claimSchema,
  partition: ({ organizationId, externalId }) => ({
    organizationId,
    type: 'zone-external-id',
    id: externalId,
  }),
  sort: () => ({ kind: 'state', parts: [] }),
});

const storeZoneSchema = associationSchema.extend({ organizationId: z.string(), zoneId: z.string() });

/**
 * A zone that a store serves. These are stored by store, so that one call finds them; the zone lists its stores, too.
 */
export type StoreZone = z.infer<typeof storeZoneSchema>;

export const storeZoneEntity = defineEntity<
  StoreZone,
  Pick<StoreZone, 'organizationId' | 'storeLocationId' | 'zoneId'>
>({
  name: 'storeZone',
  schema: storeZoneSchema,
  partition: ({ organizationId, storeLocationId }) => storeZonesPartition(organizationId, storeLocationId),
  sort: ({ zoneId }) => ({ kind: 'state', parts: [zoneId] }),
});

/** Where the zones of a store lie. */
export function storeZonesPartition(organizationId: string, storeLocationId: string) {
  return { organizationId, type: 'store-zones', id: storeLocationId };
}
