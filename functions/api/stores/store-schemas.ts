import * as z from 'zod';
import type { StoreLocation } from '../../../lib/places/stores/index.ts';
import { isEmailAddress } from '../../../lib/platform/core/email-address.ts';
import { greatCircleMeters } from '../../../lib/platform/core/geography.ts';
import {
  dayOrInstant,
  instantReply,
  rowVersion,
  shortText,
  WHOLE_DAY,
} from '../../../lib/platform/http/index.ts';
import { capacityReply } from './capacity-schema.ts';
import {
  blackoutDatesInput,
  dayReply,
  holidayHoursInput,
  openingWeekInput,
  renderDays,
} from './opening-hours-schema.ts';

const text = (max: number, description: string) => z.string().max(max).nullish().meta({ description });

/** Text of an address component; null = none. */
const part = (description: string) =>
  z
    .string()
    .max(200)
    .nullish()
    .transform((value) => value ?? undefined)
    .meta({ description });

const degrees = (limit: number, description: string) =>
  z
    .number()
    .min(-limit)
    .max(limit)
    .nullish()
    .transform((value) => value ?? undefined)
    .meta({ description });

const addressComponents = z.object({
  number: part('House number.'),
  secondaryNumber: part('Flat, suite or floor.'),
  street: shortText(200).meta({ description: 'Street.' }),
  county: part('County.'),
  city: shortText(200).meta({ description: 'City.' }),
  state: part('State or province.'),
  postalCode: part('Postal code.'),
  country: shortText(100).meta({ description: 'Country, ISO 3166 alpha-2, such as `US`.' }),
  latitude: degrees(90, 'Latitude in degrees. Without it the address is geocoded.'),
  longitude: degrees(180, 'Longitude in degrees.'),
});

/** Longest external id: it is part of a key. */
const externalId = shortText(255).meta({
  description: 'External id, unique among the store locations of the organization.',
});

/** A bound of the time in which a store serves a zone; null = none. */
export const servingBound = (description: string) =>
  dayOrInstant
    .nullish()
    .transform((value) => value ?? null)
    .meta({ description: `${description} ${WHOLE_DAY}` });

const optionalFields = {
  firstName: text(80, 'First name of the contact.'),
  lastName: text(80, 'Last name of the contact.'),
  email: text(200, 'Email address of the contact.').refine(
    (email) => typeof email !== 'string' || isEmailAddress(email),
    { error: 'is not an e-mail address such as shop@example.com' },
  ),
  pickupInstructions: text(280, 'Instructions for couriers.'),
  address: text(500, 'Address in one line, which is geocoded; instead of components.'),
  addressComponents: addressComponents.nullish().meta({ description: 'Address by components.' }),
  timezoneId: text(
    100,
    'Time zone (IANA) of opening hours and dates. Defaults to that of the address, or of the organization if the address does not settle it.',
  ),
  operatingHours: openingWeekInput.nullish(),
  holidayHours: holidayHoursInput.nullish(),
  blackoutDates: blackoutDatesInput.nullish(),
  prepTimeMinutes: z
    .int()
    .min(0)
    .max(10_080)
    .nullish()
    .meta({ description: 'Preparation time of an order in minutes.' }),
  zoneIds: z
    .array(shortText(128))
    .max(25)
    .nullish()
    .meta({ description: 'Ids of the zones that the store always serves. Replaces all its zones.' }),
  zoneAssociations: z
    .array(
      z.object({
        zoneId: shortText(128).meta({ description: 'Id of the zone.' }),
        startDate: servingBound('First time in which the store serves it.'),
        endDate: servingBound('Last time in which the store serves it.'),
      }),
    )
    .max(25)
    .nullish()
    .meta({
      description:
        'Zones that the store serves for a time, or always if they have no dates. Replaces all its zones.',
    }),
  tags: z.array(z.string().max(100)).max(100).nullish().meta({ description: 'Labels.' }),
  integrationMetadata: z
    .record(z.string(), z.unknown())
    .nullish()
    .meta({ description: "The caller's own data." }),
};

const name = shortText(200).meta({ description: 'Name of the store, shown to couriers.' });
const phoneNumber = shortText(50).meta({ description: 'Phone number; stored in E.164.' });

/** Fields of a new store. */
export const newStoreBody = z.object({
  name,
  phoneNumber,
  externalId: externalId.nullish(),
  ...optionalFields,
});

/** Fields of a change: only the fields that are sent change, `null` clears one. */
export const storeChangesBody = z.object({
  name: name.optional(),
  phoneNumber: phoneNumber.optional(),
  externalId: externalId.nullish(),
  ...optionalFields,
});

/** An upsert. */
export const storeUpsertBody = storeChangesBody.extend({ externalId });

/** A row of an upsert of several. */
export const storeUpsertRow = storeUpsertBody.extend({ version: rowVersion });

/** A store in replies. */
export const storeReply = z
  .object({
    id: z.string(),
    externalId: z.string().nullable(),
    name: z.string(),
    firstName: z.string().nullable(),
    lastName: z.string().nullable(),
    phoneNumber: z.string().nullable(),
    email: z.string().nullable(),
    pickupInstructions: z.string().nullable(),
    location: z.object({
      number: z.string().nullable(),
      secondaryNumber: z.string().nullable(),
      street: z.string().nullable(),
      county: z.string().nullable(),
      city: z.string().nullable(),
      state: z.string().nullable(),
      postalCode: z.string().nullable(),
      country: z.string().nullable(),
      latitude: z.number().nullable(),
      longitude: z.number().nullable(),
    }),
    timezoneId: z.string(),
    operatingHours: z.record(z.string(), dayReply).nullable(),
    holidayHours: z.record(z.string(), dayReply),
    blackoutDates: z.array(z.string()),
    prepTimeMinutes: z.int().nullable(),
    tags: z.array(z.string()),
    integrationMetadata: z.record(z.string(), z.unknown()).nullable(),
    defaultCapacity: z.record(z.string(), capacityReply),
    dayCapacities: z.record(z.string(), capacityReply),
    version: z.int(),
    createdAt: instantReply,
    updatedAt: instantReply,
  })
  .meta({ id: 'StoreLocation' });

/** A stored store in its wire form. */
export function renderStore({
  value: store,
  version,
}: {
  readonly value: StoreLocation;
  readonly version: number;
}): z.input<typeof storeReply> {
  const { address } = store;
  return {
    id: store.id,
    externalId: store.externalId ?? null,
    name: store.name,
    firstName: store.firstName ?? null,
    lastName: store.lastName ?? null,
    phoneNumber: store.phoneNumber ?? null,
    email: store.email ?? null,
    pickupInstructions: store.instructions ?? null,
    location: {
      number: address.AddressNumber ?? null,
      secondaryNumber: address.AddressSecondarynumber ?? null,
      street: address.AddressFormattedStreet ?? null,
      county: address.AddressCounty ?? null,
      city: address.AddressCity ?? null,
      state: address.AddressState ?? null,
      postalCode: address.AddressZip ?? null,
      country: address.AddressCountry ?? null,
      latitude: address.Lat ?? null,
      longitude: address.Lng ?? null,
    },
    timezoneId: store.timeZoneId,
    operatingHours: store.operatingHours ? renderDays(store.operatingHours) : null,
    holidayHours: renderDays(store.holidayHours),
    blackoutDates: store.blackoutDates,
    prepTimeMinutes: store.prepTimeMinutes ?? null,
    tags: store.tags,
    integrationMetadata: store.integrationMetadata ?? null,
    defaultCapacity: store.defaultCapacity,
    dayCapacities: store.dayCapacities,
    version,
    createdAt: store.createdAt,
    updatedAt: store.updatedAt,
  };
}

/** The `{id}` of a store's path. */
export const storePath = z.object({
  id: z.string().meta({ description: 'Id of the store location, `store_...`.' }),
});

/** Stores by their distance from a point; without a point, oldest first. */
export function nearestFirst(
  stores: readonly { readonly value: StoreLocation; readonly version: number }[],
  { lat, lng }: { readonly lat?: number | undefined; readonly lng?: number | undefined },
) {
  const distance = ({ address }: StoreLocation) =>
    lat !== undefined && lng !== undefined && address.Lat !== undefined && address.Lng !== undefined
      ? greatCircleMeters({ lat, lng }, { lat: address.Lat, lng: address.Lng })
      : Number.MAX_VALUE;
  return stores.toSorted(
    (a, b) => distance(a.value) - distance(b.value) || (a.value.id < b.value.id ? -1 : 1),
  );
}
