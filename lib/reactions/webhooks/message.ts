import * as z from 'zod';
import { repeatableId } from '../../platform/core/ids.ts';
import { defineEvent, type EventRecord } from '../../platform/events/index.ts';
import { defineEntity, type Partition } from '../../platform/table/index.ts';
import { defineTimer } from '../../platform/timers/index.ts';

/** How long messages and their attempts are kept. */
const LIFE_SECONDS = 30 * 24 * 3600;

/** Number of partitions of the list of messages. */
export const MESSAGE_SHARDS = 4;

const expiry = (instant: string) => Math.floor(Date.parse(instant) / 1000) + LIFE_SECONDS;

/** Time of the oldest message that has not expired, in milliseconds; rows of older ones may still be in the index. */
export function oldestStored(nowMs: number): number {
  return (Math.floor(nowMs / 1000) - LIFE_SECONDS + 1) * 1000;
}

const firstAttemptSchema = z.object({
  endpointId: z.string(),
  url: z.string(),
  status: z.enum(['success', 'fail']),
  responseStatusCode: z.number().int().nullable(),
  responseDurationMs: z.number().int(),
  response: z.string(),
  timestamp: z.string(),
});

/** An attempt that was made while the message was created. */
export type FirstAttempt = z.infer<typeof firstAttemptSchema>;

const messageSchema = z.object({
  organizationId: z.string(),
  id: z.string(),
  eventId: z.string(),
  eventType: z.string(),
  timestamp: z.string(),
  /** Ids of its subjects. */
  tags: z.array(z.string()),
  /** The signed and sent content: its JSON, as `JSON.stringify` writes it, is the same bytes every time. */
  body: z.record(z.string(), z.unknown()),
  /** Until then only its creator may send it for the first time. */
  leaseUntil: z.string(),
});

/** One event as it is sent to all of its endpoints. */
export type WebhookMessage = z.infer<typeof messageSchema>;

/** Id of the message of an event: the same event creates one message, however often it is handled. */
export function messageIdOf({ id, occurredAt }: Pick<EventRecord, 'id' | 'occurredAt'>): string {
  return repeatableId('msg', Date.parse(occurredAt), 'webhook-message', id);
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

const makingSchema = z.object({
  organizationId: z.string(),
  messageId: z.string(),
  startedAt: z.string(),
  leaseUntil: z.string(),
});

/** Written when the creator of a message died before sending it: who sends it instead, and until when. */
export type WebhookMaking = z.infer<typeof makingSchema>;

export const webhookMakingEntity = defineEntity<
  WebhookMaking,
  Pick<WebhookMaking, 'organizationId' | 'messageId'>
>({
  name: 'webhookMaking',
  schema: makingSchema,
  partition: ({ organizationId, messageId }) => messagePartition(organizationId, messageId),
  sort: () => ({ kind: 'state', parts: [] }),
  expiresAtSeconds: ({ startedAt }) => expiry(startedAt),
});

const firstSendingSchema = z.object({
  organizationId: z.string(),
  messageId: z.string(),
  at: z.string(),
  attempts: z.array(firstAttemptSchema),
});

/** Results of the first attempts of a message, in one item: nearly every message needs no other. */
export type FirstSending = z.infer<typeof firstSendingSchema>;

export const firstSendingEntity = defineEntity<
  FirstSending,
  Pick<FirstSending, 'organizationId' | 'messageId'>
>({
  name: 'webhookFirstSending',
  schema: firstSendingSchema,
  partition: ({ organizationId, messageId }) => messagePartition(organizationId, messageId),
  sort: () => ({ kind: 'state', parts: [] }),
  expiresAtSeconds: ({ at }) => expiry(at),
});

const deliverySchema = z.object({
  organizationId: z.string(),
  messageId: z.string(),
  endpointId: z.string(),
  createdAt: z.string(),
  state: z.enum(['pending', 'sending', 'success', 'failed']),
  /** Number of the current or next attempt, counted over all of them, from 1. */
  attempt: z.number().int().min(1),
  /** Attempts of the current schedule, this one included; a replay starts a new schedule. */
  round: z.number().int().min(1),
  triggerType: z.enum(['scheduled', 'manual']),
  /** While it is being sent: no other invocation may send it until then. */
  leaseUntil: z.string().nullable(),
});

/** State of one message for an endpoint where its first attempt failed. */
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

/** Result of one attempt. Attempts after the first are items of their own. */
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

/** Written when an attempt is due. */
export const attemptDue = defineEvent({
  name: 'webhook.attempt_due',
  schema: due,
  summary: 'A webhook message is due to be sent to an endpoint.',
});

/** As `attemptDue`, for a slow endpoint. */
export const slowAttemptDue = defineEvent({
  name: 'webhook.slow_attempt_due',
  schema: due,
  summary: 'A webhook message is due to be sent to a slow endpoint.',
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
