export { acknowledgeViolation } from './acknowledge-violation.ts';
export { addOrders } from './add-orders.ts';
export { archiveRoute, unarchiveRoute } from './archive-route.ts';
export { capabilitiesOf } from './assess-route.ts';
export { assignDispatchedRoute } from './assign-dispatched-route.ts';
export { assignRoute } from './assign-route.ts';
export type { Assignment } from './assignment.ts';
export type { BreakRule } from './break-rule.ts';
export { breakRuleSchema } from './break-rule.ts';
export { calculateTiming, departureOf as calculatedDeparture } from './calculate-timing.ts';
export { changeRoutes, type RouteDeps, type RoutePlanner } from './change-routes.ts';
export { findOrders } from './claim-orders.ts';
export { type CourierPosition, cellOf, courierPositionEntity, LIVE_MS, OWN } from './courier-cells.ts';
export { dispatchDueRoute } from './dispatch-due-route.ts';
export { dispatchPendingRoutes, routesDispatchDue } from './dispatch-pending-routes.ts';
export { dispatchRoute } from './dispatch-route.ts';
export { type DispatchedRoutes, dispatchRoutes, MAX_DISPATCHED } from './dispatch-routes.ts';
export { exchangeStops } from './exchange-stops.ts';
export { capacityOf, drivingOf, findAssignment, ROAD_PROFILES, routeVehicleOf } from './find-assignment.ts';
export { findNearbyCouriers } from './find-nearby-couriers.ts';
export { type FleetAtStores, fleetAtStores } from './fleet-at-stores.ts';
export { followDeliveries, ROUTE_FOLLOWS } from './follow-deliveries.ts';
export { followOrder, ROUTE_ORDERS_FOLLOWED } from './follow-orders.ts';
export { freeOrders } from './free-orders.ts';
export { type RoutePreferences, refusePlanning } from './guard-planning.ts';
export { listRoutes, type RouteFilters, routesMatching } from './list-routes.ts';
export { isSamePlace } from './loading-places.ts';
export { moveStops } from './move-stops.ts';
export { readCourierPosition, readCourierPositions } from './read-courier-position.ts';
export { readDrivenMeters } from './read-driven-meters.ts';
export { type RouteActor, readRoute, readRoutes } from './read-route.ts';
export type { StopInput } from './read-stops.ts';
export { recoverChange } from './recover-routes.ts';
export {
  routeActionInvalidStatus,
  routeAlreadyDispatched,
  routeArchived,
  routeChanged,
  routeHasNoPackages,
  routeHasNoStops,
  routeInvalid,
  routeMoveDisallowed,
  routeNotFound,
  routeNotInScope,
  routeStopNotFound,
  travelUnavailable,
  violationNotFound,
} from './refusals.ts';
export { renderedPosition, renderedRoute, renderPosition } from './render-route.ts';
export { renderRouteWebhook } from './render-webhook.ts';
export { reportStop } from './report-stop.ts';
export { type Route, type RouteRow, routeEntity, routePartition } from './route.ts';
export { loadRoute, type RouteAggregate } from './route-aggregate.ts';
export { routeChangeTimer } from './route-change-timer.ts';
export { planRouteDispatch, routeDispatchTimer } from './route-dispatch-timer.ts';
export {
  type RouteEventData,
  routeAssigned,
  routeCanceled,
  routeCompleted,
  routeCreated,
  routeDispatched,
  routeFailed,
  routePlanChanged,
  routeStarted,
  routeStopsUpdated,
  routeUpdated,
  type StopEventData,
  stopEvents,
} from './route-events.ts';
export { routeExample, routeWithItemsExample } from './route-example.ts';
export { routeStopsEntity } from './route-items.ts';
export { isRouteOver, routeStatus } from './route-lifecycle.ts';
export { keepOnWay } from './route-position.ts';
export { routesOfGroups } from './routes-of-groups.ts';
export { type MovedOrder, replaceStops, savePlannedRoute, saveRoute } from './save-route.ts';
export { type RouteViewer, seenDriver } from './seen-driver.ts';
export { MAX_SEQUENCED, sequenceOrders } from './sequence-orders.ts';
export { settledRoute } from './settle-route.ts';
export { showJob } from './show-job.ts';
export { type RouteReader, showRoute, showRoutes } from './show-route.ts';
export { showRouteWithItems } from './show-route-with-items.ts';
export { MAX_SPLIT, type Split, splitRoute } from './split-route.ts';
export { carriesOrders, type Stop, stopType } from './stop.ts';
export { isStopDone, isUnderWay, stopStatus } from './stop-lifecycle.ts';
export { takeOrdersOff } from './take-orders-off.ts';
export { timedStops } from './timed-stops.ts';
export { placeCourier, placeOnRoute, trackCourier } from './track-courier.ts';
export { largestTruck, type RoadSize, truckSizeOf } from './truck-size.ts';
export { type RouteUpdate, updateRoute } from './update-route.ts';
