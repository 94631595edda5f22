import * as z from 'zod';
import { ownValue } from '../../../platform/core/own-value.ts';
import { readInstant } from '../../../platform/core/read-instant.ts';
import { deliveryIdOf, withoutNothing } from '../adapter/carrier-ports.ts';
import type { ProviderUpdate } from '../provider.ts';

const text = z.string().nullish();
const point = z.object({ lat: z.number(), lng: z.number() }).nullish().catch(null);

/** A delivery in DoorDash's answers, and in its messages, which are flat and add the name of the event. */
export const doordashDelivery = z.object({
  external_delivery_id: z.string(),
  event_name: text,
  created_at: text,
  delivery_status: text,
  cancellation_reason: text,
  fee: z.number().nullish(),
  tax: z.number().nullish(),
  currency: text,
  tracking_url: text,
  pickup_time_estimated: text,
  dropoff_time_estimated: text,
  dasher_id: z.union([z.string(), z.number()]).nullish(),
  dasher_name: text,
  dasher_pickup_phone_number: text,
  dasher_dropoff_phone_number: text,
  dasher_vehicle_make: text,
  dasher_vehicle_model: text,
  dasher_location: point,
  dropoff_verification_image_url: text,
  pickup_verification_image_url: text,
  dropoff_signature_image_url: text,
});
export type DoordashDelivery = z.output<typeof doordashDelivery>;

/** `created` is reported again when a Dasher gives the delivery back. */
const STATUSES: Readonly<Record<string, string>> = {
  created: 'not_assigned_driver',
  confirmed: 'assigned_driver',
  enroute_to_pickup: 'pickup_enroute',
  arrived_at_pickup: 'pickup_arrived',
  picked_up: 'pickup_complete',
  enroute_to_dropoff: 'dropoff_enroute',
  arrived_at_dropoff: 'dropoff_arrived',
  delivered: 'dropoff_complete',
  enroute_to_return: 'return_in_progress',
  arrived_at_return: 'return_arrived',
  returned: 'returned',
};

/** Messages name an event instead of a status. */
const EVENTS: Readonly<Record<string, string>> = {
  DELIVERY_CREATED: 'not_assigned_driver',
  DASHER_CONFIRMED: 'assigned_driver',
  DASHER_ENROUTE_TO_PICKUP: 'pickup_enroute',
  DASHER_CONFIRMED_PICKUP_ARRIVAL: 'pickup_arrived',
  DASHER_PICKED_UP: 'pickup_complete',
  DASHER_ENROUTE_TO_DROPOFF: 'dropoff_enroute',
  DASHER_CONFIRMED_DROPOFF_ARRIVAL: 'dropoff_arrived',
  DASHER_DROPPED_OFF: 'dropoff_complete',
  DELIVERY_RETURN_INITIALIZED: 'return_in_progress',
  DASHER_ENROUTE_TO_RETURN: 'return_in_progress',
  DASHER_CONFIRMED_RETURN_ARRIVAL: 'return_arrived',
  DELIVERY_RETURNED: 'returned',
};

/** Who cancelled a delivery, by the reason that DoorDash gives. */
const CANCELLATIONS: Readonly<Record<string, string>> = {
  cancelled_by_creator: 'canceled_by_customer',
  failed_to_deliver: 'failed',
  failed_to_return: 'failed',
};

/** An update of a delivery in the service's terms; undefined when it is not one of our deliveries. */
export function readDoordash(incoming: unknown): ProviderUpdate | undefined {
  const read = doordashDelivery.safeParse(incoming);
  const deliveryId = read.success ? deliveryIdOf(read.data.external_delivery_id) : undefined;
  if (!read.success || deliveryId === undefined) return undefined;
  const one = read.data;
  const proofs = [
    ['photo_proof_of_delivery', one.dropoff_verification_image_url],
    ['photo_proof_of_pickup', one.pickup_verification_image_url],
    ['signature_proof_of_delivery', one.dropoff_signature_image_url],
  ].flatMap(([podType, imageUrl]) => (podType && imageUrl ? [{ podType, imageUrl }] : []));
  const courier = withoutNothing({
    name: one.dasher_name,
    pickupPhoneNumber: one.dasher_pickup_phone_number,
    dropoffPhoneNumber: one.dasher_dropoff_phone_number,
    externalId: one.dasher_id === undefined || one.dasher_id === null ? undefined : String(one.dasher_id),
  });
  const vehicle = withoutNothing({ make: one.dasher_vehicle_make, model: one.dasher_vehicle_model });
  const withVehicle = Object.keys(vehicle).length > 0 ? { ...courier, vehicle } : courier;
  const { lat, lng } = one.dasher_location ?? {};
  return withoutNothing({
    deliveryId,
    status: statusOf(one),
    occurredAt: one.created_at ? readInstant(one.created_at) : undefined,
    coordinates: lat === undefined || lng === undefined ? undefined : { latitude: lat, longitude: lng },
    courier: Object.keys(withVehicle).length > 0 ? withVehicle : undefined,
    pickupEta: one.pickup_time_estimated ? readInstant(one.pickup_time_estimated) : undefined,
    dropoffEta: one.dropoff_time_estimated ? readInstant(one.dropoff_time_estimated) : undefined,
    failure: failureOf(one),
    proofOfDelivery: proofs.length > 0 ? proofs : undefined,
  });
}

function statusOf(one: DoordashDelivery): string | undefined {
  const event = (one.event_name ?? '').toUpperCase();
  if (one.delivery_status === 'cancelled' || event === 'DELIVERY_CANCELLED') {
    return ownValue(CANCELLATIONS, one.cancellation_reason) ?? 'canceled_by_provider';
  }
  return event === '' ? ownValue(STATUSES, one.delivery_status) : ownValue(EVENTS, event);
}

function failureOf(one: DoordashDelivery): ProviderUpdate['failure'] {
  const status = statusOf(one);
  if (status !== 'failed' && status !== 'canceled_by_provider') return undefined;
  const reason = one.cancellation_reason ?? 'cancelled';
  const code = reason === 'failed_to_assign_and_refunded' ? 'no_capacity' : 'other';
  return { code, reason: `DoorDash: ${reason.replaceAll('_', ' ')}` };
}
