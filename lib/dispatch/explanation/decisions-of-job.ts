import { isRefusal, type Refusal } from '../../core/refusal.ts';
import { type JobAggregate, type Task, winnerOf } from '../../jobs/index.ts';
import { isAboveLimit, type StoredQuote } from '../../quotes/index.ts';
import { type StrategySettings, strategyOf } from '../../strategies/index.ts';
import type { Table } from '../../table/index.ts';
import { findJob, type JobActor } from '../find-job.ts';
import { explainRound, orderOf, type Reason, rerank } from './explain-choice.ts';

/** One decision about a job: when, by what, the result, and why. */
export interface Decision {
  readonly at: string;
  readonly by: { readonly type: string; readonly id: string | null; readonly name: string };
  readonly what: string;
  readonly because: readonly Reason[];
  /** What another strategy would have decided from the same quotes. */
  readonly replay?: {
    readonly optionsGroupId: string | null;
    readonly providerId: string | null;
    readonly providerName: string | null;
    readonly isDifferent: boolean;
    readonly because: readonly Reason[];
  };
}

/**
 * Every choice of a provider for a job, oldest first, as it was made: the quotes of each round are kept with
 * the figures of the ranking, so no provider has to be asked again. With `optionsGroupId` each is decided
 * again by that strategy in its current form, from the quotes at that time.
 */
export async function decisionsOfJob(
  table: Table,
  actor: JobActor,
  of: { readonly id: string; readonly optionsGroupId?: string | undefined },
): Promise<readonly Decision[] | Refusal> {
  const job = await findJob(table, actor, of.id);
  if (isRefusal(job)) return job;
  const other =
    of.optionsGroupId === undefined
      ? undefined
      : await strategyOf(table, actor.organizationId, of.optionsGroupId);
  if (other !== undefined && isRefusal(other)) return other;
  const batch = job.batch?.value;
  const rounds: Round[] = batch
    ? [{ ...batch, at: job.job.value.createdAt, what: 'the batch', winner: winnerOf(batch) }]
    : job.tasks.map(({ value: task }) => ({
        ...task,
        at: task.createdAt,
        what: `attempt ${task.attempt}`,
        winner: task.quotes.find(({ id }) => id === task.winnerQuoteId),
      }));
  const limit = job.job.value.maxFeeCents;
  return rounds.map((round) => decisionOf(job, round, other && { strategy: other, limit }));
}

interface Round extends Pick<Task, 'quotes' | 'failedQuotes' | 'isSelected'> {
  readonly at: string;
  readonly what: string;
  readonly winner: StoredQuote | undefined;
}

function decisionOf(
  job: JobAggregate,
  round: Round,
  other: { readonly strategy: StrategySettings; readonly limit: number | null } | undefined,
): Decision {
  const { strategy, maxFeeCents, dispatchRule } = job.job.value;
  const { winner, at, what, isSelected } = round;
  const rule: Reason[] = dispatchRule
    ? [
        {
          text: `The rule "${dispatchRule.label}" chose the strategy "${strategy.label}".`,
          values: { ruleId: dispatchRule.id, condition: dispatchRule.condition },
        },
      ]
    : [];
  const isOther = winner !== undefined && winner.rank !== null && winner.rank !== 1;
  const place: Reason[] = isSelected
    ? [{ text: 'The quote was selected by a caller, who is not bound by the ranking.', values: {} }]
    : isOther
      ? [
          {
            text: `The provider with rank ${winner.rank} was chosen, because those before it had been tried.`,
            values: {},
          },
        ]
      : [];
  const replay = other && replayOf(round, other.strategy, other.limit);
  return {
    at,
    by: isSelected
      ? { type: 'caller', id: null, name: 'Selected quote' }
      : { type: 'strategy', id: strategy.id, name: strategy.label },
    what: winner
      ? `${winner.providerName} was chosen for ${what}.`
      : `No provider has been chosen for ${what} yet.`,
    because: [
      ...rule,
      orderOf(strategy),
      ...explainRound(round, strategy, maxFeeCents).map(({ reason }) => reason),
      ...place,
    ],
    ...(replay ? { replay } : {}),
  };
}

function replayOf(
  round: Round,
  strategy: StrategySettings,
  limit: number | null,
): NonNullable<Decision['replay']> {
  const max = strategy.enableMaxDeliveryFee ? strategy.maxDeliveryFeeCents : limit;
  const quotes = rerank(round.quotes, strategy, max);
  const best = quotes.find((quote) => !isAboveLimit(quote, max));
  return {
    optionsGroupId: strategy.id,
    providerId: best?.providerId ?? null,
    providerName: best?.providerName ?? null,
    isDifferent: best?.providerId !== round.winner?.providerId,
    because: [
      orderOf(strategy),
      ...explainRound({ ...round, quotes }, strategy, max).map(({ reason }) => reason),
    ],
  };
}
