import { vehicleRank } from '../../../ordering/orders/index.ts';
import { withoutNothing } from '../adapter/carrier-ports.ts';
import type { Shipment, ShipmentStop } from '../shipment.ts';

/** Longest note that Uber accepts. */
const MAX_NOTES = 280;

/** Uber takes an address as JSON inside a text. */
function addressOf(stop: ShipmentStop): string {
  const line = [stop.addressNumber, stop.street].filter(Boolean).join(' ') || stop.formattedAddress;
  const unit = stop.addressSecondaryNumber ?? undefined;
  return JSON.stringify(
    withoutNothing({
      street_address: unit === undefined ? [line] : [line, unit],
      city: stop.city,
      state: stop.state,
      zip_code: stop.zip,
      country: stop.country,
    }),
  );
}

/** Places and times, which quotes and deliveries have in common. */
export function uberPlaces(shipment: Shipment): Record<string, unknown> {
  const { pickup, dropoff, deliveryMode } = shipment;
  const times =
    deliveryMode === 'scheduled'
      ? {
          pickup_ready_dt: pickup.startTime,
          pickup_deadline_dt: pickup.endTime,
          dropoff_ready_dt: dropoff.startTime,
          dropoff_deadline_dt: dropoff.endTime,
        }
      : {};
  return withoutNothing({
    pickup_address: addressOf(pickup),
    dropoff_address: addressOf(dropoff),
    pickup_latitude: pickup.lat,
    pickup_longitude: pickup.lng,
    dropoff_latitude: dropoff.lat,
    dropoff_longitude: dropoff.lng,
    pickup_phone_number: pickup.phoneNumber,
    dropoff_phone_number: dropoff.phoneNumber,
    manifest_total_value: shipment.valueCents,
    external_store_id: pickup.storeLocationId,
    ...times,
  });
}

/** A shipment in Uber's terms: the fields of a delivery. */
export function uberFields(shipment: Shipment): Record<string, unknown> {
  const { pickup, dropoff, requirements } = shipment;
  const has = (name: string) => requirements.includes(name);
  const verification = (side: 'pickup' | 'delivery', barcodes: readonly string[]) =>
    withoutNothing({
      signature_requirement: has(`signature_proof_of_${side}`) ? { enabled: true } : undefined,
      picture: has(`photo_proof_of_${side}`) || undefined,
      barcodes: barcodes.length > 0 ? barcodes.map((value) => ({ value, type: 'CODE128' })) : undefined,
    });
  const meets =
    has('meet_on_delivery') || has('signature_proof_of_delivery') || has('id_verification_on_delivery');
  return {
    ...uberPlaces(shipment),
    ...withoutNothing({
      pickup_name: nameOf(pickup, 'Pickup'),
      dropoff_name: nameOf(dropoff, 'Recipient'),
      pickup_business_name: pickup.businessName,
      dropoff_business_name: dropoff.businessName,
      pickup_notes: pickup.instructions?.slice(0, MAX_NOTES),
      dropoff_notes: dropoff.instructions?.slice(0, MAX_NOTES),
      tip: shipment.tipAmountCents > 0 ? shipment.tipAmountCents : undefined,
      manifest_reference: shipment.referenceId ?? shipment.packageExternalIdentifier,
      deliverable_action:
        has('photo_proof_of_delivery') && !meets
          ? 'deliverable_action_leave_at_door'
          : 'deliverable_action_meet_at_door',
      undeliverable_action: 'return',
      pickup_verification: verification('pickup', has('barcode_scan_on_pickup') ? pickup.barcodes : []),
      dropoff_verification: verification('delivery', has('barcode_scan_on_dropoff') ? dropoff.barcodes : []),
    }),
    manifest_items: itemsOf(shipment),
  };
}

function nameOf(stop: ShipmentStop, otherwise: string): string {
  return [stop.firstName, stop.lastName].filter(Boolean).join(' ') || stop.businessName || otherwise;
}

function itemsOf({ items, description, itemsCount, minimumVehicleSize }: Shipment): unknown {
  // Uber chooses the vehicle by the sizes of the items: the largest size needs a car.
  const size = vehicleRank(minimumVehicleSize) >= vehicleRank('car') ? 'xlarge' : 'small';
  const whole = { name: description ?? 'Package', quantity: itemsCount ?? 1, size };
  if (items.length === 0) return [whole];
  return items.map((item) =>
    withoutNothing({
      name: String(item.name ?? item.description ?? 'Item'),
      quantity: Math.max(1, Math.trunc(Number(item.count ?? item.quantity ?? 1)) || 1),
      size,
      price: Number.isSafeInteger(item.valueCents) ? item.valueCents : undefined,
    }),
  );
}
