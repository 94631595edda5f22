import * as z from 'zod';
import { type Clock, toInstant } from '../core/clock.ts';
import { jobEntity, jobSummarySchema } from '../jobs/index.ts';
import type { Table } from '../table/index.ts';
import type { JobActor } from './find-job.ts';

/** What jobs can be sorted by. */
export const JOB_SORTS = Object.freeze(['created_at', 'updated_at'] as const);

/** Filters of a list of jobs (contract-facts 1.1); several given ones must all hold. Texts match in any case. */
export interface JobFilters {
  readonly startDate?: string | undefined;
  readonly endDate?: string | undefined;
  readonly deliveryStatuses?: readonly string[] | undefined;
  readonly providerNames?: readonly string[] | undefined;
  readonly courierNames?: readonly string[] | undefined;
  readonly tags?: readonly string[] | undefined;
  readonly packageTags?: readonly string[] | undefined;
  readonly pickupStoreLocationIds?: readonly string[] | undefined;
  readonly dropoffStoreLocationIds?: readonly string[] | undefined;
  readonly search?: string | undefined;
  readonly shortReferenceCode?: string | undefined;
  readonly customerName?: string | undefined;
  readonly isBatch?: boolean | undefined;
  readonly hasNotes?: boolean | undefined;
  readonly city?: readonly string[] | undefined;
  readonly state?: readonly string[] | undefined;
  readonly country?: readonly string[] | undefined;
}

const rowSchema = jobSummarySchema.extend({
  id: z.string(),
  externalIdentifier: z.string().nullable(),
  shortReferenceCode: z.string(),
  isBatch: z.boolean(),
  createdAt: z.string(),
  updatedAt: z.string(),
  routeId: z.string().nullable(),
  tags: z.array(z.string()),
});

/** A job in a list. */
export type JobRow = z.infer<typeof rowSchema>;

/** A page of jobs. */
export interface JobPage {
  readonly rows: readonly JobRow[];
  readonly totalCount: number;
  /** False when there are more jobs than a list looks at. */
  readonly totalCountIsExact: boolean;
}

const DAY_MS = 24 * 3_600_000;

/** Rows that a list looks at, newest first (decision B41). */
const SCANNED = 10_000;

/**
 * The jobs that pass every filter: made in the range of dates, or with a window that touches it. The range begins 3
 * days ago (90 for a short reference code) and ends 7 days ahead.
 */
export async function listJobs(
  actor: JobActor & { readonly listShards: number },
  asked: {
    readonly filters: JobFilters;
    readonly sortBy: (typeof JOB_SORTS)[number];
    readonly sortDirection: 'ASC' | 'DESC';
    readonly limit: number;
    readonly offset: number;
  },
  { table, clock }: { readonly table: Table; readonly clock: Clock },
): Promise<JobPage> {
  const { filters, sortBy, sortDirection, limit, offset } = asked;
  const backMs = (filters.shortReferenceCode === undefined ? 3 : 90) * DAY_MS;
  const from = filters.startDate ?? toInstant(clock.now() - backMs);
  const to = filters.endDate ?? toInstant(clock.now() + 7 * DAY_MS);
  const found = await table.list(jobEntity, {
    organizationId: actor.organizationId,
    shards: actor.listShards,
    direction: 'DESC',
    limit: SCANNED + 1,
    to,
  });
  const rows = found
    .slice(0, SCANNED)
    .map(({ row }) => rowSchema.parse(row))
    .filter((row) => isInRange(row, from, to) && maySeeRow(actor, row) && matches(row, filters));
  const sign = sortDirection === 'ASC' ? 1 : -1;
  const key = (row: JobRow) => (sortBy === 'updated_at' ? row.updatedAt : row.createdAt);
  rows.sort((a, b) => sign * (compare(key(a), key(b)) || compare(a.id, b.id)));
  return {
    rows: rows.slice(offset, offset + limit),
    totalCount: rows.length,
    totalCountIsExact: found.length <= SCANNED,
  };
}

function isInRange({ createdAt, windowStart, windowEnd }: JobRow, from: string, to: string): boolean {
  if (createdAt >= from && createdAt <= to) return true;
  return windowStart !== null && windowEnd !== null && windowStart <= to && windowEnd >= from;
}

function maySeeRow({ storeLocationIds }: JobActor, row: JobRow): boolean {
  if (storeLocationIds === null) return true;
  const touched = [...row.pickupStoreLocationIds, ...row.dropoffStoreLocationIds];
  return storeLocationIds.some((id) => touched.includes(id));
}

function matches(row: JobRow, filters: JobFilters): boolean {
  const { search, customerName, shortReferenceCode, isBatch, hasNotes } = filters;
  return (
    anyOf(filters.deliveryStatuses, row.deliveryStatuses.length > 0 ? row.deliveryStatuses : [row.status]) &&
    anyOf(filters.providerNames, row.providerNames) &&
    anyOf(filters.courierNames, row.courierNames) &&
    anyOf(filters.tags, row.tags) &&
    anyOf(filters.packageTags, row.packageTags) &&
    anyOf(filters.pickupStoreLocationIds, row.pickupStoreLocationIds) &&
    anyOf(filters.dropoffStoreLocationIds, row.dropoffStoreLocationIds) &&
    anyOf(filters.city, row.cities) &&
    anyOf(filters.state, row.states) &&
    anyOf(filters.country, row.countries) &&
    (search === undefined || row.identifiers.some((text) => contains(text, search))) &&
    (customerName === undefined || row.customerNames.some((name) => contains(name, customerName))) &&
    (shortReferenceCode === undefined || row.shortReferenceCode === shortReferenceCode) &&
    (isBatch === undefined || row.isBatch === isBatch) &&
    (hasNotes === undefined || row.hasNotes === hasNotes)
  );
}

function anyOf(wanted: readonly string[] | undefined, present: readonly string[]): boolean {
  if (wanted === undefined || wanted.length === 0) return true;
  const lower = present.map((text) => text.toLowerCase());
  return wanted.some((text) => lower.includes(text.toLowerCase()));
}

function contains(text: string, part: string): boolean {
  return text.toLowerCase().includes(part.trim().toLowerCase());
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
