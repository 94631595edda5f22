import * as z from 'zod';
import { type CarrierPorts, credentialsOf } from '../adapter/carrier-ports.ts';
import type { JsonReply, JsonRequest } from '../adapter/json-over-http.ts';
import { type UberDelivery, uberDelivery } from './read-delivery.ts';

/** How long before its expiry a token is renewed. Milliseconds. */
const EARLY_MS = 3_600_000;

/** A delivery with an unknown id is searched for among the newest, in pages of this size. */
const PAGE = 100;
const MAX_PAGES = 5;

/** Refusals after which the same request may be accepted later. */
export const FOR_NOW: ReadonlySet<string> = new Set([
  'address_undeliverable_limited_couriers',
  'couriers_busy',
  'robo_couriers_busy',
]);

const tokenReply = z.object({ access_token: z.string(), expires_in: z.number() });
const listReply = z.object({ data: z.array(z.unknown()) });

/** Body of an error reply. */
export const errorBody = z.object({
  code: z.string().nullish(),
  message: z.string().nullish(),
  metadata: z.record(z.string(), z.unknown()).nullish(),
});

/** The code of an error reply; empty when it has none. */
export function codeOf({ body }: JsonReply): string {
  return errorBody.safeParse(body).data?.code ?? '';
}

/** Calls of Uber's API with an organization's credentials. Outages throw. */
export function uberClient(
  ports: CarrierPorts,
  provider: { readonly id: string; readonly name: string },
  hosts: { readonly api: string; readonly auth: string },
) {
  const tokens = new Map<string, { readonly token: string; readonly until: number }>();

  /** A client may request a hundred tokens an hour; each is valid for a month. */
  async function tokenOf(clientId: string, clientSecret: string, signal: AbortSignal): Promise<string> {
    const known = tokens.get(clientId);
    if (known && known.until > ports.clock.now()) return known.token;
    const body = new URLSearchParams({
      client_id: clientId,
      client_secret: clientSecret,
      grant_type: 'client_credentials',
      scope: 'eats.deliveries',
    }).toString();
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    const reply = await ports.call({
      method: 'POST',
      url: `${hosts.auth}/oauth/v2/token`,
      headers,
      body,
      signal,
    });
    const read = tokenReply.safeParse(reply.body);
    if (reply.status !== 200 || !read.success) throw new Error(`Uber returned no token (${reply.status}).`);
    const { access_token: token, expires_in } = read.data;
    tokens.set(clientId, { token, until: ports.clock.now() + expires_in * 1000 - EARLY_MS });
    return token;
  }

  async function send(
    { organizationId, signal }: { readonly organizationId: string; readonly signal: AbortSignal },
    method: JsonRequest['method'],
    path: string,
    fields?: object,
  ): Promise<JsonReply> {
    const credentials = await credentialsOf(ports, organizationId, provider);
    const { customerId = '', clientId = '', clientSecret = '' } = credentials;
    const token = await tokenOf(clientId, clientSecret, signal);
    const body = fields === undefined ? undefined : JSON.stringify(fields);
    const headers = {
      authorization: `Bearer ${token}`,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    };
    const url = `${hosts.api}/v1/customers/${encodeURIComponent(customerId)}${path}`;
    const reply = await ports.call({ method, url, headers, body, signal });
    if (reply.status === 401) tokens.delete(clientId);
    const isOutage = reply.status === 408 || reply.status === 429 || reply.status >= 500;
    // A lack of couriers is reported with 503, which is an answer.
    if (isOutage && !FOR_NOW.has(codeOf(reply))) throw new Error(`Uber answered ${reply.status}.`);
    return reply;
  }

  /** A delivery by Uber's id, or by ours among the newest; undefined when there is none. */
  async function find(
    request: { readonly organizationId: string; readonly signal: AbortSignal },
    key: string,
    id: string | null,
  ): Promise<UberDelivery | undefined> {
    if (id !== null) {
      const reply = await send(request, 'GET', `/deliveries/${encodeURIComponent(id)}`);
      if (reply.status === 404) return undefined;
      if (reply.status !== 200) throw new Error(`Uber answered ${reply.status}.`);
      return uberDelivery.parse(reply.body);
    }
    for (let page = 0; page < MAX_PAGES; page += 1) {
      const reply = await send(request, 'GET', `/deliveries?limit=${PAGE}&Offset=${page * PAGE}`);
      const list = listReply.safeParse(reply.body);
      if (reply.status !== 200 || !list.success) throw new Error(`Uber answered ${reply.status}.`);
      const found = list.data.data
        .flatMap((one) => uberDelivery.safeParse(one).data ?? [])
        .find(({ external_id }) => external_id === key);
      if (found || list.data.data.length < PAGE) return found;
    }
    return undefined;
  }

  return { send, find };
}
