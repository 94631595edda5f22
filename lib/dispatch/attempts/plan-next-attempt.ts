import { toInstant } from '../../core/clock.ts';
import { type Configuration, type JobAggregate, type Task, tasksOf } from '../../jobs/index.ts';
import { askForQuotes, isAboveLimit, jobQuoteId, providersOf, type StoredQuote } from '../../quotes/index.ts';
import { shipmentOf } from '../choice/shipment-of.ts';
import type { DispatchDeps } from '../dispatch-deps.ts';
import { type Attempt, assign, unassignedTask } from './open-attempt.ts';

/** Attempts per configuration (decision B10). */
export const MAX_ATTEMPTS = 3;

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
  if (!strategy.reassignOnFailure || attempts.length >= MAX_ATTEMPTS) return undefined;
  const at = toInstant(deps.clock.now());
  const tried = attempts.map(({ providerId }) => providerId).filter((id) => id !== null);
  const allowed = new Set(providersOf(strategy, deps.providers).map(({ id }) => id));
  const left = failed.quotes
    .filter(({ providerId }) => !tried.includes(providerId) && allowed.has(providerId))
    .filter((quote) => !isAboveLimit(quote, maxFeeCents));
  const number = attempts.length + 1;
  const holds = left[0] && (left[0].expireTime ?? '') > at;
  if (!strategy.smartReassignment && left.length === 0) return undefined;
  if (!strategy.smartReassignment && holds) return open(failed.quotes, failed.failedQuotes, left[0]);

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
  const order = strategy.smartReassignment ? [] : left.map(({ providerId }) => providerId);
  const inOldOrder = order
    .map((id) => fresh.find(({ providerId }) => providerId === id))
    .filter((quote) => quote !== undefined);
  return open(round.quotes, round.failedQuotes, strategy.smartReassignment ? fresh[0] : inOldOrder[0]);

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
