/** Whether a delivery starts at once or at its windows (contract-facts 4.3). */
export const DELIVERY_MODES = Object.freeze(['now', 'scheduled'] as const);

export type DeliveryMode = (typeof DELIVERY_MODES)[number];
