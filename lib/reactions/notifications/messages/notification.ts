import * as z from 'zod';
import { defineEvent } from '../../../platform/events/index.ts';
import { defineEntity, type Partition } from '../../../platform/table/index.ts';
import { CHANNELS, type Channel } from '../destinations/destination.ts';

/** Status of a notification. `sent` and those after it are final until a channel reports more. */
export const NOTIFICATION_STATUSES = Object.freeze([
  'queued',
  'sending',
  'sent',
  'delivered',
  'failed',
  'suppressed',
  'skipped',
] as const);

/** Notifications are kept for 90 days. */
const LIFE_SECONDS = 90 * 24 * 3600;

const schema = z.object({
  organizationId: z.string(),
  /**
   * `ntf_` and a digest of trigger, cause, destination, channel and recipient: the same cause never creates a
   * second one.
   */
  id: z.string(),
  triggerId: z.string().nullable(),
  destinationId: z.string().nullable(),
  jobId: z.string().nullable(),
  orderId: z.string().nullable(),
  channel: z.enum(CHANNELS),
  recipient: z.string(),
  subject: z.string().nullable(),
  body: z.string(),
  /** HTML of an e-mail with a template; null = it is created from the body. */
  html: z.string().nullable().default(null),
  /** A recipient may unsubscribe from these messages with one click. */
  isUnsubscribable: z.boolean().default(false),
  /** It lists what happened; its body is created when it is sent. */
  isDigest: z.boolean().default(false),
  /** The digest that contains it; its status is then `skipped`. */
  digestId: z.string().nullable().default(null),
  status: z.enum(NOTIFICATION_STATUSES),
  attempts: z.int().min(0),
  /** An invocation may be sending it until then. */
  leaseUntil: z.string().nullable(),
  /** The channel's own id of the message. */
  receipt: z.string().nullable(),
  error: z.string().nullable(),
  createdAt: z.string(),
  sentAt: z.string().nullable(),
  /** Stores of the job or order: callers who are limited to others do not see the message. */
  storeLocationIds: z.array(z.string()).default([]),
  listShard: z.int().min(0),
});

/** One message to one recipient on one channel. */
export type Notification = z.infer<typeof schema>;

/** The fields of a message that has not been sent yet. */
export const NEW_NOTIFICATION = Object.freeze({
  html: null,
  isUnsubscribable: false,
  isDigest: false,
  digestId: null,
  storeLocationIds: [] as string[],
  status: 'queued',
  attempts: 0,
  leaseUntil: null,
  receipt: null,
  error: null,
  sentAt: null,
} as const);

/** A notification in lists. */
export function notificationRow(value: Notification) {
  const { id, triggerId, destinationId, jobId, orderId, channel, recipient, status, createdAt, sentAt } =
    value;
  const { storeLocationIds } = value;
  return {
    id,
    triggerId,
    destinationId,
    jobId,
    orderId,
    channel,
    recipient,
    status,
    createdAt,
    sentAt,
    storeLocationIds,
  };
}

export const notificationEntity = defineEntity<Notification, Pick<Notification, 'organizationId' | 'id'>>({
  name: 'notification',
  schema,
  partition: notificationPartition,
  sort: () => ({ kind: 'state', parts: [] }),
  list: {
    name: 'notificationsByCreation',
    shard: ({ listShard }) => listShard,
    at: ({ createdAt }) => createdAt,
    id: ({ id }) => id,
    row: notificationRow,
  },
  lookup: { name: 'notificationsByJob', value: ({ jobId, orderId }) => jobId ?? orderId ?? undefined },
  expiresAtSeconds: ({ createdAt }) => Math.floor(Date.parse(createdAt) / 1000) + LIFE_SECONDS,
});

/** Aggregate of a notification. */
export function notificationPartition({
  organizationId,
  id,
}: Pick<Notification, 'organizationId' | 'id'>): Partition {
  return { organizationId, type: 'notification', id };
}

const due = z.object({ notificationId: z.string(), attempt: z.int() });

/** `notification.due_email` and similar: one kind per channel, so that each channel has its own queue. */
export const notificationDue = Object.freeze(
  Object.fromEntries(
    CHANNELS.map((channel) => [
      channel,
      defineEvent({
        name: `notification.due_${channel}`,
        schema: due,
        summary: `A notification by ${channel} is due.`,
      }),
    ]),
  ) as Record<Channel, ReturnType<typeof defineEvent<z.infer<typeof due>>>>,
);
