import { withoutNothing } from '../adapter/carrier-ports.ts';
import type { Shipment } from '../shipment.ts';

/** DoorDash's bounds of an item. */
const MAX_ITEM_NAME = 100;
const MAX_QUANTITY = 100;
const MAX_ITEMS = 100;

/** A shipment in DoorDash's terms: the fields of a quote and of a delivery. */
export function doordashFields(shipment: Shipment): Record<string, unknown> {
  const { pickup, dropoff, requirements } = shipment;
  const has = (...names: readonly string[]) => names.some((name) => requirements.includes(name));
  const needsId = has('age_verification_on_delivery', 'id_verification_on_delivery', 'alcohol', 'tobacco');
  return withoutNothing({
    pickup_address: pickup.formattedAddress,
    pickup_business_name: pickup.businessName,
    pickup_phone_number: pickup.phoneNumber,
    pickup_instructions: pickup.instructions,
    pickup_reference_tag: shipment.referenceId ?? shipment.packageExternalIdentifier,
    dropoff_address: dropoff.formattedAddress,
    dropoff_business_name: dropoff.businessName,
    dropoff_phone_number: dropoff.phoneNumber,
    dropoff_instructions: dropoff.instructions,
    dropoff_contact_given_name: dropoff.firstName,
    dropoff_contact_family_name: dropoff.lastName,
    // The organization notifies its recipients itself.
    dropoff_contact_send_notifications: false,
    order_value: shipment.valueCents,
    tip: shipment.tipAmountCents > 0 ? shipment.tipAmountCents : undefined,
    items: itemsOf(shipment),
    action_if_undeliverable: 'return_to_pickup',
    dropoff_options: withoutNothing({
      signature: has('signature_proof_of_delivery') ? 'required' : undefined,
      id_verification: needsId ? 'required' : undefined,
      proof_of_delivery: has('photo_proof_of_delivery') ? 'photo_required' : undefined,
    }),
    order_contains: withoutNothing({
      alcohol: has('alcohol') || undefined,
      tobacco: has('tobacco') || undefined,
    }),
    ...timeOf(shipment),
  });
}

/** DoorDash takes one of the two times; none means at once. */
function timeOf({ deliveryMode, pickup, dropoff }: Shipment): Record<string, unknown> {
  if (deliveryMode !== 'scheduled') return {};
  if (pickup.startTime !== null) return { pickup_time: pickup.startTime };
  return withoutNothing({ dropoff_time: dropoff.endTime ?? dropoff.startTime });
}

function itemsOf({ items }: Shipment): unknown {
  if (items.length === 0) return undefined;
  return items.slice(0, MAX_ITEMS).map((item) =>
    withoutNothing({
      name: String(item.name ?? item.description ?? 'Item').slice(0, MAX_ITEM_NAME),
      quantity: Math.min(
        MAX_QUANTITY,
        Math.max(1, Math.trunc(Number(item.count ?? item.quantity ?? 1)) || 1),
      ),
      price: Number.isSafeInteger(item.valueCents) ? item.valueCents : undefined,
    }),
  );
}
