import type { RunContext } from '../../../engines/workflows/index.ts';
import { toInstant } from '../../../platform/core/clock.ts';
import { digest } from '../../../platform/core/ids.ts';
import { oneLine } from '../../../platform/core/one-line.ts';
import { create, type Operation } from '../../../platform/table/index.ts';
import { armTimer } from '../../../platform/timers/index.ts';
import { normalizeContact } from '../deny-list/normalize-contact.ts';
import type { Channel, Destination } from '../destinations/destination.ts';
import { shortened } from '../links/short-link.ts';
import type { EmailTemplateVersion } from '../templates/email-template.ts';
import { renderEmail } from '../templates/render-template.ts';
import type { NotificationTrigger } from '../triggers/trigger.ts';
import { triggerTypeOf } from '../types/index.ts';
import { endOfQuietHours } from './end-of-quiet-hours.ts';
import { fillTemplate } from './fill-template.ts';
import {
  NEW_NOTIFICATION,
  type Notification,
  notificationDue,
  notificationEntity,
  notificationPartition,
} from './notification.ts';
import { notificationTimers } from './notification-timers.ts';
import { type RecipientPlace, recipientTimeZone, variantFor } from './recipient-locale.ts';

/** Content of a firing trigger. */
export interface Firing {
  readonly organizationId: string;
  readonly trigger: NotificationTrigger;
  /** Its subject: the same cause creates the same messages. */
  readonly cause: string;
  readonly jobId: string | null;
  readonly orderId: string | null;
  readonly context: RunContext;
  /** Language and time zone of the customer. */
  readonly place: RecipientPlace;
  /** Published templates of e-mails by their id. */
  readonly templates: ReadonlyMap<string, EmailTemplateVersion>;
  readonly nowMs: number;
  /** Earliest time at which the message is sent. */
  readonly notBeforeMs: number;
  readonly listShards: number;
  readonly storeLocationIds: readonly string[];
}

/** The writes of one message, one transaction each: its row, and whatever makes its channel send it. */
export interface PlannedNotification {
  readonly notification: Notification;
  readonly destination: Destination | undefined;
  /** Its text, with its links in full. */
  readonly words: string;
  /** The writes of the short links in its text; part of `operations`. */
  readonly links: readonly Operation[];
  /** Quiet hours of its recipient, with their time zone. */
  readonly quietHours: Destination['quietHours'];
  readonly operations: readonly Operation[];
}

/** The messages of a firing: one per destination, channel and recipient. Nothing is sent here. */
export function planNotifications(
  firing: Firing,
  destinations: readonly Destination[],
): readonly PlannedNotification[] {
  const wanted = destinations.filter(({ id }) => firing.trigger.notificationGroupIds.includes(id));
  const planned = wanted.flatMap((destination) =>
    destination.channels.flatMap((channel) =>
      recipientsOf(channel, firing).map((recipient) => planOne(firing, destination, channel, recipient)),
    ),
  );
  // A recipient who is in two destinations gets the same text once.
  const known = new Set<string>();
  return planned.filter(({ notification: { channel, recipient, subject }, words }) => {
    const key = JSON.stringify([channel, recipient, subject, words]);
    return !known.has(key) && known.add(key);
  });
}

function planOne(
  firing: Firing,
  destination: Destination,
  channel: Destination['channels'][number],
  recipient: string,
): PlannedNotification {
  const { organizationId, trigger, nowMs, jobId, orderId, place } = firing;
  // Once per job, so that another event of the job has the same key.
  const about = trigger.oncePerJob ? (jobId ?? orderId ?? firing.cause) : firing.cause;
  const id = `ntf_${digest(trigger.id, about, destination.id, channel.type, recipient)}`;
  const words = wordsOf(firing, channel);
  const short = isPersonal(channel.type)
    ? shortened(words.body, { organizationId, id }, nowMs)
    : { text: words.body, operations: [] };
  const notification: Notification = {
    ...NEW_NOTIFICATION,
    ...words,
    body: short.text,
    organizationId,
    id,
    triggerId: trigger.id,
    destinationId: destination.id,
    jobId,
    orderId,
    channel: channel.type,
    recipient,
    isUnsubscribable: channel.type === 'email' && !trigger.isInternal,
    storeLocationIds: [...firing.storeLocationIds],
    createdAt: toInstant(nowMs),
    listShard: Number.parseInt(id.slice(-2), 36) % firing.listShards,
  };
  const quiet = quietHoursAt(destination.quietHours, place.timeZone);
  const dueMs = endOfQuietHours(quiet, Math.max(nowMs, firing.notBeforeMs));
  return {
    notification,
    destination,
    words: words.body,
    links: short.operations,
    quietHours: quiet,
    operations: [
      create(notificationEntity, notification),
      ...short.operations,
      ...departure(notification, dueMs, nowMs),
    ],
  };
}

/** Quiet hours with the time zone in which they are counted. */
function quietHoursAt(
  quiet: Destination['quietHours'],
  recipientZone: string | null,
): Destination['quietHours'] {
  return quiet?.timeZone === 'recipient' ? { ...quiet, timeZone: recipientZone ?? 'UTC' } : quiet;
}

/**
 * Text of the message: that of the channel, otherwise in the recipient's language, otherwise that of the trigger;
 * e-mails use their template.
 */
function wordsOf(
  { trigger, context, nowMs, place, templates }: Firing,
  channel: Destination['channels'][number],
): Pick<Notification, 'subject' | 'body' | 'html'> {
  const variant = variantFor(trigger, place.locale);
  const fill = (source: string) => fillTemplate(source, context, nowMs) ?? trigger.name;
  const body = fill(
    channel.message ?? variant.message ?? triggerTypeOf(trigger.type)?.message ?? trigger.name,
  );
  if (isPersonal(channel.type)) return { subject: null, body, html: null };
  const template = channel.emailTemplateId === null ? undefined : templates.get(channel.emailTemplateId);
  const rendered =
    channel.type === 'email' && template ? renderEmail(template, body, context, nowMs) : undefined;
  if (rendered) {
    const { subject, html, text } = rendered;
    return { subject: channel.subject === null ? subject : oneLine(fill(channel.subject)), body: text, html };
  }
  return { subject: oneLine(fill(channel.subject ?? variant.subject ?? trigger.name)), body, html: null };
}

function isPersonal(channel: Channel): boolean {
  return channel === 'sms' || channel === 'whatsapp';
}

/** What makes the channel send the message: an event now, or a timer. */
export function departure(notification: Notification, dueMs: number, nowMs: number): readonly Operation[] {
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

/** The recipients of a channel with their variables filled in: each once, without empty ones. */
function recipientsOf(
  { type, recipients }: { readonly type: Channel; readonly recipients: readonly string[] },
  { context, nowMs }: Pick<Firing, 'context' | 'nowMs'>,
): readonly string[] {
  const filled = recipients.flatMap((recipient) =>
    (fillTemplate(recipient, context, nowMs) ?? '').split(type === 'email' ? /[,;]/ : /,/),
  );
  const written = filled.map((one) => one.trim()).filter((one) => one !== '');
  const normal = written.map((one) => {
    if (type === 'email') return normalizeContact('email', one) ?? one;
    if (isPersonal(type)) return normalizeContact('phone', one) ?? one;
    return one;
  });
  return [...new Set(normal)];
}

/** A message of a workflow: its text is already filled in, its recipients may contain variables. */
export interface DirectMessage {
  readonly organizationId: string;
  /** The same for the same step of the same run. */
  readonly key: string;
  /** Destination whose quiet hours apply; null = the message names its recipients itself. */
  readonly destination: Destination | null;
  readonly jobId: string | null;
  readonly orderId: string | null;
  readonly channel: Channel;
  readonly recipients: readonly string[];
  readonly subject: string | null;
  readonly body: string;
  /** HTML of an e-mail; absent = it is created from the body. */
  readonly html?: string;
  readonly context: RunContext;
  readonly nowMs: number;
  readonly listShards: number;
  readonly storeLocationIds?: readonly string[];
  /** The recipient of an e-mail may unsubscribe with one click. */
  readonly isUnsubscribable?: boolean;
  /** The text contains variables, too. */
  readonly fillsBody?: boolean;
}

/** The messages of a workflow step: one per recipient, each in its own transaction. */
export function planMessages(message: DirectMessage): readonly PlannedNotification[] {
  const { organizationId, key, destination, jobId, orderId, channel, nowMs, listShards, context } = message;
  const destinationId = destination?.id ?? null;
  const quietHours = quietHoursAt(destination?.quietHours ?? null, recipientTimeZone(context));
  const dueMs = endOfQuietHours(quietHours, nowMs);
  return recipientsOf({ type: channel, recipients: message.recipients }, message).map((recipient) => {
    const id = `ntf_${digest(key, destinationId ?? '', channel, recipient)}`;
    const body = message.fillsBody ? (fillTemplate(message.body, context, nowMs) ?? '') : message.body;
    const short = isPersonal(channel)
      ? shortened(body, { organizationId, id }, nowMs)
      : { text: body, operations: [] };
    const notification: Notification = {
      ...NEW_NOTIFICATION,
      organizationId,
      id,
      triggerId: null,
      destinationId,
      jobId,
      orderId,
      channel,
      recipient,
      subject: isPersonal(channel) ? null : message.subject,
      body: short.text,
      html: channel === 'email' ? (message.html ?? null) : null,
      isUnsubscribable: channel === 'email' && (message.isUnsubscribable ?? false),
      createdAt: toInstant(nowMs),
      storeLocationIds: [...(message.storeLocationIds ?? [])],
      listShard: Number.parseInt(id.slice(-2), 36) % listShards,
    };
    return {
      notification,
      destination: destination ?? undefined,
      words: body,
      links: short.operations,
      quietHours,
      operations: [
        create(notificationEntity, notification),
        ...short.operations,
        ...departure(notification, dueMs, nowMs),
      ],
    };
  });
}
