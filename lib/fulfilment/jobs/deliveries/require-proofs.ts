import type { DeliveryStatus } from '../../../engines/vocabulary/index.ts';
import { DRIVER_DUTIES, type DriverDuty } from '../../../platform/core/driver-duties.ts';
import type { Refusal } from '../../../platform/core/refusal.ts';
import type { JobAggregate } from '../job-aggregate.ts';
import { pincodeOf } from '../pincode.ts';
import { requirementsOf } from '../requirements-of.ts';
import type { Delivery } from './delivery.ts';
import type { DeliveryUpdate } from './delivery-update.ts';
import { pincodeWrong, proofMissing } from './refusals.ts';

/** Maximum number of wrong pincodes; after that no more are accepted. */
const MAX_PINCODE_FAILURES = 5;

/** Requirements that must be proved before a delivery may take a status, each by a proof with the same name. */
const PROOFS: Partial<Record<DeliveryStatus, readonly string[]>> = {
  pickup_complete: ['photo_proof_of_pickup', 'signature_proof_of_pickup', 'barcode_scan_on_pickup'],
  dropoff_complete: [
    'photo_proof_of_pickup',
    'signature_proof_of_pickup',
    'barcode_scan_on_pickup',
    'photo_pre_delivery_verification',
    'photo_proof_of_delivery',
    'signature_proof_of_delivery',
    'barcode_scan_on_dropoff',
    'age_verification_on_delivery',
    'id_verification_on_delivery',
  ],
  returned: ['barcode_scan_on_return'],
};

/** Results of a scan that count as proof. */
const GOOD_SCANS: ReadonlySet<unknown> = new Set([undefined, 'success', 'manually_entered']);

/** Requirements of a package that must be proved before its delivery may take a status, and are not yet. */
export function missingProofs(
  aggregate: JobAggregate,
  delivery: Delivery,
  update: Pick<DeliveryUpdate, 'status' | 'proofOfDelivery' | 'pincode'>,
): readonly string[] {
  const needed = update.status && PROOFS[update.status];
  if (!needed) return [];
  const configuration = aggregate.configurations.find(({ value }) => value.id === delivery.configurationId);
  const requirements = configuration ? requirementsOf(aggregate.job.value, configuration.value.package) : [];
  const proofs: readonly object[] = [...delivery.proofOfDelivery, ...(update.proofOfDelivery ?? [])];
  const has = (name: string) =>
    proofs.some((proof) => {
      const { podType, status } = proof as { podType?: unknown; status?: unknown };
      return podType === name && GOOD_SCANS.has(status);
    });
  const missing = needed.filter((name) => requirements.includes(name) && !has(name));
  const isPincodeMissing =
    update.status === 'dropoff_complete' &&
    requirements.includes('pincode_verification') &&
    delivery.pincodeVerifiedAt === null &&
    update.pincode === undefined;
  return isPincodeMissing ? [...missing, 'pincode_verification'] : missing;
}

/**
 * What the driver still has to report before a delivery may take a status: money that is due, items to pick, and the condition
 * of items that come back.
 */
export function openDuties(
  aggregate: JobAggregate,
  delivery: Delivery,
  update: Pick<DeliveryUpdate, 'status' | 'collected' | 'pickedItems' | 'returnedItems'>,
): readonly DriverDuty[] {
  const carried = aggregate.configurations.find(({ value }) => value.id === delivery.configurationId)?.value
    .package;
  if (!carried) return [];
  const isOpen: Readonly<Record<DriverDuty, boolean>> = {
    payment_collection:
      update.status === 'dropoff_complete' &&
      Boolean(carried.dueAmountCents) &&
      delivery.collected === null &&
      update.collected === undefined,
    pick_and_pack:
      update.status === 'pickup_complete' &&
      requirementsOf(aggregate.job.value, carried).includes('pick_and_pack') &&
      (update.pickedItems ?? delivery.pickedItems).length === 0,
    return_condition:
      update.status === 'returned' &&
      carried.items.length > 0 &&
      (update.returnedItems ?? delivery.returnedItems).length === 0,
  };
  return DRIVER_DUTIES.filter((duty) => isOpen[duty]);
}

/**
 * Why a delivery cannot take the reported status yet: a required proof of its package is missing, or one of the duties that the
 * organization insists on. What is in the same update counts. Applies to own fleets; what carriers report has happened and
 * is accepted as it is.
 */
export function refuseWithoutProofs(
  aggregate: JobAggregate,
  delivery: Delivery,
  update: DeliveryUpdate,
  duties: readonly DriverDuty[] = [],
): Refusal | undefined {
  const open = openDuties(aggregate, delivery, update).filter((duty) => duties.includes(duty));
  const all = [...missingProofs(aggregate, delivery, update), ...open];
  if (all.length === 0) return undefined;
  const places = ['proofs in proofOfDelivery', 'the pincode in pincode', ...open.map((duty) => PLACES[duty])];
  return proofMissing(
    `The package requires ${all.join(', ')} before the delivery is ${update.status}. Send ${all.length === 1 ? 'it' : 'them'} with the status: ${places.join(', ')}.`,
    { deliveryId: delivery.id, missing: all },
  );
}

/** Where an update has what a duty asks for. */
const PLACES: Readonly<Record<DriverDuty, string>> = {
  payment_collection: 'the money in collected',
  pick_and_pack: 'the items in pickedItems',
  return_condition: 'the condition in returnedItems',
};

/** Checks a pincode. Undefined when it is correct. */
export function refusePincode(
  aggregate: JobAggregate,
  delivery: Delivery,
  pincode: string,
): { readonly refusal: Refusal; readonly isCounted: boolean } | undefined {
  if (delivery.pincodeVerifiedAt !== null) return undefined;
  const configuration = aggregate.configurations.find(
    ({ value }) => value.id === delivery.configurationId,
  )?.value;
  const left = MAX_PINCODE_FAILURES - delivery.pincodeFailures;
  const details = { deliveryId: delivery.id, field: 'pincode', triesLeft: Math.max(left - 1, 0) };
  if (left <= 0) {
    const refusal = pincodeWrong(
      `A wrong pincode was entered ${MAX_PINCODE_FAILURES} times, so no more are accepted for delivery ${delivery.id}. Return the package to the sender.`,
      { ...details, triesLeft: 0 },
    );
    return { refusal, isCounted: false };
  }
  const expected = configuration && pincodeOf(configuration.package.dropoffLocation);
  if (expected !== undefined && pincode === expected) return undefined;
  const refusal = pincodeWrong(
    `The pincode is not the recipient's. Ask again for the last four digits of their phone number; ${details.triesLeft} attempts are left.`,
    details,
  );
  return { refusal, isCounted: true };
}
