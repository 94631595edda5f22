import { toInstant } from '../../platform/core/clock.ts';
import { mapConcurrently } from '../../platform/core/map-concurrently.ts';
import { isRefusal } from '../../platform/core/refusal.ts';
import {
  inOrder,
  LISTING_LIMITS,
  type ListedPage,
  type ListingLimits,
  listPage,
  type Only,
  scanList,
} from '../../platform/listing/index.ts';
import type { CoreDeps } from '../../platform/runtime/index.ts';
import type { Table } from '../../platform/table/index.ts';
import { type OrderRow, orderEntity, orderRowSchema } from './order.ts';
import { listed, matchesFilters, type OrderFilters, type OrderSort, orderSortKey } from './order-filters.ts';
import { type FoundOrder, maySeeOrder, type OrderCaller, readById, readOrder } from './read-order.ts';

/** Orders read at the same time. */
const WIDTH = 25;

/** Start of a list without a start date, as a time before now. Milliseconds. */
const DEFAULT_RANGE_MS = 30 * 24 * 3_600_000;

/** A filter by data outside of the order. */
export interface OrderNarrowing {
  /** The filter's values. */
  readonly by: Readonly<Record<string, unknown>>;
  /** The rows that pass. */
  keep(rows: readonly OrderRow[]): Promise<readonly OrderRow[]>;
}

/** A page of the orders that match, each once while others are created and changed (specification 4.7). */
export async function listOrders<Given extends Partial<OrderFilters>>(
  deps: Pick<CoreDeps, 'table' | 'clock'>,
  caller: OrderCaller,
  query: {
    readonly filters: Only<Given, OrderFilters>;
    readonly sort: OrderSort;
    readonly limit: number;
    readonly offset: number;
    readonly narrow?: OrderNarrowing | undefined;
  },
  limits: ListingLimits = LISTING_LIMITS,
): Promise<ListedPage<OrderRow>> {
  const { sort, limit, offset, narrow } = query;
  const filters: Partial<OrderFilters> = query.filters;
  const range = { ...filters, ...rangeOf(filters, deps.clock.now()) };
  const found = () =>
    listed(filters.ids) ? rowsByIds(deps.table, caller, range) : rowsInRange(deps, caller, range, limits);
  return listPage(deps, caller, {
    prefix: 'ord_',
    query: { filters, sort, narrowedBy: narrow?.by },
    limit,
    offset,
    async collect() {
      const { rows: all, isExact } = await found();
      const rows = narrow ? await narrow.keep(all) : all;
      return { rows: inOrder(rows, sort.direction, (row) => orderSortKey(row, sort.by)), isExact };
    },
    async read(id) {
      const order = await readById(deps.table, caller, id);
      return order && rowOf(order);
    },
  });
}

/** The range of dates, of the last 30 days when none is given. */
function rangeOf(filters: Partial<OrderFilters>, nowMs: number): Pick<OrderFilters, 'startDate' | 'endDate'> {
  return {
    startDate: filters.startDate ?? toInstant(nowMs - DEFAULT_RANGE_MS),
    endDate: filters.endDate ?? toInstant(nowMs),
  };
}

function rowOf({ stored }: FoundOrder): OrderRow {
  return orderRowSchema.parse({ ...stored.value, version: stored.version });
}

/** Orders by id or external id, whatever their dates. An external id with several orders returns all of them. */
async function rowsByIds(table: Table, caller: OrderCaller, filters: OrderFilters) {
  const found = await mapConcurrently(filters.ids ?? [], WIDTH, async (id) => {
    const order = await readOrder(table, caller, id);
    if (!isRefusal(order)) return [order];
    const several = Array.isArray(order.details.orderIds) ? order.details.orderIds.map(String) : [];
    const each = await Promise.all(several.map((orderId) => readById(table, caller, orderId)));
    return each.filter((one) => one !== undefined);
  });
  const rows = new Map(found.flat().map((order) => [order.stored.value.id, rowOf(order)] as const));
  return { rows: [...rows.values()].filter((row) => matchesFilters(row, filters)), isExact: true };
}

/** Orders of the range, newest first, as many as a listing can have. */
function rowsInRange(
  deps: Pick<CoreDeps, 'table' | 'clock'>,
  caller: OrderCaller,
  filters: OrderFilters,
  limits: ListingLimits,
) {
  const list = {
    entity: orderEntity,
    organizationId: caller.organizationId,
    shards: caller.listShards,
    startDate: filters.startDate,
    createdFrom: filters.createdFrom,
    read(row: unknown) {
      const order = orderRowSchema.parse(row);
      return maySeeOrder(caller, order) && matchesFilters(order, filters) ? order : undefined;
    },
  };
  return scanList(deps, list, limits);
}
