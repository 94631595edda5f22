import * as z from 'zod';
import { defineEntity, type Partition } from '../../platform/table/index.ts';
import { FACT_LIFE_MS } from '../insight/index.ts';

const HOUR_MS = 3_600_000;

const hourSchema = z.object({
  organizationId: z.string(),
  /** In UTC, as `2026-03-05T14`. */
  hour: z.string(),
  /** All facts that were recorded before this time are in its files. */
  readAt: z.string(),
  /** Number of files by table. */
  parts: z.record(z.string(), z.int()),
});

/** An hour of facts as it was last written. */
export type LakeHour = z.infer<typeof hourSchema>;

/** An hour of an organization. */
export type HourKey = Pick<LakeHour, 'organizationId' | 'hour'>;

/** Tells who writes an hour again what is there, and that another one was faster. Hours without facts have none. */
export const lakeHourEntity = defineEntity<LakeHour, HourKey>({
  name: 'lakeHour',
  schema: hourSchema,
  partition: ({ organizationId, hour }) => lakePartition(organizationId, hour.slice(0, 'YYYY-MM-DD'.length)),
  sort: ({ hour }) => ({ kind: 'state', parts: [hour] }),
  // An hour whose facts have expired is not written again.
  expiresAtSeconds: ({ hour }) => Math.floor((startOfHour(hour) + FACT_LIFE_MS) / 1000),
});

const progressSchema = z.object({
  organizationId: z.string(),
  /** The last hour up to which all were written. */
  writtenThrough: z.string(),
  /** Hours after it whose files were written before this time are written again. */
  readAfter: z.string(),
});

export type LakeProgress = z.infer<typeof progressSchema>;

/** How far an organization's hours are written. */
export const lakeProgressEntity = defineEntity<LakeProgress, Pick<LakeProgress, 'organizationId'>>({
  name: 'lakeProgress',
  schema: progressSchema,
  partition: ({ organizationId }) => lakePartition(organizationId, 'all'),
  sort: () => ({ kind: 'state', parts: [] }),
});

/** Partition of the hours of a day, and, as `all`, of the progress. */
export function lakePartition(organizationId: string, id: string): Partition {
  return { organizationId, type: 'lake', id };
}

/** The hour of an instant or a minute. */
export function hourOf(instant: string): string {
  return instant.slice(0, 'YYYY-MM-DDTHH'.length);
}

/** The first millisecond of an hour. */
export function startOfHour(hour: string): number {
  return Date.parse(`${hour}:00:00.000Z`);
}

/** The hour a number of hours after another. */
export function addHours(hour: string, hours: number): string {
  return hourOf(new Date(startOfHour(hour) + hours * HOUR_MS).toISOString());
}
