import * as z from 'zod';
import { digest } from '../core/ids.ts';
import { defineEvent } from '../events/index.ts';
import { defineEntity, type Partition } from '../table/index.ts';
import { defineTimer } from '../timers/index.ts';

/** Messages and their attempts are kept this long. */
const LIFE_SECONDS = 30 * 24 * 3600;

/** The list of messages is spread over this many partitions. */
export const MESSAGE_SHARDS = 4;

const expiry = (instant: string) => Math.floor(Date.parse(instant) / 1000) + LIFE_SECONDS;

/** Instant of the oldest message that has not expired, in milliseconds: index rows of older ones may still be there. */
export function oldestKept(nowMs: number): number {
  return (Math.floor(nowMs / 1000) - LIFE_SECONDS + 1) * 1000;
}

const messageSchema = z.object({
  organizationId: z.string(),
  id: z.string(),
  eventId: z.string(),
  eventType: z.string(),
  timestamp: z.string(),
  /** Ids of the entities that it is about. */
  tags: z.array(z.string()),
  /** The very bytes that are signed and sent, packed (`packBody`). */
  packedBody: z.string(),
});

/** One event as it is sent to every endpoint that wants it. */
export type WebhookMessage = z.infer<typeof messageSchema>;

/** Id of the message of an event: the same event makes one message, however often it is handled. */
export function messageIdOf(eventId: string): string {
  return `msg_${digest('webhook-message', eventId)}`;
}

export function messagePartition(organizationId: string, messageId: string): Partition {
  return { organizationId, type: 'message', id: messageId };
}

const listRow = z.object({
  id: z.string(),
  eventType: z.string(),
  timestamp: z.string(),
  tags: z.array(z.string()),
});

export const webhookMessageEntity = defineEntity<
  WebhookMessage,
  Pick<WebhookMessage, 'organizationId' | 'id'>
>({
  name: 'webhookMessage',
  schema: messageSchema,
  partition: ({ organizationId, id }) => messagePartition(organizationId, id),
  sort: () => ({ kind: 'state', parts: [] }),
  list: {
    name: 'webhookMessagesByTime',
    shard: ({ id }) => Number.parseInt(id.slice(-2), 36) % MESSAGE_SHARDS,
    at: ({ timestamp }) => timestamp,
    id: ({ id }) => id,
    row: (message) => listRow.parse(message),
  },
  expiresAtSeconds: ({ timestamp }) => expiry(timestamp),
});

/** Reads a row of the message list. */
export const readMessageRow = (row: unknown) => listRow.parse(row);

const deliverySchema = z.object({
  organizationId: z.string(),
  messageId: z.string(),
  endpointId: z.string(),
  createdAt: z.string(),
  state: z.enum(['pending', 'sending', 'success', 'failed']),
  /** Number of the attempt that is due or under way, counted over everything, from 1. */
  attempt: z.number().int().min(1),
  /** Attempts of the present schedule, this one included: a replay begins a new schedule. */
  round: z.number().int().min(1),
  triggerType: z.enum(['scheduled', 'manual']),
  /** While sending: until then nobody else may send. */
  leaseUntil: z.string().nullable(),
});

/** How far one message has got with one endpoint. */
export type WebhookDelivery = z.infer<typeof deliverySchema>;

export const webhookDeliveryEntity = defineEntity<
  WebhookDelivery,
  Pick<WebhookDelivery, 'organizationId' | 'messageId' | 'endpointId'>
>({
  name: 'webhookDelivery',
  schema: deliverySchema,
  partition: ({ organizationId, messageId }) => messagePartition(organizationId, messageId),
  sort: ({ endpointId }) => ({ kind: 'state', parts: [endpointId] }),
  expiresAtSeconds: ({ createdAt }) => expiry(createdAt),
});

const attemptSchema = z.object({
  organizationId: z.string(),
  id: z.string(),
  msgId: z.string(),
  endpointId: z.string(),
  url: z.string(),
  status: z.enum(['success', 'fail']),
  responseStatusCode: z.number().int().nullable(),
  responseDurationMs: z.number().int(),
  response: z.string(),
  triggerType: z.enum(['scheduled', 'manual']),
  timestamp: z.string(),
});

/** One try to deliver, as it ended. */
export type WebhookAttempt = z.infer<typeof attemptSchema>;

export const webhookAttemptEntity = defineEntity<
  WebhookAttempt,
  Pick<WebhookAttempt, 'organizationId' | 'msgId' | 'timestamp' | 'id'>
>({
  name: 'webhookAttempt',
  schema: attemptSchema,
  partition: ({ organizationId, msgId }) => messagePartition(organizationId, msgId),
  sort: ({ timestamp, id }) => ({ kind: 'log', parts: [timestamp, id] }),
  expiresAtSeconds: ({ timestamp }) => expiry(timestamp),
});

const due = z.object({ messageId: z.string(), endpointId: z.string(), attempt: z.number().int() });

/** Written when an attempt is to be made now. */
export const attemptDue = defineEvent({
  name: 'webhook.attempt_due',
  schema: due,
  summary: 'A webhook message is to be sent to an endpoint now.',
});

/** Waits until the next attempt of the retry schedule. Subject: message and endpoint. */
export const retryTimer = defineTimer({
  kind: 'webhook-retry',
  data: due,
  summary: 'The next attempt of a webhook message is due.',
});

/** Subject of the retry timer: one per message and endpoint, so a replay replaces the automatic retry. */
export function retrySubject({ messageId, endpointId }: { messageId: string; endpointId: string }): string {
  return `${messageId}/${endpointId}`;
}
