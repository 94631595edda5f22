import { toInstant } from '../../../platform/core/clock.ts';
import { isRefusal, type Refusal } from '../../../platform/core/refusal.ts';
import { FEW_TRIES, retryLostRace } from '../../../platform/core/retry-lost-race.ts';
import { changeJob, type JobAggregate } from '../../jobs/index.ts';
import { askForQuotes, jobQuoteId, type StoredQuote } from '../../quotes/index.ts';
import { requoteBatch } from '../attempts/assign-packages.ts';
import { shipmentOf } from '../choice/shipment-of.ts';
import type { DispatchDeps } from '../dispatch-deps.ts';
import { findJob, type JobActor } from '../find-job.ts';
import { jobContention, jobNotFound, jobStateForbids } from '../refusals.ts';
import { findTask, refuseOfBatch, refuseUnlessWaiting } from './find-task.ts';

/** Replaces the quotes of a task that waits for a provider. */
export async function refreshTaskQuotes(
  deps: DispatchDeps,
  actor: JobActor,
  of: { readonly jobId: string; readonly taskId: string },
): Promise<readonly StoredQuote[] | Refusal> {
  const quotes = await retryLostRace(
    deps.clock,
    async () => {
      const found = await findTask(deps.table, actor, of);
      if (isRefusal(found)) return found;
      const refusal = refuseUnlessWaiting(found) ?? refuseOfBatch(found.aggregate);
      if (refusal) return refusal;
      const { aggregate, stored, configuration } = found;
      const { organizationId, id: jobId, strategy, maxFeeCents } = aggregate.job.value;
      const now = deps.clock.now();
      const quoteId = (index: number) => jobQuoteId(jobId, configuration.position, now, index);
      const shipment = shipmentOf(configuration.package);
      const round = await askForQuotes(deps, { organizationId, shipment, strategy, maxFeeCents, quoteId });
      const quotes = { quotes: [...round.quotes], failedQuotes: [...round.failedQuotes] };
      const task = { ...stored.value, ...quotes, updatedAt: toInstant(now) };
      if ((await deps.table.write(changeJob(aggregate, { tasks: [task] }, toInstant(now)).operations)).ok) {
        return [...round.quotes, ...round.failedQuotes];
      }
    },
    FEW_TRIES,
  );
  return (
    quotes ?? jobContention(`Job "${of.jobId}" was being changed by others; send the request again.`, of)
  );
}

/** Replaces the quotes of a batch that waits for a provider. */
export async function refreshBatchQuotes(
  deps: DispatchDeps,
  actor: JobActor,
  of: { readonly jobId: string; readonly batchId: string },
): Promise<readonly StoredQuote[] | Refusal> {
  const quotes = await retryLostRace(
    deps.clock,
    async () => {
      const job = await findJob(deps.table, actor, of.jobId);
      if (isRefusal(job)) return job;
      const refusal = refuseBatch(job, of);
      if (isRefusal(refusal)) return refusal;
      const { batch } = await requoteBatch(deps, job, refusal);
      const at = toInstant(deps.clock.now());
      if ((await deps.table.write(changeJob(job, { batch }, at).operations)).ok) {
        return [...batch.quotes, ...batch.failedQuotes];
      }
    },
    FEW_TRIES,
  );
  return (
    quotes ?? jobContention(`Job "${of.jobId}" was being changed by others; send the request again.`, of)
  );
}

function refuseBatch({ job, batch }: JobAggregate, of: { readonly jobId: string; readonly batchId: string }) {
  if (batch?.value.id !== of.batchId) {
    return jobNotFound(`Job "${of.jobId}" has no batch "${of.batchId}".`, {
      id: of.jobId,
      batchId: of.batchId,
    });
  }
  if (batch.value.phase === 'waiting' && job.value.canceledAt === null) return batch.value;
  return jobStateForbids(
    `Batch ${of.batchId} has a provider or has ended. Only a waiting batch can be quoted again.`,
    {
      jobId: of.jobId,
      status: job.value.summary.status,
    },
  );
}
