/** What can happen on a route and is recorded (specification 2.10 and 5.3, contract-facts 8.3). */
export const ROUTE_EXCEPTIONS = Object.freeze([
  'vehicle_breakdown',
  'adhoc_break',
  'vehicle_overweight',
  'vehicle_oversize',
  'refuel_request',
  'late_departure',
  'customer_not_home',
  'catchment_violation',
  'break_compliance_violation',
] as const);
