import { createHmac } from 'node:crypto';
import { shopInboxArea } from '../../functions/api/shop-inbox/index.ts';
import { shopsArea } from '../../functions/api/shops/index.ts';
import { storesArea } from '../../functions/api/stores/index.ts';
import { worker as takeShopMessages } from '../../functions/workers/take-shop-messages.ts';
import type { Provider } from '../../lib/fulfilment/providers/index.ts';
import { type Automations, startAutomations } from './automations.ts';
import { memoryCredentials } from './memory-credentials.ts';

type Json = ReturnType<typeof JSON.parse>;

/** A mapping of a made-up shop: nested objects, a list of lines, a word for what happened. */
export const MAPPING = {
  authentication: { type: 'hmac', header: 'X-Bakery-Signature', encoding: 'hex' },
  orderId: '/order/id',
  version: '/order/changed',
  kind: { pointer: '/event', cancelled: ['storno'], refunded: ['money-back'], ignored: ['cart'] },
  fields: {
    referenceId: '#{/order/number}',
    dropoffFirstName: '/order/to/name',
    dropoffPhoneNumber: '/order/to/phone',
    dropoffAddressFormattedStreet: '/order/to/street',
    dropoffAddressCity: '/order/to/city',
    dropoffAddressZip: '/order/to/zip',
    dropoffInstructions: '/order/note',
    valueCents: '/order/total',
    tags: '/order/labels',
    'orderMetadata.loyalty': '/order/points',
  },
  items: {
    list: '/order/lines',
    fields: {
      id: '/sku',
      description: '{/name} {/size}',
      count: '/qty',
      valueCents: '/price',
      weight: '/grams',
    },
  },
};

/** A message of that shop. */
export function bakeryMessage(changes: Json = {}, event = 'order'): Json {
  const { to = {}, ...order } = changes;
  return {
    event,
    order: {
      id: 4711,
      number: 'B-17',
      changed: '2026-03-02T10:00:00Z',
      note: 'Ring twice',
      total: 25.9,
      labels: ['bread', 'fresh'],
      points: 12,
      lines: [
        { sku: 'rye', name: 'Rye', size: '1 kg', qty: 2, price: '8.50', grams: '1000 g' },
        { sku: 'bun', name: 'Bun', size: '', qty: 3, price: '2.00' },
      ],
      to: {
        name: 'Ada Byron',
        phone: '+14155550199',
        street: '901 Market Street',
        city: 'San Francisco',
        zip: '94103',
        ...to,
      },
      ...order,
    },
  };
}

/** Orders, dispatch, workflows and shops on one table. */
export interface ShopWorld extends Automations {
  readonly storeId: string;
  readonly credentials: ReturnType<typeof memoryCredentials>;
  /** Connects the shop of `MAPPING`, changed by these fields. */
  connect(fields?: object): Promise<Json>;
  /** Sends a message to a shop, signed with its secret. */
  send(
    shop: Json,
    message: unknown,
    headers?: Record<string, string>,
  ): Promise<{ status: number; json: Json }>;
  /** Sends a message, carries it out, and returns its entry in the log. */
  tell(shop: Json, message: unknown, headers?: Record<string, string>): Promise<Json>;
  log(shop: Json, query?: Record<string, string>): Promise<readonly Json[]>;
  orders(): Promise<readonly Json[]>;
}

/** The signature of a body in the manner of `MAPPING`. */
export const bakerySignature = (secret: string, body: string) =>
  createHmac('sha256', secret).update(body).digest('hex');

/** Starts it with a store in San Francisco. */
export async function startShopWorld(
  providers: readonly Provider[] = [],
  more: Parameters<typeof startAutomations>[1] = {},
): Promise<ShopWorld> {
  const credentials = memoryCredentials();
  const api = await startAutomations(providers, {
    ...more,
    areas: [shopsArea, shopInboxArea, storesArea, ...(more.areas ?? [])],
    workers: [takeShopMessages, ...(more.workers ?? [])],
    extra: (deps) => ({
      store: credentials,
      destinations: { allowLoopback: true },
      signingKeys: async () => ['signing-key'],
      ...more.extra?.(deps),
    }),
  });
  const store = await api.must('POST /v1/store_locations', {
    body: {
      name: 'Bakery',
      phoneNumber: '+14155550100',
      address: '1 Mission Street, San Francisco, CA 94105',
    },
  });
  const send: ShopWorld['send'] = (shop, message, headers = {}) => {
    const body = typeof message === 'string' ? message : JSON.stringify(message);
    return api.call('POST /v1/shops/{id}/inbox', {
      params: { id: shop.id },
      query: { organizationId: 'org_test' },
      headers: { 'x-bakery-signature': bakerySignature(shop.secret ?? '', body), ...headers },
      body,
      verdict: null,
    });
  };
  return {
    ...api,
    storeId: store.id,
    credentials,
    connect: (fields = {}) =>
      api.must('POST /v1/shops', {
        body: {
          name: 'Bakery',
          adapter: 'mapping',
          mapping: MAPPING,
          pickupStoreLocationId: store.id,
          ...fields,
        },
      }),
    send,
    async tell(shop, message, headers) {
      const { status, json } = await send(shop, message, headers);
      if (status !== 200) throw new Error(`${status} ${JSON.stringify(json)}`);
      await api.drain();
      const params = { id: shop.id, messageId: json.messageId };
      return api.must('GET /v1/shops/{id}/messages/{messageId}', { params });
    },
    async log(shop, query = {}) {
      const { results } = await api.must('GET /v1/shops/{id}/messages', { params: { id: shop.id }, query });
      return results;
    },
    async orders() {
      const { results } = await api.must('GET /v1/orders', { query: { limit: '50' } });
      return Promise.all(
        (results as { id: string }[]).map(({ id }) => api.must('GET /v1/order/{id}', { params: { id } })),
      );
    },
  };
}
