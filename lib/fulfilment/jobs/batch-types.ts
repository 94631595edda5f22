/** How the packages of a batch share their stops (specification 2.3). */
export const BATCH_TYPES = Object.freeze([
  'SINGLE_PICKUP_MULTIPLE_DROPOFFS',
  'MULTIPLE_PICKUPS_SINGLE_DROPOFF',
  'MULTIPLE_PICKUPS_MULTIPLE_DROPOFFS',
] as const);

export type BatchType = (typeof BATCH_TYPES)[number];
