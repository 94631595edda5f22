import type { SubjectReader } from '../../fulfilment/jobs/index.ts';
import { toInstant } from '../../platform/core/clock.ts';
import { commit } from '../../platform/core/commit.ts';
import { isRefusal, type Refusal } from '../../platform/core/refusal.ts';
import type { CoreDeps } from '../../platform/runtime/index.ts';
import { replace } from '../../platform/table/index.ts';
import {
  type Notification,
  notificationDue,
  notificationEntity,
  notificationPartition,
} from './messages/notification.ts';
import { findNotification } from './read-notifications.ts';
import { notificationInUse } from './refusals.ts';

/** Sends a notification again that was sent, failed, suppressed or skipped. The deny list applies again. */
export async function resendNotification(
  deps: CoreDeps,
  caller: SubjectReader,
  id: string,
): Promise<Notification | Refusal> {
  return commit(deps, { what: 'notification', id }, async () => {
    const stored = await findNotification(deps, caller, id);
    if (isRefusal(stored)) return stored;
    const { status, attempts, channel } = stored.value;
    if (status === 'queued' || status === 'sending') {
      return notificationInUse(
        `The notification "${id}" is ${status}. Wait until it is sent or has failed.`,
        { id },
      );
    }
    const next: Notification = { ...stored.value, status: 'queued', error: null, leaseUntil: null };
    const outcome = await deps.table.write([
      replace(notificationEntity, stored, next),
      notificationDue[channel].record({
        aggregate: notificationPartition(next),
        cause: `#${attempts + 1}`,
        occurredAt: toInstant(deps.clock.now()),
        data: { notificationId: id, attempt: attempts + 1 },
      }),
    ]);
    return outcome.ok ? next : undefined;
  });
}
