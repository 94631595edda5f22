import { mapConcurrently } from '../../platform/core/map-concurrently.ts';
import { isRefusal, Refusal } from '../../platform/core/refusal.ts';
import { createOrder, planOrder } from './create-order.ts';
import type { OrderDeps } from './order-deps.ts';
import type { OrderRow } from './order-input.ts';
import type { FoundOrder, OrderCaller } from './read-order.ts';
import { orderExternalIdRequired } from './refusals.ts';
import { type OrderUpsert, planUpsert, upsertOrder } from './upsert-order.ts';

/** Maximum number of rows of one call: with 1 MiB of body about 1 kB each. */
export const MAX_ORDERS = 1000;

/** Orders written in parallel: enough to do 1,000 in seconds, few enough for one function's connections. */
const WIDTH = 25;

/** Creates orders. An invalid row refuses the whole call before anything is written. */
export async function createOrders(
  deps: OrderDeps,
  caller: OrderCaller,
  rows: readonly OrderRow[],
): Promise<readonly FoundOrder[] | Refusal> {
  const requests = rows.map(({ reapplyAutomations: _, ...fields }) => ({ fields, id: deps.ids.next('ord') }));
  if (caller.storeLocationIds !== null) {
    const planned = allOrRefusal(
      await mapConcurrently(requests, WIDTH, (request) => planOrder(deps, caller, request)),
    );
    if (isRefusal(planned)) return planned;
  }
  const made = await mapConcurrently(requests, WIDTH, (request) => createOrder(deps, caller, request));
  return allOrRefusal(made);
}

/**
 * Creates or changes orders by external id. A refused row refuses the whole call before anything is written;
 * only a race that is lost again and again can end it in between, and sending it again is harmless.
 */
export async function upsertOrders(
  deps: OrderDeps,
  caller: OrderCaller,
  rows: readonly OrderRow[],
): Promise<readonly FoundOrder[] | Refusal> {
  const upserts = allOrRefusal(toUpserts(deps, rows));
  if (isRefusal(upserts)) return upserts;
  const planned = allOrRefusal(
    await mapConcurrently(upserts, WIDTH, (upsert) => planUpsert(deps, caller, upsert)),
  );
  if (isRefusal(planned)) return planned;
  const written = await byExternalId(
    upserts,
    async (upsert, index) => (await planned[index]?.write()) ?? upsertOrder(deps, caller, upsert),
  );
  return allOrRefusal(written);
}

/** A row of a bulk upsert, or why it could not be read. */
export type BulkRow = OrderRow | Refusal;

/**
 * Creates or changes orders by external id, each on its own: a failed row does not block the others. Results
 * are in the order of the rows.
 */
export async function bulkUpsertOrders(
  deps: OrderDeps,
  caller: OrderCaller,
  rows: readonly BulkRow[],
): Promise<readonly (FoundOrder | Refusal)[]> {
  return byExternalId(toUpserts(deps, rows), async (upsert) =>
    isRefusal(upsert) ? upsert : upsertOrder(deps, caller, upsert),
  );
}

/** Identifiers are drawn in the order of the rows, so that a repeated request gets the same ones. */
function toUpserts(deps: OrderDeps, rows: readonly BulkRow[]): readonly (OrderUpsert | Refusal)[] {
  return rows.map((row, index) => {
    const id = deps.ids.next('ord');
    if (isRefusal(row)) return row;
    const { reapplyAutomations, ...fields } = row;
    const { externalId } = fields;
    return externalId
      ? { externalId, fields, id, reapplyAutomations }
      : orderExternalIdRequired('externalId is missing. An upsert finds its order by it; send one.', {
          index,
        });
  });
}

/** Processes the rows in parallel, those with the same external id one after the other. */
async function byExternalId<Row extends OrderUpsert | Refusal, Result>(
  rows: readonly Row[],
  work: (row: Row, index: number) => Promise<Result>,
): Promise<readonly Result[]> {
  const groups = Map.groupBy(rows.entries(), ([index, row]) =>
    row instanceof Refusal ? `refused ${index}` : `order ${row.externalId}`,
  );
  const results: Result[] = [];
  await mapConcurrently([...groups.values()], WIDTH, async (group) => {
    for (const [index, row] of group) results[index] = await work(row, index);
  });
  return results;
}

/** The rows when none is a refusal, otherwise the first refusal, naming its row. */
function allOrRefusal<Row extends object>(rows: readonly (Row | Refusal)[]): readonly Row[] | Refusal {
  const taken: Row[] = [];
  for (const [index, row] of rows.entries()) {
    if (row instanceof Refusal) {
      return new Refusal(row.kind, `orders[${index}]: ${row.message}`, { ...row.details, index });
    }
    taken.push(row);
  }
  return taken;
}
