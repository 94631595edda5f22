/** The bounds of the windows of an order or package: pickup and dropoff, each from and until. */
export const WINDOW_TIMES = Object.freeze([
  'pickupStartTime',
  'pickupEndTime',
  'dropoffStartTime',
  'dropoffEndTime',
] as const);
