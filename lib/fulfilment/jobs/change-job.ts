import { newTrackingKey } from '../../ordering/orders/index.ts';
import {
  create,
  type Entity,
  type Operation,
  replace,
  type Shape,
  type Stored,
} from '../../platform/table/index.ts';
import { type Batch, batchEntity } from './batch.ts';
import { type Configuration, configurationEntity } from './configuration.ts';
import { type Delivery, deliveryEntity } from './deliveries/delivery.ts';
import { type Job, jobEntity } from './job.ts';
import type { JobAggregate } from './job-aggregate.ts';
import { type JobParts, summarizeJob } from './summarize-job.ts';
import { type Task, taskEntity } from './task.ts';
import { requireTaskStep } from './task-lifecycle.ts';

/** Next values of a job's parts; those that are left out stay. A part with a new id is added. */
export interface JobChanges {
  /** Fields of the root; `summary` and `updatedAt` are computed. */
  readonly job?: Partial<
    Omit<Job, 'organizationId' | 'id' | 'summary' | 'updatedAt' | 'listShard' | 'createdAt'>
  >;
  readonly configurations?: readonly Configuration[];
  readonly tasks?: readonly Task[];
  readonly deliveries?: readonly Delivery[];
  /** Only for a job that is a batch. */
  readonly batch?: Batch;
}

/**
 * One change of a job: the new job and its writes. The root is written every time, with its version as the condition,
 * so that two changes of one job can never both be based on the same reading. Throws when a task would make a move that
 * its lifecycle does not allow.
 */
export function changeJob(
  aggregate: JobAggregate,
  changes: JobChanges,
  at: string,
): { readonly next: JobAggregate; readonly operations: readonly Operation[] } {
  const configurations = merge(configurationEntity, aggregate.configurations, changes.configurations);
  for (const { id, status } of changes.tasks ?? []) {
    const before = aggregate.tasks.find(({ value }) => value.id === id);
    if (before) requireTaskStep(id, before.value.status, status);
  }
  const tasks = merge(taskEntity, aggregate.tasks, changes.tasks);
  const deliveries = merge(deliveryEntity, aggregate.deliveries, changes.deliveries);
  const job = summarizedJob({
    job: { ...aggregate.job.value, ...changes.job, updatedAt: at },
    configurations: values(configurations.next),
    tasks: values(tasks.next),
    deliveries: values(deliveries.next),
  });
  return {
    next: {
      job: { value: job, version: aggregate.job.version + 1 },
      configurations: configurations.next,
      tasks: tasks.next,
      deliveries: deliveries.next,
      batch:
        changes.batch && aggregate.batch
          ? { value: changes.batch, version: aggregate.batch.version + 1 }
          : aggregate.batch,
    },
    operations: [
      replace(jobEntity, aggregate.job, job),
      ...(changes.batch && aggregate.batch ? [replace(batchEntity, aggregate.batch, changes.batch)] : []),
      ...configurations.operations,
      ...tasks.operations,
      ...deliveries.operations,
    ],
  };
}

/** A job that does not exist yet, and the writes that create it. Its summary is computed. */
export function makeJob(parts: Omit<JobParts, 'job'> & { readonly job: Omit<Job, 'summary'> }): {
  readonly next: JobAggregate;
  readonly operations: readonly Operation[];
} {
  const configurations = parts.configurations.map(withTrackingKey);
  const job = summarizedJob(parts);
  const first = <Value>(value: Value): Stored<Value> => ({ value, version: 1 });
  return {
    next: {
      job: first(job),
      configurations: configurations.map(first),
      tasks: parts.tasks.map(first),
      deliveries: parts.deliveries.map(first),
    },
    operations: [
      create(jobEntity, job),
      ...configurations.map((value) => create(configurationEntity, value)),
      ...parts.tasks.map((value) => create(taskEntity, value)),
      ...parts.deliveries.map((value) => create(deliveryEntity, value)),
    ],
  };
}

/** Each package gets the key of its public link once, when it is created. */
export function withTrackingKey(configuration: Configuration): Configuration {
  return { trackingKey: newTrackingKey(), ...configuration };
}

/** The root of a job with its summary. */
export function summarizedJob(parts: Omit<JobParts, 'job'> & { readonly job: Omit<Job, 'summary'> }): Job {
  const { job, ...others } = parts;
  const blank = { ...job, summary: undefined as never };
  return { ...job, summary: summarizeJob({ ...others, job: blank }) };
}

interface Part extends Shape {
  readonly id: string;
  readonly position: number;
  readonly attempt?: number;
}

function merge<Value extends Part & KeyFields, KeyFields extends Shape>(
  entity: Entity<Value, KeyFields>,
  present: readonly Stored<Value>[],
  changed: readonly Value[] = [],
): { readonly next: readonly Stored<Value>[]; readonly operations: readonly Operation[] } {
  const byId = new Map(present.map((stored) => [stored.value.id, stored]));
  const operations: Operation[] = [];
  for (const value of changed) {
    const before = byId.get(value.id);
    operations.push(before ? replace(entity, before, value) : create(entity, value));
    byId.set(value.id, { value, version: (before?.version ?? 0) + 1 });
  }
  const inOrder = (a: Stored<Value>, b: Stored<Value>) =>
    a.value.position - b.value.position || (a.value.attempt ?? 0) - (b.value.attempt ?? 0);
  return { next: [...byId.values()].sort(inOrder), operations };
}

function values<Value>(stored: readonly Stored<Value>[]): readonly Value[] {
  return stored.map(({ value }) => value);
}
