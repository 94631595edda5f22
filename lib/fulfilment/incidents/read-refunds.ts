import { aggregateIdOf } from '../../platform/core/ids.ts';
import { isRefusal, type Refusal } from '../../platform/core/refusal.ts';
import type { CoreDeps } from '../../platform/runtime/index.ts';
import type { Stored } from '../../platform/table/index.ts';
import { type JobAggregate, jobIdOf, jobPartition, maySeeJob, readJob } from '../jobs/index.ts';
import type { IncidentActor } from './find-task.ts';
import { type RefundRequest, refundStore } from './refund-request.ts';
import { refundRequestNotFound } from './refusals.ts';

/** A job has at most as many requests as attempts: 200 packages with a few attempts each. */
const MAX_OF_A_JOB = 1_000;

/**
 * The refund requests of a job, of a task, or of a task if it is of that job. Empty for what the actor may not see.
 * 2 calls.
 */
export async function listRefundRequests(
  { table }: Pick<CoreDeps, 'table'>,
  actor: IncidentActor,
  { jobId, taskId }: { readonly jobId?: string | undefined; readonly taskId?: string | undefined },
): Promise<readonly Stored<RefundRequest>[]> {
  const { organizationId } = actor;
  const ofTask = taskId === undefined ? undefined : jobIdOf(taskId);
  const id = taskId === undefined ? jobId : ofTask;
  if (id === undefined || (jobId !== undefined && jobId !== id)) return [];
  const job = await readJob(table, organizationId, id);
  if (!job || !maySeeJob(actor, job)) return [];
  const partition = jobPartition(organizationId, id);
  const all = await table.readLog(refundStore.entity, partition, { limit: MAX_OF_A_JOB });
  return all.filter(({ value }) => taskId === undefined || value.taskId === taskId);
}

/** A refund request with its job. 2 calls. */
export async function findRefundRequest(
  { table }: Pick<CoreDeps, 'table'>,
  actor: IncidentActor,
  id: string,
): Promise<{ readonly stored: Stored<RefundRequest>; readonly job: JobAggregate } | Refusal> {
  const { organizationId } = actor;
  const unknown = refundRequestNotFound(`There is no refund request "${id}".`, { id });
  const jobId = aggregateIdOf('job', 'rfrq', id);
  if (jobId === undefined) return unknown;
  const [stored, job] = await Promise.all([
    table.get(refundStore.entity, { organizationId, id }),
    readJob(table, organizationId, jobId),
  ]);
  return stored && job && maySeeJob(actor, job) ? { stored, job } : unknown;
}

/** As `findRefundRequest`, without the job. */
export async function readRefundRequest(
  deps: Pick<CoreDeps, 'table'>,
  actor: IncidentActor,
  id: string,
): Promise<Stored<RefundRequest> | Refusal> {
  const found = await findRefundRequest(deps, actor, id);
  return isRefusal(found) ? found : found.stored;
}
