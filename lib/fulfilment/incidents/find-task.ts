import { isRefusal, type Refusal } from '../../platform/core/refusal.ts';
import type { Table } from '../../platform/table/index.ts';
import { findJob } from '../dispatch/index.ts';
import { type Delivery, deliveryOf, type Task } from '../jobs/index.ts';
import { taskNotFound, taskWasNeverCarried } from './refusals.ts';

/** On whose behalf a report or a refund request is read or changed. */
export interface IncidentActor {
  readonly organizationId: string;
  /** Store locations to which the caller is limited; null = no limit. */
  readonly storeLocationIds: readonly string[] | null;
  /** Routes to which the caller is limited by its driver groups; null or absent = no limit. */
  readonly routeIds?: readonly string[] | null | undefined;
}

/** Who reports or reviews. */
export interface IncidentAuthor extends IncidentActor {
  readonly keyId: string;
}

/** A task of a job that the actor may see, with the delivery that a report is about. 1 call. */
export async function findTask(
  table: Table,
  actor: IncidentActor,
  { jobId, taskId }: { readonly jobId: string; readonly taskId: string },
): Promise<{ readonly task: Task; readonly delivery: Delivery } | Refusal> {
  const job = await findJob(table, actor, jobId);
  if (isRefusal(job)) return job;
  const task = job.tasks.find(({ value }) => value.id === taskId)?.value;
  if (!task) return taskNotFound(`The job "${jobId}" has no task "${taskId}".`, { jobId, taskId });
  const delivery = deliveryOf(job, task);
  return delivery
    ? { task, delivery }
    : taskWasNeverCarried(`Task ${taskId} has no delivery to report on. Dispatch the job first.`, {
        taskId,
        status: task.status,
      });
}
