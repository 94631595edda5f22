import { toInstant } from '../core/clock.ts';
import type { Refusal } from '../core/refusal.ts';
import { create, type Operation } from '../table/index.ts';
import { assessOrder } from './assessment/assess-order.ts';
import { orderReferenceEntity } from './external-id.ts';
import { type Order, orderEntity } from './order.ts';
import type { OrderDeps } from './order-deps.ts';
import { orderCreated, orderEventDataOf, orderNeedsAttention, recordOrderEvent } from './order-events.ts';
import type { OrderFields, OrderPatch } from './order-fields.ts';
import { type FoundOrder, maySeeOrder, type OrderCaller, readById } from './read-order.ts';
import { pickupNotInScope } from './refusals.ts';

/** A new order that is assessed and can be written. */
export interface NewOrder {
  readonly order: Order;
  readonly operations: readonly Operation[];
}

/**
 * Makes an order. One that breaks rules is made too, with `validationErrors`, and needs attention. `id` is the
 * identifier to give it: the same one again, after an attempt that ended without an answer, finds that attempt's order.
 */
export async function createOrder(
  deps: OrderDeps,
  caller: OrderCaller,
  request: { readonly fields: OrderPatch; readonly id: string },
): Promise<FoundOrder | Refusal> {
  const made = await planOrder(deps, caller, request);
  if (!('order' in made)) return made;
  const outcome = await deps.table.write(made.operations);
  if (!outcome.ok) {
    const before = await readById(deps.table, caller, request.id);
    if (before) return before;
    throw new Error(`Order ${request.id} could be neither made nor found.`);
  }
  return justMade(made.order);
}

/** A new order as a read would find it. */
export function justMade(order: Order): FoundOrder {
  return { stored: { value: order, version: 1 }, aggregate: { one: () => undefined, all: () => [] } };
}

/** A new order and the writes that make it: 2 to 4 members. */
export async function planOrder(
  deps: OrderDeps,
  caller: OrderCaller,
  request: { readonly fields: OrderPatch; readonly id: string },
): Promise<NewOrder | Refusal> {
  const { organizationId, listShards } = caller;
  const { fields, id } = request;
  const assessment = await assessOrder(withoutNulls(fields), organizationId, deps);
  const now = toInstant(deps.clock.now());
  const order: Order = {
    ...assessment,
    organizationId,
    id,
    listShard: Number.parseInt(id.slice(-6), 36) % listShards,
    createdAt: now,
    updatedAt: now,
    creationSource: 'api',
    status: Object.keys(assessment.validationErrors).length > 0 ? 'needs_attention' : 'valid',
  };
  if (!maySeeOrder(caller, order)) return outOfScope(caller);
  const changed = { value: order, version: 1 };
  const data = orderEventDataOf(order, 1);
  const { validationErrors, externalId } = order;
  return {
    order,
    operations: [
      create(orderEntity, order),
      ...(externalId === undefined
        ? []
        : [create(orderReferenceEntity, { organizationId, externalId, orderId: id, isArchived: false })]),
      recordOrderEvent(orderCreated, changed, data),
      ...(order.status === 'needs_attention'
        ? [recordOrderEvent(orderNeedsAttention, changed, { ...data, validationErrors })]
        : []),
    ],
  };
}

/** Refuses an order that the caller itself could not see. */
export function outOfScope(caller: OrderCaller): Refusal {
  return pickupNotInScope(
    `This API key is limited to the store locations ${caller.storeLocationIds?.join(', ')}; send one of them as pickupStoreLocationId or dropoffStoreLocationId.`,
    { storeLocationIds: caller.storeLocationIds },
  );
}

function withoutNulls(fields: OrderPatch): OrderFields {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null));
}
