import * as z from 'zod';
import { MAX_LINKS, type Vehicle } from '../../../lib/fleet/fleet/index.ts';
import {
  inBothSpellings,
  instantReply,
  lowerCase,
  shortText,
  withBothSpellings,
} from '../../../lib/platform/http/index.ts';
import { vehicleInfoReply } from './courier-schemas.ts';
import { externalIdentifier, idList, vehicleConfig, vehicleInfo, vehicleInfoExample } from './fields.ts';

const name = shortText(200).meta({ description: 'Name of the vehicle.' });
const enabled = z.boolean().meta({ description: 'Whether it may be used.' });
const rest = {
  externalIdentifier: externalIdentifier.nullish(),
  vehicleInfo: vehicleInfo.nullish().meta({ description: 'Data of the vehicle.' }),
  vehicleConfig: vehicleConfig.nullish().meta({ description: 'Settings for route planning.' }),
  courierIds: idList(
    MAX_LINKS,
    'Ids or external identifiers of the drivers that use it; replaces the list.',
  ).nullish(),
  firstVersionContractIds: idList(
    MAX_LINKS,
    'Driver groups that it belongs to, in addition to those of its drivers; replaces the list.',
  ).nullish(),
};

/** A new vehicle. */
export const newVehicle = z.object({ name, enabled, ...rest }).meta({ id: 'VehicleInput' });

/** A change of a vehicle: only the fields that are sent change. */
export const vehiclePatch = z
  .object({
    name: name.optional(),
    enabled: enabled.optional(),
    ...rest,
  })
  .meta({ id: 'VehiclePatch' });

const number = z.number().nullable();

/** Settings for route planning in replies. */
export const vehicleConfigReply = z
  .object({
    weight: number,
    height: number,
    length: number,
    width: number,
    axleCount: number,
    trailerCount: number,
    weightUnit: z.string().nullable(),
    lengthUnit: z.string().nullable(),
    maxStops: number,
    maxDistance: number,
    maxDuration: number,
    speedFactor: number,
    capabilities: z.array(z.string()).nullable(),
    fixedCost: number,
    costPerUnitDistance: number,
    costPerUnitTime: number,
    vehicleProfile: z.string().nullable(),
    minOrdersPerRoute: number,
    parkingTime: number,
  })
  .meta({ id: 'VehicleConfig' });

/** A vehicle in replies. */
export const vehicleReply = inBothSpellings(
  'Vehicle',
  {
    id: z.string(),
    name: z.string(),
    providerId: z.string(),
    externalIdentifier: z.string().nullable(),
    enabled: z.boolean(),
    vehicleInfo: vehicleInfoReply.nullable(),
    vehicleConfig: vehicleConfigReply.nullable(),
    courierIds: z.array(z.string()),
    firstVersionContractIds: z.array(z.string()),
    version: z.int().meta({ description: 'Version; every change increases it.' }),
    createdAt: instantReply,
    updatedAt: instantReply,
  },
  lowerCase,
);

/** A stored vehicle in its wire form. */
export function renderVehicle({
  value,
  version,
}: {
  readonly value: Vehicle;
  readonly version: number;
}): z.input<typeof vehicleReply> {
  return {
    id: value.id,
    name: value.name,
    providerId: 'prv_own_fleet',
    externalIdentifier: value.externalIdentifier ?? null,
    enabled: value.enabled,
    vehicleInfo: value.vehicleInfo ?? null,
    vehicleConfig: value.vehicleConfig ?? null,
    courierIds: value.courierIds,
    firstVersionContractIds: value.driverGroupIds,
    version,
    createdAt: value.createdAt,
    updatedAt: value.updatedAt,
  };
}

/** A vehicle for the documentation. */
export const vehicleExample = withBothSpellings(
  {
    id: 'vhc_01JD8Z6Q4T9V2N5X7C3B1M0K8K',
    name: 'Van 3',
    providerId: 'prv_own_fleet',
    externalIdentifier: 'van-3',
    enabled: true,
    vehicleInfo: vehicleInfoExample,
    vehicleConfig: null,
    courierIds: [],
    firstVersionContractIds: [],
    version: 1,
    createdAt: '2026-03-05T01:11:51.000Z',
    updatedAt: '2026-03-05T01:11:51.000Z',
  },
  lowerCase,
);
