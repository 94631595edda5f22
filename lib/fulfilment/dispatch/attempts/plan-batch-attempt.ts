import { toInstant } from '../../../platform/core/clock.ts';
import {
  type Batch,
  type Configuration,
  deliveryOf,
  type JobAggregate,
  type Task,
  tasksOf,
  wasPickedUp,
  winnerOf,
} from '../../jobs/index.ts';
import { isAboveLimit, type StoredQuote } from '../../quotes/index.ts';
import { type Attempt, assign, unassignedTask } from './open-attempt.ts';
import type { DispatchDeps } from '../dispatch-deps.ts';
import { requoteBatch } from './assign-packages.ts';
import { shareOfQuote } from '../choice/share-of-quote.ts';

/** The batch's present choice of a provider, to be kept when another one follows. */
export function choiceOf(
  { quotes, failedQuotes, winnerQuoteId, isSelected, decidedAt }: Batch,
  at: string,
): Batch['formerChoices'][number] {
  return { at: decidedAt ?? at, quotes, failedQuotes, winnerQuoteId, isSelected };
}

/**
 * The attempt after a failed one of a package of a batch. One provider carries all: when the batch's provider
 * gives up a package, the batch moves to the next provider, and the packages that are still with the former
 * one follow. When a package has already been picked up, the batch stays, and the package that was given up
 * has no further attempt.
 */
export async function planBatchAttempt(
  deps: DispatchDeps,
  aggregate: JobAggregate,
  of: {
    readonly batch: Batch;
    readonly configuration: Configuration;
    readonly failed: Task;
    readonly limit: number;
  },
): Promise<Attempt | undefined> {
  const { batch, configuration, failed, limit } = of;
  const present = winnerOf(batch);
  if (failed.providerId !== batch.providerId) return present && open(present, configuration);
  const isUnderWay = aggregate.tasks.some(({ value }) => wasPickedUp(deliveryOf(aggregate, value)));
  if (isUnderWay || batch.formerProviderIds.length + 1 >= limit) return undefined;
  // Under another strategy `batch` is without its quotes; the job has them.
  const former = choiceOf(aggregate.batch?.value ?? batch, aggregate.job.value.createdAt);
  const moved: Batch = {
    ...batch,
    formerProviderIds: [...batch.formerProviderIds, failed.providerId ?? ''],
    formerChoices: [...batch.formerChoices, former],
  };
  const next = await choose(moved);
  if (!next) return undefined;
  const { providerId, providerIsInternal, id: winnerQuoteId } = next.winner;
  return {
    ...open(next.winner, configuration),
    batch: {
      ...next.batch,
      ...{ winnerQuoteId, isSelected: false, providerId, providerIsInternal },
      decidedAt: toInstant(deps.clock.now()),
    },
  };

  async function choose(left: Batch): Promise<{ winner: StoredQuote; batch: Batch } | undefined> {
    const { strategy, maxFeeCents } = aggregate.job.value;
    const at = toInstant(deps.clock.now());
    const usable = (quote: StoredQuote) =>
      quote.isSuccessful &&
      !left.formerProviderIds.includes(quote.providerId) &&
      (quote.expireTime ?? '') > at &&
      !isAboveLimit(quote, maxFeeCents);
    const ranked = strategy.smartReassignment ? undefined : left.quotes.find(usable);
    if (ranked) return { winner: ranked, batch: left };
    const fresh = await requoteBatch(deps, aggregate, left);
    const winner = fresh.batch.quotes.find(usable);
    return winner && { winner, batch: fresh.batch };
  }

  function open(winner: StoredQuote, one: Configuration): Attempt {
    const share = shareOfQuote(winner, one.position - 1, aggregate.configurations.length);
    const at = toInstant(deps.clock.now());
    const attempt = tasksOf(aggregate, one.id).length + 1;
    const task = unassignedTask({ configuration: one, attempt, quotes: [share], failedQuotes: [], at });
    return assign(task, share, one, at);
  }
}
