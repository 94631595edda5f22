import { createHmac, randomUUID } from 'node:crypto';
import { type ShopAnswer, type ShopRequest, startShopServer } from './shop-server.ts';
import { CUSTOMER, LINES, type ShopSale, type SimulatedShop, shopTime } from './simulated-shop.ts';

const SECRET = 'shpss_of_the_app';
const TOKEN = 'shpat_of_the_app';

interface Fulfillment {
  readonly id: string;
  readonly url: string;
  readonly events: string[];
}

/** A Shopify shop: webhooks signed with the secret of its app, and the part of its API that fulfils orders. */
export async function startSimulatedShopify(): Promise<
  SimulatedShop & {
    refunded(sale: ShopSale, lineId: number, quantity: number): ReturnType<SimulatedShop['placed']>;
  }
> {
  const faults: ('limit' | 'broken' | 'hang-up')[] = [];
  const open = new Map<string, string>();
  const fulfillments = new Map<string, Fulfillment[]>();
  let limits = 0;

  const answer = ({ headers, body }: ShopRequest): ShopAnswer | undefined => {
    const fault = faults.shift();
    if (fault === 'hang-up') return undefined;
    if (fault === 'broken') return { status: 502, body: 'bad gateway' };
    if (fault === 'limit') {
      limits += 1;
      // Its API refuses in two ways: by status, and inside a reply that looks like a success.
      if (limits % 2 === 1)
        return { status: 429, body: { errors: 'Too many' }, headers: { 'retry-after': '2.0' } };
      const throttleStatus = { maximumAvailable: 2000, currentlyAvailable: 10, restoreRate: 100 };
      return {
        status: 200,
        body: {
          errors: [{ message: 'Throttled', extensions: { code: 'THROTTLED' } }],
          extensions: { cost: { requestedQueryCost: 210, actualQueryCost: null, throttleStatus } },
        },
      };
    }
    if (headers['x-shopify-access-token'] !== TOKEN)
      return { status: 401, body: { errors: 'Invalid API key' } };
    return { status: 200, body: { data: answered(body) } };
  };

  function answered({ query, variables }: { query: string; variables: never }): unknown {
    const { id, fulfillment, event } = variables as {
      id?: string;
      fulfillment?: {
        lineItemsByFulfillmentOrder: { fulfillmentOrderId: string }[];
        trackingInfo: { url: string };
      };
      event?: { fulfillmentId: string; status: string };
    };
    if (id !== undefined) {
      const order = id.split('/').at(-1) ?? '';
      if (!open.has(order)) return { order: null };
      return {
        order: {
          fulfillmentOrders: {
            nodes: [{ id: `gid://shopify/FulfillmentOrder/${order}`, status: open.get(order) }],
          },
          fulfillments: (fulfillments.get(order) ?? []).map((one) => ({
            id: one.id,
            status: 'SUCCESS',
            trackingInfo: [{ url: one.url }],
            events: { nodes: one.events.map((status) => ({ status })) },
          })),
        },
      };
    }
    if (query.includes('fulfillmentCreate') && fulfillment) {
      const order = fulfillment.lineItemsByFulfillmentOrder[0]?.fulfillmentOrderId.split('/').at(-1) ?? '';
      if (open.get(order) !== 'OPEN') {
        return {
          fulfillmentCreate: { fulfillment: null, userErrors: [{ field: [], message: 'already fulfilled' }] },
        };
      }
      open.set(order, 'CLOSED');
      const made = {
        id: `gid://shopify/Fulfillment/${order}`,
        url: fulfillment.trackingInfo.url,
        events: [],
      };
      fulfillments.set(order, [...(fulfillments.get(order) ?? []), made]);
      return { fulfillmentCreate: { fulfillment: { id: made.id }, userErrors: [] } };
    }
    const order = event?.fulfillmentId.split('/').at(-1) ?? '';
    fulfillments.get(order)?.[0]?.events.push(event?.status ?? '');
    return {
      fulfillmentEventCreate: {
        fulfillmentEvent: { id: 'gid://shopify/FulfillmentEvent/1' },
        userErrors: [],
      },
    };
  }

  const server = await startShopServer(answer);
  const message = (topic: string, content: object) => {
    const body = JSON.stringify(content);
    return {
      body,
      headers: {
        'x-shopify-topic': topic,
        'x-shopify-webhook-id': randomUUID(),
        'x-shopify-shop-domain': new URL(server.url).host,
        'x-shopify-hmac-sha256': createHmac('sha256', SECRET).update(body).digest('base64'),
      },
    };
  };
  const order = (sale: ShopSale, more: object = {}) => {
    if (!open.has(String(sale.id))) open.set(String(sale.id), 'OPEN');
    return {
      id: sale.id,
      name: `#${sale.id}`,
      email: CUSTOMER.email,
      phone: null,
      note: sale.note ?? null,
      note_attributes: [{ name: 'Gift', value: 'yes' }],
      tags: 'fresh, vip',
      currency: 'USD',
      total_price: '25.90',
      financial_status: 'paid',
      fulfillment_status: null,
      created_at: shopTime(0),
      updated_at: shopTime(sale.changed),
      cancelled_at: null,
      shipping_address: {
        first_name: CUSTOMER.firstName,
        last_name: CUSTOMER.lastName,
        company: null,
        phone: CUSTOMER.phone,
        address1: CUSTOMER.street,
        address2: null,
        city: CUSTOMER.city,
        province_code: CUSTOMER.state,
        zip: CUSTOMER.zip,
        country_code: CUSTOMER.country,
        latitude: null,
        longitude: null,
      },
      line_items: (sale.lines ?? LINES).map(({ id, title, quantity, grams }) => ({
        ...{ id, title, quantity, current_quantity: quantity, grams, sku: `sku-${id}` },
        ...{ variant_title: null, price: '8.50', requires_shipping: true },
      })),
      ...more,
    };
  };
  return {
    connection: () => ({
      adapter: 'shopify',
      address: server.url,
      credentials: { webhookSecret: SECRET, accessToken: TOKEN },
    }),
    secretIs() {
      // Its own secret signs its messages.
    },
    placed: (sale) => message('orders/create', order(sale)),
    changed: (sale) => message('orders/updated', order(sale)),
    cancelled: (sale) =>
      message(
        'orders/cancelled',
        order(sale, { cancelled_at: shopTime(sale.changed), cancel_reason: 'customer' }),
      ),
    refundedInFull: (sale) => message('orders/updated', order(sale, { financial_status: 'refunded' })),
    refunded: (sale, lineId, quantity) =>
      message('refunds/create', {
        id: sale.id * 10 + sale.changed,
        order_id: sale.id,
        created_at: shopTime(sale.changed),
        refund_line_items: [{ line_item_id: lineId, quantity, restock_type: 'cancel' }],
      }),
    bare: (sale) =>
      message('orders/create', {
        id: sale.id,
        updated_at: shopTime(sale.changed),
        shipping_address: { address1: CUSTOMER.street, city: CUSTOMER.city, country_code: 'US' },
      }),
    pickedUp: (sale) => message('orders/create', order(sale, { shipping_address: null })),
    other: () => message('products/update', { id: 1 }),
    failNext: (...next) => void faults.push(...next),
    about: (id) => {
      const made = fulfillments.get(String(id)) ?? [];
      return {
        links: made.map(({ url }) => url),
        isDelivered: made.some(({ events }) => events.includes('DELIVERED')),
      };
    },
    calls: server.calls,
    stop: server.stop,
  };
}
