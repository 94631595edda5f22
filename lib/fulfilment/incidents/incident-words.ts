/** Purpose of an incident report. */
export const INCIDENT_TYPES = ['REFUND_REQUEST', 'COURIER_NOTES'] as const;

/** Kind of problem (contract-facts 12). Damage is a `poor_delivery_experience`. */
export const INCIDENT_SUBTYPES = [
  'arrived_late',
  'delivered_early',
  'delivered_to_wrong_address',
  'missing_or_incorrect_items',
  'never_delivered',
  'poor_delivery_experience',
  'other',
] as const;
