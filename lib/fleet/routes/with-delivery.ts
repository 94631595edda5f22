import { type Configuration, type Delivery, isTerminal, wasPickedUp } from '../../fulfilment/jobs/index.ts';
import type { Stored } from '../../platform/table/index.ts';
import type { RouteOrder } from './route-order.ts';

/** Maximum number of proofs per order that its route shows, the first ones; the delivery has all of them. */
const MAX_PROOFS = 10;

/** Maximum number of an order's failed items that its route stores. */
const MAX_NOT_FOUND = 50;

/**
 * The order with the current state of its delivery. An earlier attempt changes nothing, and neither does a delivery
 * that was read before a change that the route already has.
 */
export function withDelivery(
  order: RouteOrder,
  { value: delivery, version }: Stored<Delivery>,
  configuration: Configuration,
  followedLength: number | undefined,
): RouteOrder {
  const before = order.delivery?.attempt === delivery.attempt ? order.delivery : undefined;
  if (order.delivery && order.delivery.attempt > delivery.attempt) return order;
  const { attempt, providerId, providerName, status } = delivery;
  const followed = [...new Set([...(before?.followed ?? []), ...(followedLength ? [followedLength] : [])])];
  if (before && before.version > version) return { ...order, delivery: { ...before, followed } };
  const failedAt = instantOf(delivery, FAILURES);
  return {
    ...order,
    deliveryStatus: status,
    pod: proofsOf(order, delivery),
    delivery: {
      attempt,
      version,
      followed,
      providerId,
      providerName,
      pickedAt: instantOf(delivery, ['pickup_complete']) ?? instantOf(delivery, ['dropoff_enroute']),
      deliveredAt: instantOf(delivery, ['dropoff_complete']),
      failedAt,
      returnedAt: instantOf(delivery, ['returned']),
      failureReason: failedAt === null ? null : (delivery.failure?.reason ?? delivery.failure?.code ?? null),
      failureLocation: failedAt === null ? null : wasPickedUp(delivery) ? 'DROPOFF' : 'PICKUP',
      notFound: notFoundOf(delivery),
      isOver: before?.isOver || isOver(delivery, configuration),
    },
  };
}

/** Whether the route has already processed this event of the order's delivery, or one of a later attempt. */
export function hasFollowed({ delivery: known }: RouteOrder, attempt: number, length: number): boolean {
  if (!known || known.attempt < attempt) return false;
  return known.attempt > attempt || known.followed.includes(length);
}

/** Providers that have the orders of a route now, in stop order. */
export function providersOf(
  orders: readonly RouteOrder[],
): readonly { readonly id: string; readonly name: string }[] {
  const byId = new Map(
    orders.flatMap(({ delivery }) => (delivery ? [[delivery.providerId, delivery.providerName]] : [])),
  );
  return [...byId].map(([id = '', name = '']) => ({ id, name }));
}

const FAILURES = ['failed', 'return_in_progress', 'canceled_by_provider', 'expired'] as const;

function instantOf({ statusHistory }: Delivery, statuses: readonly string[]): string | null {
  return statusHistory.find(({ status }) => statuses.includes(status))?.created_at ?? null;
}

/** A package is not over when its provider gives it up while another provider can still take it (decision B9). */
function isOver(delivery: Delivery, { canceledAt, exhaustedAt }: Configuration): boolean {
  if (canceledAt !== null || exhaustedAt !== null) return true;
  return isTerminal(delivery.status) && wasPickedUp(delivery);
}

function proofsOf(order: RouteOrder, { proofOfDelivery, updatedAt }: Delivery): RouteOrder['pod'] {
  const known = new Map(order.pod.map((proof) => [`${proof.type} ${proof.url}`, proof]));
  for (const { podType, imageUrl } of proofOfDelivery) {
    const key = `${podType} ${imageUrl}`;
    if (typeof imageUrl !== 'string' || known.has(key) || known.size >= MAX_PROOFS) continue;
    known.set(key, { type: String(podType), url: imageUrl, uploadedAt: updatedAt });
  }
  return [...known.values()];
}

function notFoundOf({ pickedItems }: Delivery): string[] {
  return pickedItems
    .filter(({ status }) => status === 'not_found')
    .flatMap(({ requestedId, id, requestedSku, sku }) => {
      const [key] = [requestedId, id, requestedSku, sku].filter((one) => typeof one === 'string');
      return key === undefined ? [] : [String(key)];
    })
    .slice(0, MAX_NOT_FOUND);
}
