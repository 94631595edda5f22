import { createHmac, timingSafeEqual } from 'node:crypto';
import * as z from 'zod';
import { readInstant } from '../../../platform/core/read-instant.ts';
import { type CarrierPorts, differences, NoAccount, withoutNothing } from '../adapter/carrier-ports.ts';
import type { JsonReply } from '../adapter/json-over-http.ts';
import { rememberingCancellations } from '../cancellation-memory.ts';
import { defineProvider, type Provider, type ProviderRefusal, refused } from '../provider.ts';
import { readUberMessage, returnLegOf, uberDelivery, updateOf } from './read-delivery.ts';
import { codeOf, errorBody, FOR_NOW, uberClient } from './uber-client.ts';
import { uberFields, uberPlaces } from './uber-fields.ts';

const SELF = { id: 'prv_uber_direct', name: 'Uber Direct' } as const;

/** Uber's hosts; test accounts use the same ones. */
const HOSTS = { api: 'https://api.uber.com', auth: 'https://auth.uber.com' } as const;

/** Fields that Uber changes after a delivery was created. */
const CHANGEABLE = new Set(['pickup_notes', 'dropoff_notes', 'manifest_reference', 'tip']);

const quoteReply = z.object({
  id: z.string(),
  fee: z.number(),
  currency_type: z.string().nullish(),
  expires: z.string().nullish(),
  dropoff_eta: z.string().nullish(),
});

/** Uber Direct (by its public API documents). The task's id is the idempotency key and the external id of a delivery. */
export function uberDirect(
  ports: CarrierPorts,
  hosts: { readonly api: string; readonly auth: string } = HOSTS,
): Provider {
  const { send, find } = uberClient(ports, SELF, hosts);
  const provider = defineProvider({
    ...SELF,
    needsAccount: true,
    news: 'pushed',
    credentialFields: [
      { field: 'customerId', summary: 'Customer id of the Uber Direct account' },
      { field: 'clientId', summary: 'Client id of the application' },
      { field: 'clientSecret', summary: 'Client secret of the application' },
      { field: 'webhookSigningKey', summary: 'Signing key of the webhook in the dashboard' },
    ],
    capabilities: {
      vehicleSizes: ['bike', 'motorbike', 'car'],
      requirements: [
        'photo_proof_of_delivery',
        'signature_proof_of_delivery',
        'photo_proof_of_pickup',
        'signature_proof_of_pickup',
        'barcode_scan_on_pickup',
        'barcode_scan_on_dropoff',
        'meet_on_delivery',
      ],
    },

    async quote(request) {
      const unfit = unfitFor(request.shipment);
      if (unfit) return unfit;
      const reply = await withAccount(
        send(request, 'POST', '/delivery_quotes', uberPlaces(request.shipment)),
      );
      if ('outcome' in reply) return reply;
      const quoted = quoteReply.safeParse(reply.body);
      if (reply.status !== 200 || !quoted.success) return refusalIn(reply);
      const { id, fee, currency_type, expires, dropoff_eta } = quoted.data;
      // A quote's fee excludes the tip, a delivery's includes it.
      return {
        outcome: 'quoted',
        priceCents: fee,
        currency: currency_type?.toUpperCase() ?? request.shipment.currency,
        providerQuoteId: id,
        ...withoutNothing({
          expireTime: readInstant(expires ?? ''),
          dropoffEta: readInstant(dropoff_eta ?? ''),
        }),
      };
    },

    async create(request) {
      const { idempotencyKey: key, shipment, quote } = request;
      const unfit = unfitFor(shipment);
      if (unfit) return unfit;
      const fields = {
        ...uberFields(shipment),
        ...(quote?.providerQuoteId ? { quote_id: quote.providerQuoteId } : {}),
        idempotency_key: key,
        external_id: key,
      };
      const reply = await withAccount(send(request, 'POST', '/deliveries', fields));
      if ('outcome' in reply) return reply;
      const isKnown = reply.status === 409 && codeOf(reply) === 'duplicate_delivery';
      const held = isKnown
        ? await find(request, key, adoptedId(reply))
        : reply.status === 200
          ? uberDelivery.safeParse(reply.body).data
          : undefined;
      if (!held) return refusalIn(reply);
      if (held.status === 'canceled') return refused('Uber has canceled this delivery.');
      return {
        outcome: 'accepted',
        providerDeliveryId: held.id,
        ...withoutNothing({
          trackingUrl: held.tracking_url,
          pickupEta: readInstant(held.pickup_eta ?? ''),
          dropoffEta: readInstant(held.dropoff_eta ?? ''),
        }),
      };
    },

    async update(request) {
      const { idempotencyKey, providerDeliveryId, shipment } = request;
      const changed = differences(uberFields(request.before), uberFields(shipment));
      const fixed = changed.filter((name) => !CHANGEABLE.has(name));
      if (fixed.length > 0) {
        return refused(`Uber Direct does not change ${fixed.join(', ')} of a delivery.`);
      }
      const id = providerDeliveryId ?? (await find(request, idempotencyKey, null))?.id;
      if (id === undefined) return refused('Uber has no such delivery.');
      const { pickup_notes, dropoff_notes, manifest_reference, tip } = uberFields(shipment);
      const fields = withoutNothing({
        pickup_notes,
        dropoff_notes,
        manifest_reference,
        tip_by_customer: tip,
      });
      const reply = await withAccount(send(request, 'POST', `/deliveries/${encodeURIComponent(id)}`, fields));
      if ('outcome' in reply) return reply;
      return reply.status === 200 ? { outcome: 'updated' } : refusalIn(reply);
    },

    async cancel(request) {
      const { idempotencyKey, providerDeliveryId } = request;
      const id = providerDeliveryId ?? (await find(request, idempotencyKey, null))?.id;
      if (id === undefined) return { outcome: 'canceled' };
      const reply = await send(request, 'POST', `/deliveries/${encodeURIComponent(id)}/cancel`, {});
      if (reply.status === 200 || reply.status === 404) return { outcome: 'canceled' };
      if (codeOf(reply) === 'noncancelable_delivery') {
        const held = await find(request, idempotencyKey, id);
        const isOver =
          held === undefined || ['delivered', 'canceled', 'returned'].includes(held.status ?? '');
        return isOver ? { outcome: 'canceled' } : refused('The courier already has the package.');
      }
      if (reply.status === 401 || reply.status === 403) throw new Error(`Uber answered ${reply.status}.`);
      return refusalIn(reply);
    },

    async refresh(request) {
      try {
        const held = await find(request, request.idempotencyKey, request.providerDeliveryId);
        if (!held) return { outcome: 'unknown' };
        const leg = returnLegOf(held);
        const back = leg === undefined ? undefined : await find(request, request.idempotencyKey, leg);
        const update = updateOf(held, { isBack: back?.status === 'delivered' });
        return { outcome: 'known', providerDeliveryId: held.id, updates: update ? [update] : [] };
      } catch (error) {
        if (error instanceof NoAccount) return { outcome: 'unknown' };
        throw error;
      }
    },

    async authenticate({ organizationId, headers, rawBody }) {
      const key = (await ports.book.open(organizationId, SELF.id))?.credentials.webhookSigningKey;
      if (!key) return false;
      const expected = Buffer.from(createHmac('sha256', key).update(rawBody).digest('hex'));
      const given = Buffer.from(headers['x-uber-signature'] ?? headers['x-postmates-signature'] ?? '');
      return given.length === expected.length && timingSafeEqual(given, expected);
    },

    normalize(incoming) {
      const update = readUberMessage(incoming);
      return update ? [update] : [];
    },
  });
  return rememberingCancellations(ports, provider);
}

/** Requests that Uber cannot fulfil. */
function unfitFor({
  dueAmountCents,
  pickup,
  dropoff,
}: Parameters<typeof uberFields>[0]): ProviderRefusal | undefined {
  if (dueAmountCents > 0) return refused('Uber Direct does not collect money from the recipient.');
  if (!pickup.phoneNumber || !dropoff.phoneNumber) {
    return refused('Uber Direct needs phone numbers of sender and recipient.');
  }
  return undefined;
}

/** An organization without an account gets a refusal; this is not a failure. */
async function withAccount(sent: Promise<JsonReply>): Promise<JsonReply | ProviderRefusal> {
  try {
    return await sent;
  } catch (error) {
    if (error instanceof NoAccount) return refused(error.message);
    throw error;
  }
}

function adoptedId({ body }: JsonReply): string | null {
  const id = errorBody.safeParse(body).data?.metadata?.delivery_id;
  return typeof id === 'string' ? id : null;
}

/** A definite refusal in Uber's words. */
function refusalIn(reply: JsonReply): ProviderRefusal {
  const { code, message } = errorBody.safeParse(reply.body).data ?? {};
  const words = message ?? code ?? `Uber answered ${reply.status}.`;
  return refused(words.slice(0, 500), !FOR_NOW.has(code ?? ''));
}
