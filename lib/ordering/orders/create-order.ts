import { toInstant } from '../../platform/core/clock.ts';
import { commit } from '../../platform/core/commit.ts';
import { isRefusal, type Refusal } from '../../platform/core/refusal.ts';
import { create, type Operation } from '../../platform/table/index.ts';
import { assessOrder, withAssessment } from './assessment/assess-order.ts';
import { bookWindow } from './book-window.ts';
import { orderReferenceEntity } from './external-id.ts';
import { type Order, orderEntity } from './order.ts';
import { automate, judge } from './order-automations.ts';
import type { OrderDeps } from './order-deps.ts';
import { orderCreated, orderEventDataOf, orderNeedsAttention, recordOrderEvent } from './order-events.ts';
import type { OrderFields, OrderPatch } from './order-fields.ts';
import { type FoundOrder, maySeeOrder, type OrderActor, type OrderCaller, readById } from './read-order.ts';
import { pickupNotInScope } from './refusals.ts';
import { takeStorePlace } from './take-store-place.ts';
import { newTrackingKey } from './tracking-token.ts';
import type { WindowHold } from './window-bookings.ts';

/** A new order. */
export interface OrderRequest {
  readonly fields: OrderPatch;
  readonly id: string;
  /** How to book the window that it names; absent = confirmed at once. */
  readonly hold?: WindowHold | undefined;
  /** Source of the order; absent = `api`. */
  readonly creationSource?: string | undefined;
  /** The connected shop that it comes from. */
  readonly shop?: Order['shop'];
  /** The recurring order that it is an occurrence of. */
  readonly recurring?: Order['recurring'];
}

/** A new order that is assessed and can be written. */
export interface NewOrder {
  readonly order: Order;
  readonly operations: readonly Operation[];
}

/**
 * Creates an order. One that breaks rules is created too, with `validationErrors`, and needs attention. `id` is its
 * identifier: after an attempt that ended without an answer, the same id finds that attempt's order.
 */
export async function createOrder(
  deps: OrderDeps,
  caller: OrderCaller,
  request: OrderRequest,
): Promise<FoundOrder | Refusal> {
  // Another order may take the same place in a delivery window at the same moment.
  return commit(deps, { what: 'order', id: request.id }, async () => {
    const planned = await planOrder(deps, caller, request);
    if (isRefusal(planned)) return planned;
    const { ok } = await deps.table.write([...planned.operations, ...(deps.beside ?? [])]);
    if (ok) return newlyCreated(planned.order);
    return readById(deps.table, caller, request.id);
  });
}

/** A new order as a read would return it. */
export function newlyCreated(order: Order): FoundOrder {
  return { stored: { value: order, version: 1 }, aggregate: { one: () => undefined, all: () => [] } };
}

/** A new order and the writes that create it: 2 to 4 members. */
export async function planOrder(
  deps: OrderDeps,
  caller: OrderCaller,
  request: OrderRequest,
): Promise<NewOrder | Refusal> {
  const { organizationId, listShards } = caller;
  const { fields, id } = request;
  const given = withoutNulls(fields);
  const assessment = await assessOrder(deps, given, organizationId);
  const now = toInstant(deps.clock.now());
  const draft: Order = {
    ...assessment,
    organizationId,
    id,
    listShard: Number.parseInt(id.slice(-6), 36) % listShards,
    createdAt: now,
    updatedAt: now,
    creationSource: request.creationSource ?? 'api',
    ...(request.shop ? { shop: request.shop } : {}),
    ...(request.recurring ? { recurring: request.recurring } : {}),
    trackingKey: newTrackingKey(),
    status: 'valid',
  };
  const automated = await automate(deps.automations, caller, draft, 1);
  const assessed = await reassessed(deps, draft, given, automated.patch);
  if (!maySeeOrder(caller, assessed)) return outOfScope(caller);
  const booked = await bookWindow(deps, { before: undefined, next: assessed, hold: request.hold, at: now });
  if (isRefusal(booked)) return booked;
  const judged = await judge(deps.automations, caller, booked.order, 1);
  const status = Object.keys(judged.order.validationErrors).length > 0 ? 'needs_attention' : 'valid';
  const order: Order = { ...judged.order, status };
  const changed = { value: order, version: 1 };
  const data = orderEventDataOf(order, 1);
  const { validationErrors, externalId } = order;
  return {
    order,
    operations: [
      create(orderEntity, order),
      ...booked.operations,
      ...takeStorePlace(undefined, order),
      ...automated.operations,
      ...judged.operations,
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

/** The order with the changes of workflows, validated again if they changed anything. */
async function reassessed(
  deps: OrderDeps,
  draft: Order,
  given: OrderFields,
  patch: OrderPatch,
): Promise<Order> {
  if (Object.keys(patch).length === 0) return draft;
  const fields = withoutNulls({ ...given, ...patch });
  return withAssessment(draft, await assessOrder(deps, fields, draft.organizationId, draft));
}

/** Refuses an order that the caller itself could not see. */
export function outOfScope(caller: Pick<OrderActor, 'storeLocationIds' | 'routeIds'>): Refusal {
  if (caller.routeIds) {
    return pickupNotInScope(
      'This caller is limited to driver groups: it sees the orders on their routes and cannot create any. Use a caller without that limit.',
      { routeIds: caller.routeIds.slice(0, 100) },
    );
  }
  return pickupNotInScope(
    `This API key is limited to the store locations ${caller.storeLocationIds?.join(', ')}; send one of them as pickupStoreLocationId or dropoffStoreLocationId.`,
    { storeLocationIds: caller.storeLocationIds },
  );
}

function withoutNulls(fields: OrderPatch): OrderFields {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null));
}
