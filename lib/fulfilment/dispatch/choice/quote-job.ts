import { advancedTask, type JobAggregate, type JobChanges } from '../../jobs/index.ts';
import { jobQuoteId, type QuoteRound } from '../../quotes/index.ts';
import type { DispatchDeps } from '../dispatch-deps.ts';
import type { QuoteSet } from './choose-quote.ts';
import { quotePackages } from './quote-packages.ts';

/** The quotes for all packages of a job: those of its batch, or of its only package. */
export function quotesOf(
  job: JobAggregate,
): QuoteSet & { readonly winnerQuoteId: string | null; readonly isSelected: boolean } {
  const [configuration] = job.configurations;
  const task = configuration && advancedTask(job, configuration.value.id);
  return job.batch?.value ?? task ?? { quotes: [], failedQuotes: [], winnerQuoteId: null, isSelected: false };
}

/** The waiting job with new quotes. */
export function withQuotes(job: JobAggregate, { quotes, failedQuotes }: QuoteSet, at: string): JobChanges {
  const set = { quotes: [...quotes], failedQuotes: [...failedQuotes] };
  if (job.batch) return { batch: { ...job.batch.value, ...set } };
  const [configuration] = job.configurations;
  const task = configuration && advancedTask(job, configuration.value.id);
  return task ? { tasks: [{ ...task, ...set, updatedAt: at }] } : {};
}

/**
 * Asks for new quotes for the packages of a job that were not cancelled. `round` distinguishes rounds: an id of an earlier
 * one must not refer to a new quote.
 */
export function quoteJob(
  deps: Pick<DispatchDeps, 'providers' | 'clock' | 'log' | 'table'>,
  job: JobAggregate,
  {
    excluded = [],
    round = deps.clock.now(),
  }: { readonly excluded?: readonly string[]; readonly round?: number } = {},
): Promise<QuoteRound> {
  const { organizationId, id: jobId, routeId, driverId, strategy, maxFeeCents } = job.job.value;
  const open = job.configurations.map(({ value }) => value).filter(({ canceledAt }) => canceledAt === null);
  return quotePackages(deps, {
    organizationId,
    routeId,
    driverId,
    batchId: job.batch?.value.id ?? null,
    packages: open.map((configuration) => configuration.package),
    strategy,
    maxFeeCents,
    excluded,
    quoteId: (index) => jobQuoteId(jobId, job.batch ? 0 : 1, round, index),
  });
}
