import * as z from 'zod';
import { toInstant } from '../../../platform/core/clock.ts';
import { digest } from '../../../platform/core/ids.ts';
import { retryLostRace } from '../../../platform/core/retry-lost-race.ts';
import type { CoreDeps } from '../../../platform/runtime/index.ts';
import { create, defineEntity, unchanged } from '../../../platform/table/index.ts';
import type { Destination } from '../destinations/destination.ts';
import { endOfQuietHours } from './end-of-quiet-hours.ts';
import {
  NEW_NOTIFICATION,
  type Notification,
  notificationEntity,
  notificationPartition,
} from './notification.ts';
import { departure, type PlannedNotification } from './plan-notifications.ts';

/** Maximum number of entries that a digest lists; further ones are counted. */
const MAX_LISTED = 50;

/** Characters of an entry. */
const ENTRY_LENGTH = 300;

const entrySchema = z.object({
  organizationId: z.string(),
  digestId: z.string(),
  notificationId: z.string(),
  at: z.string(),
  text: z.string(),
});

/** An entry of a digest, in the partition of its message. */
export const digestEntryEntity = defineEntity<
  z.infer<typeof entrySchema>,
  Pick<z.infer<typeof entrySchema>, 'organizationId' | 'digestId' | 'at' | 'notificationId'>
>({
  name: 'digestEntry',
  schema: entrySchema,
  partition: ({ organizationId, digestId }) => notificationPartition({ organizationId, id: digestId }),
  sort: ({ at, notificationId }) => ({ kind: 'log', parts: [at, notificationId] }),
  expiresAtSeconds: ({ at }) => Math.floor(Date.parse(at) / 1000) + 90 * 24 * 3600,
});

/**
 * Adds a message to the digest of its destination, channel and recipient instead of sending it: one message
 * is sent at the end of each span of `minutes`, or at the end of a span after quiet hours. Messages that
 * arrive while the digest is sent go into the next one. A message that is added twice is listed once.
 */
export async function joinDigest(
  deps: Pick<CoreDeps, 'table' | 'clock'>,
  { notification, links, quietHours }: PlannedNotification,
  { minutes, notBeforeMs }: { readonly minutes: number; readonly notBeforeMs: number },
): Promise<void> {
  const { organizationId, destinationId, channel, recipient } = notification;
  const span = minutes * 60_000;
  let { bucket, dueMs } = spanOf(Math.floor(notBeforeMs / span), span, quietHours);
  const hasJoined = await retryLostRace(deps.clock, async () => {
    const nowMs = deps.clock.now();
    const id = `ntf_${digest('digest', destinationId ?? '', channel, recipient, String(minutes), String(bucket))}`;
    const [known, stored] = await deps.table.getMany(notificationEntity, [
      { organizationId, id: notification.id },
      { organizationId, id },
    ]);
    if (known) return true;
    if (stored && (stored.value.status !== 'queued' || stored.value.attempts > 0)) {
      ({ bucket, dueMs } = spanOf(bucket + 1, span, quietHours));
      return false;
    }
    const member: Notification = { ...notification, status: 'skipped', digestId: id };
    const text = notification.body.slice(0, ENTRY_LENGTH);
    const at = toInstant(nowMs);
    const outcome = await deps.table.write([
      create(notificationEntity, member),
      ...links,
      create(digestEntryEntity, { organizationId, digestId: id, notificationId: notification.id, at, text }),
      ...(stored ? [unchanged(notificationEntity, stored)] : firstOf({ ...notification, id }, dueMs, nowMs)),
    ]);
    return outcome.ok;
  });
  if (!hasJoined)
    throw new Error(
      `The message ${notification.id} could not be added to its digest because of other writers.`,
    );
}

/**
 * The span whose digest lists a message, and when that digest is sent. Spans that end in quiet hours share
 * the digest of the first span that ends after them, so that the recipient gets one message for all of them.
 */
function spanOf(bucket: number, span: number, quietHours: Destination['quietHours']) {
  const endMs = (bucket + 1) * span;
  const dueMs = endOfQuietHours(quietHours, endMs);
  if (dueMs === endMs) return { bucket, dueMs };
  const later = Math.ceil(dueMs / span) - 1;
  const laterMs = (later + 1) * span;
  // A span that is as long as a day may always end in quiet hours: its digest is sent at their end.
  return endOfQuietHours(quietHours, laterMs) === laterMs
    ? { bucket: later, dueMs: laterMs }
    : { bucket, dueMs };
}

function firstOf(notification: Notification, dueMs: number, nowMs: number) {
  const row: Notification = {
    ...notification,
    ...NEW_NOTIFICATION,
    triggerId: null,
    jobId: null,
    orderId: null,
    subject: notification.subject === null ? null : 'What happened',
    body: '',
    isDigest: true,
    isUnsubscribable: notification.isUnsubscribable,
    createdAt: toInstant(nowMs),
  };
  return [create(notificationEntity, row), ...departure(row, dueMs, nowMs)];
}

/** Text of a digest. 1 call. */
export async function digestBody(
  { table }: Pick<CoreDeps, 'table'>,
  { organizationId, id }: Notification,
): Promise<string> {
  const found = await table.readLog(digestEntryEntity, notificationPartition({ organizationId, id }), {
    limit: MAX_LISTED + 1,
  });
  const entries = found.map(({ value }) => value).toSorted((a, b) => (a.at < b.at ? -1 : 1));
  const [only] = entries;
  if (entries.length === 1 && only) return only.text;
  const listed = entries.slice(0, MAX_LISTED).map(({ at, text }) => `${at.slice(11, 16)} UTC ${text}`);
  const isCut = entries.length > MAX_LISTED;
  const title = `${isCut ? `More than ${MAX_LISTED}` : entries.length} things happened:`;
  return [title, ...listed.map((line) => `- ${line}`), ...(isCut ? ['- and more'] : [])].join('\n');
}
