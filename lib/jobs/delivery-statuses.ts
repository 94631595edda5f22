/** Statuses of a delivery that is under way (contract-facts 3.2), in the order in which they are reached. */
export const LIVE_DELIVERY_STATUSES = Object.freeze([
  'created',
  'scheduled',
  'not_assigned_driver',
  'assigned_driver',
  'started',
  'pickup_enroute',
  'pickup_arrived',
  'items_pick_complete',
  'pickup_complete',
  'dropoff_enroute',
  'dropoff_arrived',
  'return_in_progress',
  'return_arrived',
] as const);

/** Statuses in which a delivery stays for ever (contract-facts 3.2, decision A19). */
export const TERMINAL_DELIVERY_STATUSES = Object.freeze([
  'dropoff_complete',
  'canceled_by_customer',
  'canceled_by_provider',
  'canceled_by_system',
  'canceled_by_auto_reassign',
  'returned',
  'expired',
  'failed',
] as const);

export const DELIVERY_STATUSES = Object.freeze([
  ...LIVE_DELIVERY_STATUSES,
  ...TERMINAL_DELIVERY_STATUSES,
] as const);

export type DeliveryStatus = (typeof DELIVERY_STATUSES)[number];

/** True when nothing can change any more. */
export function isTerminal(status: DeliveryStatus): boolean {
  return (TERMINAL_DELIVERY_STATUSES as readonly string[]).includes(status);
}

/** From these statuses on the package is in the courier's hands: another provider cannot take it over. */
const IN_COURIERS_HANDS: ReadonlySet<DeliveryStatus> = new Set([
  'pickup_complete',
  'dropoff_enroute',
  'dropoff_arrived',
  'dropoff_complete',
  'return_in_progress',
  'return_arrived',
  'returned',
]);

/** Whether a delivery with this history had its package picked up. */
export function wasPickedUp(history: readonly { readonly status: DeliveryStatus }[]): boolean {
  return history.some(({ status }) => IN_COURIERS_HANDS.has(status));
}
