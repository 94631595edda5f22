/** Statuses of a route that has not ended. */
export const LIVE_ROUTE_STATUSES = Object.freeze(['CREATED', 'ASSIGNED', 'STARTED', 'IN_PROGRESS'] as const);

/** Statuses of a route (contract-facts 3.4), in upper case as they are sent. */
export const ROUTE_STATUSES = Object.freeze([
  ...LIVE_ROUTE_STATUSES,
  'COMPLETED',
  'FAILED',
  'CANCELED',
] as const);

/** Kinds of stop. */
export const STOP_TYPES = Object.freeze([
  'PICKUP',
  'DROPOFF',
  'RETURN',
  'DRIVER_BREAK',
  'ROUTE_START',
  'ROUTE_END',
] as const);

/** Statuses of a stop. */
export const STOP_STATUSES = Object.freeze([
  'PENDING',
  'ENROUTE',
  'IN_PROGRESS',
  'COMPLETED',
  'SKIPPED',
  'FAILED',
  'CANCELED',
] as const);
