import { toInstant } from '../../../platform/core/clock.ts';
import { create, type Operation, remove, type Stored } from '../../../platform/table/index.ts';
import {
  type BatchIntake,
  batchEntity,
  batchIntakeEntity,
  configurationEntity,
  deliveryEntity,
  type JobAggregate,
  jobCreated,
  jobEntity,
  jobPartition,
  readJob,
  recordTask,
  summarizedJob,
  taskEntity,
} from '../../jobs/index.ts';
import { announceAttempt } from '../attempts/open-attempt.ts';
import { advanceBatch } from '../attempts/record-advance.ts';
import { armJobTimer } from '../departure/job-timer.ts';
import type { DispatchDeps } from '../dispatch-deps.ts';

/**
 * Writes the root of a batch whose packages are all written: from then on the job exists. Undefined when
 * another worker took the intake over. The watch of the intake continues to check the batch. 2 calls.
 */
export async function commitBatch(
  deps: DispatchDeps,
  intake: Stored<BatchIntake>,
  more: readonly Operation[],
): Promise<JobAggregate | undefined> {
  const { organizationId, jobId, root, batch } = intake.value;
  const aggregate = await deps.table.readAggregate(jobPartition(organizationId, jobId));
  const parts = {
    configurations: aggregate.all(configurationEntity),
    tasks: aggregate.all(taskEntity),
    deliveries: aggregate.all(deliveryEntity),
  };
  if (parts.configurations.length !== intake.value.total) return undefined;
  const job = summarizedJob({
    job: root,
    configurations: parts.configurations.map(({ value }) => value),
    tasks: parts.tasks.map(({ value }) => value),
    deliveries: parts.deliveries.map(({ value }) => value),
  });
  const at = toInstant(deps.clock.now());
  const next: JobAggregate = {
    job: { value: job, version: 1 },
    ...parts,
    ...(batch ? { batch: { value: batch, version: 1 } } : {}),
  };
  const outcome = await deps.table.write([
    remove(batchIntakeEntity, intake),
    create(jobEntity, job),
    ...(batch ? [create(batchEntity, batch)] : []),
    ...announceJob(next, at),
    ...more,
  ]);
  return outcome.ok ? next : readJob(deps.table, organizationId, jobId);
}

/** The events of a new job, and the timer of one that goes out later. The packages of a batch are announced by a worker. */
export function announceJob(job: JobAggregate, at: string): readonly Operation[] {
  const { organizationId, id: jobId, dispatchAt } = job.job.value;
  const orderIds = job.configurations.flatMap(({ value }) => value.orderId ?? []);
  return [
    jobCreated.record({
      aggregate: jobPartition(organizationId, jobId),
      cause: 'created',
      occurredAt: at,
      data: { jobId, orderIds },
    }),
    ...(job.batch ? [advanceBatch(organizationId, jobId, 'made', at)] : announceOnly(job, at)),
    ...(dispatchAt === null ? [] : armJobTimer(organizationId, jobId, dispatchAt, at)),
  ];
}

/** The events of a job of one package. */
function announceOnly(
  { tasks, deliveries, configurations }: Pick<JobAggregate, 'tasks' | 'deliveries' | 'configurations'>,
  at: string,
): readonly Operation[] {
  const task = tasks[0]?.value;
  const delivery = deliveries[0]?.value;
  const orderId = configurations[0]?.value.orderId ?? null;
  if (!task) return [];
  return delivery
    ? announceAttempt({ task, delivery }, orderId, at)
    : [recordTask('created', task, undefined, orderId, at)];
}
