import * as z from 'zod';
import { toInstant } from '../../../platform/core/clock.ts';
import { optional } from '../../../platform/core/optional.ts';
import { readInstant } from '../../../platform/core/read-instant.ts';
import { ITEM_CONDITIONS, PAYMENT_METHODS, type ProviderUpdate } from '../provider.ts';
import type { Shipment, ShipmentStop } from '../shipment.ts';

/** Events of the calls to a partner (contract-facts 11.2). */
export type FleetEvent =
  | 'fleet.route.quote'
  | 'fleet.route.dispatched'
  | 'fleet.route.updated'
  | 'fleet.route.canceled';

/** A shipment for a partner: a route of one pickup and one dropoff. */
export function routeOf(shipment: Shipment, deliveryId?: string) {
  const { pickup, dropoff, ...delivery } = shipment;
  const stop = (type: 'PICKUP' | 'DROPOFF', at: ShipmentStop) => ({ type, deliveryId, ...at });
  return {
    deliveries: [{ deliveryId, ...delivery }],
    stops: [stop('PICKUP', pickup), stop('DROPOFF', dropoff)],
  };
}

const text = (max = 500) => z.string().max(max);

/** A partner's own id of something; some partners number what they have. */
const partnersId = z.union([text(), z.number().transform(String)]);

/**
 * A field that is left out when it is `null` or unreadable, so that the rest of the message counts: above all, that the
 * partner has a delivery, and the status of one.
 */
const lenient = <Schema extends z.ZodType>(schema: Schema) => optional(schema).catch(undefined);

/** A list without its unreadable items. */
const listOf = <Schema extends z.ZodType>(schema: Schema) =>
  lenient(
    z.array(z.unknown()).transform((items) =>
      items.flatMap((item) => {
        const read = schema.safeParse(item);
        return read.success ? [read.data] : [];
      }),
    ),
  );

const instant = lenient(z.string().transform((sent) => readInstant(sent)));

/** Answer to `fleet.route.quote`. */
export const quoteReply = z.object({
  priceCents: z.int().min(0),
  currency: optional(z.string().length(3)),
  quoteId: lenient(partnersId),
  pickupEta: instant,
  dropoffEta: instant,
  expireTime: instant,
});

/** Answer to `fleet.route.dispatched`, and to a request for a route. */
export const routeReply = z.object({
  partnerRouteId: lenient(partnersId),
  trackingUrl: lenient(z.url({ protocol: /^https?$/ }).max(2_048)),
  pickupEta: instant,
  dropoffEta: instant,
});

const coordinates = z.object({
  latitude: z.number().min(-90).max(90),
  longitude: z.number().min(-180).max(180),
});

const evidence = { takenAt: instant, coordinates: lenient(coordinates) };

const proof = z.union([
  z.object({ podType: text(), imageUrl: text(2_048), ...evidence }),
  z.object({ podType: text(), value: text(), status: text(), ...evidence }),
  z.object({ podType: text(), method: text(), status: text(), ...evidence }),
]);

const cents = z.int().min(0).max(1_000_000_000);

/**
 * An update of one delivery: the fields of `PATCH /v1/fleet/deliveries` (contract-facts 11.1) but `pincode`, which decides
 * whether a delivery may end. What a partner reports has happened.
 */
const updateSchema = z.object({
  deliveryId: text(),
  status: lenient(text()),
  occurred_at: lenient(z.string()),
  occurredAt: lenient(z.string()),
  coordinates: lenient(coordinates),
  courier: lenient(
    z.object({
      name: lenient(text()),
      phoneNumber: lenient(text()),
      pickupPhoneNumber: lenient(text()),
      dropoffPhoneNumber: lenient(text()),
      profileImageUrl: lenient(text(2_048)),
      externalId: lenient(partnersId),
      vehicle: lenient(z.record(text(40), lenient(text()))),
    }),
  ),
  pickupEta: instant,
  dropoffEta: instant,
  failure: lenient(z.object({ code: text(), reason: lenient(text()) })),
  proofOfDelivery: listOf(proof),
  pickupNote: lenient(text(1_000)),
  dropoffNote: lenient(text(1_000)),
  parkingLocation: lenient(text()),
  returnParkingLocation: lenient(text()),
  externalDeliveryId: lenient(partnersId),
  pickedItems: listOf(z.record(z.string(), z.unknown())),
  returnedItems: listOf(z.looseObject({ condition: z.enum(ITEM_CONDITIONS) })),
  collected: lenient(z.object({ amountCents: cents, method: z.enum(PAYMENT_METHODS) })),
  waitFeeCents: lenient(cents),
  waitTimeMinutes: lenient(z.int().min(0).max(100_000)),
  cancellationFeeCents: lenient(cents),
  returnFeeCents: lenient(cents),
  otherProviderFees: lenient(z.record(text(80), cents)),
});

const manySchema = z.object({ updates: z.array(z.unknown()) });

/**
 * A partner's message: one update, or `updates` of several. Each of several has its place in the result: an unreadable one
 * names no delivery, and so is among those that are ignored.
 */
export function readUpdates(incoming: unknown): readonly ProviderUpdate[] {
  const many = manySchema.safeParse(incoming);
  if (many.success) return many.data.updates.map((one) => readUpdate(one) ?? {});
  const one = readUpdate(incoming);
  return one ? [one] : [];
}

function readUpdate(incoming: unknown): ProviderUpdate | undefined {
  const read = updateSchema.safeParse(incoming);
  return read.success ? toUpdate(read.data) : undefined;
}

function toUpdate({
  occurred_at,
  occurredAt,
  status,
  ...facts
}: z.output<typeof updateSchema>): ProviderUpdate {
  const at = readInstant(occurred_at ?? occurredAt ?? '');
  return withoutUndefined({
    ...facts,
    // The fleets' spelling (decision A20).
    status: status === 'returned_to_store' ? 'returned' : status,
    occurredAt: at,
  });
}

/** The body of a call. */
export function callBody(event: FleetEvent, atMs: number, fields: object): string {
  return JSON.stringify({ event, occurredAt: toInstant(atMs), ...fields });
}

function withoutUndefined(fields: object): ProviderUpdate {
  return JSON.parse(JSON.stringify(fields));
}
