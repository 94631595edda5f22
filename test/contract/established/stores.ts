import { z } from 'zod';
import { addressComponents } from './jobs.ts';
import {
  day,
  flag,
  instants,
  number,
  numbers,
  record,
  shape,
  text,
  textLists,
  texts,
  whole,
  wholes,
} from './values.ts';

export const storeInput = shape(
  { ...texts`name phoneNumber` },
  {
    ...texts`firstName lastName email pickupInstructions address externalId`,
    addressComponents,
    ...textLists`tags zoneIds`,
    operatingHours: record,
    prepTimeMinutes: whole,
    zoneAssociations: z.array(record),
  },
);

export const updateZoneInput = shape(
  {},
  {
    ...texts`name coverageAreaId`,
    polygon: z.array(z.array(number)),
    ...textLists`storeLocationIds tags`,
    storeLocationAssociations: z.array(record),
    zoneMetadata: record,
  },
);

export const zoneInput = updateZoneInput.extend({ externalId: text.nullish() });

export const zoneRestrictionInput = shape(
  { name: text },
  { externalId: text, isActive: flag, restrictionMetadata: record },
);

export const deletedStore = shape({ id: text, isDeleted: flag });

export const store = shape(
  {
    ...texts`id name phoneNumber`,
    location: addressComponents,
    zoneIds: z.array(text).nullable(),
    zoneAssociations: z.array(record).nullable(),
    tags: z.array(text).nullable(),
    integrationMetadata: record.nullable(),
  },
  {
    ...texts`externalId firstName lastName email pickupInstructions`,
    operatingHours: record,
    prepTimeMinutes: whole,
    blackoutDates: z.array(text),
  },
);

export const storeList = shape({ storeLocations: z.array(store) });

export const zoneRestriction = shape({
  ...texts`id externalId name`,
  isActive: flag,
  restrictionMetadata: record.nullable(),
});

export const listedZoneRestrictions = shape({ zoneRestrictions: z.array(zoneRestriction) });

export const zone = shape({
  id: text,
  name: text.nullable(),
  externalId: text.nullable(),
  portalUrl: text.nullable(),
  coverageArea: record.nullable(),
  storeLocations: z.array(store).nullable(),
  storeLocationAssociations: z.array(record).nullable(),
  zoneRestrictions: z.array(zoneRestriction).nullable(),
  tags: z.array(text).nullable(),
  zoneMetadata: record.nullable(),
  isDeleted: flag.nullable(),
});

export const listedZones = shape({ zones: z.array(zone) });

export const pageMeta = shape({ ...wholes`total size offset` });

export const storeLocationDayCapacityInput = shape({ storeLocationId: text, date: day, dayCapacity: record });

export const storeLocationDefaultCapacityInput = shape({ storeLocationId: text, defaultCapacity: record });

export const storeChange = shape(
  {},
  {
    ...texts`externalId firstName lastName email pickupInstructions name phoneNumber address`,
    operatingHours: record,
    prepTimeMinutes: whole,
    ...textLists`blackoutDates tags zoneIds`,
    addressComponents,
    zoneAssociations: z.array(record),
  },
);

export const upsertZoneInput = updateZoneInput.extend({
  externalId: text.nullish(),
  cityZipcodes: z.array(text).nullish(),
});

export const upsertZoneRestrictionInput = shape(
  { name: text },
  { externalId: text, isActive: flag, restrictionMetadata: record },
);

export const upsertZoneRestrictionsInput = shape({ zoneRestrictions: z.array(upsertZoneRestrictionInput) });

export const upsertZonesInput = shape({ zones: z.array(upsertZoneInput) });

export const zonePolygonRead = shape({ id: text }, { polygonData: z.array(z.array(number)) });

export const zoneCoverageAreaRead = shape(
  { id: text, polygons: z.array(zonePolygonRead).optional() },
  { ...textLists`cityZipcodes zipCodes cities states countries` },
);

export const zoneStoreLocationAssociationRead = shape(
  { storeLocationId: text },
  { ...instants`startDate endDate` },
);

export const zoneLocationRead = shape(
  {},
  {
    ...texts`
      address addressFirstLine addressSecondarynumber addressCity addressCountry addressState addressZip
    `,
    ...numbers`lat lng`,
  },
);

export const zoneStoreLocationRead = shape(
  { id: text },
  {
    ...texts`externalId name firstName lastName phoneNumber email pickupInstructions`,
    prepTimeMinutes: whole,
    ...textLists`blackoutDates tags`,
    operatingHours: record,
    location: zoneLocationRead,
  },
);

export const zoneRow = shape(
  {
    id: text,
    storeLocations: z.array(zoneStoreLocationRead).optional(),
    storeLocationAssociations: z.array(zoneStoreLocationAssociationRead).optional(),
  },
  {
    ...texts`name externalId portalUrl`,
    coverageArea: zoneCoverageAreaRead,
    tags: z.array(text),
    zoneMetadata: record,
    isDeleted: flag,
  },
);

export const zonesQueryRequest = shape(
  { isDeleted: flag.optional(), size: whole.optional(), offset: whole.optional() },
  { ...textLists`ids externalIds` },
);

export const zonesQuery = shape({ data: z.array(zoneRow), meta: pageMeta });
