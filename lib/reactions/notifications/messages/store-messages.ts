import type { CoreDeps } from '../../../platform/runtime/index.ts';
import { joinDigest } from './join-digest.ts';
import type { PlannedNotification } from './plan-notifications.ts';

/**
 * Writes planned messages, each in its own transaction: as a message, or in the digest of its destination. One that
 * exists was written by an earlier invocation.
 */
export async function storeMessages(
  deps: Pick<CoreDeps, 'table' | 'clock' | 'log'>,
  planned: readonly PlannedNotification[],
  notBeforeMs: number,
): Promise<void> {
  for (const one of planned) {
    const minutes = one.destination?.digestMinutes ?? null;
    if (minutes !== null) {
      await joinDigest(deps, one, { minutes, notBeforeMs });
      continue;
    }
    const outcome = await deps.table.write(one.operations);
    if (!outcome.ok) {
      deps.log.info('notifications.known', 'This message already exists.', {
        notificationId: one.notification.id,
      });
    }
  }
}
