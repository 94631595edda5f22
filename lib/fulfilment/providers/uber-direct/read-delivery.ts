import * as z from 'zod';
import { ownValue } from '../../../platform/core/own-value.ts';
import { readInstant } from '../../../platform/core/read-instant.ts';
import { deliveryIdOf, withoutNothing } from '../adapter/carrier-ports.ts';
import type { ProviderUpdate } from '../provider.ts';

const text = z.string().nullish();
const point = z.object({ lat: z.number(), lng: z.number() }).nullish().catch(undefined);
const verification = z
  .object({
    verification: z
      .object({
        picture: z.object({ image_url: text }).nullish(),
        signature: z.object({ image_url: text }).nullish(),
      })
      .nullish(),
  })
  .nullish()
  .catch(undefined);

/** A delivery as Uber answers it. */
export const uberDelivery = z.object({
  id: z.string(),
  external_id: text,
  status: text,
  fee: z.number().nullish(),
  currency: text,
  tracking_url: text,
  updated: text,
  pickup_eta: text,
  dropoff_eta: text,
  cancelation_reason: z.object({ primary_reason: text, secondary_reason: text }).nullish().catch(undefined),
  related_deliveries: z
    .array(z.object({ id: z.string() }))
    .nullish()
    .catch(undefined),
  courier: z
    .object({
      name: text,
      phone_number: text,
      vehicle_type: text,
      img_href: text,
      location: point,
    })
    .nullish()
    .catch(undefined),
  pickup: verification,
  dropoff: verification,
});
export type UberDelivery = z.output<typeof uberDelivery>;

/** A message: its kind and the delivery in `data`. */
const uberMessage = z.object({
  kind: z.string(),
  created: text,
  location: point,
  data: uberDelivery,
});

const STATUSES: Readonly<Record<string, string>> = {
  pending: 'not_assigned_driver',
  pickup: 'pickup_enroute',
  pickup_complete: 'pickup_complete',
  dropoff: 'dropoff_enroute',
  delivered: 'dropoff_complete',
  returned: 'return_in_progress',
};

const CANCELLATIONS: Readonly<Record<string, string>> = {
  MERCHANT_CANCEL: 'canceled_by_customer',
  CUSTOMER_CANCEL: 'failed',
};

/** Uber's reasons, translated into failure codes of contract-facts 11.1. */
const FAILURES: Readonly<Record<string, string>> = {
  customer_unavailable: 'customer_unavailable',
  cannot_find_customer_address: 'address_not_found',
  wrong_address: 'address_not_found',
  recipient_age: 'age_verification_failed',
  customer_id_check_failed: 'age_verification_failed',
  cannot_dispatch_courier: 'no_capacity',
};

/** A return leg has an id of this form. */
const RETURN_LEG = /^ret_/;

/** The id of the delivery that brings a package back; undefined when there is none. */
export function returnLegOf({ related_deliveries }: UberDelivery): string | undefined {
  return related_deliveries?.find(({ id }) => RETURN_LEG.test(id))?.id;
}

/** The update in a message; undefined when it is not about one of our deliveries. */
export function readUberMessage(incoming: unknown): ProviderUpdate | undefined {
  const read = uberMessage.safeParse(incoming);
  if (!read.success) return undefined;
  const { created, location, data } = read.data;
  return updateOf(data, { at: created, location: location ?? data.courier?.location });
}

/** The update in a delivery; undefined when it is not one of ours. */
export function updateOf(
  one: UberDelivery,
  {
    at,
    location,
    isBack = false,
  }: {
    readonly at?: string | null | undefined;
    readonly location?: z.output<typeof point>;
    /** Whether its return leg has reached the sender. */
    readonly isBack?: boolean;
  } = {},
): ProviderUpdate | undefined {
  const deliveryId = deliveryIdOf(one.external_id ?? '');
  if (deliveryId === undefined) return undefined;
  const position = location ?? one.courier?.location;
  const courier = withoutNothing({
    name: one.courier?.name,
    phoneNumber: one.courier?.phone_number,
    profileImageUrl: one.courier?.img_href,
  });
  const vehicleType = one.courier?.vehicle_type;
  const withVehicle = vehicleType ? { ...courier, vehicle: { model: vehicleType } } : courier;
  const proofs = [
    ['photo_proof_of_delivery', one.dropoff?.verification?.picture?.image_url],
    ['signature_proof_of_delivery', one.dropoff?.verification?.signature?.image_url],
    ['photo_proof_of_pickup', one.pickup?.verification?.picture?.image_url],
    ['signature_proof_of_pickup', one.pickup?.verification?.signature?.image_url],
  ].flatMap(([podType, imageUrl]) => (podType && imageUrl ? [{ podType, imageUrl }] : []));
  const isLeg = RETURN_LEG.test(one.id);
  return withoutNothing({
    deliveryId,
    // A return leg is identified by the name of the delivery that it brings back.
    providerDeliveryId: isLeg ? undefined : one.id,
    status: isBack || (isLeg && one.status === 'delivered') ? 'returned' : statusOf(one),
    occurredAt: at ? readInstant(at) : undefined,
    coordinates: position ? { latitude: position.lat, longitude: position.lng } : undefined,
    courier: Object.keys(withVehicle).length > 0 ? withVehicle : undefined,
    pickupEta: one.pickup_eta ? readInstant(one.pickup_eta) : undefined,
    dropoffEta: one.dropoff_eta ? readInstant(one.dropoff_eta) : undefined,
    failure: failureOf(one),
    proofOfDelivery: proofs.length > 0 ? proofs : undefined,
  });
}

function statusOf(one: UberDelivery): string | undefined {
  const { id, status, cancelation_reason } = one;
  // Whatever a return leg does before its end, the package is on its way back.
  if (RETURN_LEG.test(id)) return 'return_in_progress';
  if (status !== 'canceled') return ownValue(STATUSES, status);
  if (returnLegOf(one) !== undefined) return 'return_in_progress';
  return ownValue(CANCELLATIONS, cancelation_reason?.primary_reason) ?? 'canceled_by_provider';
}

function failureOf(one: UberDelivery): ProviderUpdate['failure'] {
  const status = statusOf(one);
  if (status !== 'failed' && status !== 'canceled_by_provider') return undefined;
  const { primary_reason, secondary_reason } = one.cancelation_reason ?? {};
  const said = secondary_reason ?? primary_reason ?? 'canceled';
  return {
    code: ownValue(FAILURES, said.toLowerCase()) ?? 'other',
    reason: `Uber Direct: ${said.replaceAll('_', ' ').toLowerCase()}`,
  };
}
