import { toInstant } from '../../core/clock.ts';
import { type Configuration, type JobAggregate, type Task, tasksOf } from '../../jobs/index.ts';
import { askForQuotes, isAboveLimit, jobQuoteId, providersOf, type StoredQuote } from '../../quotes/index.ts';
import { planBatchAttempt } from '../batches/plan-batch-attempt.ts';
import { shipmentOf } from '../choice/shipment-of.ts';
import type { DispatchDeps } from '../dispatch-deps.ts';
import { type Attempt, assign, unassignedTask } from './open-attempt.ts';

/** Attempts per configuration (decision B10). */
export const MAX_ATTEMPTS = 3;

/** As above, when somebody asks for another provider. */
export const MAX_ASKED_ATTEMPTS = 10;

/**
 * The attempt that follows a failed one: with the next provider of the old ranking, or, under smart reassignment, the
 * best of a new round of quotes without those that were tried (decision B9). Windows stay. When an old quote no longer
 * holds, its provider is asked anew. Undefined when reassignment is off, three attempts were made or nobody is left.
 */
export async function planNextAttempt(
  aggregate: JobAggregate,
  configuration: Configuration,
  failed: Task,
  deps: DispatchDeps,
): Promise<Attempt | undefined> {
  const { strategy, maxFeeCents } = aggregate.job.value;
  const attempts = tasksOf(aggregate, configuration.id);
  // Somebody asked for another provider, or the strategy's time limit did: that is no failure to be reassigned.
  const { cause } = failed.handover;
  const limit = cause === 'reassign' ? MAX_ASKED_ATTEMPTS : MAX_ATTEMPTS;
  const isWanted = cause !== null || strategy.reassignOnFailure;
  if (!isWanted || attempts.length >= limit || aggregate.job.value.canceledAt !== null) return undefined;
  if (aggregate.batch) {
    return planBatchAttempt(aggregate, { batch: aggregate.batch.value, configuration, failed, limit }, deps);
  }
  // Windows may have changed since the old quotes were made.
  const isSmart = strategy.smartReassignment || cause === 'reassign';
  const at = toInstant(deps.clock.now());
  const tried = attempts.map(({ providerId }) => providerId).filter((id) => id !== null);
  const usable = await deps.providers.of(configuration.organizationId);
  const allowed = new Set(providersOf(strategy, usable).map(({ id }) => id));
  const left = failed.quotes
    .filter(({ providerId }) => !tried.includes(providerId) && allowed.has(providerId))
    .filter((quote) => !isAboveLimit(quote, maxFeeCents));
  const number = attempts.length + 1;
  const holds = left[0] && (left[0].expireTime ?? '') > at;
  if (!isSmart && left.length === 0) return undefined;
  if (!isSmart && holds) return open(failed.quotes, failed.failedQuotes, left[0]);

  const round = await askForQuotes(
    {
      organizationId: configuration.organizationId,
      shipment: shipmentOf(configuration.package),
      strategy,
      maxFeeCents,
      excluded: tried,
      quoteId: (index) => jobQuoteId(configuration.jobId, configuration.position, number, index),
    },
    deps,
  );
  const fresh = round.quotes.filter((quote) => !isAboveLimit(quote, maxFeeCents));
  const order = isSmart ? [] : left.map(({ providerId }) => providerId);
  const inOldOrder = order
    .map((id) => fresh.find(({ providerId }) => providerId === id))
    .filter((quote) => quote !== undefined);
  return open(round.quotes, round.failedQuotes, isSmart ? fresh[0] : inOldOrder[0]);

  function open(
    quotes: readonly StoredQuote[],
    failedQuotes: readonly StoredQuote[],
    winner: StoredQuote | undefined,
  ): Attempt | undefined {
    if (!winner) return undefined;
    const task = unassignedTask({ configuration, attempt: number, quotes, failedQuotes, at });
    return assign(task, winner, configuration, at);
  }
}
