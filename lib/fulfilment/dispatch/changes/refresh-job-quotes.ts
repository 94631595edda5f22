import { toInstant } from '../../../platform/core/clock.ts';
import { commit } from '../../../platform/core/commit.ts';
import { isRefusal, type Refusal } from '../../../platform/core/refusal.ts';
import { FEW_TRIES } from '../../../platform/core/retry-lost-race.ts';
import { changeJob, type JobAggregate } from '../../jobs/index.ts';
import type { StoredQuote } from '../../quotes/index.ts';
import { quoteJob, withQuotes } from '../choice/quote-job.ts';
import type { DispatchDeps } from '../dispatch-deps.ts';
import { findJob, type JobActor } from '../find-job.ts';
import { jobNotFound, jobStateForbids } from '../refusals.ts';
import { refuseOfBatch, refuseUnlessWaiting, taskIn } from './find-task.ts';

/** Replaces the quotes of a task that waits for a provider. */
export function refreshTaskQuotes(
  deps: DispatchDeps,
  actor: JobActor,
  of: { readonly jobId: string; readonly taskId: string },
): Promise<readonly StoredQuote[] | Refusal> {
  return refreshQuotes(deps, actor, of, (job) => {
    const found = taskIn(job, of);
    return isRefusal(found) ? found : (refuseUnlessWaiting(found) ?? refuseOfBatch(job));
  });
}

/** Replaces the quotes of a batch that waits for a provider. */
export function refreshBatchQuotes(
  deps: DispatchDeps,
  actor: JobActor,
  of: { readonly jobId: string; readonly batchId: string },
): Promise<readonly StoredQuote[] | Refusal> {
  return refreshQuotes(deps, actor, of, (job) => refuseBatch(job, of));
}

async function refreshQuotes(
  deps: DispatchDeps,
  actor: JobActor,
  of: { readonly jobId: string },
  refuse: (job: JobAggregate) => Refusal | undefined,
): Promise<readonly StoredQuote[] | Refusal> {
  return commit(
    deps,
    { what: 'job', id: of.jobId },
    async () => {
      const job = await findJob(deps.table, actor, of.jobId);
      if (isRefusal(job)) return job;
      const refusal = refuse(job);
      if (refusal) return refusal;
      const round = await quoteJob(deps, job);
      const at = toInstant(deps.clock.now());
      if ((await deps.table.write(changeJob(job, withQuotes(job, round, at), at).operations)).ok) {
        return [...round.quotes, ...round.failedQuotes];
      }
    },
    FEW_TRIES,
  );
}

function refuseBatch(
  { job, batch }: JobAggregate,
  of: { readonly jobId: string; readonly batchId: string },
): Refusal | undefined {
  if (batch?.value.id !== of.batchId) {
    return jobNotFound(`Job "${of.jobId}" has no batch "${of.batchId}".`, {
      id: of.jobId,
      batchId: of.batchId,
    });
  }
  if (batch.value.phase === 'waiting' && job.value.canceledAt === null) return undefined;
  return jobStateForbids(
    `Batch ${of.batchId} has a provider or has ended. Only a waiting batch can be quoted again.`,
    { jobId: of.jobId, status: job.value.summary.status },
  );
}
