import { isRefusal, type Refusal } from '../../platform/core/refusal.ts';
import { type Operation, replace, type Stored } from '../../platform/table/index.ts';
import type { DispatchFailure } from './dispatch-failure.ts';
import { type Order, orderEntity } from './order.ts';
import {
  orderCanceled,
  orderDispatched,
  orderDispatchFailure,
  orderEventDataOf,
  orderUndispatched,
  recordOrderEvent,
} from './order-events.ts';
import { nextOrderStatus, type OrderTrigger } from './order-lifecycle.ts';

/** Why the order cannot be dispatched in its current status; undefined when it can. */
export function refuseDispatch(order: Order): Refusal | undefined {
  const status = nextOrderStatus(order, 'dispatch');
  return isRefusal(status) ? status : undefined;
}

/**
 * The writes that make an order dispatched, for the transaction that creates its job: 2 members. Call
 * `refuseDispatch` first; a status that forbids it throws.
 */
export function dispatchedOrder(
  stored: Stored<Order>,
  dispatch: { readonly jobId: string; readonly occurredAt: string },
): readonly Operation[] {
  const changed = changedBy(stored, 'dispatch', dispatch.occurredAt, {
    jobId: dispatch.jobId,
    isHeld: undefined,
  });
  return [
    replace(orderEntity, stored, changed.value),
    recordOrderEvent(orderDispatched, changed, orderEventDataOf(changed.value, changed.version)),
  ];
}

/**
 * The writes that return a dispatched order to `valid`, without job and route: 2 members. It is on hold until its owner
 * changes or confirms it.
 */
export function undispatchedOrder(
  stored: Stored<Order>,
  removal: { readonly occurredAt: string },
): readonly Operation[] {
  const changed = changedBy(stored, 'undispatch', removal.occurredAt, {
    jobId: undefined,
    routeId: undefined,
    isHeld: true,
  });
  return [
    replace(orderEntity, stored, changed.value),
    recordOrderEvent(orderUndispatched, changed, orderEventDataOf(changed.value, changed.version)),
  ];
}

/** The writes that mark an order for which no provider could be found: 2 members. It can be dispatched again. */
export function dispatchFailedOrder(stored: Stored<Order>, failure: DispatchFailure): readonly Operation[] {
  const changed = changedBy(stored, 'fail-dispatch', failure.occurredAt, {
    dispatchFailureReason: failure.reason,
    dispatchFailureCode: failure.code,
  });
  return [
    replace(orderEntity, stored, changed.value),
    recordOrderEvent(orderDispatchFailure, changed, {
      ...orderEventDataOf(changed.value, changed.version),
      reason: failure.reason,
    }),
  ];
}

/**
 * The writes that mark a dispatched order whose job ended without delivering it: 2 members. It keeps its job
 * until it is dispatched again. Undefined when it is no longer dispatched.
 */
export function exhaustedOrder(
  stored: Stored<Order>,
  failure: DispatchFailure,
): readonly Operation[] | undefined {
  if (stored.value.status !== 'dispatched') return undefined;
  const changed = changedBy(stored, 'exhaust', failure.occurredAt, {
    dispatchFailureReason: failure.reason,
    dispatchFailureCode: failure.code,
  });
  return [
    replace(orderEntity, stored, changed.value),
    recordOrderEvent(orderDispatchFailure, changed, {
      ...orderEventDataOf(changed.value, changed.version),
      reason: failure.reason,
    }),
  ];
}

function changedBy(
  stored: Stored<Order>,
  trigger: OrderTrigger,
  occurredAt: string,
  change: Pick<Order, 'jobId' | 'routeId' | 'dispatchFailureReason' | 'dispatchFailureCode' | 'isHeld'>,
): Stored<Order> {
  const status = nextOrderStatus(stored.value, trigger);
  if (isRefusal(status)) throw new Error(`Unchecked transition: ${status.message}`);
  return {
    value: { ...stored.value, ...change, status, updatedAt: occurredAt },
    version: stored.version + 1,
  };
}

/**
 * The writes that cancel an order that no job carries, or the refusal of a status that forbids it: 2 members. A
 * dispatched one is taken out of dispatch first.
 */
export function canceledOrder(
  stored: Stored<Order>,
  cancellation: { readonly reason: string | null; readonly occurredAt: string },
): readonly Operation[] | Refusal {
  const status = nextOrderStatus(stored.value, 'cancel');
  if (isRefusal(status)) return status;
  const { reason, occurredAt } = cancellation;
  // Its route removes it, with its stops, when the event arrives.
  const changed = changedBy(stored, 'cancel', occurredAt, { jobId: undefined });
  return [
    replace(orderEntity, stored, changed.value),
    recordOrderEvent(orderCanceled, changed, { ...orderEventDataOf(changed.value, changed.version), reason }),
  ];
}
