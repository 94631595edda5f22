export { type AssessmentDeps, assessOrder } from './assessment/assess-order.ts';
export type { StrategyDirectory } from './assessment/check-references.ts';
export { LOOKUP_RULES } from './assessment/lookup-rules.ts';
export { bookOrder, confirmBooking, releaseBooking, revokeBooking } from './change-booking.ts';
export { type OrderChange, orderOperations } from './change-order.ts';
export { createOrder, outOfScope } from './create-order.ts';
export { DELIVERY_MODES, type DeliveryMode } from './delivery-modes.ts';
export { DISPATCH_FAILURE_CODES, type DispatchFailure } from './dispatch-failure.ts';
export {
  canceledOrder,
  dispatchedOrder,
  dispatchFailedOrder,
  exhaustedOrder,
  refuseDispatch,
  undispatchedOrder,
} from './dispatch-order.ts';
export { retiredReference } from './external-id.ts';
export { decimal, optionalId, optionalText } from './fields/field-kind.ts';
export type {
  DimensionPart,
  LocationPart,
  OrderField,
  PackagePart,
} from './fields/order-field.ts';
export { type SideFields, sideFields } from './fields/side-fields.ts';
export { findOrdersOfStore, findOrdersOfZone } from './find-referring-orders.ts';
export { listOrders, type OrderNarrowing } from './list-orders.ts';
export {
  bulkUpsertOrders,
  createOrders,
  MAX_ORDERS,
  upsertOrders,
} from './many-orders.ts';
export { metadataInput } from './metadata-input.ts';
export { archiveOrder, confirmOrder, unarchiveOrder } from './move-order.ts';
export { type Order, type OrderRow, orderEntity, orderPartition, orderRowSchema } from './order.ts';
export type { AutomatedOrder, JudgedOrder, OrderAutomations } from './order-automations.ts';
export type { OrderDeps } from './order-deps.ts';
export {
  type OrderEventData,
  orderArchived,
  orderCanceled,
  orderConfirmed,
  orderCreated,
  orderDispatched,
  orderDispatchFailure,
  orderLeftOut,
  orderNeedsAttention,
  orderUnarchived,
  orderUndispatched,
  orderUpdated,
} from './order-events.ts';
export {
  ORDER_FIELDS,
  type OrderFieldName,
  type OrderFields,
  type OrderPatch,
  orderFieldEntries,
  orderFields,
  SIDES,
  type Side,
} from './order-fields.ts';
export { addressOf, ORDER_SORTS, ROUTE_PRESENCE } from './order-filters.ts';
export { orderInput, orderInputToCheck, orderInputWithFlags } from './order-input.ts';
export { isDispatchable, OPEN_ORDER_STATUSES, type OrderStatus, orderStatus } from './order-lifecycle.ts';
export { orderVariables } from './order-variables.ts';
export { agreedWindow, otherWindowsOf, readInterval } from './other-windows.ts';
export { publicTrackingUrl } from './public-tracking-url.ts';
export {
  type FoundOrder,
  findOrderByExternalId,
  isOrderId,
  maySeeOrder,
  type OrderActor,
  type OrderCaller,
  orderIdOf,
  readOrder,
} from './read-order.ts';
export {
  invalidStateTransition,
  orderAlreadyDispatched,
  orderDuplicateExternalId,
  orderExternalIdRequired,
  orderNotFound,
  orderValidationErrorsBlock,
  pickupNotInScope,
} from './refusals.ts';
export { orderReplyFields, type RenderedOrder, renderOrder } from './render-order.ts';
export { MAX_PASTED, type ResolvedIds, readPastedIds, resolveOrders } from './resolve-orders.ts';
export { refuseRouting, routedOrder, type Sequencing, sequencedOrder } from './route-order.ts';
export { ADDRESS_PARTS } from './rules/address-parts.ts';
export { orderRules } from './rules/index.ts';
export { statusesOf } from './statuses-of.ts';
export { checkSizeOf } from './storable.ts';
export { storesOfOrder } from './stores-of-order.ts';
export { streetLine } from './street-line.ts';
export {
  isTrackingKey,
  newTrackingKey,
  readTrackingToken,
  type TrackingRef,
} from './tracking-token.ts';
export { type OrderTrial, tryOrder } from './try-order.ts';
export { planUpdate, updateOrder } from './update-order.ts';
export { upsertOrder } from './upsert-order.ts';
export { VEHICLE_SIZES, vehicleRank } from './vehicle-sizes.ts';
export { changesWithWholePlaces } from './whole-places.ts';
export type { WindowBooking } from './window-booking.ts';
export type { WindowBookings, WindowHold } from './window-bookings.ts';
export { hasValues } from './without-repeats.ts';
