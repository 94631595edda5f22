import * as z from 'zod';
import { toInstant } from '../core/clock.ts';
import { digest } from '../core/ids.ts';
import { isRefusal } from '../core/refusal.ts';
import { sideBySide } from '../core/side-by-side.ts';
import type { CoreDeps } from '../runtime/index.ts';
import { create, defineEntity, replace, type Table } from '../table/index.ts';
import { type OrderRow, orderEntity, orderRowSchema } from './order.ts';
import { listed, matchesFilters, type OrderFilters, type OrderSort, orderSortKey } from './order-filters.ts';
import { maySeeOrder, type OrderCaller, readById, readOrder } from './read-order.ts';

/** How much a listing takes on. */
export interface ListingLimits {
  /** Matches that it can hold (decision B41). */
  readonly matches: number;
  /** Index rows that it looks at, at most: some seconds of reading. */
  readonly scanned: number;
}

const LIMITS: ListingLimits = Object.freeze({ matches: 10_000, scanned: 50_000 });

/** Orders made this long before the range may have their windows in it. Milliseconds. */
const LOOK_BACK_MS = 90 * 24 * 3_600_000;

/** A listing is kept for its further pages this long after its first one. Seconds. */
const SNAPSHOT_LIFE_SECONDS = 15 * 60;

/** Orders read at the same time. */
const WIDTH = 25;

/** Without a start date a list begins this long ago. Milliseconds. */
const DEFAULT_RANGE_MS = 30 * 24 * 3_600_000;

/** A page of orders. */
export interface OrderPage {
  readonly rows: readonly OrderRow[];
  readonly totalCount: number;
  /** False when there are more matches than a listing holds. */
  readonly totalCountIsExact: boolean;
}

const snapshotSchema = z.object({
  organizationId: z.string(),
  /** Digest of caller, filters and order. */
  id: z.string(),
  /** Ids of all matches in order, each without its prefix, one after the other. */
  ulids: z.string(),
  isExact: z.boolean(),
  expiresAt: z.int(),
});
type Snapshot = z.infer<typeof snapshotSchema>;

/** A listing as it was when its first page was asked for, so that its further pages fit to it. */
export const snapshotEntity = defineEntity<Snapshot, Pick<Snapshot, 'organizationId' | 'id'>>({
  name: 'order-listing',
  schema: snapshotSchema,
  partition: ({ organizationId, id }) => ({ organizationId, type: 'order-listing', id }),
  sort: () => ({ kind: 'state', parts: [] }),
  expiresAtSeconds: ({ expiresAt }) => expiresAt,
});

const ULID_LENGTH = 26;
const PREFIX = 'ord_';

/**
 * A page of the orders that match. The first page of a listing (`offset` 0) fixes which orders it has and in which
 * order; later pages with the same filters and order are cut from that, for 15 minutes, so that every order comes
 * once while others are made and changed. Rows show their orders as they are now.
 */
export async function listOrders(
  deps: Pick<CoreDeps, 'table' | 'clock'>,
  caller: OrderCaller,
  query: {
    readonly filters: Omit<OrderFilters, 'startDate' | 'endDate'> & Partial<OrderFilters>;
    readonly sort: OrderSort;
    readonly limit: number;
    readonly offset: number;
  },
  limits: ListingLimits = LIMITS,
): Promise<OrderPage> {
  const { filters, sort, limit, offset } = query;
  const range = { ...filters, ...rangeOf(filters, deps.clock.now()) };
  const key = {
    organizationId: caller.organizationId,
    id: digest('order-listing', caller.keyId, JSON.stringify({ filters, sort })),
  };
  if (offset > 0) {
    const snapshot = await deps.table.get(snapshotEntity, key);
    if (snapshot) return pageOf(deps.table, caller, snapshot.value, query);
  }
  const { rows, isExact } = listed(filters.ids)
    ? { rows: await rowsByIds(deps.table, caller, range), isExact: true }
    : await rowsInRange(deps, caller, range, limits);
  const sorted = inOrder(rows, sort);
  if (sorted.length > limit + offset) {
    await keep(deps, key, {
      ...key,
      ulids: sorted.map(({ id }) => id.slice(PREFIX.length)).join(''),
      isExact,
      expiresAt: Math.floor(deps.clock.now() / 1000) + SNAPSHOT_LIFE_SECONDS,
    });
  }
  return {
    rows: sorted.slice(offset, offset + limit),
    totalCount: sorted.length,
    totalCountIsExact: isExact,
  };
}

/** The range of dates, of the last 30 days when none is given. */
function rangeOf(filters: Partial<OrderFilters>, nowMs: number): Pick<OrderFilters, 'startDate' | 'endDate'> {
  return {
    startDate: filters.startDate ?? toInstant(nowMs - DEFAULT_RANGE_MS),
    endDate: filters.endDate ?? toInstant(nowMs),
  };
}

async function pageOf(
  table: Table,
  caller: OrderCaller,
  { ulids, isExact }: Snapshot,
  { limit, offset }: { readonly limit: number; readonly offset: number },
): Promise<OrderPage> {
  const totalCount = ulids.length / ULID_LENGTH;
  const ids = Array.from(
    { length: Math.max(0, Math.min(limit, totalCount - offset)) },
    (_, index) =>
      `${PREFIX}${ulids.slice((offset + index) * ULID_LENGTH, (offset + index + 1) * ULID_LENGTH)}`,
  );
  const found = await sideBySide(ids, WIDTH, (id) => readById(table, caller, id));
  const rows = found.flatMap((order) => (order ? [orderRowSchema.parse(order.stored.value)] : []));
  return { rows, totalCount, totalCountIsExact: isExact };
}

/** Keeps a listing; of two at the same time either one. */
async function keep(
  { table, clock }: Pick<CoreDeps, 'table' | 'clock'>,
  key: Pick<Snapshot, 'organizationId' | 'id'>,
  snapshot: Snapshot,
): Promise<void> {
  const before = await table.get(snapshotEntity, key);
  await table.write([
    before ? replace(snapshotEntity, before, snapshot) : create(snapshotEntity, snapshot, clock.now()),
  ]);
}

/** Orders by id or external id: dates do not matter then. One that has several orders brings all of them. */
async function rowsByIds(
  table: Table,
  caller: OrderCaller,
  filters: OrderFilters,
): Promise<readonly OrderRow[]> {
  const found = await sideBySide(filters.ids ?? [], WIDTH, async (id) => {
    const order = await readOrder(table, caller, id);
    if (!isRefusal(order)) return [order];
    const several = Array.isArray(order.details.orderIds) ? order.details.orderIds.map(String) : [];
    const each = await Promise.all(several.map((orderId) => readById(table, caller, orderId)));
    return each.filter((one) => one !== undefined);
  });
  const rows = new Map(
    found.flat().map(({ stored }) => [stored.value.id, orderRowSchema.parse(stored.value)] as const),
  );
  return [...rows.values()].filter((row) => matchesFilters(row, filters));
}

/** Orders of the range, newest first, as many as a listing holds. */
async function rowsInRange(
  { table, clock }: Pick<CoreDeps, 'table' | 'clock'>,
  caller: OrderCaller,
  filters: OrderFilters,
  limits: ListingLimits,
): Promise<{ rows: readonly OrderRow[]; isExact: boolean }> {
  const matches = new Map<string, OrderRow>();
  const seen = new Set<string>();
  const from = toInstant(Math.max(0, Date.parse(filters.startDate) - LOOK_BACK_MS));
  let to = toInstant(clock.now());
  for (;;) {
    const page = await table.list(orderEntity, {
      organizationId: caller.organizationId,
      shards: caller.listShards,
      direction: 'DESC',
      limit: limits.matches,
      from,
      to,
    });
    const fresh = page.filter(({ id }) => !seen.has(id));
    for (const { id, row } of fresh) {
      seen.add(id);
      const order = orderRowSchema.parse(row);
      if (!maySeeOrder(caller, order) || !matchesFilters(order, filters)) continue;
      if (matches.size === limits.matches) return { rows: [...matches.values()], isExact: false };
      matches.set(id, order);
    }
    const last = page.at(-1);
    if (page.length < limits.matches || !last) return { rows: [...matches.values()], isExact: true };
    // A page of nothing new is one instant with more orders than a page: there is no way past it.
    if (seen.size >= limits.scanned || fresh.length === 0)
      return { rows: [...matches.values()], isExact: false };
    to = last.at;
  }
}

/** Sorted; equal ones by id in the same direction, those without a value last in either direction. */
function inOrder(rows: readonly OrderRow[], sort: OrderSort): readonly OrderRow[] {
  const sign = sort.direction === 'ASC' ? 1 : -1;
  return rows
    .map((row) => ({ row, key: orderSortKey(row, sort.by) }))
    .toSorted((a, b) => {
      if (a.key === undefined || b.key === undefined) {
        if (a.key !== b.key) return a.key === undefined ? 1 : -1;
      } else if (a.key !== b.key) return sign * (a.key < b.key ? -1 : 1);
      return sign * (a.row.id < b.row.id ? -1 : 1);
    })
    .map(({ row }) => row);
}
