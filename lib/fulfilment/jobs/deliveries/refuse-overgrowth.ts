import type { Refusal } from '../../../platform/core/refusal.ts';
import type { Delivery } from './delivery.ts';
import type { DeliveryUpdate } from './delivery-update.ts';
import { deliveryIsFull } from './refusals.ts';

/**
 * Maximum number of proofs that one update may add: each has its event, and all of them are part of one write of at
 * most 100.
 */
export const MAX_PROOFS_OF_UPDATE = 50;

/** Proofs that one delivery keeps. */
const MAX_PROOFS = 200;

/**
 * Maximum size of what updates may add to a delivery in total, in bytes. A delivery is one item of at most 400 kB,
 * which must also have room for its history, notes, courier and health.
 */
const MAX_ADDED_BYTES = 200_000;

/** The parts of updates that can be long. */
const GROWING = ['proofOfDelivery', 'pickedItems', 'returnedItems', 'otherProviderFees'] as const;

/** Refuses an update that adds more to a delivery than it can store; an update that does not lengthen it passes. */
export function refuseOvergrowth(before: Delivery, after: Delivery): Refusal | undefined {
  const proofs = after.proofOfDelivery.length;
  if (proofs > MAX_PROOFS && proofs > before.proofOfDelivery.length) {
    return deliveryIsFull(
      `Delivery ${after.id} would have ${proofs} proofs, but it can keep only ${MAX_PROOFS}. Send the update without \`proofOfDelivery\`.`,
      { deliveryId: after.id, field: 'proofOfDelivery', limit: MAX_PROOFS },
    );
  }
  const bytes = addedBytes(after);
  if (bytes <= MAX_ADDED_BYTES || bytes <= addedBytes(before)) return undefined;
  const [field = GROWING[0]] = GROWING.toSorted((a, b) => bytesOf(after[b]) - bytesOf(after[a]));
  return deliveryIsFull(
    `Proofs, picked items and fees of delivery ${after.id} would take ${bytes} bytes, but it can keep only ${MAX_ADDED_BYTES}. Send the update without \`${field}\`, or shorten it.`,
    { deliveryId: after.id, field, limit: MAX_ADDED_BYTES },
  );
}

/** The update without its long parts. */
export function withoutGrowing(update: DeliveryUpdate): DeliveryUpdate {
  const rest: Record<string, unknown> = { ...update };
  for (const field of GROWING) delete rest[field];
  return rest;
}

function addedBytes(delivery: Delivery): number {
  return GROWING.reduce((sum, field) => sum + bytesOf(delivery[field]), 0);
}

function bytesOf(value: unknown): number {
  return Buffer.byteLength(JSON.stringify(value));
}
