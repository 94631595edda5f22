import { randomUUID, timingSafeEqual } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import * as z from 'zod';
import { toInstant } from '../../../platform/core/clock.ts';
import { readInstant } from '../../../platform/core/read-instant.ts';
import { type CarrierPorts, NoAccount, withoutNothing } from '../adapter/carrier-ports.ts';
import type { JsonReply } from '../adapter/json-over-http.ts';
import { rememberingCancellations } from '../cancellation-memory.ts';
import { defineProvider, type Provider, type ProviderRefusal, refused } from '../provider.ts';
import { doordashClient } from './doordash-client.ts';
import { doordashFields } from './doordash-fields.ts';
import { type DoordashDelivery, doordashDelivery, readDoordash } from './read-delivery.ts';

const SELF = { id: 'prv_doordash', name: 'DoorDash Drive' } as const;

/** DoorDash's only host: the key decides between sandbox and production. */
const HOST = 'https://openapi.doordash.com';

/** How long a quoted price is valid. Milliseconds. */
const QUOTE_LIFE_MS = 5 * 60_000;

const errorBody = z.object({
  code: z.string().nullish(),
  message: z.string().nullish(),
  reason: z.string().nullish(),
  field_errors: z.array(z.object({ field: z.string(), error: z.string() })).nullish(),
});

/** DoorDash Drive v2 (by its public API documents). Every call names the delivery by the task's id. */
export function doordash(ports: CarrierPorts, host = HOST): Provider {
  const send = doordashClient(ports, SELF, host);
  const provider = defineProvider({
    ...SELF,
    needsAccount: true,
    news: 'pushed',
    credentialFields: [
      { field: 'developerId', summary: 'Developer id of the access key in the developer portal' },
      { field: 'keyId', summary: 'Key id of the access key' },
      { field: 'signingSecret', summary: 'Signing secret of the access key' },
      {
        field: 'webhookSecret',
        summary: 'Value of the Authorization header that its webhook sends',
      },
    ],
    capabilities: {
      vehicleSizes: ['bike', 'motorbike', 'car'],
      requirements: [
        'photo_proof_of_delivery',
        'signature_proof_of_delivery',
        'age_verification_on_delivery',
        'id_verification_on_delivery',
        'meet_on_delivery',
        'alcohol',
        'tobacco',
      ],
    },

    async quote(request) {
      const unfit = unfitFor(request.shipment);
      if (unfit) return unfit;
      // Every quote needs a new id; an id used before is refused.
      const fields = { external_delivery_id: `quote-${randomUUID()}`, ...doordashFields(request.shipment) };
      const reply = await withAccount(send(request, 'POST', '/quotes', fields));
      if ('outcome' in reply) return reply;
      const quoted = doordashDelivery.safeParse(reply.body);
      if (reply.status !== 200 || !quoted.success || typeof quoted.data.fee !== 'number')
        return refusalIn(reply);
      const { fee, tax, currency, pickup_time_estimated, dropoff_time_estimated } = quoted.data;
      return {
        outcome: 'quoted',
        priceCents: fee,
        currency: currency ?? request.shipment.currency,
        ...(typeof tax === 'number' ? { taxAmountCents: tax } : {}),
        ...withoutNothing({
          pickupEta: readInstant(pickup_time_estimated ?? ''),
          dropoffEta: readInstant(dropoff_time_estimated ?? ''),
        }),
        expireTime: toInstant(ports.clock.now() + QUOTE_LIFE_MS),
      };
    },

    async create(request) {
      const { idempotencyKey: key, shipment, quote } = request;
      const unfit = unfitFor(shipment);
      if (unfit) return unfit;
      const fields = { external_delivery_id: key, ...doordashFields(shipment) };
      let reply = await withAccount(send(request, 'POST', '/deliveries', fields));
      if ('outcome' in reply) return reply;
      const isRepetition = reply.status === 409;
      if (isRepetition) reply = await send(request, 'GET', pathOf(key));
      const held = doordashDelivery.safeParse(reply.body);
      if (reply.status !== 200 || !held.success) return refusalIn(reply);
      if (held.data.delivery_status === 'cancelled') return refused('DoorDash has cancelled this delivery.');
      // A quoted price is valid only for minutes. Nobody pays more than the chosen price.
      if (!isRepetition && quote && (held.data.fee ?? 0) > quote.priceCents) {
        const canceled = await send(request, 'PUT', `${pathOf(key)}/cancel`);
        if (canceled.status !== 200) throw new Error('DoorDash did not cancel a delivery at another price.');
        return refused(
          `DoorDash now charges ${held.data.fee} instead of ${quote.priceCents}. Refresh the quotes.`,
        );
      }
      return { outcome: 'accepted', providerDeliveryId: key, ...acceptedFacts(held.data) };
    },

    async update(request) {
      const { dropoff_options, ...fields } = doordashFields(request.shipment);
      if (!isDeepStrictEqual(dropoff_options, doordashFields(request.before).dropoff_options)) {
        return refused('DoorDash does not change which proofs a delivery needs.');
      }
      const reply = await withAccount(send(request, 'PATCH', pathOf(request.idempotencyKey), fields));
      if ('outcome' in reply) return reply;
      if (reply.status === 200) return { outcome: 'updated' };
      if (reasonOf(reply) === 'delivery_creation_in_progress') throw new Error('DoorDash is not ready yet.');
      return refusalIn(reply);
    },

    async cancel(request) {
      const reply = await send(request, 'PUT', `${pathOf(request.idempotencyKey)}/cancel`);
      // If it does not know a delivery, it does not have it.
      if (reply.status === 200 || reply.status === 404) return { outcome: 'canceled' };
      const reason = reasonOf(reply);
      if (['delivery_cancelled', 'delivery_completed', 'duplicate_request'].includes(reason)) {
        return { outcome: 'canceled' };
      }
      if (reply.status === 401 || reply.status === 403 || reason === 'delivery_creation_in_progress') {
        throw new Error(`DoorDash answered ${reply.status}: ${reason}.`);
      }
      return refusalIn(reply);
    },

    async refresh(request) {
      const reply = await withAccount(send(request, 'GET', pathOf(request.idempotencyKey)));
      if ('outcome' in reply || reply.status === 404) return { outcome: 'unknown' };
      const held = doordashDelivery.safeParse(reply.body);
      if (reply.status !== 200 || !held.success) throw new Error(`DoorDash answered ${reply.status}.`);
      // The time of its creation says nothing about the time of this status.
      const { created_at: _, ...now } = held.data;
      const update = readDoordash(now);
      return {
        outcome: 'known',
        providerDeliveryId: request.idempotencyKey,
        updates: update ? [update] : [],
      };
    },

    /** DoorDash signs nothing: it sends a secret that was set in the portal. */
    async authenticate({ organizationId, headers }) {
      const opened = await ports.book.open(organizationId, SELF.id);
      const expected = Buffer.from(opened?.credentials.webhookSecret ?? '');
      const given = Buffer.from((headers.authorization ?? '').replace(/^(?:Basic|Bearer) /, ''));
      return expected.length > 0 && given.length === expected.length && timingSafeEqual(given, expected);
    },

    normalize(incoming) {
      const update = readDoordash(incoming);
      return update ? [update] : [];
    },
  });
  return rememberingCancellations(ports, provider);
}

function pathOf(key: string): string {
  return `/deliveries/${encodeURIComponent(key)}`;
}

/** Requests that DoorDash cannot fulfil. */
function unfitFor({
  dueAmountCents,
  dropoff,
}: Parameters<typeof doordashFields>[0]): ProviderRefusal | undefined {
  if (dueAmountCents > 0) return refused('DoorDash does not collect money from the recipient.');
  if (!dropoff.phoneNumber) return refused('DoorDash needs a phone number of the recipient.');
  return undefined;
}

function acceptedFacts(one: DoordashDelivery) {
  return withoutNothing({
    trackingUrl: one.tracking_url,
    pickupEta: readInstant(one.pickup_time_estimated ?? ''),
    dropoffEta: readInstant(one.dropoff_time_estimated ?? ''),
  });
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

function reasonOf({ body }: JsonReply): string {
  const { reason, code } = errorBody.safeParse(body).data ?? {};
  return reason ?? code ?? '';
}

/**
 * A definite refusal with DoorDash's reasons. One because of its opening hours may be followed by an acceptance later.
 */
function refusalIn(reply: JsonReply): ProviderRefusal {
  const { message, field_errors } = errorBody.safeParse(reply.body).data ?? {};
  const fields = (field_errors ?? []).map(({ field, error }) => `${field}: ${error}`).join('; ');
  const words = [message, fields].filter(Boolean).join(' ') || `DoorDash answered ${reply.status}.`;
  return refused(words.slice(0, 500), reasonOf(reply) !== 'outside_of_delivery_time');
}
