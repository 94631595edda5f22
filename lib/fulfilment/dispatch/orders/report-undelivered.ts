import { type DispatchFailure, exhaustedOrder, readOrder } from '../../../ordering/orders/index.ts';
import { toInstant } from '../../../platform/core/clock.ts';
import { isRefusal } from '../../../platform/core/refusal.ts';
import {
  advancedTask,
  isConfigurationOver,
  type JobAggregate,
  readJob,
  type TaskEventData,
  taskEvents,
} from '../../jobs/index.ts';
import { untilWritten } from '../attempts/until-written.ts';
import type { DispatchDeps } from '../dispatch-deps.ts';

/** Everything after which an order may have no attempt left that could deliver it. */
export const UNDELIVERED_EVENTS = Object.freeze([
  taskEvents.attempts_exhausted,
  taskEvents.failed,
  taskEvents.canceled_by_provider,
  taskEvents.canceled_by_customer,
  taskEvents.canceled_by_system,
]);

/**
 * An order whose package has ended without delivery shows this, and can be changed and dispatched again: no
 * attempt is left, or the delivery failed or came back after its pickup. This follows the event instead of
 * being part of the write that ended the attempt, so that a courier's status costs one read and one write.
 */
export async function reportUndelivered(
  deps: DispatchDeps,
  organizationId: string,
  { orderId, jobId, configurationId }: TaskEventData,
): Promise<void> {
  if (orderId === null) return;
  await untilWritten(deps, `Order ${orderId}`, async () => {
    const found = await readOrder(deps.table, { organizationId, storeLocationIds: null }, orderId);
    // A cancelled job has already released its order.
    if (isRefusal(found) || found.stored.value.jobId !== jobId) return 'done';
    const job = await readJob(deps.table, organizationId, jobId);
    const why = job && whyUndelivered(job, configurationId);
    if (!why) return 'done';
    const operations = exhaustedOrder(found.stored, { ...why, occurredAt: toInstant(deps.clock.now()) });
    return !operations || (await deps.table.write(operations)).ok ? 'done' : 'again';
  });
}

/** Undefined while an attempt is active or will follow, and when the package was delivered. */
function whyUndelivered(
  job: JobAggregate,
  configurationId: string,
): Pick<DispatchFailure, 'code' | 'reason'> | undefined {
  const configuration = job.configurations.find(({ value }) => value.id === configurationId)?.value;
  const last = advancedTask(job, configurationId);
  if (!configuration || !last || !isConfigurationOver(job, configuration)) return undefined;
  if (last.status === 'completed') return undefined;
  if (configuration.exhaustedAt !== null) {
    const reason = `Every attempt of job ${configuration.jobId} failed; the last was ${last.id}.`;
    return { code: 'ATTEMPTS_EXHAUSTED', reason };
  }
  const reason = `The delivery of job ${configuration.jobId} ended without arriving (task ${last.id}): ${last.failureReason ?? last.status}`;
  return { code: 'NOT_DELIVERED', reason };
}
