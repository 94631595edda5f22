import type { Refusal } from '../../platform/core/refusal.ts';
import { type Operation, replace, type Stored } from '../../platform/table/index.ts';
import { changeInstant } from './change-order.ts';
import { type Order, orderEntity } from './order.ts';
import { invalidStateTransition, orderAlreadyDispatched } from './refusals.ts';

/** Why the order cannot be put on a planned route; undefined when it can. */
export function refuseRouting({ id, status, jobId }: Order): Refusal | undefined {
  if (status === 'dispatched') {
    return orderAlreadyDispatched(
      `Order ${id} is dispatched with job ${jobId}. Remove it from dispatch before you put it on a route.`,
      { orderId: id, jobId },
    );
  }
  if (status === 'archived' || status === 'canceled') {
    return invalidStateTransition(
      `Order ${id} is ${status} and cannot be put on a route. Unarchive it, or leave it out.`,
      { orderId: id, status },
    );
  }
  return undefined;
}

/**
 * The write that puts an order on this route, or on none: 1 member. The order's field is the claim that prevents it
 * from being on two routes, so the write belongs in the transaction that changes the stops.
 */
export function routedOrder(
  stored: Stored<Order>,
  to: {
    readonly routeId: string | undefined;
    readonly nowMs: number;
    /** The windows that the route keeps, see `agreedWindow`. */
    readonly windows?: Partial<Order> | undefined;
  },
): Operation {
  const { value: order } = stored;
  return replace(orderEntity, stored, {
    ...order,
    ...to.windows,
    routeId: to.routeId,
    updatedAt: changeInstant(order, to.nowMs),
  });
}

/** A planner's settings for the next optimization; `null` clears, undefined leaves unchanged. */
export interface Sequencing {
  readonly sequencePriority?: number | null | undefined;
  readonly sequenceGroup?: string | null | undefined;
  readonly mxLabel?: string | null | undefined;
}

/** The order with other sequencing attributes (specification 2.4): 1 member. */
export function sequencedOrder(
  stored: Stored<Order>,
  sequencing: Sequencing,
  nowMs: number,
): { readonly next: Stored<Order>; readonly operation: Operation } {
  const { value: order } = stored;
  const given = Object.entries(sequencing).filter(([, value]) => value !== undefined);
  const changed = Object.fromEntries(given.map(([name, value]) => [name, value ?? undefined]));
  const value: Order = {
    ...order,
    optimizationParameters: { ...order.optimizationParameters, ...changed },
    updatedAt: changeInstant(order, nowMs),
  };
  return {
    next: { value, version: stored.version + 1 },
    operation: replace(orderEntity, stored, value),
  };
}
