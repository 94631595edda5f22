export { acknowledgeViolation } from './acknowledge-violation.ts';
export { addOrders } from './add-orders.ts';
export { archiveRoute, unarchiveRoute } from './archive-route.ts';
export { assignRoute } from './assign-route.ts';
export type { Assignment } from './assignment.ts';
export { calculateTiming, departureOf as calculatedDeparture, timedStops } from './calculate-timing.ts';
export { changeRoutes, type RouteDeps, type RoutePlanner } from './change-routes.ts';
export { dispatchRoute } from './dispatch-route.ts';
export { capacityOf, findAssignment } from './find-assignment.ts';
export { findNearbyCouriers } from './find-nearby-couriers.ts';
export { followDeliveries, ROUTE_FOLLOWS } from './follow-deliveries.ts';
export { followOrder, ROUTE_ORDERS_FOLLOWED } from './follow-orders.ts';
export { type RoutePreferences, refusePlanning } from './guard-planning.ts';
export { dayRange, listRoutes } from './list-routes.ts';
export { isSamePlace } from './loading-places.ts';
export { moveStops } from './move-stops.ts';
export { type RouteActor, readRoute } from './read-route.ts';
export type { StopInput } from './read-stops.ts';
export {
  routeActionInvalidStatus,
  routeAlreadyDispatched,
  routeArchived,
  routeChanged,
  routeHasNoPackages,
  routeHasNoStops,
  routeInvalid,
  routeLockContention,
  routeMoveDisallowed,
  routeNotFound,
  routeNotInScope,
  routeStopNotFound,
  travelUnavailable,
  violationNotFound,
} from './refusals.ts';
export { renderedRoute, renderRoute } from './render-route.ts';
export { renderRouteWebhook } from './render-webhook.ts';
export { reportStop } from './report-stop.ts';
export { type RouteRow, routeEntity } from './route.ts';
export type { RouteAggregate } from './route-aggregate.ts';
export { routeStopsUpdated } from './route-events.ts';
export { routeExample } from './route-example.ts';
export { ROUTE_TRANSITIONS } from './route-lifecycle.ts';
export { saveRoute } from './save-route.ts';
export { MAX_SEQUENCED, sequenceOrders } from './sequence-orders.ts';
export { settledRoute } from './settle-route.ts';
export { MAX_SPLIT, type Split, splitRoute } from './split-route.ts';
export { type Stop, stopType } from './stop.ts';
export { STOP_TRANSITIONS } from './stop-lifecycle.ts';
export { placeCourier, trackCourier } from './track-courier.ts';
export { type RouteUpdate, updateRoute } from './update-route.ts';
