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
import { type Notification, notificationEntity, notificationRow } from './messages/notification.ts';
import { notificationNotFound } from './refusals.ts';

type Row = ReturnType<typeof notificationRow>;

/** What each filter of a list of notifications asks of one. */
const notificationFilters = {
  jobId: (row, id: string) => row.jobId === id,
  orderId: (row, id: string) => row.orderId === id,
  triggerId: (row, id: string) => row.triggerId === id,
  destinationId: (row, id: string) => row.destinationId === id,
  status: (row, status: Row['status']) => row.status === status,
} satisfies Filters<Row>;

/** What is asked of a list of notifications; all of it must hold. */
export type NotificationFilters = Asked<typeof notificationFilters>;

/** Notifications newest first, with their number. Those of one job are found by it; others by creation. */
export async function listNotifications<Given extends NotificationFilters>(
  deps: Pick<CoreDeps, 'table' | 'clock'>,
  caller: { readonly organizationId: string; readonly listShards: number } & Scope,
  asked: Only<Given, NotificationFilters>,
  { limit, offset }: { readonly limit: number; readonly offset: number },
): Promise<{
  readonly results: readonly Notification[];
  readonly totalCount: number;
  readonly isExact: boolean;
}> {
  const { organizationId, listShards: shards } = caller;
  const filters: NotificationFilters = asked;
  const matches = (row: Row) =>
    isWithin(caller, row.storeLocationIds) && passes(notificationFilters, row, filters);
  // Those of an order are scanned for: the lookup has a notification under its job when there is one.
  const about = filters.jobId;
  if (about !== undefined) {
    const found = await deps.table.lookup(notificationEntity, organizationId, about);
    const all = found
      .map(({ value }) => value)
      .filter((value) => matches(notificationRow(value)))
      .toSorted((a, b) => (a.createdAt < b.createdAt ? 1 : -1));
    return { results: all.slice(offset, offset + limit), totalCount: all.length, isExact: true };
  }
  const startDate = new Date(deps.clock.now() - 90 * 86_400_000).toISOString();
  const read = (row: unknown) => {
    const known = row as Row;
    return matches({ ...known, storeLocationIds: known.storeLocationIds ?? [] }) ? known : undefined;
  };
  const { rows, isExact } = await scanList(
    deps,
    {
      entity: notificationEntity,
      organizationId,
      shards,
      startDate,
      read,
    },
    LISTING_LIMITS,
  );
  const newest = rows.toSorted((a, b) => (a.createdAt < b.createdAt ? 1 : -1));
  const page = await Promise.all(
    newest
      .slice(offset, offset + limit)
      .map(({ id }) => deps.table.get(notificationEntity, { organizationId, id })),
  );
  return {
    results: page.flatMap((stored) => (stored ? [stored.value] : [])),
    totalCount: rows.length,
    isExact,
  };
}

/** A notification that the caller may see. */
export async function findNotification(
  { table }: Pick<CoreDeps, 'table'>,
  caller: { readonly organizationId: string } & Scope,
  id: string,
) {
  const stored = await table.get(notificationEntity, { organizationId: caller.organizationId, id });
  return stored && isWithin(caller, stored.value.storeLocationIds)
    ? stored
    : (notificationNotFound(`There is no notification "${id}".`, { id }) as Refusal);
}

/** Store locations to which a caller is limited; null = no limit. */
interface Scope {
  readonly storeLocationIds: readonly string[] | null;
}

function isWithin({ storeLocationIds: limit }: Scope, stores: readonly string[]): boolean {
  return limit === null || stores.some((id) => limit.includes(id));
}
