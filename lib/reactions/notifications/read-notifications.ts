import { type SubjectReader, seenSubjects } from '../../fulfilment/jobs/index.ts';
import type { Refusal } from '../../platform/core/refusal.ts';
import {
  type Asked,
  type Filters,
  LISTING_LIMITS,
  type Only,
  passes,
  scanList,
} from '../../platform/listing/index.ts';
import type { CoreDeps } from '../../platform/runtime/index.ts';
import type { ListPlace, Stored } from '../../platform/table/index.ts';
import { type Notification, notificationEntity, notificationRow } from './messages/notification.ts';
import { notificationNotFound } from './refusals.ts';

type Row = ReturnType<typeof notificationRow>;

/** What each filter of a list of notifications requires of one. */
const notificationFilters = {
  createdFrom: (row, from: string) => row.createdAt >= from,
  jobId: (row, id: string) => row.jobId === id,
  orderId: (row, id: string) => row.orderId === id,
  triggerId: (row, id: string) => row.triggerId === id,
  destinationId: (row, id: string) => row.destinationId === id,
  status: (row, status: Row['status']) => row.status === status,
} satisfies Filters<Row>;

/** The filters of a list of notifications; all of them must hold. */
export type NotificationFilters = Asked<typeof notificationFilters>;

/** Maximum number of messages of a list whose jobs and orders are read for a caller limited to driver groups. */
const MAX_READ = 1_000;

/**
 * Notifications that the caller may see, newest first, with their number. Those of one job are found by it;
 * others by creation.
 */
export async function listNotifications<Given extends NotificationFilters>(
  deps: Pick<CoreDeps, 'table' | 'clock'>,
  caller: SubjectReader & { readonly listShards: number },
  asked: Only<Given, NotificationFilters>,
  { limit, offset }: { readonly limit: number; readonly offset: number },
): Promise<{
  readonly results: readonly Notification[];
  readonly totalCount: number;
  readonly isExact: boolean;
}> {
  const { organizationId, listShards: shards } = caller;
  const filters: NotificationFilters = asked;
  const matches = (row: Row) => passes(notificationFilters, row, filters);
  // Those of an order are scanned for, because the lookup lists a notification under its job when there is one.
  const about = filters.jobId;
  if (about !== undefined) {
    const found = await deps.table.lookup(notificationEntity, organizationId, about);
    const matching = found.map(({ value }) => value).filter((value) => matches(notificationRow(value)));
    const all = (await seenSubjects(deps.table, caller, matching)).toSorted(newestFirst);
    return { results: all.slice(offset, offset + limit), totalCount: all.length, isExact: true };
  }
  const startDate = new Date(deps.clock.now() - 90 * 86_400_000).toISOString();
  const read = (row: unknown) => {
    const known = row as Row;
    return matches(known) ? { ...known, storeLocationIds: known.storeLocationIds ?? [] } : undefined;
  };
  const { rows, isExact } = await scanList(
    deps,
    {
      entity: notificationEntity,
      organizationId,
      shards,
      startDate,
      createdFrom: filters.createdFrom,
      read,
    },
    LISTING_LIMITS,
  );
  const newest = rows.toSorted(newestFirst);
  const judged = caller.routeIds ? newest.slice(0, MAX_READ) : newest;
  const seen = await seenSubjects(deps.table, caller, judged);
  const page = await Promise.all(
    seen
      .slice(offset, offset + limit)
      .map(({ id }) => deps.table.get(notificationEntity, { organizationId, id })),
  );
  return {
    results: page.flatMap((stored) => (stored ? [stored.value] : [])),
    totalCount: seen.length,
    isExact: isExact && judged.length === newest.length,
  };
}

/** Notifications that were created between two instants, both included, oldest first, a page at a time. 1 call a shard. */
export async function notificationsBetween(
  table: CoreDeps['table'],
  {
    organizationId,
    listShards: shards,
    from,
    to,
    after,
    limit,
  }: {
    readonly organizationId: string;
    readonly listShards: number;
    readonly from: string;
    readonly to: string;
    readonly after: ListPlace | undefined;
    readonly limit: number;
  },
): Promise<{ readonly rows: readonly Row[]; readonly next: ListPlace | undefined }> {
  const range = { organizationId, shards, from, to, limit, direction: 'ASC' as const };
  const page = await table.list(notificationEntity, { ...range, ...(after ? { after } : {}) });
  const rows = page.map(({ row }) => {
    const known = row as Row;
    return { ...known, storeLocationIds: known.storeLocationIds ?? [] };
  });
  return { rows, next: page.length < limit ? undefined : page.at(-1) };
}

/** A notification that the caller may see. */
export async function findNotification(
  { table }: Pick<CoreDeps, 'table'>,
  caller: SubjectReader,
  id: string,
): Promise<Stored<Notification> | Refusal> {
  const stored = await table.get(notificationEntity, { organizationId: caller.organizationId, id });
  const seen = await seenSubjects(table, caller, stored ? [stored.value] : []);
  return stored && seen.length > 0
    ? stored
    : notificationNotFound(`There is no notification "${id}".`, { id });
}

function newestFirst(a: { readonly createdAt: string }, b: { readonly createdAt: string }): number {
  return a.createdAt < b.createdAt ? 1 : -1;
}
