import type { Operation } from '../../../platform/table/index.ts';
import {
  type Configuration,
  changeJob,
  type Delivery,
  type DeliveryStatus,
  deliveryOf,
  endDelivery,
  type JobAggregate,
  recordTask,
  type Task,
  type TaskStatus,
} from '../../jobs/index.ts';
import { type Attempt, announceAttempt } from './open-attempt.ts';
import { advanceBatch } from './record-advance.ts';

/** How an attempt ended. */
export interface AttemptEnd {
  readonly status: Extract<TaskStatus, 'failed' | 'canceled_by_customer' | 'canceled_by_system'>;
  readonly deliveryStatus: DeliveryStatus;
  readonly reason: string | null;
  readonly handover: Task['handover'];
}

/** The task and delivery after the attempt's end, and their events. */
export function endAttempt(
  aggregate: JobAggregate,
  task: Task,
  end: AttemptEnd,
  orderId: string | null,
  at: string,
): { readonly task: Task; readonly delivery: Delivery | undefined; readonly events: readonly Operation[] } {
  const before = deliveryOf(aggregate, task);
  const { delivery, events = [] } = before ? endDelivery(before, end.deliveryStatus, task, at) : {};
  const ended: Task = {
    ...task,
    status: end.status,
    failureReason: end.reason,
    handover: end.handover,
    updatedAt: at,
  };
  return {
    task: ended,
    delivery,
    events: [recordTask(end.status, ended, delivery, orderId, at), ...events],
  };
}

/**
 * The writes that end an attempt of a configuration and, in the same transaction, create the next one or
 * report that there is none. `ended` is the new state of the old attempt, absent when its end is already
 * recorded.
 */
export function succeedAttempt(
  aggregate: JobAggregate,
  step: {
    readonly configuration: Configuration;
    /** The old attempt; where it differs from the aggregate, it is written. */
    readonly last: Task;
    readonly ended?: ReturnType<typeof endAttempt> | undefined;
    readonly next: Attempt | undefined;
    readonly at: string;
  },
): readonly Operation[] {
  const { configuration, last, ended, next, at } = step;
  const { orderId } = configuration;
  const old = ended?.task ?? last;
  const isChanged = !aggregate.tasks.some(({ value }) => value === old);
  const changed = changeJob(
    aggregate,
    {
      tasks: [...(isChanged ? [old] : []), ...(next ? [next.task] : [])],
      deliveries: [...(ended?.delivery ? [ended.delivery] : []), ...(next ? [next.delivery] : [])],
      ...(next?.batch ? { batch: next.batch } : {}),
      ...(next?.job ? { job: next.job } : {}),
      ...(next ? {} : { configurations: [{ ...configuration, exhaustedAt: at }] }),
    },
    at,
  );
  const { organizationId, id: jobId, version } = { ...changed.next.job.value, ...changed.next.job };
  return [
    ...changed.operations,
    ...(next?.batch ? [advanceBatch(organizationId, jobId, `v${version}`, at)] : []),
    ...(ended?.events ?? []),
    ...(next
      ? announceAttempt(next, orderId, at)
      : [recordTask('attempts_exhausted', old, ended?.delivery ?? deliveryOf(aggregate, last), orderId, at)]),
  ];
}
