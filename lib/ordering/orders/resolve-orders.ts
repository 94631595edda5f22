import { mapConcurrently } from '../../platform/core/map-concurrently.ts';
import type { Table } from '../../platform/table/index.ts';
import { externalIdPartition, orderReferenceEntity } from './external-id.ts';
import { lookedUpReference, type Order, orderEntity } from './order.ts';
import { maySeeOrder, type OrderActor } from './read-order.ts';

/** Maximum number of ids that are pasted at a time (specification 4.8.1 and 8). */
export const MAX_PASTED = 1_000;

/** Ids that are looked up in parallel. */
const WIDTH = 25;

/** Maximum number of orders that are found for one reference id: no action changes more of them at a time. */
const MAX_OF_ONE = 1_000;

/** Longest id of an order and longest external id. Characters. */
const LONGEST = 255;

/** Result for pasted ids. */
export interface ResolvedIds {
  /** Ids that match an order, in the order in which they were pasted, each with all of its orders. */
  readonly results: readonly { readonly input: string; readonly orderIds: readonly string[] }[];
  readonly unmatched: readonly string[];
}

/**
 * The ids in a pasted text, separated by newlines, commas, semicolons or tabs, without surrounding space. If a list is
 * given, each entry is one id as it is. A repeated id counts once.
 */
export function readPastedIds(pasted: string | readonly string[]): readonly string[] {
  const ids = typeof pasted === 'string' ? pasted.split(/[\n\r,;\t]/).map((id) => id.trim()) : pasted;
  return [...new Set(ids.filter((id) => id !== ''))];
}

/**
 * The orders of ids: an order's own id, its external id or its reference id, exact and case-sensitive,
 * including archived orders. An id that several orders share returns all of them. Per id 1 read and 2
 * queries.
 */
export async function resolveOrders(
  table: Table,
  actor: OrderActor,
  ids: readonly string[],
): Promise<ResolvedIds> {
  const found = await mapConcurrently(ids, WIDTH, async (input) => ({
    input,
    orderIds: await ordersWith(table, actor, input),
  }));
  return {
    results: found.filter(({ orderIds }) => orderIds.length > 0),
    unmatched: found.filter(({ orderIds }) => orderIds.length === 0).map(({ input }) => input),
  };
}

async function ordersWith(table: Table, actor: OrderActor, id: string): Promise<readonly string[]> {
  const { organizationId } = actor;
  if (id.length > LONGEST) return byReference(table, actor, id);
  const [own, references, referred] = await Promise.all([
    table.get(orderEntity, { organizationId, id }),
    table.readAggregate(externalIdPartition({ organizationId, externalId: id })),
    byReference(table, actor, id),
  ]);
  const named = references
    .all(orderReferenceEntity)
    .map(({ value }) => ({ organizationId, id: value.orderId }));
  const orders = [own, ...(await table.getMany(orderEntity, named))];
  const visible = orders.flatMap((stored) =>
    stored && maySeeOrder(actor, stored.value) ? [stored.value.id] : [],
  );
  return [...new Set([...visible, ...referred])];
}

async function byReference(table: Table, actor: OrderActor, id: string): Promise<readonly string[]> {
  const value = lookedUpReference(id);
  if (value === undefined) return [];
  const found = await table.lookup(orderEntity, actor.organizationId, value, { limit: MAX_OF_ONE });
  const isMeant = (order: Order) => order.referenceId === id && maySeeOrder(actor, order);
  return found.filter(({ value }) => isMeant(value)).map(({ value }) => value.id);
}
