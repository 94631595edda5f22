export {
  dispatchedOrder,
  dispatchFailedOrder,
  refuseDispatch,
  undispatchedOrder,
} from './dispatch-order.ts';
export { type Order, orderEntity, orderPartition } from './order.ts';
export {
  orderArchived,
  orderConfirmed,
  orderCreated,
  orderDispatched,
  orderDispatchFailure,
  orderNeedsAttention,
  orderUnarchived,
  orderUndispatched,
  orderUpdated,
} from './order-events.ts';
export type { OrderFieldName, OrderFields, OrderPatch, Side } from './order-fields.ts';
export { nextOrderStatus, ORDER_TRANSITIONS, type OrderStatus, orderStatus } from './order-lifecycle.ts';
export { type FoundOrder, findOrderByExternalId, type OrderActor, readOrder } from './read-order.ts';
export {
  invalidStateTransition,
  orderAlreadyDispatched,
  orderDuplicateExternalId,
  orderLockContention,
  orderNotFound,
  orderValidationErrorsBlock,
} from './refusals.ts';
