import * as z from 'zod';
import type { Clock } from '../../../platform/core/clock.ts';
import { digest } from '../../../platform/core/ids.ts';
import { isSignedBy } from '../../../platform/core/standard-signature.ts';
import type { Table } from '../../../platform/table/index.ts';
import type { ProviderAccounts } from '../accounts/provider-accounts.ts';
import { deliveryIdOf } from '../adapter/carrier-ports.ts';
import type { JsonCall, JsonReply, JsonRequest } from '../adapter/json-over-http.ts';
import { rememberingCancellations } from '../cancellation-memory.ts';
import { CircuitOpen, throughCircuit } from '../circuit.ts';
import { defineProvider, type Provider, type ProviderRefusal, refused } from '../provider.ts';
import { callBody, quoteReply, readUpdates, routeOf, routeReply } from './fleet-messages.ts';
import { signCall } from './sign-calls.ts';

/** What a partner's adapter needs. */
export interface HttpFleetPorts {
  readonly book: ProviderAccounts;
  readonly call: JsonCall;
  readonly table: Table;
  readonly clock: Clock;
}

/** Answers other than 5xx after which the same call may be retried. */
const TRY_AGAIN = new Set([408, 425, 429]);

/**
 * A partner that accepts deliveries over HTTP (contract-facts 11.2): every delivery is a route of one pickup and one
 * dropoff, with the task's id. 2xx = accepted, 4xx = refused for good; after anything else the outcome is unknown, and
 * the call is repeated with the same `Idempotency-Key`. Calls are signed, and a partner that is down is not called for
 * a while.
 */
export function httpFleet(
  ports: HttpFleetPorts,
  { id, name }: { readonly id: string; readonly name: string },
): Provider {
  const { book, table, clock } = ports;

  async function send(
    of: { readonly organizationId: string; readonly signal: AbortSignal },
    call: {
      readonly method: JsonRequest['method'];
      readonly path: string;
      readonly key: string;
      readonly body?: string;
    },
  ): Promise<JsonReply | ProviderRefusal> {
    const { organizationId, signal } = of;
    const opened = await book.open(organizationId, id);
    if (!opened?.account.baseUrl) return refused(`${name} is not set up for this organization.`);
    const { account, credentials } = opened;
    const url = `${account.baseUrl?.replace(/\/+$/, '')}${call.path}`;
    const signed = signCall(credentials.signingSecret ?? '', {
      id: call.key,
      body: call.body ?? '',
      atMs: clock.now(),
    });
    const headers = {
      ...signed,
      authorization: `Bearer ${credentials.token ?? ''}`,
      'idempotency-key': call.key,
      ...(call.body === undefined ? {} : { 'content-type': 'application/json' }),
    };
    const circuit = { organizationId, providerId: id, name: account.name };
    return throughCircuit({ table, clock }, circuit, async () => {
      const reply = await ports.call({ method: call.method, url, headers, body: call.body, signal });
      if (reply.status < 500 && !TRY_AGAIN.has(reply.status)) return reply;
      throw new Error(`${account.name} answered ${reply.status} to ${call.method} ${call.path}.`);
    });
  }

  const provider = defineProvider({
    id,
    name,
    news: 'pushed',

    async quote(request) {
      const body = callBody('fleet.route.quote', clock.now(), routeOf(request.shipment));
      const key = `quote-${digest(request.organizationId, body)}`;
      const reply = await unlessOpen(
        send(request, { method: 'POST', path: '/fleet/routes/quote', key, body }),
      );
      if ('outcome' in reply) return reply;
      if (!isAccepted(reply)) return refusalIn(reply);
      const quoted = quoteReply.safeParse(reply.body);
      if (!quoted.success) return refused(whyNotAQuote(quoted.error));
      const { currency = request.shipment.currency, quoteId: providerQuoteId, ...quote } = quoted.data;
      return said({ outcome: 'quoted' as const, ...quote, currency, providerQuoteId });
    },

    async create(request) {
      const { idempotencyKey: key, jobId, taskId, deliveryId, quote, shipment } = request;
      const body = callBody('fleet.route.dispatched', clock.now(), {
        routeId: taskId,
        jobId,
        quoteId: quote?.providerQuoteId ?? null,
        priceCents: quote?.priceCents ?? null,
        ...routeOf(shipment, deliveryId),
      });
      const reply = await unlessOpen(send(request, { method: 'POST', path: '/fleet/routes', key, body }));
      if ('outcome' in reply) return reply;
      if (!isAccepted(reply)) return refusalIn(reply);
      // The reply accepts, even if the rest of the answer is missing.
      const route: Partial<z.output<typeof routeReply>> = routeReply.safeParse(reply.body).data ?? {};
      const { partnerRouteId = taskId, ...facts } = route;
      return said({ outcome: 'accepted' as const, providerDeliveryId: partnerRouteId, ...facts });
    },

    async update(request) {
      const { idempotencyKey: routeId, shipment } = request;
      const body = callBody('fleet.route.updated', clock.now(), { routeId, ...routeOf(shipment) });
      const key = `${routeId}-update-${digest(JSON.stringify(shipment))}`;
      const reply = await send(request, { method: 'POST', path: pathOf(routeId), key, body });
      if ('outcome' in reply) return reply;
      return isAccepted(reply) ? { outcome: 'updated' } : refusalIn(reply);
    },

    async cancel(request) {
      const { idempotencyKey: routeId, reason } = request;
      const body = callBody('fleet.route.canceled', clock.now(), {
        routeId,
        cancelReason: reason,
        deliveryIds: [deliveryIdOf(routeId) ?? routeId],
      });
      const path = `${pathOf(routeId)}/cancel`;
      const reply = await send(request, { method: 'POST', path, key: `${routeId}-cancel`, body });
      if ('outcome' in reply) throw new Error(reply.reason);
      // If it does not know a delivery, it does not have it.
      if (isAccepted(reply) || reply.status === 404 || reply.status === 410) return { outcome: 'canceled' };
      if (reply.status === 401 || reply.status === 403) throw new Error(`${name} refused our token.`);
      return refusalIn(reply);
    },

    async refresh(request) {
      const { idempotencyKey: routeId } = request;
      const reply = await send(request, { method: 'GET', path: pathOf(routeId), key: `${routeId}-look` });
      if ('outcome' in reply || reply.status === 404 || reply.status === 410) return { outcome: 'unknown' };
      if (reply.status !== 200) throw new Error(`${name} answered ${reply.status}.`);
      const route: Partial<z.output<typeof routeReply>> = routeReply.safeParse(reply.body).data ?? {};
      return {
        outcome: 'known',
        providerDeliveryId: route.partnerRouteId ?? routeId,
        updates: readUpdates(reply.body),
      };
    },

    async authenticate(message) {
      const opened = await book.open(message.organizationId, id);
      const secret = opened?.credentials.signingSecret;
      return secret !== undefined && isSignedBy(secret, message, clock.now());
    },

    normalize: readUpdates,
  });

  return rememberingCancellations({ table, clock }, provider);
}

function pathOf(routeId: string): string {
  return `/fleet/routes/${encodeURIComponent(routeId)}`;
}

/** 201, 202 and 204 accept as well: after any other reading the partner and a second courier would have the same package. */
function isAccepted({ status }: JsonReply): boolean {
  return status >= 200 && status < 300;
}

function whyNotAQuote({ issues: [issue] }: z.ZodError): string {
  const field = issue?.path.join('.');
  const why = issue ? `: ${field ? `${field}: ` : ''}${issue.message}` : '';
  return `The partner's answer is not a quote${why}. It needs priceCents, in whole cents.`;
}

/** A partner that is down was not asked at all, so this is a definite refusal, and another provider is tried. */
async function unlessOpen<Answer>(asked: Promise<Answer>): Promise<Answer | ProviderRefusal> {
  try {
    return await asked;
  } catch (error) {
    if (error instanceof CircuitOpen) return refused(error.message);
    throw error;
  }
}

const errorReply = z.object({
  error: z.union([z.string(), z.object({ message: z.string() })]).optional(),
  reason: z.string().optional(),
  message: z.string().optional(),
});

/** A definite refusal, in the partner's words if it gave any. */
function refusalIn({ status, body }: JsonReply): ProviderRefusal {
  const { error, reason, message } = errorReply.safeParse(body).data ?? {};
  const words = reason ?? message ?? (typeof error === 'string' ? error : error?.message);
  return refused((words ?? `The partner answered ${status} without a reason.`).slice(0, 500));
}

/** The answer without missing fields. */
function said<Answer extends object>(
  answer: Answer,
): { [Key in keyof Answer]: Exclude<Answer[Key], undefined> } {
  return Object.fromEntries(Object.entries(answer).filter(([, value]) => value !== undefined)) as never;
}
