import type { Refusal } from '../../platform/core/refusal.ts';
import { LISTING_LIMITS, scanList } from '../../platform/listing/index.ts';
import type { CoreDeps } from '../../platform/runtime/index.ts';
import { type Notification, notificationEntity, notificationRow } from './messages/notification.ts';
import { notificationNotFound } from './refusals.ts';

/** Filters of a list of notifications; all given ones must hold. */
export interface NotificationFilters {
  readonly jobId?: string | undefined;
  readonly orderId?: string | undefined;
  readonly triggerId?: string | undefined;
  readonly destinationId?: string | undefined;
  readonly status?: string | undefined;
}

/** Notifications newest first, with their number. Those of one job are found by it; others by creation. */
export async function listNotifications(
  deps: Pick<CoreDeps, 'table' | 'clock'>,
  caller: { readonly organizationId: string; readonly listShards: number } & Scope,
  filters: NotificationFilters,
  { limit, offset }: { readonly limit: number; readonly offset: number },
): Promise<{
  readonly results: readonly Notification[];
  readonly totalCount: number;
  readonly isExact: boolean;
}> {
  const { organizationId, listShards: shards } = caller;
  const matches = (row: ReturnType<typeof notificationRow>) =>
    isWithin(caller, row.storeLocationIds) &&
    Object.entries(filters).every(([name, value]) => value === undefined || Reflect.get(row, name) === value);
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
    const known = row as ReturnType<typeof notificationRow>;
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
