import { validationErrors } from '../../platform/core/common-refusals.ts';
import { aggregateIdOf } from '../../platform/core/ids.ts';
import { isRefusal, type Refusal } from '../../platform/core/refusal.ts';
import { LISTING_LIMITS } from '../../platform/listing/index.ts';
import type { CoreDeps } from '../../platform/runtime/index.ts';
import type { Stored } from '../../platform/table/index.ts';
import {
  type JobAggregate,
  jobEntity,
  jobIdOf,
  jobPartition,
  maySeeJob,
  maySeeRow,
  readJob,
} from '../jobs/index.ts';
import type { IncidentActor } from './find-task.ts';
import type { RefundStatus } from './refund-lifecycle.ts';
import { type RefundRequest, refundRowSchema, refundStore } from './refund-request.ts';
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

/** Requests that are read at a time. */
const READ_AT_A_TIME = 2_000;

/**
 * Refund requests of the organization with one of these statuses that the actor may see, newest first, after the request
 * `after`: fewer than `limit` only at the end of the list, or after looking through as many as any listing does. 3 calls,
 * one for every 2,000 more that are looked through, and for a caller with limits one for 100 jobs.
 */
export async function listRefundsByStatus(
  { table }: Pick<CoreDeps, 'table'>,
  actor: IncidentActor,
  asked: {
    readonly statuses: readonly RefundStatus[];
    readonly limit: number;
    readonly after?: string | undefined;
  },
): Promise<readonly Stored<RefundRequest>[] | Refusal> {
  const { organizationId } = actor;
  const { statuses, limit } = asked;
  const last = asked.after && (await table.get(refundStore.entity, { organizationId, id: asked.after }));
  if (asked.after && !last) return unknownPlace(asked.after);
  let after = last ? { at: last.value.createdAt, id: last.value.id } : undefined;
  const page: Stored<RefundRequest>[] = [];
  for (let scanned = 0; ; ) {
    const rows = await table.list(refundStore.entity, {
      organizationId,
      shards: 1,
      direction: 'DESC',
      limit: READ_AT_A_TIME,
      ...(after ? { after } : {}),
    });
    const wanted = rows
      .map(({ row }) => refundRowSchema.parse(row))
      .filter(({ status }) => statuses.includes(status));
    const seen = await seenByJob(table, actor, wanted);
    // The list may be a moment behind, so that more are read in the place of those whose status has changed.
    for (let begin = 0; begin < seen.length && page.length < limit; ) {
      const some = seen.slice(begin, begin + limit - page.length);
      begin += some.length;
      const found = await table.getMany(
        refundStore.entity,
        some.map(({ id }) => ({ organizationId, id })),
      );
      for (const stored of found) if (stored && statuses.includes(stored.value.status)) page.push(stored);
    }
    after = rows.at(-1);
    scanned += rows.length;
    const isOver = rows.length < READ_AT_A_TIME || scanned >= LISTING_LIMITS.scanned;
    if (page.length >= limit || isOver) return page;
  }
}

function unknownPlace(after: string): Refusal {
  const why = `"${after}" is not the id of a refund request.`;
  return validationErrors(
    `The request is not valid: after: ${why} Send the id of the last request of the page before.`,
    { fields: { after: why } },
  );
}

/** The rows whose job the actor may see. */
async function seenByJob<Row extends { readonly jobId: string }>(
  table: CoreDeps['table'],
  actor: IncidentActor,
  rows: readonly Row[],
): Promise<readonly Row[]> {
  const { organizationId, storeLocationIds, routeIds } = actor;
  if (storeLocationIds === null && (routeIds === null || routeIds === undefined)) return rows;
  const ids = [...new Set(rows.map(({ jobId }) => jobId))];
  const jobs = await table.getMany(
    jobEntity,
    ids.map((id) => ({ organizationId, id })),
  );
  const seen = new Set(
    jobs.flatMap((job) =>
      job && maySeeRow(actor, { ...job.value.summary, routeId: job.value.routeId }) ? [job.value.id] : [],
    ),
  );
  return rows.filter(({ jobId }) => seen.has(jobId));
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
