import { toInstant } from '../../../platform/core/clock.ts';
import type { Operation } from '../../../platform/table/index.ts';
import { armTimer } from '../../../platform/timers/index.ts';
import type { Task } from '../../jobs/index.ts';
import { driverTimer } from '../events.ts';
import type { TaskInJob } from './task-in-job.ts';

const MINUTE_MS = 60_000;

/**
 * The writes that give a provider its time to find a courier; none when the strategy sets no limit. For a
 * scheduled delivery the time starts with the lead time before its pickup.
 */
export function watchForDriver(
  { aggregate, configuration }: Pick<TaskInJob, 'aggregate' | 'configuration'>,
  task: Task,
  at: string,
  stored: Parameters<typeof armTimer>[0]['stored'] = undefined,
): readonly Operation[] {
  const { strategy } = aggregate.job.value;
  if (strategy.driverTimeoutMinutes === null) return [];
  const { pickupStartTime, packageDeliveryMode } = configuration.package;
  const lead =
    packageDeliveryMode === 'scheduled' && pickupStartTime !== null
      ? Date.parse(pickupStartTime) - strategy.leadTimeMinutes * MINUTE_MS
      : 0;
  const from = Math.max(Date.parse(at), lead);
  return armTimer({
    organizationId: task.organizationId,
    kind: driverTimer,
    subject: task.id,
    dueAt: toInstant(from + strategy.driverTimeoutMinutes * MINUTE_MS),
    data: { jobId: task.jobId, taskId: task.id },
    occurredAt: at,
    stored,
  });
}
