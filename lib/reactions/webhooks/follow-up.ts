import { toInstant } from '../../platform/core/clock.ts';
import type { CoreDeps } from '../../platform/runtime/index.ts';
import type { Operation } from '../../platform/table/index.ts';
import { armTimer, readTimer } from '../../platform/timers/index.ts';
import {
  attemptDue,
  messagePartition,
  retrySubject,
  retryTimer,
  slowAttemptDue,
  type WebhookDelivery,
} from './message.ts';

/** The writes that schedule the next attempt. */
export async function armRetry(
  deps: CoreDeps,
  next: WebhookDelivery,
  afterMs: number,
  occurredAt: string,
): Promise<readonly Operation[]> {
  const { organizationId, messageId, endpointId, attempt } = next;
  const data = { messageId, endpointId, attempt };
  const timer = { organizationId, kind: retryTimer, subject: retrySubject(next) };
  const dueAt = toInstant(Date.parse(occurredAt) + afterMs);
  return armTimer({ ...timer, dueAt, data, occurredAt, stored: await readTimer(deps.table, timer) });
}

/** The event that lets the current attempt of a delivery be made now, in the lane of its endpoint. */
export function attemptNow(delivery: WebhookDelivery, occurredAt: string, isSlow: boolean): Operation {
  const { organizationId, messageId, endpointId, attempt } = delivery;
  return (isSlow ? slowAttemptDue : attemptDue).record({
    aggregate: messagePartition(organizationId, messageId),
    cause: `${endpointId}#${attempt}`,
    occurredAt,
    data: { messageId, endpointId, attempt },
  });
}
