/** Statuses of an active delivery (contract-facts 3.2), in the order in which they are reached. */
const LIVE_DELIVERY_STATUSES = [
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
] as const;

/** Final statuses of a delivery (contract-facts 3.2, decision A19). */
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

/** Statuses of a delivery for which its provider has no courier yet. */
export const UNASSIGNED_DELIVERY_STATUSES: readonly DeliveryStatus[] = Object.freeze([
  'created',
  'scheduled',
  'not_assigned_driver',
] as const);

/** Every status of a delivery. */
export const DELIVERY_STATUSES = Object.freeze([
  ...LIVE_DELIVERY_STATUSES,
  ...TERMINAL_DELIVERY_STATUSES,
] as const);

export type DeliveryStatus = (typeof DELIVERY_STATUSES)[number];

/** Other spellings that callers may use where they name a status (decisions A19, A20). */
const SPELLINGS: Readonly<Record<string, DeliveryStatus>> = {
  canceled_by_nash: 'canceled_by_system',
  returned_to_store: 'returned',
};

/** Statuses of the contract (contract-facts 3.2) that our deliveries never have, such as those of parcels. */
const FOREIGN_STATUSES = [
  'canceled_by_merchant',
  'canceled_by_reassign',
  'label_created',
  'manifested',
  'awaiting_consignor_dropoff',
  'arrived_at_facility',
  'departed_from_facility',
  'in_transit',
  'delayed',
  'awaiting_consignee_pickup',
  'partial_delivered',
  'dispatched_to_provider',
  'sent_to_provider',
  'contacting_provider',
  'pickup_in_progress',
] as const;

/** Names that callers may use for a status that they listen to or search for. */
export const NAMEABLE_DELIVERY_STATUSES: readonly string[] = Object.freeze([
  ...DELIVERY_STATUSES,
  ...Object.keys(SPELLINGS),
  ...FOREIGN_STATUSES,
]);

/** The status that a caller means, in any case; an unknown spelling stays as it is. */
export function deliveryStatusNamed(written: string): string {
  const lower = written.toLowerCase();
  return Object.entries(SPELLINGS).find(([spelling]) => spelling === lower)?.[1] ?? written;
}
