import { createHmac } from 'node:crypto';
import { CUSTOMER, LINES, type ShopSale, type SimulatedShop, shopTime } from './simulated-shop.ts';

/** A mapping of a shop that somebody programmed. */
export const OWN_SHOP_MAPPING = {
  authentication: { type: 'hmac', header: 'x-own-signature', encoding: 'hex' },
  orderId: '/order/nr',
  version: '/order/changed',
  kind: {
    pointer: '/event',
    cancelled: ['cancelled'],
    refunded: ['refunded'],
    ignored: ['pickup', 'product'],
  },
  fields: {
    referenceId: '#{/order/nr}',
    dropoffFirstName: '/order/to/first',
    dropoffLastName: '/order/to/last',
    dropoffPhoneNumber: '/order/to/phone',
    dropoffEmail: '/order/to/email',
    dropoffAddress: '{/order/to/street}, {/order/to/city}, {/order/to/state} {/order/to/zip}',
    dropoffInstructions: '/order/note',
    valueCents: '/order/total',
    currency: '/order/currency',
  },
  items: {
    list: '/order/lines',
    fields: { id: 'sku-{/id}', description: '/title', count: '/quantity', weight: '{/grams} g' },
  },
};

/** A shop that somebody programmed, read by a mapping. It gets no notices, because it can receive webhooks. */
export async function startOwnShop(): Promise<SimulatedShop> {
  let secret = '';
  const message = (content: object) => {
    const body = JSON.stringify(content);
    return { body, headers: { 'x-own-signature': createHmac('sha256', secret).update(body).digest('hex') } };
  };
  const order = (sale: ShopSale) => ({
    nr: sale.id,
    changed: shopTime(sale.changed),
    note: sale.note,
    total: 25.9,
    currency: 'USD',
    to: {
      first: CUSTOMER.firstName,
      last: CUSTOMER.lastName,
      phone: CUSTOMER.phone,
      email: CUSTOMER.email,
      street: CUSTOMER.street,
      city: CUSTOMER.city,
      state: CUSTOMER.state,
      zip: CUSTOMER.zip,
    },
    lines: sale.lines ?? LINES,
  });
  const event = (name: string) => (sale: ShopSale) => message({ event: name, order: order(sale) });
  return {
    connection: () => ({ adapter: 'mapping', mapping: OWN_SHOP_MAPPING }),
    secretIs(given) {
      secret = given;
    },
    placed: event('placed'),
    changed: event('changed'),
    cancelled: event('cancelled'),
    refundedInFull: event('refunded'),
    bare: (sale) =>
      message({
        order: {
          nr: sale.id,
          changed: shopTime(sale.changed),
          to: { street: CUSTOMER.street, city: CUSTOMER.city },
        },
      }),
    pickedUp: event('pickup'),
    other: () => message({ event: 'product', order: { nr: 1, changed: shopTime(0) } }),
    failNext() {
      // It is not called.
    },
    about: () => ({ links: [], isDelivered: false }),
    calls: [],
    stop: async () => {},
  };
}
