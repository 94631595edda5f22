import { isRefusal, type Refusal } from '../../../platform/core/refusal.ts';
import type { Table } from '../../../platform/table/index.ts';
import { advancedTask, type JobAggregate } from '../../jobs/index.ts';
import { inJob, type TaskInJob } from '../attempts/task-in-job.ts';
import { findJob, type JobActor } from '../find-job.ts';
import { jobNotFound, jobStateForbids } from '../refusals.ts';

/** The task of a job with this id; MISSING_RESOURCE when the caller may not see it. 1 call. */
export async function findTask(
  table: Table,
  actor: JobActor,
  of: { readonly jobId: string; readonly taskId: string },
): Promise<TaskInJob | Refusal> {
  const job = await findJob(table, actor, of.jobId);
  return isRefusal(job) ? job : taskIn(job, of);
}

/** The task of a job that was read. */
export function taskIn(
  aggregate: JobAggregate,
  of: { readonly jobId: string; readonly taskId: string },
): TaskInJob | Refusal {
  return (
    inJob(aggregate, of.taskId) ??
    jobNotFound(`Job "${of.jobId}" has no task "${of.taskId}".`, { id: of.jobId, taskId: of.taskId })
  );
}

/** The refusal for a task that no longer waits for a provider; undefined while it waits. */
export function refuseUnlessWaiting({ aggregate, stored, configuration }: TaskInJob): Refusal | undefined {
  const task = stored.value;
  const isLatest = advancedTask(aggregate, configuration.id)?.id === task.id;
  const waits = task.status === 'created' && task.providerId === null && configuration.canceledAt === null;
  return waits && isLatest
    ? undefined
    : jobStateForbids(
        `Task ${task.id} is ${task.status}: it has a provider or has ended. Only a waiting task has quotes to choose from.`,
        {
          jobId: aggregate.job.value.id,
          taskId: task.id,
          status: task.status,
        },
      );
}

/** The same for a batch job, whose quotes are for all packages. */
export function refuseOfBatch({ job, batch }: JobAggregate): Refusal | undefined {
  return batch
    ? jobStateForbids(
        `Job ${job.value.id} is a batch, whose packages share one quote. Use POST /v1/jobs/${job.value.id}/batch/${batch.value.id}/refresh_quotes.`,
        { jobId: job.value.id, batchId: batch.value.id },
      )
    : undefined;
}
