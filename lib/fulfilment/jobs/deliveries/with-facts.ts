import { isDeepStrictEqual } from 'node:util';
import type { Delivery } from './delivery.ts';
import type { DeliveryUpdate } from './delivery-update.ts';

/**
 * The delivery with the facts of an update at this time. Later facts stay: a late update only adds what is missing, so
 * that the order of updates does not matter.
 */
export function withFacts(
  delivery: Delivery,
  update: DeliveryUpdate,
  { at, isLate }: { readonly at: string; readonly isLate: boolean },
): Delivery {
  const { courier, failure, proofOfDelivery = [] } = update;
  const better = <Fact>(present: Fact | null, told: Fact | undefined): Fact | null =>
    isLate ? (present ?? told ?? null) : (told ?? present);
  const proofs = [...delivery.proofOfDelivery];
  for (const proof of proofOfDelivery) {
    if (!proofs.some((known) => isDeepStrictEqual(known, proof))) proofs.push({ ...proof });
  }
  const given = Object.entries(courier?.vehicle ?? {}).filter(([, value]) => value !== undefined);
  const vehicle = given.length > 0 ? Object.fromEntries(given) : undefined;
  const facts = {
    courierName: better(delivery.courierName, courier?.name),
    courierPhoneNumber: better(delivery.courierPhoneNumber, courier?.phoneNumber),
    courierPickupPhoneNumber: better(delivery.courierPickupPhoneNumber, courier?.pickupPhoneNumber),
    courierDropoffPhoneNumber: better(delivery.courierDropoffPhoneNumber, courier?.dropoffPhoneNumber),
    courierProfileImage: better(delivery.courierProfileImage, courier?.profileImageUrl),
    courierExternalId: better(delivery.courierExternalId, courier?.externalId),
    courierVehicle: vehicle
      ? { ...vehicle, ...delivery.courierVehicle, ...(isLate ? {} : vehicle) }
      : delivery.courierVehicle,
    // Belongs to a status that would be too late as well.
    failure: failure && !isLate ? { code: failure.code, reason: failure.reason ?? null } : delivery.failure,
    pickupNote: better(delivery.pickupNote, update.pickupNote),
    dropoffNote: better(delivery.dropoffNote, update.dropoffNote),
    parkingLocation: better(delivery.parkingLocation, update.parkingLocation),
    returnParkingLocation: better(delivery.returnParkingLocation, update.returnParkingLocation),
    pickupEta: better(delivery.pickupEta, update.pickupEta),
    dropoffEta: better(delivery.dropoffEta, update.dropoffEta),
    externalDeliveryId: better(delivery.externalDeliveryId, update.externalDeliveryId),
    waitFeeCents: better(delivery.waitFeeCents, update.waitFeeCents),
    waitTimeMinutes: better(delivery.waitTimeMinutes, update.waitTimeMinutes),
    cancellationFeeCents: better(delivery.cancellationFeeCents, update.cancellationFeeCents),
    returnFeeCents: better(delivery.returnFeeCents, update.returnFeeCents),
    otherProviderFees: better(delivery.otherProviderFees, update.otherProviderFees),
    pickedItems:
      update.pickedItems && (!isLate || delivery.pickedItems.length === 0)
        ? update.pickedItems.map((item) => ({ ...item }))
        : delivery.pickedItems,
    returnedItems:
      update.returnedItems && (!isLate || delivery.returnedItems.length === 0)
        ? update.returnedItems.map((item) => ({ ...item }))
        : delivery.returnedItems,
    collected: better(delivery.collected, update.collected && { ...update.collected, at }),
    pincodeVerifiedAt: delivery.pincodeVerifiedAt ?? (update.pincode === undefined ? null : at),
  };
  const after = withTotal({ ...delivery, ...facts }, delivery);
  return {
    ...after,
    toldAt: isLate || isDeepStrictEqual(after, delivery) ? delivery.toldAt : at,
    proofOfDelivery: proofs,
  };
}

/** The total with additional fees; the agreed price stays. */
function withTotal(after: Delivery, before: Delivery): Delivery {
  const added = feesOf(after) - feesOf(before);
  if (added === 0) return after;
  const total = before.totalPriceCents + added;
  const breakdown = before.totalPriceBreakdown;
  return {
    ...after,
    totalPriceCents: total,
    totalPriceBreakdown: breakdown && { ...breakdown, subtotal: breakdown.subtotal + added, total },
  };
}

function feesOf(delivery: Delivery): number {
  const { waitFeeCents, cancellationFeeCents, returnFeeCents, otherProviderFees } = delivery;
  const others = Object.values(otherProviderFees ?? {}).map((fee) => (typeof fee === 'number' ? fee : 0));
  return [waitFeeCents ?? 0, cancellationFeeCents ?? 0, returnFeeCents ?? 0, ...others].reduce(
    (a, b) => a + b,
    0,
  );
}
