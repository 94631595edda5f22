import * as z from 'zod';
import { digest } from '../../platform/core/ids.ts';
import { defineEvent } from '../../platform/events/index.ts';
import { defineEntity, type Partition } from '../../platform/table/index.ts';

/** How long messages are kept. */
const LIFE_DAYS = 30;

/** Objects of large messages carry this tag, by which the bucket deletes them. */
export const SHOP_MESSAGE_TAGS = Object.freeze({ retention: 'shop-messages' });

/** Where these objects are. */
export const SHOP_MESSAGES = 'shop-messages/';

/** Days after which the bucket deletes the content of a large message. */
export const SHOP_MESSAGE_OBJECT_DAYS = LIFE_DAYS + 1;

/** Longer contents are in the bucket: an item of the table has at most 400 kB. Characters. */
export const LONGEST_INLINE = 100_000;

/** Number of partitions of the list of messages. */
export const SHOP_MESSAGE_SHARDS = 2;

/** What became of a message. */
export const MESSAGE_OUTCOMES = [
  /** It has not been handled yet. */
  'received',
  'created',
  'changed',
  'canceled',
  /** The order has all of it already. */
  'unchanged',
  /** A newer message was handled before it. */
  'outdated',
  /** There was nothing to do, such as for an order without a delivery. */
  'ignored',
  /** It could not be carried out: a person has to look at it. */
  'refused',
] as const;
export type MessageOutcome = (typeof MESSAGE_OUTCOMES)[number];

const messageSchema = z.object({
  organizationId: z.string(),
  shopId: z.string(),
  /** Follows from the shop and the sender's id of the message, so that a repetition finds it. */
  id: z.string(),
  receivedAt: z.string(),
  topic: z.string(),
  /** The content as it came; null when it is in the bucket. */
  body: z.string().nullable(),
  bytes: z.int(),
  /** Kilograms by line, for shops whose messages have none; null when nobody asked. */
  weights: z.record(z.string(), z.number()).nullable().default(null),
  /** How often the shop sent it again. */
  repetitions: z.int(),
  /** How often a person had it handled again. */
  replays: z.int(),
  outcome: z.enum(MESSAGE_OUTCOMES),
  /** Why, in words for the merchant. */
  message: z.string().nullable(),
  shopOrderId: z.string().nullable(),
  orderId: z.string().nullable(),
  handledAt: z.string().nullable(),
});

/** A message of a shop: what came, and what became of it. */
export type ShopMessage = z.infer<typeof messageSchema>;

const rowSchema = messageSchema.omit({ organizationId: true, body: true, weights: true });

/** A message in a list. */
export type ShopMessageRow = z.infer<typeof rowSchema>;

export const shopMessageEntity = defineEntity<ShopMessage, Pick<ShopMessage, 'organizationId' | 'id'>>({
  name: 'shopMessage',
  schema: messageSchema,
  partition: ({ organizationId, id }) => shopMessagePartition(organizationId, id),
  sort: () => ({ kind: 'state', parts: [] }),
  list: {
    name: 'shopMessagesByTime',
    shard: ({ id }) => Number.parseInt(id.slice(-2), 36) % SHOP_MESSAGE_SHARDS,
    at: ({ receivedAt }) => receivedAt,
    id: ({ id }) => id,
    row: (message) => rowSchema.parse(message),
  },
  expiresAtSeconds: ({ receivedAt }) => Math.floor(Date.parse(receivedAt) / 1000) + LIFE_DAYS * 24 * 3600,
});

/** Reads a row of the list. */
export const readShopMessageRow = (row: unknown): ShopMessageRow => rowSchema.parse(row);

export function shopMessagePartition(organizationId: string, id: string): Partition {
  return { organizationId, type: 'shopMessage', id };
}

/** Id of a message: the same whenever the shop sends it again. */
export function shopMessageId(shopId: string, topic: string, deliveryId: string): string {
  return `shm_${digest('shop-message', shopId, topic, deliveryId)}`;
}

/** Where the content of a large message is, below the organization's prefix. */
export function shopMessageKey(id: string): string {
  return `${SHOP_MESSAGES}${id}.json`;
}

/** Written with a message, and again when a person has it handled again. */
export const shopMessageDue = defineEvent({
  name: 'shop.message_due',
  schema: z.object({ messageId: z.string(), shopId: z.string() }),
  summary: 'A message of a shop is due to be carried out.',
});

/** Time of the oldest message that has not expired; rows of older ones may still be in the index. Milliseconds. */
export function oldestShopMessage(nowMs: number): number {
  return nowMs - LIFE_DAYS * 24 * 3_600_000 + 1000;
}
