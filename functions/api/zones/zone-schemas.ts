import * as z from 'zod';
import { metadataInput } from '../../../lib/ordering/orders/index.ts';
import { readStores, type StoreLocation } from '../../../lib/places/stores/index.ts';
import {
  appliesAt,
  listZoneRestrictions,
  MAX_CORNERS,
  renderPolygons,
  type Zone,
  type ZoneRestriction,
} from '../../../lib/places/zones/index.ts';
import { type Caller, callerMaySee } from '../../../lib/platform/access/index.ts';
import { instantReply, rowVersion, shortText } from '../../../lib/platform/http/index.ts';
import type { Stored, Table } from '../../../lib/platform/table/index.ts';
import { renderServing, servingReply } from '../stores/serving-schemas.ts';
import { servingBound, storeReply } from '../stores/store-schemas.ts';

const point = z.array(z.number()).length(2);
const ring = z.array(point).max(MAX_CORNERS);

/** Rings of one polygon: an outline, with its holes if any. */
const polygonInput = z
  .union([ring.transform((outline) => [outline]), z.array(ring).max(100)])
  .meta({ override: { type: 'array', items: { type: 'array' } } });

const POLYGON_DESCRIPTION =
  'Points as `[latitude, longitude]`, 3 or more; or an outline and its holes, each such a list. Degrees are kept to 6 ' +
  'decimals. The shorter way between two points counts, so a polygon may cross the date line.';

const names = (description: string) => z.array(shortText(200)).max(1_000).nullish().meta({ description });

const association = z
  .object({
    storeLocationId: shortText(128).meta({ description: 'Id of the store location.' }),
    startDate: servingBound('First time in which the store serves it.'),
    endDate: servingBound('Last time in which the store serves it.'),
  })
  .meta({ description: 'Store that serves the zone between two dates; without dates, always.' });

const fields = {
  name: shortText(200).nullish().meta({ description: 'Name of the zone.' }),
  coverageAreaId: shortText(128)
    .nullish()
    .meta({ description: 'Id of a coverage area whose area the zone takes, instead of one of its own.' }),
  polygon: polygonInput.nullish().meta({ description: POLYGON_DESCRIPTION }),
  polygons: z.array(polygonInput).max(100).nullish().meta({ description: 'Several polygons.' }),
  cityZipcodes: names('Cities with their postcode, such as `San Francisco 94105`.'),
  zipCodes: names('Postcodes.'),
  cities: names('Cities.'),
  states: names('States or provinces.'),
  countries: names('Countries.'),
  storeLocationIds: z
    .array(shortText(128))
    .max(100)
    .nullish()
    .meta({ description: 'Stores that always serve it.' }),
  storeLocationAssociations: z
    .array(association)
    .max(100)
    .nullish()
    .meta({ description: 'Stores that serve it, each for a time or always.' }),
  tags: z.array(z.string().max(100)).max(100).nullish().meta({ description: 'Labels.' }),
  zoneMetadata: metadataInput.nullish().meta({ description: "The caller's own data." }),
};

const externalId = shortText(255)
  .nullish()
  .meta({ description: 'External id, unique among the zones of the organization.' });

/** Fields of a new zone. */
export const newZoneBody = z.object({ externalId, ...fields });

/** A row of an upsert. */
export const zoneRow = newZoneBody.extend({ version: rowVersion });

/** Fields of a change: only the fields that are sent change, `null` clears one. */
export const zoneChangesBody = z.object({ externalId, ...fields });

const restricted = (description: string) => z.array(shortText(128)).max(500).nullish().meta({ description });

const restrictionFields = {
  externalId,
  isActive: z.boolean().nullish().meta({ description: 'Whether it applies; default true.' }),
  restrictionMetadata: metadataInput
    .nullish()
    .meta({ description: "Description of the restriction, in the caller's own words." }),
  zoneIds: z
    .array(shortText(128))
    .max(500)
    .nullish()
    .meta({ description: 'Zones in which it applies; empty = everywhere.' }),
  storeLocationIds: restricted('Store locations that do not deliver there.'),
  deliveryWindowIds: restricted('Delivery windows that take no bookings for there.'),
  providerIds: restricted('Providers that are not asked to deliver there.'),
  tags: restricted('Tags or requirements of orders that are not delivered there, such as `alcohol`.'),
};

/** Fields of a zone restriction. */
export const restrictionBody = z.object({
  name: shortText(200).meta({ description: 'Name of the restriction.' }),
  ...restrictionFields,
});

/** A row of an upsert of zone restrictions. */
export const restrictionRow = restrictionBody.extend({ version: rowVersion });

/** A zone restriction in replies. */
export const restrictionReply = z
  .object({
    id: z.string(),
    externalId: z.string().optional(),
    name: z.string(),
    isActive: z.boolean(),
    restrictionMetadata: z.record(z.string(), z.unknown()).nullable(),
    zoneIds: z.array(z.string()),
    storeLocationIds: z.array(z.string()),
    deliveryWindowIds: z.array(z.string()),
    providerIds: z.array(z.string()),
    tags: z.array(z.string()),
    version: z.int(),
    createdAt: instantReply,
    updatedAt: instantReply,
  })
  .meta({ id: 'ZoneRestriction' });

/** A stored restriction in its wire form. */
export function renderRestriction({
  value: { organizationId: _, ...restriction },
  version,
}: Stored<ZoneRestriction>): z.input<typeof restrictionReply> {
  return { ...restriction, externalId: restriction.externalId ?? undefined, version };
}

/** A zone in replies. */
export const zoneReply = z
  .object({
    id: z.string(),
    externalId: z.string().nullable(),
    name: z.string().nullable(),
    portalUrl: z.string().nullable(),
    coverageArea: z.object({
      id: z.string(),
      cityZipcodes: z.array(z.string()),
      zipCodes: z.array(z.string()),
      cities: z.array(z.string()),
      states: z.array(z.string()),
      countries: z.array(z.string()),
      polygons: z.array(
        z.object({
          id: z.string(),
          polygonData: z.array(z.array(z.number())),
          holes: z.array(z.array(z.array(z.number()))),
        }),
      ),
    }),
    storeLocations: z.array(z.union([servingReply, storeReply])).meta({
      description:
        'Stores that serve it now and that the caller may see, with the zones that they serve; without these in POST /v1/zones/query.',
    }),
    storeLocationAssociations: z
      .array(
        z.object({
          storeLocationId: z.string(),
          startDate: z.string().nullable(),
          endDate: z.string().nullable(),
        }),
      )
      .meta({ description: 'Stores that serve it at some time and that the caller may see.' }),
    zoneRestrictions: z
      .array(restrictionReply)
      .meta({ description: 'Active restrictions that apply in it.' }),
    tags: z.array(z.string()),
    zoneMetadata: z.record(z.string(), z.unknown()).nullable(),
    isDeleted: z.boolean(),
    version: z.int(),
    createdAt: instantReply,
    updatedAt: instantReply,
  })
  .meta({ id: 'Zone' });

/**
 * Stored zones in their wire form, with their restrictions and those of their stores that the caller may see. At most
 * one call for each.
 */
export async function renderZones(
  {
    table,
    clock,
    organizationId,
    caller,
  }: {
    readonly table: Table;
    readonly clock: { now(): number };
    readonly organizationId: string;
    readonly caller: Pick<Caller, 'storeLocationIds' | 'driverGroupIds'>;
  },
  zones: readonly Stored<Zone>[],
  /** How stores are shown; by default with their zones, at 1 more call for each. */
  renderStores: (
    of: { readonly table: Table; readonly organizationId: string },
    stores: readonly Stored<StoreLocation>[],
  ) => Promise<readonly z.input<typeof servingReply | typeof storeReply>[]> = renderServing,
): Promise<z.input<typeof zoneReply>[]> {
  if (zones.length === 0) return [];
  const now = clock.now();
  // Callers who are limited to driver groups read no stores.
  const maySee = ({ storeLocationId }: { readonly storeLocationId: string }) =>
    caller.driverGroupIds === null && callerMaySee(caller, { storeLocationIds: [storeLocationId] });
  const storeIds = zones.flatMap(({ value }) =>
    value.storeLocationAssociations.filter(maySee).map((one) => one.storeLocationId),
  );
  const [stores, restrictions] = await Promise.all([
    storeIds.length === 0 ? [] : readStores(table, organizationId, [...new Set(storeIds)]),
    listZoneRestrictions(table, organizationId),
  ]);
  const rendered = await renderStores({ table, organizationId }, stores);
  const byId = new Map(rendered.map((store) => [store.id, store] as const));
  return zones.map(({ value: zone, version }) => {
    const { polygons: _, ...coverage } = zone.coverageArea;
    return {
      id: zone.id,
      externalId: zone.externalId ?? null,
      name: zone.name ?? null,
      portalUrl: null,
      coverageArea: { ...coverage, polygons: renderPolygons(zone.coverageArea) },
      storeLocations: zone.storeLocationAssociations
        .filter((one) => appliesAt(one, now))
        .flatMap(({ storeLocationId }) => {
          const store = byId.get(storeLocationId);
          return store ? [store] : [];
        }),
      storeLocationAssociations: zone.storeLocationAssociations.filter(maySee),
      zoneRestrictions: restrictions
        .filter(
          ({ value }) => value.isActive && (value.zoneIds.length === 0 || value.zoneIds.includes(zone.id)),
        )
        .map(renderRestriction),
      tags: zone.tags,
      zoneMetadata: zone.zoneMetadata ?? null,
      isDeleted: zone.isDeleted,
      version,
      createdAt: zone.createdAt,
      updatedAt: zone.updatedAt,
    };
  });
}

/** The `{id}` of a zone's path. */
export const zonePath = z.object({ id: z.string().meta({ description: 'Id of the zone, `zone_...`.' }) });
