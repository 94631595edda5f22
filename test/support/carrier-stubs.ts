import { createHmac } from 'node:crypto';
import type { JsonCall } from '../../lib/fulfilment/providers/adapter/index.ts';

/** A carrier in memory that enforces the rules of its published API, as far as an adapter can break them. */
export interface CarrierStub {
  readonly call: JsonCall;
  /** Answers the next call with an error of its own. */
  refuseNext(status: number, error: object): void;
  /** Sets the status of a delivery, by the task's id. */
  move(key: string, fields: Record<string, unknown>): void;
  /** The next calls end like this instead of being answered. */
  fail(...faults: readonly ('lost-call' | 'lost-answer' | 500 | 429)[]): void;
  /** Bodies of the calls that were answered. */
  readonly sent: readonly {
    readonly method: string;
    readonly path: string;
    readonly body: Record<string, unknown>;
  }[];
  /** What the next deliveries cost. */
  priceIs(cents: number): void;
}

type Row = Record<string, unknown>;
type Answer = readonly [status: number, body: unknown];

function stub(
  answer: (method: string, url: URL, body: Row, headers: Record<string, string>, price: number) => Answer,
  rows: Map<string, Row>,
): CarrierStub {
  let faults: ('lost-call' | 'lost-answer' | 500 | 429)[] = [];
  let price = 975;
  let refusal: Answer | undefined;
  const sent: { method: string; path: string; body: Row }[] = [];
  return {
    sent,
    async call({ method, url, headers, body }) {
      const fault = faults.shift();
      if (fault === 'lost-call') throw new Error('no connection');
      if (typeof fault === 'number') return { status: fault, body: {} };
      const at = new URL(url);
      const isForm = headers['content-type'] === 'application/x-www-form-urlencoded';
      const read = isForm ? Object.fromEntries(new URLSearchParams(body ?? '')) : JSON.parse(body ?? '{}');
      sent.push({ method, path: at.pathname, body: read });
      const isToken = at.pathname.endsWith('/token');
      const [status, reply] =
        (isToken ? undefined : refusal) ?? answer(method, at, read, { ...headers }, price);
      if (!isToken) refusal = undefined;
      if (fault === 'lost-answer') throw new Error('connection reset');
      return { status, body: JSON.parse(JSON.stringify(reply)) };
    },
    move(key, fields) {
      const row = [...rows.values()].find(
        (one) => one.external_delivery_id === key || one.external_id === key,
      );
      Object.assign(row ?? {}, fields);
    },
    refuseNext: (status, error) => {
      refusal = [status, error];
    },
    fail(...next) {
      faults = [...next];
    },
    priceIs(cents) {
      price = cents;
    },
  };
}

/** Secret of the key that the DoorDash stub knows, as the portal shows it. */
export const DOORDASH = {
  developerId: 'developer',
  keyId: 'key',
  signingSecret: Buffer.from('signing-secret').toString('base64url'),
  webhookSecret: 'doordash-webhook-secret',
} as const;

/** DoorDash Drive v2. */
export function doordashStub(nowMs: () => number): CarrierStub {
  const rows = new Map<string, Row>();
  const refuse = (status: number, code: string, reason?: string): Answer => [
    status,
    { code, message: code, reason },
  ];
  return stub((method, url, body, headers, price) => {
    if (!isDoordashToken(headers.authorization ?? '', nowMs())) return refuse(401, 'authentication_error');
    const path = url.pathname.replace(/^\/drive\/v2/, '');
    if (method === 'POST') {
      const id = String(body.external_delivery_id ?? '');
      const required = path === '/quotes' ? ['dropoff_address'] : ['dropoff_address', 'dropoff_phone_number'];
      const missing = required.filter((field) => typeof body[field] !== 'string');
      const isId = /^[A-Za-z0-9\-._~]+$/.test(id);
      if (!isId || missing.length > 0 || (body.pickup_time && body.dropoff_time)) {
        return refuse(400, 'validation_error');
      }
      if (rows.has(id)) return refuse(409, 'duplicate_delivery_id');
      const row = {
        external_delivery_id: id,
        delivery_status: path === '/quotes' ? 'quote' : 'created',
        fee: price,
        currency: 'USD',
        tracking_url: `https://track.doordash.example/${id}`,
      };
      rows.set(id, row);
      return [200, row];
    }
    const [, id = '', isCancel] = /^\/deliveries\/([^/]+)(\/cancel)?$/.exec(path) ?? [];
    const row = rows.get(decodeURIComponent(id));
    if (!row) return refuse(404, 'unknown_delivery_id');
    if (method === 'PATCH') {
      if (body.dropoff_options !== undefined) return refuse(400, 'validation_error');
      const gone: Row = {
        cancelled: 'delivery_cancelled',
        delivered: 'delivery_completed',
        picked_up: 'delivery_picked_up',
      };
      const reason = gone[String(row.delivery_status)];
      if (reason !== undefined) return refuse(409, 'update_not_allowed', String(reason));
      Object.assign(row, body);
    }
    if (!isCancel) return [200, row];
    const status = String(row.delivery_status);
    if (status === 'cancelled') return refuse(409, 'cancel_not_allowed', 'delivery_cancelled');
    if (status === 'delivered') return refuse(409, 'cancel_not_allowed', 'delivery_completed');
    if (!['created', 'confirmed', 'enroute_to_pickup', 'arrived_at_pickup'].includes(status)) {
      return refuse(409, 'cancel_not_allowed', 'delivery_picked_up');
    }
    Object.assign(row, { delivery_status: 'cancelled', cancellation_reason: 'cancelled_by_creator' });
    return [200, row];
  }, rows);
}

function isDoordashToken(authorization: string, nowMs: number): boolean {
  const [head = '', claims = '', signature] = authorization.replace(/^Bearer /, '').split('.');
  const read = (part: string) => JSON.parse(Buffer.from(part, 'base64url').toString('utf8') || '{}');
  const expected = createHmac('sha256', 'signing-secret').update(`${head}.${claims}`).digest('base64url');
  const { aud, iss, kid, iat, exp } = read(claims);
  const isHead = read(head)['dd-ver'] === 'DD-JWT-V1' && read(head).alg === 'HS256';
  const isFresh = iat * 1000 <= nowMs && exp * 1000 > nowMs && exp <= iat + 1800;
  return (
    isHead && isFresh && aud === 'doordash' && iss === 'developer' && kid === 'key' && signature === expected
  );
}

/** What the Uber stub knows of its customer. */
export const UBER = {
  customerId: 'customer',
  clientId: 'client',
  clientSecret: 'secret',
  webhookSigningKey: 'uber-signing-key',
} as const;

/** Uber Direct. */
export function uberStub(): CarrierStub & {
  tokensGiven(): number;
  /** Gives a delivery another id, because a return has one in a form of its own. */
  rename(key: string, id: string): string;
} {
  const rows = new Map<string, Row>();
  const quotes = new Set<string>();
  let tokens = 0;
  const refuse = (status: number, code: string, metadata?: object): Answer => [
    status,
    { kind: 'error', code, message: code, metadata },
  ];
  const made = stub((method, url, body, headers, price) => {
    if (url.pathname === '/oauth/v2/token') {
      if (
        body.client_id !== 'client' ||
        body.client_secret !== 'secret' ||
        body.scope !== 'eats.deliveries'
      ) {
        return refuse(401, 'unauthorized');
      }
      tokens += 1;
      return [200, { access_token: `token-${tokens}`, expires_in: 2_592_000 }];
    }
    if (!/^Bearer token-\d+$/.test(headers.authorization ?? '')) return refuse(401, 'unauthorized');
    const [, path = ''] = /^\/v1\/customers\/customer(\/.*)$/.exec(url.pathname) ?? [];
    const isAddress = (text: unknown) => Array.isArray(JSON.parse(String(text)).street_address);
    if (path === '/delivery_quotes') {
      if (!isAddress(body.pickup_address) || !isAddress(body.dropoff_address))
        return refuse(400, 'invalid_params');
      quotes.add('dqt_1');
      return [200, { id: 'dqt_1', fee: price, currency_type: 'USD', expires: '2026-03-02T09:15:00Z' }];
    }
    if (path === '/deliveries' && method === 'GET') {
      const offset = Number(url.searchParams.get('Offset') ?? 0);
      return [
        200,
        { data: [...rows.values()].reverse().slice(offset, offset + Number(url.searchParams.get('limit'))) },
      ];
    }
    if (path === '/deliveries') {
      const required = [
        'pickup_name',
        'pickup_address',
        'pickup_phone_number',
        'dropoff_name',
        'dropoff_address',
        'dropoff_phone_number',
      ];
      const missing = required.some((field) => typeof body[field] !== 'string');
      const notes = [body.pickup_notes, body.dropoff_notes].some((text) => String(text ?? '').length > 280);
      if (missing || notes || !Array.isArray(body.manifest_items)) return refuse(400, 'invalid_params');
      if (body.quote_id !== undefined && !quotes.has(String(body.quote_id)))
        return refuse(400, 'expired_quote');
      const before = [...rows.values()].find((row) => row.external_id === body.external_id);
      if (before) return refuse(409, 'duplicate_delivery', { delivery_id: before.id });
      const id = `del_${rows.size + 1}`;
      const row = {
        id,
        external_id: body.external_id,
        status: 'pending',
        fee: price,
        tracking_url: `https://uber.example/${id}`,
      };
      rows.set(id, row);
      return [200, row];
    }
    const [, id = '', isCancel] = /^\/deliveries\/([^/]+)(\/cancel)?$/.exec(path) ?? [];
    const row = rows.get(id);
    if (!row) return refuse(404, 'delivery_not_found');
    if (method === 'POST' && !isCancel) {
      const changeable = ['pickup_notes', 'dropoff_notes', 'manifest_reference', 'tip_by_customer'];
      if (Object.keys(body).some((name) => !changeable.includes(name))) return refuse(400, 'invalid_params');
      Object.assign(row, body);
    }
    if (!isCancel) return [200, row];
    if (!['pending', 'pickup'].includes(String(row.status))) return refuse(400, 'noncancelable_delivery');
    Object.assign(row, { status: 'canceled', cancelation_reason: { primary_reason: 'MERCHANT_CANCEL' } });
    return [200, row];
  }, rows);
  return {
    ...made,
    tokensGiven: () => tokens,
    rename(key, id) {
      const [former, row] = [...rows].find(([, one]) => one.external_id === key) ?? [];
      if (former === undefined || row === undefined) throw new Error(`There is no delivery ${key}.`);
      rows.delete(former);
      rows.set(id, { ...row, id });
      return id;
    },
  };
}
