import * as z from 'zod';
import { toInstant } from '../../../platform/core/clock.ts';
import { readInstant } from '../../../platform/core/read-instant.ts';
import type { ProviderUpdate } from '../provider.ts';
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

const instant = z
  .string()
  .transform((text) => readInstant(text))
  .optional()
  .catch(undefined);
const text = z.string().max(500);

/** Answer to `fleet.route.quote`. */
export const quoteReply = z.object({
  priceCents: z.int().min(0),
  currency: z.string().length(3).optional(),
  quoteId: text.optional(),
  pickupEta: instant,
  dropoffEta: instant,
  expireTime: instant,
});

/** Answer to `fleet.route.dispatched`, and to a request for a route. */
export const routeReply = z.object({
  partnerRouteId: text.optional(),
  trackingUrl: z
    .url({ protocol: /^https?$/ })
    .max(2_048)
    .optional()
    .catch(undefined),
  pickupEta: instant,
  dropoffEta: instant,
});

const proof = z.union([
  z.object({ podType: text, imageUrl: z.string().max(2_048) }),
  z.object({ podType: text, value: text, status: text }),
]);

/** An update of one delivery: the fields of `PATCH /v1/fleet/deliveries` (contract-facts 11.1). */
const updateSchema = z.object({
  deliveryId: text,
  status: text.optional(),
  occurred_at: z.string().optional(),
  occurredAt: z.string().optional(),
  coordinates: z
    .object({ latitude: z.number().min(-90).max(90), longitude: z.number().min(-180).max(180) })
    .optional(),
  courier: z
    .object({
      name: text.optional(),
      phoneNumber: text.optional(),
      pickupPhoneNumber: text.optional(),
      dropoffPhoneNumber: text.optional(),
      profileImageUrl: z.string().max(2_048).optional(),
      externalId: text.optional(),
      vehicle: z.record(z.string().max(40), text).optional(),
    })
    .optional(),
  pickupEta: instant,
  dropoffEta: instant,
  failure: z.object({ code: text, reason: text.optional() }).optional(),
  proofOfDelivery: z.array(proof).max(20).optional(),
});

/** Updates of one message. */
const MAX_UPDATES = 100;

const manySchema = z.object({ updates: z.array(z.unknown()).max(MAX_UPDATES) });

/** A partner's message: one update, or `updates` of several. Unreadable ones are ignored. */
export function readUpdates(incoming: unknown): readonly ProviderUpdate[] {
  const many = manySchema.safeParse(incoming);
  const all = many.success ? many.data.updates : [incoming];
  return all.flatMap((one) => {
    const read = updateSchema.safeParse(one);
    return read.success ? [toUpdate(read.data)] : [];
  });
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
