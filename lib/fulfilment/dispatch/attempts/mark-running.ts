import type { Operation } from '../../../platform/table/index.ts';
import {
  type Configuration,
  changeJob,
  type Delivery,
  type JobAggregate,
  recordTask,
  type Task,
} from '../../jobs/index.ts';
import type { ProviderAcceptance } from '../../providers/index.ts';
import { watchForDriver } from './watch-for-driver.ts';

/** A task that its provider accepted, with the provider's data of the delivery. */
export interface Accepted {
  readonly configuration: Configuration;
  readonly task: Task;
  readonly delivery: Delivery;
}

/**
 * The writes that record that a provider accepted tasks of a job: nothing about them is in doubt. One courier carries them
 * all, so the first of them is watched for all. None for no task.
 */
export function markRunning(
  job: JobAggregate,
  accepted: readonly Accepted[],
  at: string,
): readonly Operation[] {
  const running = accepted.map((one) => ({ ...one, task: runningTask(one.task, at) }));
  const [first] = running;
  if (!first) return [];
  const { operations } = changeJob(
    job,
    { tasks: running.map(({ task }) => task), deliveries: running.map(({ delivery }) => delivery) },
    at,
  );
  const told = running.map(({ task, delivery, configuration }) =>
    recordTask('running', task, delivery, configuration.orderId, at),
  );
  const { configuration, task } = first;
  return [...operations, ...told, ...watchForDriver({ aggregate: job, configuration }, task, at)];
}

/** A task once its provider has it. */
function runningTask(task: Task, at: string): Task {
  return {
    ...task,
    status: 'running',
    updatedAt: at,
    handover: { ...task.handover, phase: 'settled', leaseUntil: null, doubt: false, reason: null },
  };
}

/** A delivery with the data that its provider returned on acceptance. */
export function takenBy(delivery: Delivery, answer: ProviderAcceptance, at: string): Delivery {
  return {
    ...delivery,
    providerDeliveryId: answer.providerDeliveryId,
    providerBatchId: answer.providerBatchId ?? delivery.providerBatchId,
    trackingUrl: answer.trackingUrl ?? delivery.trackingUrl,
    pickupEta: answer.pickupEta ?? delivery.pickupEta,
    dropoffEta: answer.dropoffEta ?? delivery.dropoffEta,
    updatedAt: at,
  };
}
