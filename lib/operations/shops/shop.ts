import * as z from 'zod';
import { DELIVERY_MODES } from '../../ordering/orders/index.ts';
import { defineEntity, type Partition } from '../../platform/table/index.ts';
import { shopMapping } from './adapters/mapping/shop-mapping.ts';

/** How messages of a shop are read: the programs that are known, and any other by a mapping. */
export const SHOP_ADAPTERS = ['shopify', 'woocommerce', 'mapping'] as const;
export type ShopAdapterId = (typeof SHOP_ADAPTERS)[number];

const shopSchema = z.object({
  organizationId: z.string(),
  /** `shp_...` */
  id: z.string(),
  name: z.string(),
  adapter: z.enum(SHOP_ADAPTERS),
  /** `https://host`: where news of deliveries goes; null = the shop is not called. */
  address: z.string().nullable(),
  isEnabled: z.boolean(),
  /** Where its orders are picked up, unless a message says so itself. */
  pickupStoreLocationId: z.string().nullable(),
  dispatchStrategyId: z.string().nullable(),
  /** Null = `scheduled` for an order with times, else `now`. */
  deliveryMode: z.enum(DELIVERY_MODES).nullable(),
  /** That of times without a zone; null = the organization's. */
  timeZone: z.string().nullable(),
  /** How messages are read; only for the adapter `mapping`. */
  mapping: shopMapping.nullable(),
  /** Number of secrets that the address has had; the current one is derived from it. */
  secretGeneration: z.int(),
  /** Time until which the secret before it is accepted as well. */
  previousSecretUntil: z.string().nullable(),
  /** Number of times that credentials were set; it reveals nothing about them. 0 = never. */
  credentialsVersion: z.int(),
  /** The credentials have the shop's own secret: only it proves messages then. */
  hasOwnSecret: z.boolean(),
  createdAt: z.string(),
  updatedAt: z.string(),
});

/** A connected shop, whose orders come in by messages to its address. */
export type Shop = z.infer<typeof shopSchema>;

/** Shops of one organization are read together, so their number is limited. */
export const MAX_SHOPS = 50;

export const shopEntity = defineEntity<Shop, Pick<Shop, 'organizationId' | 'id'>>({
  name: 'shop',
  schema: shopSchema,
  partition: ({ organizationId }) => shopsPartition(organizationId),
  sort: ({ id }) => ({ kind: 'state', parts: [id] }),
  audited: { type: 'shop', id: ({ id }) => id },
});

/** All shops of an organization are in one partition: one Query returns them all. */
export function shopsPartition(organizationId: string): Partition {
  return { organizationId, type: 'shops', id: 'all' };
}
