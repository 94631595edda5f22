import * as z from 'zod';
import { defineEntity, type Partition } from '../../platform/table/index.ts';
import { vehicleInfoSchema } from './driver.ts';
import { instantOfId } from './instant-of-id.ts';

const amount = z.number().min(0).nullable();
const whole = z.int().min(0).nullable();

/** Profiles of a vehicle's travel times. */
export const VEHICLE_PROFILES = Object.freeze(['car', 'truck', 'bicycle', 'flying_distance'] as const);

/** What route planning needs to know about a vehicle (contract: VehicleConfig). Null = no limit, or not given. */
export const vehicleConfigSchema = z.object({
  weight: whole,
  height: whole,
  length: whole,
  width: whole,
  axleCount: whole,
  trailerCount: whole,
  weightUnit: z.enum(['kg', 'lbs']).nullable(),
  lengthUnit: z.enum(['meter', 'in']).nullable(),
  maxStops: whole,
  maxDistance: whole,
  maxDuration: whole,
  speedFactor: amount,
  capabilities: z.array(z.string()).nullable(),
  fixedCost: amount,
  costPerUnitDistance: amount,
  costPerUnitTime: amount,
  vehicleProfile: z.enum(VEHICLE_PROFILES).nullable(),
  minOrdersPerRoute: whole,
  /** Hours. */
  parkingTime: amount,
});

/** A vehicle's settings for route planning. */
export type VehicleConfig = z.infer<typeof vehicleConfigSchema>;

const vehicleSchema = z.object({
  organizationId: z.string(),
  /** `vhc_...` */
  id: z.string(),
  name: z.string(),
  enabled: z.boolean(),
  externalIdentifier: z.string().optional(),
  vehicleInfo: vehicleInfoSchema.optional(),
  vehicleConfig: vehicleConfigSchema.optional(),
  /** Drivers that use it; each also names the vehicle. */
  courierIds: z.array(z.string()),
  /** Driver groups that it belongs to besides those of its drivers. */
  driverGroupIds: z.array(z.string()),
  createdAt: z.string(),
  updatedAt: z.string(),
});

/** A vehicle of the organization's own fleet. */
export type Vehicle = z.infer<typeof vehicleSchema>;

export function vehiclePartition(of: { organizationId: string; id: string }): Partition {
  return { organizationId: of.organizationId, type: 'vehicle', id: of.id };
}

export const vehicleEntity = defineEntity<Vehicle, Pick<Vehicle, 'organizationId' | 'id'>>({
  name: 'vehicle',
  schema: vehicleSchema,
  partition: vehiclePartition,
  sort: () => ({ kind: 'state', parts: [] }),
  list: {
    name: 'vehiclesByCreation',
    shard: () => 0,
    at: ({ id }) => instantOfId(id),
    id: ({ id }) => id,
    row: ({ organizationId: _, ...row }) => row,
  },
});
