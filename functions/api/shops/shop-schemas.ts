import * as z from 'zod';
import { inboxOf, SHOP_ADAPTERS, type Shop, shopMapping } from '../../../lib/operations/shops/index.ts';
import { DELIVERY_MODES } from '../../../lib/ordering/orders/index.ts';
import { isTimeZone } from '../../../lib/platform/core/zoned-time.ts';
import { instantReply, shortText } from '../../../lib/platform/http/index.ts';
import type { Stored } from '../../../lib/platform/table/index.ts';

const credentials = z.record(z.string().max(100), z.string().min(1).max(4_096)).meta({
  description:
    'Credentials of the shop, kept in Secrets Manager and never shown again; which ones depends on the adapter. ' +
    '`webhookSecret` is the secret of a shop that chooses it itself.',
});

/** Fields that a caller may set later as well. */
export const changeableFields = {
  name: shortText(100).meta({ description: 'Name of the shop.' }),
  address: z.string().max(500).nullish().meta({
    description: 'Address of the shop, such as `https://shop.example.com`; null for one that is not called.',
  }),
  isEnabled: z.boolean().optional().meta({
    description:
      'Whether its messages are carried out; those of a shop that is off are only kept. Default true.',
  }),
  pickupStoreLocationId: shortText(100).nullish().meta({
    description: 'Store location where its orders are picked up, unless a message says so.',
  }),
  dispatchStrategyId: shortText(100).nullish().meta({ description: 'Dispatch strategy of its orders.' }),
  deliveryMode: z.enum(DELIVERY_MODES).nullish().meta({
    description: 'Delivery mode of its orders; null = `scheduled` for those with times, else `now`.',
  }),
  timeZone: z
    .string()
    .max(100)
    .refine(isTimeZone, 'is not an IANA time zone such as Europe/Berlin')
    .nullish()
    .meta({ description: "Zone of times without one; null = the organization's." }),
  mapping: shopMapping.nullish().meta({
    description: 'Where the fields of an order are in a message; only for the adapter `mapping`.',
  }),
  credentials: credentials.optional(),
};

export const adapterField = z.enum(SHOP_ADAPTERS).meta({
  description:
    'Program of the shop: `shopify`, `woocommerce`, or `mapping` for any other, whose messages are read by a mapping.',
});

/** A shop in replies, without its credentials. */
export const shopReply = z
  .object({
    id: z.string(),
    name: z.string(),
    adapter: adapterField,
    address: z.string().nullable(),
    isEnabled: z.boolean(),
    pickupStoreLocationId: z.string().nullable(),
    dispatchStrategyId: z.string().nullable(),
    deliveryMode: z.enum(DELIVERY_MODES).nullable(),
    timeZone: z.string().nullable(),
    mapping: shopMapping.nullable(),
    inboxUrl: z.string().meta({ description: 'Address to which the shop sends its messages.' }),
    hasOwnSecret: z
      .boolean()
      .meta({ description: 'Whether the shop chose the secret of its messages itself.' }),
    previousSecretUntil: instantReply
      .nullable()
      .meta({ description: 'Time until which the previous secret is accepted as well.' }),
    version: z.int(),
    createdAt: instantReply,
    updatedAt: instantReply,
  })
  .meta({ id: 'Shop' });

/** A shop with the secret of its messages. */
export const shopWithSecretReply = shopReply
  .extend({
    secret: z.string().nullable().meta({
      description: 'Secret of its messages, shown only here; null when the shop chose it itself.',
    }),
  })
  .meta({ id: 'ShopWithSecret' });

const mappingExample = {
  authentication: { type: 'hmac' as const, header: 'x-signature', encoding: 'hex' as const },
  orderId: '/id',
  version: '/updated',
  kind: { pointer: '/status', cancelled: ['cancelled'], refunded: ['refunded'], ignored: ['draft'] },
  fields: {
    dropoffFirstName: '/shipping/name',
    dropoffAddress: '{/shipping/street}, {/shipping/zip} {/shipping/city}',
    dropoffPhoneNumber: '/shipping/phone',
  },
  items: { list: '/lines', fields: { id: '/sku', description: '/title', count: '/quantity' } },
  amountsInCents: false,
};

/** What a caller sends to connect a shop. */
export const shopBodyExample = {
  name: 'Bakery',
  adapter: 'mapping' as const,
  mapping: mappingExample,
};

export const shopExample = {
  id: 'shp_01JD8Z6Q4T9V2N5X7C3B1M0K8H',
  name: 'Bakery',
  adapter: 'mapping' as const,
  address: null,
  isEnabled: true,
  pickupStoreLocationId: null,
  dispatchStrategyId: null,
  deliveryMode: null,
  timeZone: null,
  mapping: mappingExample,
  inboxUrl:
    'https://api.example.com/v1/shops/shp_01JD8Z6Q4T9V2N5X7C3B1M0K8H/inbox?organizationId=org_01JD8Z6Q4T9V2N5X7C3B1M0K8H',
  hasOwnSecret: false,
  previousSecretUntil: null,
  version: 1,
  createdAt: '2026-03-05T01:11:51.000Z',
  updatedAt: '2026-03-05T01:11:51.000Z',
};

export const secretExample = 'shsec_AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8';

export function renderShop({ value, version }: Stored<Shop>): z.input<typeof shopReply> {
  const { organizationId: _, secretGeneration: __, credentialsVersion: ___, ...shown } = value;
  return { ...shown, inboxUrl: inboxOf(value), version };
}

/** The `{id}` of a shop's path. */
export const shopPath = z.object({
  id: shortText(100).meta({ description: 'Id of the shop, `shp_...`.' }),
});
