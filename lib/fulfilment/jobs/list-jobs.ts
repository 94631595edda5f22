import * as z from 'zod';
import { DELIVERY_STATUSES, deliveryStatusNamed } from '../../engines/vocabulary/index.ts';
import { type Clock, toInstant } from '../../platform/core/clock.ts';
import {
  type Asked,
  type Filters,
  inOrder,
  isOneOf,
  isPartOf,
  LISTING_LIMITS,
  type ListedPage,
  type ListingLimits,
  listPage,
  type Only,
  passes,
  scanList,
} from '../../platform/listing/index.ts';
import type { Table } from '../../platform/table/index.ts';
import { jobEntity, jobRow, jobSummarySchema } from './job.ts';
import { maySeeRow } from './may-see-job.ts';
import { TASK_STATUSES } from './task-lifecycle.ts';

/** The field of a row behind each sort key. */
const SORTS = {
  created_at: 'createdAt',
  updated_at: 'updatedAt',
  value_cents: 'valueCents',
  pickup_start_time: 'pickupStartTime',
  pickup_end_time: 'pickupEndTime',
  dropoff_start_time: 'dropoffStartTime',
  dropoff_end_time: 'dropoffEndTime',
} as const;

/** Sort keys of jobs. */
export const JOB_SORTS = Object.freeze(Object.keys(SORTS) as (keyof typeof SORTS)[]);

/** The statuses of a filter that no job can have: in any spelling, neither a delivery nor a task has them. */
export function unknownJobStatuses(asked: readonly string[]): readonly string[] {
  const known = new Set<string>([...DELIVERY_STATUSES, ...TASK_STATUSES]);
  return asked.filter((status) => !known.has(deliveryStatusNamed(status).toLowerCase()));
}

/** A job as lists have it. */
export const jobRowSchema = jobSummarySchema.extend({
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
export type JobRow = z.infer<typeof jobRowSchema>;

/** What each filter of a list of jobs requires of a job (contract-facts 1.1). Texts are compared without case. */
const jobFilters = {
  createdFrom: (row, from: string) => row.createdAt >= from,
  deliveryStatuses: (row, statuses: readonly string[]) =>
    isOneOf(
      statuses.map(deliveryStatusNamed),
      row.deliveryStatuses.length > 0 ? row.deliveryStatuses : [row.status],
    ),
  providerNames: (row, names: readonly string[]) => isOneOf(names, row.providerNames),
  courierNames: (row, names: readonly string[]) => isOneOf(names, row.courierNames),
  tags: (row, tags: readonly string[]) => isOneOf(tags, row.tags),
  packageTags: (row, tags: readonly string[]) => isOneOf(tags, row.packageTags),
  pickupStoreLocationIds: (row, ids: readonly string[]) => isOneOf(ids, row.pickupStoreLocationIds),
  dropoffStoreLocationIds: (row, ids: readonly string[]) => isOneOf(ids, row.dropoffStoreLocationIds),
  city: (row, names: readonly string[]) => isOneOf(names, row.cities),
  state: (row, names: readonly string[]) => isOneOf(names, row.states),
  country: (row, names: readonly string[]) => isOneOf(names, row.countries),
  search: (row, part: string) => isPartOf(part, row.identifiers),
  customerName: (row, part: string) => isPartOf(part, row.customerNames),
  shortReferenceCode: (row, code: string) => row.shortReferenceCode === code,
  isBatch: (row, isBatch: boolean) => row.isBatch === isBatch,
  hasNotes: (row, hasNotes: boolean) => row.hasNotes === hasNotes,
} satisfies Filters<JobRow>;

/** The filters of a list of jobs; all of them must hold. */
export interface JobFilters extends Asked<typeof jobFilters> {
  readonly startDate?: string | undefined;
  readonly endDate?: string | undefined;
}

const DAY_MS = 24 * 3_600_000;

/**
 * A page of the jobs that pass every filter, each once even while others are created and changed: jobs created in the
 * range of dates, or with a window that touches it. By default the range starts 3 days ago (90 for a short reference
 * code) and ends 7 days ahead.
 */
export async function listJobs<Given extends JobFilters>(
  deps: { readonly table: Table; readonly clock: Clock },
  caller: {
    readonly organizationId: string;
    /** API key of the caller. */
    readonly keyId: string;
    /** Store locations to which the caller is limited; null = no limit. */
    readonly storeLocationIds: readonly string[] | null;
    /** Routes to which the caller is limited by its driver groups; null or absent = no limit. */
    readonly routeIds?: readonly string[] | null | undefined;
    /** Shards of the organization's lists. */
    readonly listShards: number;
  },
  asked: {
    readonly filters: Only<Given, JobFilters>;
    readonly sortBy: (typeof JOB_SORTS)[number];
    readonly sortDirection: 'ASC' | 'DESC';
    readonly limit: number;
    readonly offset: number;
  },
  limits: ListingLimits = LISTING_LIMITS,
): Promise<ListedPage<JobRow>> {
  const { organizationId, listShards: shards } = caller;
  const { limit, offset, ...query } = asked;
  const { sortBy, sortDirection } = query;
  const filters: JobFilters = query.filters;
  const { startDate, endDate } = rangeOf(filters, deps.clock.now());
  const visible = (indexed: unknown) => {
    const row = jobRowSchema.parse(indexed);
    return maySeeRow(caller, row) ? row : undefined;
  };
  return listPage(deps, caller, {
    prefix: 'job_',
    query,
    limit,
    offset,
    async collect() {
      const read = (indexed: unknown) => {
        const row = visible(indexed);
        return row && isInRange(row, startDate, endDate) && passes(jobFilters, row, filters)
          ? row
          : undefined;
      };
      const { createdFrom } = filters;
      const list = { entity: jobEntity, organizationId, shards, startDate, createdFrom, read };
      const { rows, isExact } = await scanList(deps, list, limits);
      const keyOf = (row: JobRow) => row[SORTS[sortBy]] ?? undefined;
      return { rows: inOrder(rows, sortDirection, keyOf), isExact };
    },
    async read(id) {
      const job = await deps.table.get(jobEntity, { organizationId, id });
      return job && visible(jobRow(job.value));
    },
  });
}

/** The requested range of dates. */
function rangeOf(filters: JobFilters, nowMs: number) {
  const backDays = filters.shortReferenceCode === undefined ? 3 : 90;
  return {
    startDate: filters.startDate ?? toInstant(nowMs - backDays * DAY_MS),
    endDate: filters.endDate ?? toInstant(nowMs + 7 * DAY_MS),
  };
}

function isInRange({ createdAt, windowStart, windowEnd }: JobRow, from: string, to: string): boolean {
  if (createdAt >= from && createdAt <= to) return true;
  return windowStart !== null && windowEnd !== null && windowStart <= to && windowEnd >= from;
}
