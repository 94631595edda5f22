import { toInstant } from '../../../platform/core/clock.ts';
import { isRefusal } from '../../../platform/core/refusal.ts';
import { type Configuration, type JobAggregate, type Task, tasksOf } from '../../jobs/index.ts';
import { askForQuotes, isAboveLimit, jobQuoteId, providersOf, type StoredQuote } from '../../quotes/index.ts';
import { type StrategySettings, strategyOf } from '../../strategies/index.ts';
import { planBatchAttempt } from './plan-batch-attempt.ts';
import { maxFeeUnder } from '../choice/max-fee-of.ts';
import { shipmentOf } from '../choice/shipment-of.ts';
import type { DispatchDeps } from '../dispatch-deps.ts';
import type { ExplainedStrategy } from '../explanation/explain-choice.ts';
import { type Attempt, assign, unassignedTask } from './open-attempt.ts';

/** Most attempts of a strategy; a cancellation is tried as often against a hand-over. */
export const MAX_ATTEMPTS = 10;

/** The same when a person requests another provider. */
const MAX_ASKED_ATTEMPTS = 10;

/**
 * The attempt after a failed one: with the next provider of the old ranking or, under smart reassignment, the
 * best of new quotes without those that were tried (decision B9). Windows stay. When an old quote is no
 * longer valid, its provider is asked again. When the strategy has no attempts left, the one to which it
 * escalates takes over with the providers that were not tried. Undefined when reassignment is off or no
 * provider is left.
 */
export async function planNextAttempt(
  deps: DispatchDeps,
  aggregate: JobAggregate,
  configuration: Configuration,
  failed: Task,
): Promise<Attempt | undefined> {
  const { strategy, attemptsBefore, canceledAt } = aggregate.job.value;
  const attempts = tasksOf(aggregate, configuration.id);
  // A person or the strategy's time limit requested another provider: that is not a failure to reassign.
  const { cause } = failed.handover;
  const limit = cause === 'reassign' ? MAX_ASKED_ATTEMPTS : strategy.maxAttempts + attemptsBefore;
  if (canceledAt !== null) return undefined;
  const isWanted = cause !== null || strategy.reassignOnFailure;
  if (aggregate.batch) {
    const { value: batch } = aggregate.batch;
    const of = { batch, configuration, failed, limit };
    // The moves of the whole batch count, not the attempts of this package.
    const moved = isWanted ? await planBatchAttempt(deps, aggregate, of) : undefined;
    return moved ?? escalate(deps, aggregate, configuration, failed);
  }
  const next =
    isWanted && attempts.length < limit
      ? await planWithin(deps, aggregate, configuration, failed)
      : undefined;
  return next ?? escalate(deps, aggregate, configuration, failed);
}

/** The next attempt under the strategy to which the current one escalates; each takes over once. */
async function escalate(
  deps: DispatchDeps,
  aggregate: JobAggregate,
  configuration: Configuration,
  failed: Task,
): Promise<Attempt | undefined> {
  const { strategy, escalatedFrom, formerStrategies, organizationId, maxFeeCents } = aggregate.job.value;
  const target = strategy.escalateToOptionsGroupId;
  const attempts = tasksOf(aggregate, configuration.id);
  const before = [...escalatedFrom, strategy.id ?? ''];
  if (target === null || before.includes(target) || attempts.length >= MAX_ATTEMPTS) return undefined;
  const next = await strategyOf(deps.table, organizationId, target);
  if (isRefusal(next)) return undefined;
  const job = {
    strategy: next,
    maxFeeCents: maxFeeUnder(next, { strategy, maxFeeCents }),
    escalatedFrom: before,
    formerStrategies: [
      ...formerStrategies,
      {
        ...explained(strategy),
        maxFeeCents,
        decisions: aggregate.batch ? aggregate.batch.value.formerProviderIds.length + 1 : attempts.length,
      },
    ],
    attemptsBefore: attempts.length,
  };
  const under = { ...aggregate, job: { ...aggregate.job, value: { ...aggregate.job.value, ...job } } };
  if (under.batch) {
    const batch = { ...under.batch.value, quotes: [] };
    const moved = await planBatchAttempt(deps, under, { batch, configuration, failed, limit: MAX_ATTEMPTS });
    return moved && { ...moved, job };
  }
  // Its own providers and ranking count: the old quotes were for another strategy.
  const asked = { ...failed, quotes: [], handover: { ...failed.handover, cause: 'reassign' as const } };
  const attempt = await planWithin(deps, under, configuration, asked);
  return attempt && { ...attempt, job };
}

/** The fields of a strategy that explain its decisions. */
function explained(strategy: StrategySettings): ExplainedStrategy {
  const { id, label, allowedProviders, providerSelectionStrategy, maxAttempts, reassignOnFailure } = strategy;
  return { id, label, allowedProviders, providerSelectionStrategy, maxAttempts, reassignOnFailure };
}

/** The next attempt under the current strategy. */
async function planWithin(
  deps: DispatchDeps,
  aggregate: JobAggregate,
  configuration: Configuration,
  failed: Task,
): Promise<Attempt | undefined> {
  const { strategy, maxFeeCents } = aggregate.job.value;
  const { cause } = failed.handover;
  const attempts = tasksOf(aggregate, configuration.id);
  // Windows may have changed since the old quotes.
  const isSmart = strategy.smartReassignment || cause === 'reassign';
  const at = toInstant(deps.clock.now());
  const tried = attempts.map(({ providerId }) => providerId).filter((id) => id !== null);
  const usable = await deps.providers.of(configuration.organizationId, strategy.allowedProviders ?? []);
  const allowed = new Set(providersOf(strategy, usable).map(({ id }) => id));
  const left = failed.quotes
    .filter(({ providerId }) => !tried.includes(providerId) && allowed.has(providerId))
    .filter((quote) => !isAboveLimit(quote, maxFeeCents));
  const number = attempts.length + 1;
  const holds = left[0] && (left[0].expireTime ?? '') > at;
  if (!isSmart && left.length === 0) return undefined;
  if (!isSmart && holds) return open(failed.quotes, failed.failedQuotes, left[0]);

  const round = await askForQuotes(deps, {
    organizationId: configuration.organizationId,
    shipment: shipmentOf(configuration.package),
    strategy,
    maxFeeCents,
    excluded: tried,
    quoteId: (index) => jobQuoteId(configuration.jobId, configuration.position, number, index),
  });
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
