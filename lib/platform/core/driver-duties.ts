/** What a driver reports besides proofs, which an organization can insist on. */
export const DRIVER_DUTIES = Object.freeze([
  'payment_collection',
  'pick_and_pack',
  'return_condition',
] as const);

export type DriverDuty = (typeof DRIVER_DUTIES)[number];
