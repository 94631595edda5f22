import * as z from 'zod';
import { defineEntity, type Partition } from '../../platform/table/index.ts';

const windowSchema = z.object({
  organizationId: z.string(),
  /** `dw_...` */
  id: z.string(),
  name: z.string(),
  timezoneId: z.string(),
  /** Local times in that zone. For a recurring window those of its first occurrence. */
  startLocal: z.string(),
  endLocal: z.string(),
  /** Absent: bookings close `leadTimeMinutes` before the start. */
  cutoffLocal: z.string().nullable(),
  /** Recurrence rule; null = once. */
  rrule: z.string().nullable(),
  /** Days on which a recurring window does not take place. */
  exceptionDates: z.array(z.string()),
  /** Its start days, as far ahead as they are computed. */
  days: z.object({ from: z.string(), bits: z.string() }).nullable(),
  /** Last computed day; null when the rule has none after it. */
  daysUntil: z.string().nullable(),
  allowedTags: z.array(z.string()),
  leadTimeMinutes: z.int().nullable(),
  priceCents: z.int().nullable(),
  minimumOrderValueCents: z.int().nullable(),
  /** Null = no limit. */
  maximumCapacity: z.int().nullable(),
  storeLocationId: z.string().nullable(),
  storeLocationExternalId: z.string().nullable(),
  zoneId: z.string().nullable(),
  zoneExternalId: z.string().nullable(),
  windowMetadata: z.record(z.string(), z.unknown()).nullable(),
  /** Whether it takes new bookings. */
  isActive: z.boolean(),
  isDeleted: z.boolean(),
  /** Start of the first occurrence, by which the list is sorted. */
  startTime: z.string(),
  createdAt: z.string(),
  updatedAt: z.string(),
});

/** A delivery window: a time at which orders can be delivered, once or repeatedly. */
export type DeliveryWindow = z.infer<typeof windowSchema>;

export function windowPartition(of: { organizationId: string; id: string }): Partition {
  return { organizationId: of.organizationId, type: 'delivery-window', id: of.id };
}

/** Recurring windows come before all others in the list, which is sorted by the start. */
export const RECURRING_PLACE = '1970-01-01T00:00:00.000Z';

/** Windows are created by hand, by the hundred: one partition is enough for their list. */
export const WINDOW_SHARDS = 1;

export const windowEntity = defineEntity<DeliveryWindow, Pick<DeliveryWindow, 'organizationId' | 'id'>>({
  name: 'deliveryWindow',
  schema: windowSchema,
  partition: windowPartition,
  sort: () => ({ kind: 'state', parts: [] }),
  list: {
    name: 'deliveryWindowsByStart',
    shard: () => 0,
    at: ({ rrule, startTime }) => (rrule === null ? startTime : RECURRING_PLACE),
    id: ({ id }) => id,
    row: ({ organizationId: _, windowMetadata: __, ...row }) => (row.isDeleted ? undefined : row),
  },
});
