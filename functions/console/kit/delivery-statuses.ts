/** Statuses of deliveries, as filters offer them. */
export const DELIVERY_STATUSES: readonly string[] = [
  'scheduled',
  'not_assigned_driver',
  'assigned_driver',
  'pickup_enroute',
  'pickup_arrived',
  'pickup_complete',
  'dropoff_enroute',
  'dropoff_arrived',
  'dropoff_complete',
  'return_in_progress',
  'returned',
  'canceled_by_customer',
  'canceled_by_provider',
  'canceled_by_system',
  'expired',
  'failed',
];
