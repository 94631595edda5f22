/** The statuses of a successful delivery by FleetSimulatorFast, in order. */
export const WHOLE_WAY = [
  'created',
  'not_assigned_driver',
  'assigned_driver',
  'pickup_enroute',
  'pickup_arrived',
  'pickup_complete',
  'dropoff_enroute',
  'dropoff_arrived',
  'dropoff_complete',
];
