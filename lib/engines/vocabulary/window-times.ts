/** The bounds of the windows of an order or package: start and end of pickup and dropoff. */
export const WINDOW_TIMES = Object.freeze([
  'pickupStartTime',
  'pickupEndTime',
  'dropoffStartTime',
  'dropoffEndTime',
] as const);
