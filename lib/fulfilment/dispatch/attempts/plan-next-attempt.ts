import { toInstant } from '../../../platform/core/clock.ts';
import { isRefusal } from '../../../platform/core/refusal.ts';
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
import { isAboveLimit, providersOf, type StoredQuote } from '../../quotes/index.ts';
import { strategyOf } from '../../strategies/index.ts';
import type { QuoteSet } from '../choice/choose-quote.ts';
import { explained } from '../choice/explained-strategy.ts';
import { maxFeeUnder } from '../choice/max-fee-of.ts';
import { quoteJob } from '../choice/quote-job.ts';
import { shareOfQuote } from '../choice/share-of-quote.ts';
import type { DispatchDeps } from '../dispatch-deps.ts';
import { providerOf } from './assign-provider.ts';
import { type Attempt, assign, unassignedTask } from './open-attempt.ts';
import { triedProviders } from './tried-providers.ts';

/** Maximum number of attempts of a strategy; a cancellation is tried as often against a hand-over. */
export const MAX_ATTEMPTS = 10;

/** The same when a person requests another provider. */
const MAX_ASKED_ATTEMPTS = 10;

/**
 * The attempt after a failed one: with the next provider of the old ranking or, under smart reassignment, the
 * best of new quotes without those that were tried (decision B9). Windows stay. When an old quote is no
 * longer valid, its provider is asked again. When the strategy has no attempts left, the one to which it
 * escalates takes over with the providers that were not tried. Undefined when reassignment is off or no
 * provider is left.
 *
 * One provider carries all packages of a batch: when it gives up one, the batch moves to the next provider, and the
 * packages that are still with the former one follow. When a package has already been picked up, the batch stays, and
 * the package that was given up has no further attempt.
 */
export async function planNextAttempt(
  deps: DispatchDeps,
  job: JobAggregate,
  configuration: Configuration,
  failed: Task,
): Promise<Attempt | undefined> {
  const { strategy, attemptsBefore, canceledAt } = job.job.value;
  if (canceledAt !== null) return undefined;
  // A person or the strategy's time limit requested another provider: that is not a failure to reassign.
  const { cause } = failed.handover;
  const isWanted = cause !== null || strategy.reassignOnFailure;
  const next = isWanted
    ? await planWithin(deps, job, configuration, {
        failed,
        round: job.batch?.value ?? failed,
        limit: cause === 'reassign' ? MAX_ASKED_ATTEMPTS : strategy.maxAttempts + attemptsBefore,
        // Windows may have changed since the old quotes.
        isSmart: strategy.smartReassignment || cause === 'reassign',
      })
    : undefined;
  return next ?? escalate(deps, job, configuration, failed);
}

/** The next attempt under the strategy to which the current one escalates; each takes over once. */
async function escalate(
  deps: DispatchDeps,
  job: JobAggregate,
  configuration: Configuration,
  failed: Task,
): Promise<Attempt | undefined> {
  const { strategy, escalatedFrom, formerStrategies, organizationId, maxFeeCents } = job.job.value;
  const target = strategy.escalateToOptionsGroupId;
  const attempts = tasksOf(job, configuration.id);
  const before = [...escalatedFrom, strategy.id ?? ''];
  if (target === null || before.includes(target) || attempts.length >= MAX_ATTEMPTS) return undefined;
  const next = await strategyOf(deps.table, organizationId, target);
  if (isRefusal(next)) return undefined;
  const taken = {
    strategy: next,
    maxFeeCents: maxFeeUnder(next, { strategy, maxFeeCents }),
    escalatedFrom: before,
    formerStrategies: [
      ...formerStrategies,
      {
        ...explained(strategy),
        maxFeeCents,
        decisions: job.batch ? job.batch.value.formerProviderIds.length + 1 : attempts.length,
      },
    ],
    attemptsBefore: attempts.length,
  };
  const under = { ...job, job: { ...job.job, value: { ...job.job.value, ...taken } } };
  // Its own providers and ranking count: the old quotes were for another strategy.
  const attempt = await planWithin(deps, under, configuration, {
    failed,
    round: { quotes: [], failedQuotes: [] },
    limit: MAX_ATTEMPTS,
    isSmart: true,
  });
  return attempt && { ...attempt, job: taken };
}

/** The next attempt under the current strategy. */
async function planWithin(
  deps: DispatchDeps,
  job: JobAggregate,
  configuration: Configuration,
  of: {
    readonly failed: Task;
    readonly round: QuoteSet;
    readonly limit: number;
    /** Whether new quotes are asked for, and the best of them wins. */
    readonly isSmart: boolean;
  },
): Promise<Attempt | undefined> {
  const { strategy, maxFeeCents } = job.job.value;
  const batch = job.batch?.value;
  if (batch && of.failed.providerId !== batch.providerId) {
    const present = winnerOf(batch);
    return present && openNext(job, configuration, present, batch, toInstant(deps.clock.now()));
  }
  const isUnderWay = job.tasks.some(({ value }) => wasPickedUp(deliveryOf(job, value)));
  if (batch && isUnderWay) return undefined;
  const tried = triedProviders(job, configuration.id);
  if (tried.length >= of.limit) return undefined;
  const at = toInstant(deps.clock.now());
  const quoted = of.round.quotes.map(({ providerId }) => providerId);
  const usable = await deps.providers.of(configuration.organizationId, quoted);
  const allowed = new Set(providersOf(strategy, usable).map(({ id }) => id));
  const isLeft = (quote: StoredQuote) =>
    !tried.includes(quote.providerId) && allowed.has(quote.providerId) && !isAboveLimit(quote, maxFeeCents);
  const left = of.isSmart ? [] : of.round.quotes.filter(isLeft);
  const [first] = left;
  if (!of.isSmart && !first) return undefined;
  const holds = first && (first.expireTime ?? '') > at;
  const round = holds
    ? of.round
    : await quoteJob(deps, job, { excluded: tried, round: tasksOf(job, configuration.id).length + 1 });
  const fresh = round.quotes.filter((quote) => !isAboveLimit(quote, maxFeeCents));
  const inOldOrder = left.flatMap(
    ({ providerId }) => fresh.find((quote) => quote.providerId === providerId) ?? [],
  );
  const winner = holds ? first : of.isSmart ? fresh[0] : inOldOrder[0];
  if (!winner) return undefined;
  const attempt = openNext(job, configuration, winner, round, at);
  return batch ? { ...attempt, batch: movedTo(winner, job, round, at) } : attempt;
}

/** The task and the delivery with which a package goes to its next provider. */
function openNext(
  job: JobAggregate,
  configuration: Configuration,
  winner: StoredQuote,
  round: QuoteSet,
  at: string,
): Attempt {
  const share = shareOfQuote(winner, configuration.position - 1, job.configurations.length);
  // A batch keeps the quotes of its packages.
  const { quotes, failedQuotes } = job.batch ? { quotes: [share], failedQuotes: [] } : round;
  const attempt = tasksOf(job, configuration.id).length + 1;
  return assign(
    unassignedTask({ configuration, attempt, quotes, failedQuotes, at }),
    share,
    configuration,
    at,
  );
}

/** The batch with its next provider; the previous choice is kept. */
function movedTo(winner: StoredQuote, job: JobAggregate, round: QuoteSet, at: string): Batch {
  const batch = job.batch!.value;
  return {
    ...batch,
    quotes: [...round.quotes],
    failedQuotes: [...round.failedQuotes],
    ...providerOf(winner),
    isSelected: false,
    decidedAt: at,
    formerProviderIds: [...batch.formerProviderIds, batch.providerId ?? ''],
    formerChoices: [...batch.formerChoices, choiceOf(batch, job.job.value.createdAt)],
  };
}

/** The batch's present choice of a provider, to be kept when another one follows. */
export function choiceOf(
  { quotes, failedQuotes, winnerQuoteId, isSelected, decidedAt }: Batch,
  at: string,
): Batch['formerChoices'][number] {
  return { at: decidedAt ?? at, quotes, failedQuotes, winnerQuoteId, isSelected };
}
