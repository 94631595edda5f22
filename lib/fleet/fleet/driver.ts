import * as z from 'zod';
import { defineEntity, type Partition } from '../../platform/table/index.ts';
import { instantOfId } from './instant-of-id.ts';

/** Kinds of vehicle (contract: VehicleDisplaySize). */
export const VEHICLE_TYPES = Object.freeze([
  'bike',
  'motorbike',
  'cargobike',
  'car',
  'suv',
  'pickup_truck',
  'van',
  'truck',
  'large_van',
  'extra_large_van',
] as const);

/** Data of a vehicle. */
export const vehicleInfoSchema = z.object({
  type: z.enum(VEHICLE_TYPES).nullable(),
  make: z.string().nullable(),
  model: z.string().nullable(),
  licensePlate: z.string().nullable(),
  color: z.string().nullable(),
  year: z.string().nullable(),
});

/** Maximum number of skills of a driver. */
export const MAX_SKILLS = 50;

/** Maximum number of vehicles of a driver and drivers of a vehicle. */
export const MAX_LINKS = 40;

const driverSchema = z.object({
  organizationId: z.string(),
  /** `cou_...` */
  id: z.string(),
  externalIdentifier: z.string().optional(),
  firstName: z.string(),
  lastName: z.string(),
  phoneNumber: z.string(),
  email: z.string().optional(),
  /** What the driver can do, in the words in which orders require it; it counts as if the vehicle had it. */
  skills: z.array(z.string()).optional(),
  enabled: z.boolean(),
  vehicleInfo: vehicleInfoSchema.optional(),
  /** `YYYY-MM-DD` */
  dateOfBirth: z.string().optional(),
  workRelationship: z.enum(['EMPLOYEE', 'CONTRACTOR']).optional(),
  driversLicense: z.string().optional(),
  /** Vehicles that the driver uses; each also names the driver. */
  vehicleIds: z.array(z.string()),
  createdAt: z.string(),
  updatedAt: z.string(),
});

/** A driver (called a courier in the contract). The driver's groups are in their rosters. */
export type Driver = z.infer<typeof driverSchema>;

export function driverPartition(of: { organizationId: string; id: string }): Partition {
  return { organizationId: of.organizationId, type: 'driver', id: of.id };
}

export const driverEntity = defineEntity<Driver, Pick<Driver, 'organizationId' | 'id'>>({
  name: 'driver',
  schema: driverSchema,
  partition: driverPartition,
  sort: () => ({ kind: 'state', parts: [] }),
  list: {
    name: 'driversByCreation',
    shard: () => 0,
    at: ({ id }) => instantOfId(id),
    id: ({ id }) => id,
    row: ({ organizationId: _, ...row }) => row,
  },
});
