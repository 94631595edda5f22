import { toInstant } from '../../core/clock.ts';
import { digest } from '../../core/ids.ts';
import { create, type Operation } from '../../table/index.ts';
import { armTimer } from '../../timers/index.ts';
import type { RunContext } from '../../workflows/index.ts';
import { normalizeContact } from '../deny-list/normalize-contact.ts';
import type { Channel, Destination } from '../destinations/destination.ts';
import type { NotificationTrigger } from '../triggers/trigger.ts';
import { fillTemplate } from './fill-template.ts';
import {
  type Notification,
  notificationDue,
  notificationEntity,
  notificationPartition,
} from './notification.ts';
import { notificationTimers } from './notification-timers.ts';
import { endOfQuietHours } from './quiet-hours.ts';

/** What a trigger says when it fires. */
export interface Firing {
  readonly organizationId: string;
  readonly trigger: NotificationTrigger;
  /** What it is about: the same cause makes the same messages. */
  readonly cause: string;
  readonly jobId: string | null;
  readonly orderId: string | null;
  readonly context: RunContext;
  readonly nowMs: number;
  /** When the message is to leave, at the earliest. */
  readonly notBeforeMs: number;
  readonly listShards: number;
}

/** The writes of one message: its row, and what makes its channel send it. One transaction each. */
export interface PlannedNotification {
  readonly notification: Notification;
  readonly operations: readonly Operation[];
}

/** The messages that a firing makes: one per destination, channel and recipient. Nothing is sent here. */
export function planNotifications(
  firing: Firing,
  destinations: readonly Destination[],
): readonly PlannedNotification[] {
  const wanted = destinations.filter(({ id }) => firing.trigger.notificationGroupIds.includes(id));
  return wanted.flatMap((destination) =>
    destination.channels.flatMap((channel) =>
      recipientsOf(channel, firing).map((recipient) => planOne(firing, destination, channel, recipient)),
    ),
  );
}

function planOne(
  firing: Firing,
  destination: Destination,
  channel: Destination['channels'][number],
  recipient: string,
): PlannedNotification {
  const { organizationId, trigger, context, nowMs, jobId, orderId } = firing;
  // Once per job: another event of the job has the same key.
  const about = trigger.oncePerJob ? (jobId ?? orderId ?? firing.cause) : firing.cause;
  const id = `ntf_${digest(trigger.id, about, destination.id, channel.type, recipient)}`;
  const body =
    fillTemplate(channel.message ?? trigger.message ?? trigger.name, context, nowMs) ?? trigger.name;
  const subject = fillTemplate(channel.subject ?? trigger.name, context, nowMs) ?? trigger.name;
  const isPerson = channel.type === 'sms' || channel.type === 'whatsapp';
  const at = toInstant(nowMs);
  const notification: Notification = {
    organizationId,
    id,
    triggerId: trigger.id,
    destinationId: destination.id,
    jobId,
    orderId,
    channel: channel.type,
    recipient,
    subject: isPerson ? null : subject,
    body,
    status: 'queued',
    attempts: 0,
    leaseUntil: null,
    receipt: null,
    error: null,
    createdAt: at,
    sentAt: null,
    listShard: Number.parseInt(id.slice(-2), 36) % firing.listShards,
  };
  const dueMs = endOfQuietHours(destination.quietHours, Math.max(nowMs, firing.notBeforeMs));
  return {
    notification,
    operations: [create(notificationEntity, notification), ...departure(notification, dueMs, nowMs)],
  };
}

/** What makes the channel send the message: an event now, or a timer. */
function departure(notification: Notification, dueMs: number, nowMs: number): readonly Operation[] {
  const { organizationId, id: notificationId, channel } = notification;
  const data = { notificationId, attempt: 1 };
  if (dueMs > nowMs) {
    return armTimer({
      organizationId,
      kind: notificationTimers[channel],
      subject: notificationId,
      dueAt: toInstant(dueMs),
      data,
      occurredAt: toInstant(nowMs),
      stored: undefined,
    });
  }
  return [
    notificationDue[channel].record({
      aggregate: notificationPartition(notification),
      cause: '#1',
      occurredAt: toInstant(nowMs),
      data,
    }),
  ];
}

/** The recipients of a channel with their variables filled in: each once, those that turn out empty left out. */
function recipientsOf(
  { type, recipients }: { readonly type: Channel; readonly recipients: readonly string[] },
  { context, nowMs }: Firing,
): readonly string[] {
  const filled = recipients.flatMap((recipient) =>
    (fillTemplate(recipient, context, nowMs) ?? '').split(type === 'email' ? /[,;]/ : /,/),
  );
  const written = filled.map((one) => one.trim()).filter((one) => one !== '');
  const normal = written.map((one) => {
    if (type === 'email') return normalizeContact('email', one) ?? one;
    if (type === 'sms' || type === 'whatsapp') return normalizeContact('phone', one) ?? one;
    return one;
  });
  return [...new Set(normal)];
}

/** A message that a workflow sends: its text is filled in already, its recipients may carry variables. */
export interface DirectMessage {
  readonly organizationId: string;
  /** The same for the same step of the same run. */
  readonly key: string;
  readonly destinationId: string | null;
  readonly jobId: string | null;
  readonly orderId: string | null;
  readonly channel: Channel;
  readonly recipients: readonly string[];
  readonly subject: string | null;
  readonly body: string;
  readonly context: RunContext;
  readonly nowMs: number;
  readonly listShards: number;
}

/** The messages of a workflow's step: one for each recipient, each a transaction. */
export function planMessages(message: DirectMessage): readonly PlannedNotification[] {
  const { organizationId, key, destinationId, jobId, orderId, channel, nowMs, listShards } = message;
  const isPerson = channel === 'sms' || channel === 'whatsapp';
  const firing = { context: message.context, nowMs } as Firing;
  return recipientsOf({ type: channel, recipients: message.recipients }, firing).map((recipient) => {
    const id = `ntf_${digest(key, destinationId ?? '', channel, recipient)}`;
    const notification: Notification = {
      organizationId,
      id,
      triggerId: null,
      destinationId,
      jobId,
      orderId,
      channel,
      recipient,
      subject: isPerson ? null : message.subject,
      body: message.body,
      status: 'queued',
      attempts: 0,
      leaseUntil: null,
      receipt: null,
      error: null,
      createdAt: toInstant(nowMs),
      sentAt: null,
      listShard: Number.parseInt(id.slice(-2), 36) % listShards,
    };
    return {
      notification,
      operations: [create(notificationEntity, notification), ...departure(notification, nowMs, nowMs)],
    };
  });
}
