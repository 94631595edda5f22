import * as z from 'zod';
import { defineEntity, type Partition } from '../../platform/table/index.ts';
import { vehicleConfigSchema } from './vehicle.ts';

/** Status of a shift. */
export const SHIFT_STATUSES = Object.freeze(['planned', 'active', 'completed', 'canceled'] as const);

/** Breaks that a driver reports in a shift at most. */
export const MAX_SHIFT_BREAKS = 50;

/** A break that a driver took; `endedAt` is null while it lasts. */
const takenBreakSchema = z.object({ startedAt: z.string(), endedAt: z.string().nullable() });

/** Longest shift, in hours. A current shift started at most this long ago. */
export const LONGEST_SHIFT_HOURS = 48;

/**
 * A break within a shift (contract: BreakConfiguration). Minutes; a time window is a pair of instants, or of minutes
 * after the start of the shift.
 */
const plannedBreakSchema = z.object({
  breakDuration: z.int(),
  timeWindow: z.union([z.tuple([z.string(), z.string()]), z.tuple([z.int(), z.int()])]).nullable(),
  maxWorkingTime: z.int().nullable(),
});

/** How route planning treats a shift. */
export const shiftOptimizationSchema = z.object({
  serviceTimeRelativeEfficiency: z.number().nullable(),
  plannedBreaks: z.array(plannedBreakSchema).nullable(),
  departureDelay: z.int().nullable(),
  shiftEndServiceTimeMinutes: z.int().nullable(),
  vehicleConfig: vehicleConfigSchema.nullable(),
});

const shiftSchema = z.object({
  organizationId: z.string(),
  /** `shf_...` */
  id: z.string(),
  name: z.string(),
  plannedStart: z.string(),
  plannedEnd: z.string(),
  plannedBreakDuration: z.int().nullable(),
  shiftMetadata: z.record(z.string(), z.unknown()).nullable(),
  optimizationParams: shiftOptimizationSchema.nullable(),
  status: z.enum(SHIFT_STATUSES),
  storeLocationId: z.string().nullable(),
  externalStoreLocationId: z.string().nullable(),
  zoneIds: z.array(z.string()),
  externalZoneIds: z.array(z.string()),
  courierId: z.string().nullable(),
  vehicleId: z.string().nullable(),
  /** When the driver started and ended it; null = not reported. */
  startedAt: z.string().nullable().default(null),
  endedAt: z.string().nullable().default(null),
  breaks: z.array(takenBreakSchema).default([]),
  createdAt: z.string(),
  updatedAt: z.string(),
});

/** A stretch of time during which a driver works. */
export type Shift = z.infer<typeof shiftSchema>;

export function shiftPartition(of: { organizationId: string; id: string }): Partition {
  return { organizationId: of.organizationId, type: 'shift', id: of.id };
}

export const shiftEntity = defineEntity<Shift, Pick<Shift, 'organizationId' | 'id'>>({
  name: 'shift',
  schema: shiftSchema,
  partition: shiftPartition,
  sort: () => ({ kind: 'state', parts: [] }),
  list: {
    name: 'shiftsByStart',
    shard: () => 0,
    at: ({ plannedStart }) => plannedStart,
    id: ({ id }) => id,
    row: ({ organizationId: _, ...row }) => row,
  },
  lookup: {
    name: 'shiftsByDriverAndDay',
    value: ({ courierId, status, plannedStart }) =>
      courierId === null || status === 'canceled' ? undefined : driverDay(courierId, plannedStart),
  },
});

/** The value by which the shifts of a driver that start on a day, in UTC, are found. */
export function driverDay(courierId: string, instant: string): string {
  return `${courierId}#${instant.slice(0, 10)}`;
}

/** Whether a shift is being worked at this instant. */
export function isOnShift(
  { status, plannedStart, plannedEnd }: Pick<Shift, 'status' | 'plannedStart' | 'plannedEnd'>,
  at: string,
): boolean {
  return (status === 'planned' || status === 'active') && plannedStart <= at && at < plannedEnd;
}

/** Whether the driver of a shift takes a break. */
export function isOnBreak({ breaks }: Pick<Shift, 'breaks'>): boolean {
  return breaks.some(({ endedAt }) => endedAt === null);
}
