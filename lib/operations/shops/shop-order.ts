import * as z from 'zod';
import { digest } from '../../platform/core/ids.ts';
import { defineEntity } from '../../platform/table/index.ts';

/** How long a shop's order is remembered after its last message, so that a late one gives no second order. */
const LIFE_SECONDS = 400 * 24 * 3600;

/** Refunds of an order at most; the last ones count. */
export const MAX_REFUNDS = 100;

const refundSchema = z.object({
  id: z.string(),
  version: z.number(),
  lines: z.array(z.object({ lineId: z.string(), quantity: z.number() })),
});

const shopOrderSchema = z.object({
  organizationId: z.string(),
  shopId: z.string(),
  shopOrderId: z.string(),
  /** The only order that this one of the shop ever gives. */
  orderId: z.string(),
  /** The order was created. It may have left the table since. */
  isCreated: z.boolean(),
  /** Version of the content that was applied last; null = none came yet. */
  version: z.number().nullable(),
  /** Message with that content. */
  contentFrom: z.string().nullable(),
  /** Refunds that the content does not have yet. */
  refunds: z.array(refundSchema),
  /** The shop ended the order, by the message of this version. */
  ended: z.object({ version: z.number(), reason: z.string() }).nullable(),
  /** A message changes the order's job: others wait, because the provider is asked meanwhile. */
  lease: z.object({ messageId: z.string(), until: z.string() }).nullable(),
  updatedAt: z.string(),
});

/** What is known of an order of a shop. */
export type ShopOrder = z.infer<typeof shopOrderSchema>;

export const shopOrderEntity = defineEntity<
  ShopOrder,
  Pick<ShopOrder, 'organizationId' | 'shopId' | 'shopOrderId'>
>({
  name: 'shopOrder',
  schema: shopOrderSchema,
  partition: ({ organizationId, shopId, shopOrderId }) => ({
    organizationId,
    type: 'shopOrder',
    id: digest(shopId, shopOrderId),
  }),
  sort: () => ({ kind: 'state', parts: [] }),
  expiresAtSeconds: ({ updatedAt }) => Math.floor(Date.parse(updatedAt) / 1000) + LIFE_SECONDS,
});
