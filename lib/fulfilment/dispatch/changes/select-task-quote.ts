import { isRefusal, type Refusal } from '../../../platform/core/refusal.ts';
import type { JobAggregate } from '../../jobs/index.ts';
import { unknownQuote } from '../choice/refuse-quote.ts';
import { type Repetition, selectJobQuote } from '../departure/dispatch-job.ts';
import type { DispatchDeps } from '../dispatch-deps.ts';
import type { JobActor } from '../find-job.ts';
import { findTask } from './find-task.ts';

/** Assigns the provider of a quote to a task, from its own quotes or those of its batch. */
export async function selectQuoteOfTask(
  deps: DispatchDeps,
  actor: JobActor,
  of: { readonly jobId: string; readonly taskId: string; readonly quoteId: string },
  repetition: Repetition,
): Promise<JobAggregate | Refusal> {
  const found = await findTask(deps.table, actor, of);
  if (isRefusal(found)) return found;
  const { aggregate, stored } = found;
  const sets = [stored.value, ...(aggregate.batch ? [aggregate.batch.value] : [])];
  const isOwn = sets.some(({ quotes, failedQuotes }) =>
    [...quotes, ...failedQuotes].some(({ id }) => id === of.quoteId),
  );
  if (!isOwn) return unknownQuote(of.quoteId);
  return selectJobQuote(deps, actor, { jobId: aggregate.job.value.id, quoteId: of.quoteId }, repetition);
}
