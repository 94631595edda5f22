import { createHmac, randomUUID } from 'node:crypto';
import { type ShopAnswer, type ShopRequest, startShopServer } from './shop-server.ts';
import { CUSTOMER, LINES, type ShopSale, type SimulatedShop, shopTime } from './simulated-shop.ts';

const KEYS = { consumerKey: 'ck_test', consumerSecret: 'cs_test' };

/** A WooCommerce shop: webhooks signed with the secret of the connection, and the part of its REST API that is used. */
export async function startSimulatedWooCommerce(): Promise<SimulatedShop & { greeting(): string }> {
  const faults: ('limit' | 'broken' | 'hang-up')[] = [];
  const statuses = new Map<string, string>();
  const notes = new Map<string, { id: number; note: string }[]>();
  const grams = new Map(LINES.map((line) => [String(line.id), line.grams]));
  let secret = '';

  const answer = ({ method, path, headers, body }: ShopRequest): ShopAnswer | undefined => {
    const fault = faults.shift();
    if (fault === 'hang-up') return undefined;
    if (fault === 'broken') return { status: 500, body: '<html>A critical error' };
    if (fault === 'limit')
      return { status: 429, body: { code: 'too_many' }, headers: { 'retry-after': '3' } };
    const pair = Buffer.from(`${KEYS.consumerKey}:${KEYS.consumerSecret}`).toString('base64');
    if (headers.authorization !== `Basic ${pair}`)
      return { status: 401, body: { code: 'woocommerce_rest_cannot_view' } };
    if (path.endsWith('/settings/products/woocommerce_weight_unit'))
      return { status: 200, body: { value: 'g' } };
    const [, product] = /\/products\/(\d+)/.exec(path) ?? [];
    // Weights are texts, and empty for products without one.
    if (product)
      return { status: 200, body: { id: Number(product), weight: String(grams.get(product) ?? '') } };
    const [, id = '', part] = /\/orders\/(\d+)(\/notes)?/.exec(path) ?? [];
    if (!statuses.has(id)) return { status: 404, body: { code: 'woocommerce_rest_shop_order_invalid_id' } };
    if (part) {
      if (method === 'POST') notes.set(id, [...(notes.get(id) ?? []), { id: Date.now(), note: body.note }]);
      return {
        status: method === 'POST' ? 201 : 200,
        body: method === 'POST' ? { id: 1 } : (notes.get(id) ?? []),
      };
    }
    if (method === 'PUT') statuses.set(id, body.status);
    return { status: 200, body: { id: Number(id), status: statuses.get(id) } };
  };

  const server = await startShopServer(answer);
  const message = (topic: string, content: object) => {
    const body = JSON.stringify(content);
    return {
      body,
      headers: {
        'x-wc-webhook-topic': topic,
        'x-wc-webhook-delivery-id': randomUUID().replaceAll('-', ''),
        'x-wc-webhook-source': `${server.url}/`,
        'x-wc-webhook-signature': createHmac('sha256', secret).update(body).digest('base64'),
      },
    };
  };
  const order = (sale: ShopSale, more: { status?: string } = {}) => {
    const status = more.status ?? 'processing';
    statuses.set(String(sale.id), status);
    const address = {
      first_name: CUSTOMER.firstName,
      last_name: CUSTOMER.lastName,
      company: '',
      address_1: CUSTOMER.street,
      address_2: '',
      city: CUSTOMER.city,
      state: CUSTOMER.state,
      postcode: CUSTOMER.zip,
      country: CUSTOMER.country,
    };
    return {
      id: sale.id,
      number: String(sale.id),
      currency: 'USD',
      total: '25.90',
      date_created_gmt: shopTime(0).replace('Z', ''),
      date_modified_gmt: shopTime(sale.changed).replace('Z', ''),
      customer_note: sale.note ?? '',
      billing: { ...address, email: CUSTOMER.email, phone: CUSTOMER.phone },
      // As for a customer who did not enter another address.
      shipping: { ...address, address_1: '', phone: '' },
      shipping_lines: [{ method_id: 'flat_rate' }],
      line_items: (sale.lines ?? LINES).map(({ id, title, quantity }) => ({
        ...{ id, name: title, product_id: id, variation_id: 0, quantity, sku: `sku-${id}`, price: 8.5 },
      })),
      ...more,
      status,
    };
  };
  return {
    connection: () => ({ adapter: 'woocommerce', address: server.url, credentials: KEYS }),
    secretIs(given) {
      secret = given;
    },
    placed: (sale) => message('order.created', order(sale)),
    changed: (sale) => message('order.updated', order(sale)),
    cancelled: (sale) => message('order.updated', order(sale, { status: 'cancelled' })),
    refundedInFull: (sale) => message('order.updated', order(sale, { status: 'refunded' })),
    bare: (sale) =>
      message('order.created', {
        id: sale.id,
        status: 'processing',
        date_modified_gmt: shopTime(sale.changed).replace('Z', ''),
        shipping: { address_1: CUSTOMER.street, city: CUSTOMER.city, country: 'US' },
      }),
    pickedUp: (sale) =>
      message('order.created', { ...order(sale), shipping_lines: [{ method_id: 'local_pickup' }] }),
    other: () => message('product.updated', { id: 1 }),
    failNext: (...next) => void faults.push(...next),
    about: (id) => ({
      links: (notes.get(String(id)) ?? []).map(({ note }) => /https?:\S+/.exec(note)?.[0] ?? ''),
      isDelivered: statuses.get(String(id)) === 'completed',
    }),
    calls: server.calls,
    stop: server.stop,
    greeting: () => 'webhook_id=7',
  };
}
