import * as z from 'zod';
import { digest } from '../../platform/core/ids.ts';
import { defineEntity } from '../../platform/table/index.ts';
import { defineTimer } from '../../platform/timers/index.ts';

/** How long notices are kept. Seconds. */
const LIFE_SECONDS = 90 * 24 * 3600;

/** Number of partitions of the list of notices. */
export const SHOP_NOTICE_SHARDS = 2;

/** News of an order that a shop gets. */
export const NOTICE_KINDS = ['under_way', 'delivered'] as const;

/** How far a notice got. */
export const NOTICE_STATUSES = [
  'pending',
  'told',
  /** The shop refused it, or none of the attempts succeeded. */
  'failed',
] as const;

const noticeSchema = z.object({
  organizationId: z.string(),
  /** Follows from the order and the kind, so a shop gets it once. */
  id: z.string(),
  shopId: z.string(),
  shopOrderId: z.string(),
  orderId: z.string(),
  kind: z.enum(NOTICE_KINDS),
  /** When it happened. */
  at: z.string(),
  carrier: z.string(),
  trackingUrl: z.string(),
  status: z.enum(NOTICE_STATUSES),
  attempts: z.int(),
  /** Why the last attempt did not succeed. */
  error: z.string().nullable(),
  /** Until then only one invocation may tell the shop. */
  leaseUntil: z.string().nullable(),
  toldAt: z.string().nullable(),
});

/** A message to a shop about an order. */
export type ShopNotice = z.infer<typeof noticeSchema>;

const rowSchema = noticeSchema.omit({ organizationId: true, leaseUntil: true });

/** A notice in a list. */
export type ShopNoticeRow = z.infer<typeof rowSchema>;

/** Reads a row of the list. */
export const readShopNoticeRow = (row: unknown): ShopNoticeRow => rowSchema.parse(row);

export const shopNoticeEntity = defineEntity<ShopNotice, Pick<ShopNotice, 'organizationId' | 'id'>>({
  name: 'shopNotice',
  schema: noticeSchema,
  partition: ({ organizationId, id }) => ({ organizationId, type: 'shopNotice', id }),
  sort: () => ({ kind: 'state', parts: [] }),
  list: {
    name: 'shopNoticesByTime',
    shard: ({ id }) => Number.parseInt(id.slice(-2), 36) % SHOP_NOTICE_SHARDS,
    at: ({ at }) => at,
    id: ({ id }) => id,
    row: (notice) => rowSchema.parse(notice),
  },
  expiresAtSeconds: ({ at }) => Math.floor(Date.parse(at) / 1000) + LIFE_SECONDS,
});

/** Id of the notice of this kind about an order. */
export function shopNoticeId(orderId: string, kind: ShopNotice['kind']): string {
  return `shn_${digest('shop-notice', orderId, kind)}`;
}

/** Waits for the next attempt to reach a shop. Subject: the notice. */
export const shopNoticeTimer = defineTimer({
  kind: 'shop-notice',
  data: z.object({ noticeId: z.string() }),
  summary: 'A shop is due to be told again about an order.',
});
