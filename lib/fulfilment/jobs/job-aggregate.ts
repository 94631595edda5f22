import { aggregateIdOf } from '../../platform/core/ids.ts';
import type { Aggregate, Stored, Table } from '../../platform/table/index.ts';
import { type Batch, batchEntity } from './batch.ts';
import { type Configuration, configurationEntity } from './configuration.ts';
import { type Delivery, deliveryEntity } from './deliveries/delivery.ts';
import { type Job, jobEntity, jobPartition } from './job.ts';
import { type Task, taskEntity } from './task.ts';

/** A job with all of its parts, as one read found it. Parts are in stop order, attempts oldest first. */
export interface JobAggregate {
  readonly job: Stored<Job>;
  readonly configurations: readonly Stored<Configuration>[];
  readonly tasks: readonly Stored<Task>[];
  readonly deliveries: readonly Stored<Delivery>[];
  /** Absent when the job is no batch. */
  readonly batch?: Stored<Batch> | undefined;
}

/** A job by its id; undefined when the organization has none. 1 call. */
export async function readJob(
  table: Table,
  organizationId: string,
  jobId: string,
): Promise<JobAggregate | undefined> {
  return jobAggregateOf(await table.readAggregate(jobPartition(organizationId, jobId)));
}

/** The job from the items of its partition; undefined when there are none. */
export function jobAggregateOf(aggregate: Aggregate): JobAggregate | undefined {
  const job = aggregate.one(jobEntity);
  if (!job) return undefined;
  return {
    job,
    configurations: aggregate.all(configurationEntity),
    tasks: aggregate.all(taskEntity),
    deliveries: aggregate.all(deliveryEntity),
    batch: aggregate.one(batchEntity),
  };
}

/** The job behind the id of one of its tasks, deliveries or configurations; undefined when it is no such id. */
export function jobIdOf(partIdentifier: string): string | undefined {
  return (
    aggregateIdOf('job', 'tsk', partIdentifier) ??
    aggregateIdOf('job', 'dlv', partIdentifier) ??
    aggregateIdOf('job', 'cfg', partIdentifier)
  );
}

/** Attempts at one configuration, oldest first. */
export function tasksOf(aggregate: JobAggregate, configurationId: string): readonly Task[] {
  return aggregate.tasks.map(({ value }) => value).filter((task) => task.configurationId === configurationId);
}

/** The current attempt: the latest one, because an attempt is created only when the previous one has ended. */
export function advancedTask(aggregate: JobAggregate, configurationId: string): Task | undefined {
  return tasksOf(aggregate, configurationId).at(-1);
}

/** The delivery of a task; undefined while no provider was chosen for it. */
export function deliveryOf(aggregate: JobAggregate, task: Task | undefined): Delivery | undefined {
  return aggregate.deliveries.find(({ value }) => value.id === task?.deliveryId)?.value;
}
