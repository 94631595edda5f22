import { toInstant } from '../../../platform/core/clock.ts';
import { cutText } from '../../../platform/core/cut-text.ts';
import { retryLostRace } from '../../../platform/core/retry-lost-race.ts';
import { ConsumerFailure } from '../../../platform/events/index.ts';
import type { CoreDeps } from '../../../platform/runtime/index.ts';
import { replace, type Stored } from '../../../platform/table/index.ts';
import { armTimer, readTimer } from '../../../platform/timers/index.ts';
import type { ChannelAdapter, Handover } from '../channels/define-channel.ts';
import { isDenied } from '../deny-list/change-deny-list.ts';
import { normalizeContact } from '../deny-list/normalize-contact.ts';
import { rememberReached, storeReceipt } from '../receipts/receipts.ts';
import { digestBody } from './join-digest.ts';
import { type Notification, notificationEntity } from './notification.ts';
import { notificationTimers } from './notification-timers.ts';

export interface SendDeps extends CoreDeps {
  readonly channel: ChannelAdapter;
}

/** An attempt that has not ended by then has died, and the next attempt takes over. */
const LEASE_MS = 60_000;

/** Pauses between attempts: after the fourth, the message has failed. Milliseconds. */
const PAUSES_MS = [30_000, 300_000, 1_800_000];

/**
 * Makes one attempt to send a notification. It is claimed first, so that only one of two invocations sends it; sent,
 * failed and suppressed ones are left alone. The deny list is checked at this moment (specification 4.5). Returns the
 * notification unless it is still on its way.
 */
export async function sendNotification(
  deps: SendDeps,
  due: { readonly organizationId: string; readonly notificationId: string; readonly attempt: number },
): Promise<Notification | undefined> {
  const { organizationId, notificationId: id, attempt } = due;
  const stored = await deps.table.get(notificationEntity, { organizationId, id });
  if (!stored) return undefined;
  // An invocation that died may have left its status at `sending`; its lease shows that.
  const isOpen = stored.value.status === 'queued' && stored.value.attempts < attempt;
  if (!isOpen && stored.value.status !== 'sending')
    return stored.value.status === 'queued' ? undefined : stored.value;
  let claimed = await claim(deps, stored, attempt);
  if (!claimed) return undefined;
  const { channel, recipient } = claimed.value;
  const isPersonal = channel === 'email' || channel === 'sms' || channel === 'whatsapp';
  if (isPersonal && normalizeContact(channel === 'email' ? 'email' : 'phone', recipient) === undefined) {
    // A recipient who cannot be looked up on the deny list gets nothing.
    const error = `"${cutText(recipient, 60)}" is not ${channel === 'email' ? 'an e-mail address' : 'a telephone number'}.`;
    return settle(deps, claimed, { status: 'failed', error });
  }
  if (isPersonal && (await isDenied(deps, organizationId, channel, recipient))) {
    return settle(deps, claimed, { status: 'suppressed', error: 'The contact is on the deny list.' });
  }
  // A recipient who answers STOP must be found by their number.
  if (channel === 'sms' || channel === 'whatsapp') await rememberReached(deps, recipient, organizationId);
  if (claimed.value.isDigest)
    claimed = { ...claimed, value: { ...claimed.value, body: await digestBody(deps, claimed.value) } };
  const handover = await deps.channel.send(claimed.value);
  deps.log.info('notifications.attempted', 'A notification was handed to its channel.', {
    notificationId: id,
    channel,
    attempt,
    outcome: handover.outcome,
  });
  return conclude(deps, claimed, handover);
}

/** Claims the attempt, or finds that another invocation has it. */
async function claim(
  deps: SendDeps,
  stored: Stored<Notification>,
  attempt: number,
): Promise<Stored<Notification> | undefined> {
  const { value } = stored;
  const now = deps.clock.now();
  const leaseMs = value.leaseUntil === null ? 0 : Date.parse(value.leaseUntil) - now;
  if (value.status === 'sending' && leaseMs > 0) {
    throw new ConsumerFailure('busy', 'Another invocation is sending this notification.', {
      retryAfterMs: leaseMs + 1000,
    });
  }
  const next: Notification = {
    ...value,
    status: 'sending',
    attempts: Math.max(attempt, value.attempts),
    leaseUntil: toInstant(now + LEASE_MS),
  };
  const outcome = await deps.table.write([replace(notificationEntity, stored, next)]);
  return outcome.ok ? { value: next, version: stored.version + 1 } : undefined;
}

async function conclude(
  deps: SendDeps,
  claimed: Stored<Notification>,
  handover: Handover,
): Promise<Notification | undefined> {
  if (handover.outcome === 'sent') {
    return settle(deps, claimed, { status: 'sent', error: null, receipt: handover.receipt });
  }
  if (handover.outcome === 'later') {
    // It was not tried, so the next check makes this attempt.
    await tryLater(deps, claimed, { pauseMs: handover.afterMs, error: claimed.value.error, isTried: false });
    return undefined;
  }
  const error = cutText(handover.error, 500);
  const pauseMs = PAUSES_MS[claimed.value.attempts - 1];
  if (handover.outcome === 'refused' || pauseMs === undefined) {
    return settle(deps, claimed, { status: 'failed', error });
  }
  await tryLater(deps, claimed, { pauseMs, error, isTried: true });
  return undefined;
}

async function settle(
  deps: SendDeps,
  claimed: Stored<Notification>,
  end: Pick<Notification, 'status' | 'error'> & Partial<Pick<Notification, 'receipt'>>,
): Promise<Notification> {
  const sentAt = end.status === 'sent' ? toInstant(deps.clock.now()) : null;
  const { organizationId, id: notificationId, channel } = claimed.value;
  const { receipt } = end;
  const next: Notification = { ...claimed.value, ...end, sentAt, leaseUntil: null };
  const outcome = await deps.table.write([
    replace(notificationEntity, claimed, next),
    ...(channel === 'whatsapp' && receipt && sentAt
      ? [storeReceipt({ receipt, organizationId, notificationId, at: sentAt })]
      : []),
  ]);
  if (!outcome.ok) {
    throw new ConsumerFailure('after', 'A notification was sent, but its row was changed meanwhile.');
  }
  return next;
}

/** Queues the message again, with a timer for its next attempt. */
async function tryLater(
  deps: SendDeps,
  claimed: Stored<Notification>,
  {
    pauseMs,
    error,
    isTried,
  }: { readonly pauseMs: number; readonly error: string | null; readonly isTried: boolean },
): Promise<void> {
  const { organizationId, id, channel } = claimed.value;
  const kind = notificationTimers[channel];
  const attempts = claimed.value.attempts - (isTried ? 0 : 1);
  const queued: Notification = { ...claimed.value, status: 'queued', attempts, leaseUntil: null, error };
  const isQueued = await retryLostRace(deps.clock, async () => {
    const stored = await readTimer(deps.table, { organizationId, kind, subject: id });
    const now = deps.clock.now();
    const { ok } = await deps.table.write([
      replace(notificationEntity, claimed, queued),
      ...armTimer({
        organizationId,
        kind,
        subject: id,
        dueAt: toInstant(now + pauseMs),
        data: { notificationId: id, attempt: attempts + 1 },
        occurredAt: toInstant(now),
        stored,
      }),
    ]);
    return ok ? true : undefined;
  });
  if (isQueued) return;
  throw new ConsumerFailure('busy', 'The notification could not be queued again; it is looked at again.', {
    retryAfterMs: LEASE_MS + 1000,
  });
}
