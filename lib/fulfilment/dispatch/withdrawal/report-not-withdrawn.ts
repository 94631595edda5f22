import type { Operation } from '../../../platform/table/index.ts';
import { planFlag } from '../../flags/index.ts';
import { deliveryOf, recordTask, storesOfJob } from '../../jobs/index.ts';
import type { TaskInJob } from '../attempts/task-in-job.ts';

/**
 * The writes that report that a provider did not release a delivery: the event, from which the webhook
 * follows, and a flag of the delivery. 3 members. Every withdrawal has them once.
 */
export function reportNotWithdrawn(
  { aggregate, stored, configuration }: TaskInJob,
  reason: string,
  at: string,
): readonly Operation[] {
  const task = stored.value;
  const { organizationId, jobId, id, deliveryId, handover } = task;
  const flag = planFlag(
    {
      organizationId,
      jobId,
      target: 'delivery',
      targetId: deliveryId,
      message: `${task.providerName} did not release the delivery: ${reason}`,
      isAutoResolved: false,
      storeLocationIds: storesOfJob(aggregate),
      raisedBy: 'dispatch',
      cause: `cancellation_failed#${id}#${handover.phase}#${handover.token}`,
    },
    at,
  );
  const delivery = deliveryOf(aggregate, task);
  return [recordTask('cancellation_failed', task, delivery, configuration.orderId, at), ...flag];
}
