import * as z from 'zod';
import {
  type DriverWithGroups,
  MAX_GROUPS_AT_ONCE,
  MAX_LINKS,
  MAX_SKILLS,
} from '../../../lib/fleet/fleet/index.ts';
import {
  inBothSpellings,
  instantReply,
  lowerCase,
  shortText,
  withBothSpellings,
} from '../../../lib/platform/http/index.ts';
import type { Table } from '../../../lib/platform/table/index.ts';
import { externalIdentifier, idList, vehicleInfo, vehicleInfoExample } from './fields.ts';
import { lastPositions } from './last-positions.ts';

const name = shortText(100);
const phoneNumber = shortText(40).refine((text) => (text.match(/\d/g)?.length ?? 0) >= 3, {
  error: 'is not a phone number such as +14155550100',
});

const dateOfBirth = z
  .string()
  .regex(/^\d{4}-\d{2}-\d{2}/, 'is not a date such as 1990-05-17')
  .transform((text) => text.slice(0, 10))
  .refine((text) => !Number.isNaN(Date.parse(text)) && new Date(text).toISOString().startsWith(text), {
    error: 'is not a date such as 1990-05-17',
  })
  .meta({ override: { type: 'string', format: 'date' } });

const workRelationship = z
  .string()
  .transform((text) => text.toUpperCase())
  .pipe(z.enum(['EMPLOYEE', 'CONTRACTOR']));

const details = {
  email: z.email().max(254).nullish().meta({ description: 'E-mail address.' }),
  skills: z.array(shortText(100)).max(MAX_SKILLS).nullish().meta({
    description:
      'What the driver can do: an order that requires `custom:<skill>` goes to drivers who have it, or whose vehicle has it as a capability. Replaces the list.',
  }),
  enabled: z.boolean().optional().meta({ description: 'Whether the driver gets work; default true.' }),
  vehicleInfo: vehicleInfo.nullish().meta({ description: "The driver's own vehicle." }),
  dateOfBirth: dateOfBirth.nullish().meta({ description: 'Date of birth.' }),
  workRelationship: workRelationship.nullish().meta({ description: '`EMPLOYEE` or `CONTRACTOR`.' }),
  driversLicense: shortText(100).nullish().meta({ description: "Number of the driver's license." }),
  vehicleIds: idList(MAX_LINKS, 'Ids of the vehicles that the driver uses; replaces the list.').nullish(),
  addFirstVersionContractIds: idList(
    MAX_GROUPS_AT_ONCE,
    'Ids of driver groups to join; other memberships stay.',
  ).optional(),
};

const removed = idList(MAX_GROUPS_AT_ONCE, 'Ids of driver groups to leave; other memberships stay.');

/** A new driver. */
export const newCourier = z
  .object({
    externalIdentifier: externalIdentifier.nullish(),
    firstName: name.meta({ description: 'First name.' }),
    lastName: name.meta({ description: 'Last name.' }),
    phoneNumber: phoneNumber.meta({ description: 'Phone number.' }),
    ...details,
  })
  .meta({ id: 'CourierInput' });

/** A change of a driver: only the fields that are sent change. */
export const courierPatch = z
  .object({
    externalIdentifier: externalIdentifier.nullish(),
    firstName: name.optional().meta({ description: 'First name.' }),
    lastName: name.optional().meta({ description: 'Last name.' }),
    phoneNumber: phoneNumber.optional().meta({ description: 'Phone number.' }),
    ...details,
    removeFirstVersionContractIds: removed.optional(),
  })
  .meta({ id: 'CourierPatch' });

/** A driver to create or change by external id. */
export const courierUpsert = z
  .object({
    externalIdentifier,
    firstName: name.optional().meta({ description: 'First name; required for a new driver.' }),
    lastName: name.optional().meta({ description: 'Last name; required for a new driver.' }),
    phoneNumber: phoneNumber.optional().meta({ description: 'Phone number; required for a new driver.' }),
    ...details,
    removeFirstVersionContractIds: removed.optional(),
  })
  .meta({ id: 'CourierUpsert' });

/** Data of a vehicle in replies. */
export const vehicleInfoReply = z
  .object({
    type: z.string().nullable(),
    make: z.string().nullable(),
    model: z.string().nullable(),
    licensePlate: z.string().nullable(),
    color: z.string().nullable(),
    year: z.string().nullable(),
  })
  .meta({ id: 'VehicleInfo' });

/** A driver in replies. */
export const courierReply = inBothSpellings(
  'Courier',
  {
    id: z.string(),
    externalIdentifier: z.string().nullable(),
    firstName: z.string(),
    lastName: z.string(),
    phoneNumber: z
      .string()
      .nullable()
      .meta({ description: 'Null for callers who are limited to stores, unless the driver is on the road.' }),
    email: z.string().nullable(),
    skills: z.array(z.string()),
    enabled: z.boolean(),
    vehicleInfo: vehicleInfoReply.nullable(),
    dateOfBirth: z.string().nullable(),
    workRelationship: z.string().nullable(),
    driversLicense: z.string().nullable(),
    vehicleIds: z.array(z.string()),
    firstVersionContractIds: z.array(z.string()).meta({ description: 'Driver groups of the driver.' }),
    courierLocation: z
      .object({ lat: z.number(), lng: z.number(), updatedAt: instantReply })
      .nullable()
      .meta({ description: 'Last known position; null = none.' }),
    version: z.int().meta({ description: 'Version; every change increases it.' }),
    createdAt: instantReply,
    updatedAt: instantReply,
  },
  lowerCase,
);

/** Stored drivers in their wire form, with their last positions. */
export async function renderCouriers(
  table: Table,
  organizationId: string,
  drivers: readonly DriverWithGroups[],
): Promise<z.input<typeof courierReply>[]> {
  const positions = await lastPositions(
    table,
    organizationId,
    drivers.map(({ stored }) => stored.value.id),
  );
  return drivers.map(({ stored: { value, version }, groupIds }) => ({
    id: value.id,
    externalIdentifier: value.externalIdentifier ?? null,
    firstName: value.firstName,
    lastName: value.lastName,
    phoneNumber: value.phoneNumber,
    email: value.email ?? null,
    skills: value.skills ?? [],
    enabled: value.enabled,
    vehicleInfo: value.vehicleInfo ?? null,
    dateOfBirth: value.dateOfBirth ?? null,
    workRelationship: value.workRelationship ?? null,
    driversLicense: value.driversLicense ?? null,
    vehicleIds: value.vehicleIds,
    firstVersionContractIds: [...groupIds],
    courierLocation: positions.get(value.id) ?? null,
    version,
    createdAt: value.createdAt,
    updatedAt: value.updatedAt,
  }));
}

/** A stored driver in its wire form, with its last position. */
export async function renderCourier(
  { table, organizationId }: { readonly table: Table; readonly organizationId: string },
  driver: DriverWithGroups,
): Promise<z.input<typeof courierReply>> {
  const [rendered] = await renderCouriers(table, organizationId, [driver]);
  return rendered!;
}

/** A driver for the documentation. */
export const courierExample = withBothSpellings(
  {
    id: 'cou_01JD8Z6Q4T9V2N5X7C3B1M0K8H',
    externalIdentifier: 'driver-17',
    firstName: 'Grace',
    lastName: 'Hopper',
    phoneNumber: '+14155550117',
    email: 'grace@example.com',
    skills: ['fridge'],
    enabled: true,
    vehicleInfo: vehicleInfoExample,
    dateOfBirth: '1990-05-17',
    workRelationship: 'EMPLOYEE',
    driversLicense: null,
    vehicleIds: [],
    firstVersionContractIds: ['cntr_01JD8Z6Q4T9V2N5X7C3B1M0K8J'],
    courierLocation: { lat: 37.7793, lng: -122.4193, updatedAt: '2026-03-05T01:10:02.000Z' },
    version: 1,
    createdAt: '2026-03-05T01:11:51.000Z',
    updatedAt: '2026-03-05T01:11:51.000Z',
  },
  lowerCase,
);
