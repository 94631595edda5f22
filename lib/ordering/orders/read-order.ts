import { isOnSeenRoute } from '../../platform/access/index.ts';
import { isRefusal, type Refusal } from '../../platform/core/refusal.ts';
import type { Aggregate, Stored, Table } from '../../platform/table/index.ts';
import { chooseReference, externalIdPartition, orderReferenceEntity } from './external-id.ts';
import { type Order, orderEntity, orderPartition } from './order.ts';
import { orderNotFound } from './refusals.ts';

/** On whose behalf an order is read or changed: the parts of the caller that orders need. */
export interface OrderActor {
  readonly organizationId: string;
  /** Store locations to which the caller is limited; null = no limit. */
  readonly storeLocationIds: readonly string[] | null;
  /** Routes to which the caller is limited by its driver groups; null or absent = no limit. */
  readonly routeIds?: readonly string[] | null | undefined;
  /**
   * Increases whenever the organization's synchronous workflows change; 0 = it has none. Undefined when it was not
   * read; then they are looked up.
   */
  readonly synchronousWorkflows?: number | undefined;
}

/** A caller that creates and lists orders. */
export interface OrderCaller extends OrderActor {
  /** API key of the caller. */
  readonly keyId: string;
  /** Shards of the organization's lists. */
  readonly listShards: number;
}

/** An order with the rest of its aggregate, as one read found it. */
export interface FoundOrder {
  readonly stored: Stored<Order>;
  /** Quotes and everything else that is stored beside the order. */
  readonly aggregate: Aggregate;
}

const INTERNAL_ID = /^ord_[0-9A-HJKMNP-TV-Z]{26}$/;

/** Whether it looks like an id of the service. */
export function isOrderId(id: string): boolean {
  return INTERNAL_ID.test(id);
}

/**
 * The order with this id or, when there is none, this external id; ORDER_NOT_FOUND, or
 * ORDER_DUPLICATE_EXTERNAL_ID when several active orders share it. 1 read by id, 2 by external id, strongly
 * consistent.
 */
export async function readOrder(table: Table, actor: OrderActor, id: string): Promise<FoundOrder | Refusal> {
  if (isOrderId(id)) {
    const found = await readById(table, actor, id);
    if (found) return found;
  }
  const found = await findOrderByExternalId(table, actor, id);
  return found ?? orderNotFound(`There is no order with the id or external id "${id}".`, { id });
}

/**
 * The order with this external id, undefined when there is none. Archived orders do not count beside active ones; among
 * several active ones none is chosen: ORDER_DUPLICATE_EXTERNAL_ID. `liveOnly` leaves archived ones out altogether.
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

/** Id of the order that an id or external id means, whether it is in the table or not. At most 1 call. */
export async function orderIdOf(table: Table, actor: OrderActor, id: string): Promise<string | undefined> {
  if (INTERNAL_ID.test(id)) return id;
  const { organizationId } = actor;
  const references = (await table.readAggregate(externalIdPartition({ organizationId, externalId: id }))).all(
    orderReferenceEntity,
  );
  const orderId = chooseReference(references, id, false);
  return isRefusal(orderId) ? undefined : orderId;
}

/** The order with this id when the caller may see it. 1 call. */
export async function readById(table: Table, actor: OrderActor, id: string): Promise<FoundOrder | undefined> {
  const aggregate = await table.readAggregate(orderPartition({ organizationId: actor.organizationId, id }));
  const stored = aggregate.one(orderEntity);
  return stored && maySeeOrder(actor, stored.value) ? { stored, aggregate } : undefined;
}

/** Whether a limited caller may see the order: it must touch one of its stores, and be on a route of its driver groups. */
export function maySeeOrder(
  actor: Pick<OrderActor, 'storeLocationIds' | 'routeIds'>,
  order: Pick<Order, 'pickupStoreLocationId' | 'dropoffStoreLocationId' | 'routeId'>,
): boolean {
  const { storeLocationIds } = actor;
  if (!isOnSeenRoute(actor, order.routeId)) return false;
  if (storeLocationIds === null) return true;
  const touched = [order.pickupStoreLocationId, order.dropoffStoreLocationId];
  return storeLocationIds.some((id) => touched.includes(id));
}
