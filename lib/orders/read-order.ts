import { isRefusal, type Refusal } from '../core/refusal.ts';
import type { Aggregate, Stored, Table } from '../table/index.ts';
import { chooseReference, externalIdPartition, orderReferenceEntity } from './external-id.ts';
import { type Order, orderEntity, orderPartition } from './order.ts';
import { orderNotFound } from './refusals.ts';

/** On whose behalf an order is read or changed: the parts of the caller that orders look at. */
export interface OrderActor {
  readonly organizationId: string;
  /** Store locations that the caller is limited to; null = no limit. */
  readonly storeLocationIds: readonly string[] | null;
  /**
   * Rises whenever the organization's synchronous workflows change; 0 = it has none. Undefined when nobody read it:
   * then they are looked for.
   */
  readonly synchronousWorkflows?: number | undefined;
}

/** A caller that writes and lists orders. */
export interface OrderCaller extends OrderActor {
  /** API key of the caller. */
  readonly keyId: string;
  /** Shards of the organization's lists. */
  readonly listShards: number;
}

/** An order with the rest of its aggregate, as one read found it. */
export interface FoundOrder {
  readonly stored: Stored<Order>;
  /** Quotes and whatever else lies beside the order. */
  readonly aggregate: Aggregate;
}

const INTERNAL_ID = /^ord_[0-9A-HJKMNP-TV-Z]{26}$/;

/**
 * The order with this id or, when there is none, this external id; ORDER_NOT_FOUND, or ORDER_DUPLICATE_EXTERNAL_ID
 * when several live orders share it. Reads 1 time by id, 2 times by external id, strongly consistent.
 */
export async function readOrder(table: Table, actor: OrderActor, id: string): Promise<FoundOrder | Refusal> {
  if (INTERNAL_ID.test(id)) {
    const found = await readById(table, actor, id);
    if (found) return found;
  }
  const found = await findOrderByExternalId(table, actor, id);
  return found ?? orderNotFound(`There is no order with the id or external id "${id}".`, { id });
}

/**
 * The order with this external id, undefined when there is none. Archived orders do not count beside live ones; of
 * several live ones none is chosen: ORDER_DUPLICATE_EXTERNAL_ID. `liveOnly` leaves archived ones out altogether.
 */
export async function findOrderByExternalId(
  table: Table,
  actor: OrderActor,
  externalId: string,
  options: { liveOnly?: boolean } = {},
): Promise<FoundOrder | Refusal | undefined> {
  const { organizationId } = actor;
  const references = (await table.readAggregate(externalIdPartition({ organizationId, externalId }))).all(
    orderReferenceEntity,
  );
  const orderId = chooseReference(references, externalId, options.liveOnly ?? false);
  if (orderId === undefined || isRefusal(orderId)) return orderId;
  return readById(table, actor, orderId);
}

/** The order with this id when the caller may see it. 1 call. */
export async function readById(table: Table, actor: OrderActor, id: string): Promise<FoundOrder | undefined> {
  const aggregate = await table.readAggregate(orderPartition({ organizationId: actor.organizationId, id }));
  const stored = aggregate.one(orderEntity);
  return stored && maySeeOrder(actor, stored.value) ? { stored, aggregate } : undefined;
}

/** Whether a caller that is limited to stores may see the order: it must touch one of them. */
export function maySeeOrder(
  actor: Pick<OrderActor, 'storeLocationIds'>,
  order: Pick<Order, 'pickupStoreLocationId' | 'dropoffStoreLocationId'>,
): boolean {
  const { storeLocationIds } = actor;
  if (storeLocationIds === null) return true;
  const touched = [order.pickupStoreLocationId, order.dropoffStoreLocationId];
  return storeLocationIds.some((id) => touched.includes(id));
}
