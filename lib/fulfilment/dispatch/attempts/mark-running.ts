import type { Operation } from '../../../platform/table/index.ts';
import { changeJob, type Delivery, recordTask, type Task } from '../../jobs/index.ts';
import type { ProviderAcceptance } from '../../providers/index.ts';
import type { TaskInJob } from './task-in-job.ts';
import { watchForDriver } from './watch-for-driver.ts';

/**
 * The writes that record the provider's acceptance of the task, with its data of the delivery: nothing about
 * it is in doubt.
 */
export function markRunning(
  { aggregate, stored, configuration }: TaskInJob,
  taken: Delivery,
  at: string,
): readonly Operation[] {
  const running = runningTask(stored.value, at);
  const { operations } = changeJob(aggregate, { tasks: [running], deliveries: [taken] }, at);
  return [
    ...operations,
    recordTask('running', running, taken, configuration.orderId, at),
    ...watchForDriver({ aggregate, configuration }, running, at),
  ];
}

/** A task that its provider has. */
export function runningTask(task: Task, at: string): Task {
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
