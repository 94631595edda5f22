export {
  DELIVERY_STATUSES,
  type DeliveryStatus,
  deliveryStatusNamed,
  NAMEABLE_DELIVERY_STATUSES,
  TERMINAL_DELIVERY_STATUSES,
  UNASSIGNED_DELIVERY_STATUSES,
} from './delivery-statuses.ts';
export { MEASURE_NAMES, type MeasureName } from './measure-names.ts';
export { PACKAGE_REQUIREMENTS } from './package-requirements.ts';
export { REQUEST_STAGES, type RequestStage } from './request-stages.ts';
export { ROUTE_EXCEPTIONS } from './route-exceptions.ts';
export { LIVE_ROUTE_STATUSES, ROUTE_STATUSES, STOP_STATUSES, STOP_TYPES } from './route-words.ts';
export { WINDOW_TIMES } from './window-times.ts';
