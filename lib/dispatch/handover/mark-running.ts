import { changeJob, type Delivery, recordTask, type Task } from '../../jobs/index.ts';
import type { Operation } from '../../table/index.ts';
import type { TaskInJob } from './task-in-job.ts';

/** The writes by which a provider has the task, with what it said of the delivery: nothing about it is in doubt. */
export function markRunning(
  { aggregate, stored, configuration }: TaskInJob,
  taken: Delivery,
  at: string,
): readonly Operation[] {
  const task = stored.value;
  const running: Task = {
    ...task,
    status: 'running',
    updatedAt: at,
    handover: { ...task.handover, phase: 'settled', leaseUntil: null, doubt: false, reason: null },
  };
  const { operations } = changeJob(aggregate, { tasks: [running], deliveries: [taken] }, at);
  return [...operations, recordTask('running', running, taken, configuration.orderId, at)];
}
