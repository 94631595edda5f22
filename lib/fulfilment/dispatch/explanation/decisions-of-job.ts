import { isRefusal, type Refusal } from '../../../platform/core/refusal.ts';
import { deliveryOf, type JobAggregate, type Task } from '../../jobs/index.ts';
import { isAboveLimit, type StoredQuote, seedOfRound } from '../../quotes/index.ts';
import { type StrategySettings, strategyOf } from '../../strategies/index.ts';
import type { ExplainedStrategy } from '../choice/explained-strategy.ts';
import { maxFeeUnder } from '../choice/max-fee-of.ts';
import { sharedQuotes } from '../choice/quote-packages.ts';
import { shipmentOf } from '../choice/shipment-of.ts';
import type { DispatchDeps } from '../dispatch-deps.ts';
import { findJob, type JobActor } from '../find-job.ts';
import { explainRound, orderOf, type Reason } from './explain-choice.ts';
import { rankUnder } from './rank-under.ts';

/** One decision about a job: when, by what, the result, and why. */
export interface Decision {
  readonly at: string;
  readonly by: { readonly type: string; readonly id: string | null; readonly name: string };
  readonly what: string;
  /** Stable name of `what`, and the values in it. */
  readonly code: string;
  readonly values: Readonly<Record<string, unknown>>;
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

/** A choice of a provider, or a wait for one, with the quotes from which it is made. */
interface Round extends Pick<Task, 'quotes' | 'failedQuotes' | 'isSelected'> {
  readonly at: string;
  readonly what: string;
  /** Number of the decisions before it. */
  readonly earlier: number;
  /** Providers that could not be chosen because they had the package before. */
  readonly tried: readonly string[];
  /** Configurations that are carried. */
  readonly configurationIds: readonly string[];
  readonly winner: StoredQuote | undefined;
}

/**
 * Every choice of a provider for a job, oldest first, as it was made: the quotes of each round are kept with
 * the figures of the ranking, so no provider has to be asked again.
 */
export async function decisionsOfJob(
  { table }: Pick<DispatchDeps, 'table'>,
  actor: JobActor,
  id: string,
): Promise<readonly Decision[] | Refusal> {
  const job = await findJob(table, actor, id);
  return isRefusal(job) ? job : roundsOf(job).map((round) => decisionOf(job, round));
}

/**
 * The same, and how each choice would have been made by another strategy in its current form, by all of its rules, from
 * the quotes at that time.
 */
export async function replayDecisions(
  deps: Pick<DispatchDeps, 'providers' | 'table'>,
  actor: JobActor,
  of: { readonly id: string; readonly optionsGroupId: string },
): Promise<readonly Decision[] | Refusal> {
  const job = await findJob(deps.table, actor, of.id);
  if (isRefusal(job)) return job;
  const other = await strategyOf(deps.table, actor.organizationId, of.optionsGroupId);
  if (isRefusal(other)) return other;
  return Promise.all(
    roundsOf(job).map(async (round) => ({
      ...decisionOf(job, round),
      replay: await replayOf(deps, job, round, other),
    })),
  );
}

/** Every choice of a provider for a job, and what it was made from. */
export function roundsOf(job: JobAggregate): readonly Round[] {
  return job.batch ? roundsOfBatch(job, job.batch.value) : roundsOfTasks(job);
}

function roundsOfTasks(job: JobAggregate): readonly Round[] {
  return job.tasks.map(({ value: task }) => ({
    ...task,
    at: deliveryOf(job, task)?.createdAt ?? task.createdAt,
    what: `attempt ${task.attempt}`,
    earlier: task.attempt - 1,
    tried: job.tasks.flatMap(({ value: one }) =>
      one.configurationId === task.configurationId && one.attempt < task.attempt
        ? (one.providerId ?? [])
        : [],
    ),
    configurationIds: [task.configurationId],
    winner: task.quotes.find(({ id }) => id === task.winnerQuoteId),
  }));
}

function roundsOfBatch(
  job: JobAggregate,
  batch: NonNullable<JobAggregate['batch']>['value'],
): readonly Round[] {
  const present = { ...batch, at: batch.decidedAt ?? job.job.value.createdAt };
  return [...batch.formerChoices, present].map((choice, index) => ({
    ...choice,
    what: index === 0 ? 'the batch' : `attempt ${index + 1} at the batch`,
    earlier: index,
    tried: batch.formerProviderIds.slice(0, index),
    configurationIds: job.configurations.map(({ value }) => value.id),
    winner: choice.quotes.find(({ id }) => id === choice.winnerQuoteId),
  }));
}

/** The strategy that was in force after a number of decisions. */
function strategyAt(
  job: JobAggregate,
  decisions: number,
): ExplainedStrategy & { maxFeeCents: number | null } {
  const { strategy, maxFeeCents, formerStrategies } = job.job.value;
  return formerStrategies.find((former) => decisions < former.decisions) ?? { ...strategy, maxFeeCents };
}

function decisionOf(job: JobAggregate, round: Round): Decision {
  const { dispatchRule, escalatedFrom } = job.job.value;
  const strategy = strategyAt(job, round.earlier);
  const { winner, at, what, isSelected } = round;
  const rule: Reason[] = dispatchRule
    ? [
        {
          code: 'RULE_CHOSE_STRATEGY',
          text: `The rule "${dispatchRule.label}" chose the dispatch strategy.`,
          values: { rule: dispatchRule.label, ruleId: dispatchRule.id, condition: dispatchRule.condition },
        },
      ]
    : [];
  const before = escalatedFrom.slice(0, Math.max(escalatedFrom.indexOf(strategy.id ?? ''), 0));
  const escalated = escalatedFrom.includes(strategy.id ?? '') ? before : escalatedFrom;
  const takeOver: Reason[] =
    escalated.length === 0
      ? []
      : [
          {
            code: 'STRATEGY_TOOK_OVER',
            text: `The strategy "${strategy.label}" took over, because the one before it found no provider or had no attempt left.`,
            values: { strategy: strategy.label, escalatedFrom: escalated },
          },
        ];
  const isOther = winner !== undefined && winner.rank !== null && winner.rank !== 1;
  const place: Reason[] = isSelected
    ? [
        {
          code: 'SELECTED_BY_CALLER',
          text: 'The quote was selected by a caller, who is not bound by the ranking.',
          values: {},
        },
      ]
    : isOther
      ? [
          {
            code: 'NEXT_RANK',
            text: `The provider with rank ${winner.rank} was chosen, because those before it had been tried.`,
            values: { rank: winner.rank },
          },
        ]
      : [];
  return {
    at,
    by: isSelected
      ? { type: 'caller', id: null, name: 'Selected quote' }
      : { type: 'strategy', id: strategy.id, name: strategy.label },
    what: winner
      ? `${winner.providerName} was chosen for ${what}.`
      : `No provider has been chosen for ${what} yet.`,
    code: winner ? 'PROVIDER_CHOSEN' : 'NO_PROVIDER_YET',
    values: {
      providerName: winner?.providerName ?? null,
      attempt: round.earlier + 1,
      isBatch: job.batch !== undefined,
    },
    because: [
      ...rule,
      ...takeOver,
      orderOf(strategy),
      ...explainRound(round, strategy, strategy.maxFeeCents).map(({ reason }) => reason),
      ...place,
    ],
  };
}

/** The decision of a round by another strategy. Zone restrictions were judged when the quotes were asked for. */
async function replayOf(
  deps: Pick<DispatchDeps, 'providers' | 'table'>,
  job: JobAggregate,
  round: Round,
  strategy: StrategySettings,
): Promise<NonNullable<Decision['replay']>> {
  const { organizationId } = job.job.value;
  const shipments = job.configurations
    .filter(({ value }) => round.configurationIds.includes(value.id))
    .map(({ value }) => shipmentOf(value.package));
  const maxFeeCents = maxFeeUnder(strategy, job.job.value);
  const all = [...round.quotes, ...round.failedQuotes];
  const under = {
    ...{ organizationId, strategy, maxFeeCents, at: round.at, seed: seedOfRound(all) },
    shipment: sharedQuotes(shipments),
    packages: shipments,
    ruledOut: new Map(round.tried.map((id) => [id, 'It had the package before.'])),
  };
  const ranked = await rankUnder(deps, all, under);
  const best = ranked.quotes.find((quote) => !isAboveLimit(quote, maxFeeCents));
  return {
    optionsGroupId: strategy.id,
    providerId: best?.providerId ?? null,
    providerName: best?.providerName ?? null,
    isDifferent: best?.providerId !== round.winner?.providerId,
    because: [orderOf(strategy), ...explainRound(ranked, strategy, maxFeeCents).map(({ reason }) => reason)],
  };
}
