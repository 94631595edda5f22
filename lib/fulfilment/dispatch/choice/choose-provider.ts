import { toInstant } from '../../../platform/core/clock.ts';
import { isRefusal, type Refusal } from '../../../platform/core/refusal.ts';
import type { Configuration, JobAggregate } from '../../jobs/index.ts';
import type { QuoteRound, StoredQuote } from '../../quotes/index.ts';
import type { StrategySettings } from '../../strategies/index.ts';
import type { DispatchDeps } from '../dispatch-deps.ts';
import { chooseQuote, type QuoteSet, refuseEligibility } from './choose-quote.ts';
import { maxFeeOf } from './max-fee-of.ts';
import { quoteJob, quotesOf } from './quote-job.ts';
import { quotePackages } from './quote-packages.ts';
import { refuseJobWithoutWindows } from './refuse-without-windows.ts';
import { type EffectiveStrategy, inForce, underStrategy, withEscalation } from './with-escalation.ts';

/** The provider that was chosen for all packages of a job, and what it was chosen from. */
export interface ChosenProvider {
  readonly winner: StoredQuote;
  readonly round: QuoteSet;
  /** The strategy in force: the job's own, or one to which it escalates. */
  readonly under: EffectiveStrategy;
  /** Whether a caller selected the winner. */
  readonly isSelected?: boolean;
}

/**
 * The best provider for all packages of a waiting job, from `present` quotes of its own strategy or new ones, or why
 * there is none. While no provider is found, the strategies to which the job's own escalates take over, each once.
 */
export async function chooseForJob(
  deps: DispatchDeps,
  job: JobAggregate,
  present: QuoteSet = quotesOf(job),
): Promise<ChosenProvider | Refusal> {
  const configurations = job.configurations.map(({ value }) => value);
  const refusal = refuseJobWithoutWindows(configurations, toInstant(deps.clock.now()));
  if (refusal) return refusal;
  const own = job.job.value;
  const winner = chooseQuote(deps, present, own.maxFeeCents);
  if (!isRefusal(winner)) return { winner, round: present, under: inForce(own) };
  return chooseAmong(deps, own, (under) => quoteJob(deps, underStrategy(job, under)));
}

/** The quotes of a job that is being created, and the one with which it goes out now. */
export interface NewChoice {
  readonly under: EffectiveStrategy;
  readonly round: QuoteRound;
  /** Undefined when it waits. */
  readonly winner?: StoredQuote;
  /** Why it cannot go out although it is due. */
  readonly refusal?: Refusal;
}

/** Asks for the price of all packages of a new job and, when it is due, chooses a provider. */
export async function chooseForNewJob(
  deps: DispatchDeps,
  asked: {
    readonly organizationId: string;
    /** The route whose job it is; null for a job on its own. */
    readonly routeId: string | null;
    /** Null for a job of one package. */
    readonly batchId: string | null;
    readonly configurations: readonly Configuration[];
    readonly strategy: StrategySettings;
    readonly quoteId: (index: number) => string;
    /** Whether it goes out at once. */
    readonly isDue: boolean;
  },
): Promise<NewChoice> {
  const { organizationId, strategy, isDue, configurations, ...others } = asked;
  const packages = configurations.map((configuration) => configuration.package);
  const own = { organizationId, strategy, maxFeeCents: maxFeeOf(strategy), escalatedFrom: [] };
  const ask = (under: EffectiveStrategy) =>
    quotePackages(deps, { ...others, organizationId, driverId: null, packages, ...under });
  const round = await ask(own);
  const waiting = { under: inForce(own), round };
  if (!isDue) return waiting;
  const missing = refuseJobWithoutWindows(configurations, toInstant(deps.clock.now()));
  if (missing) return { ...waiting, refusal: missing };
  const choice = await chooseAmong(deps, own, (under) => (under === own ? round : ask(under)));
  return isRefusal(choice) ? { ...waiting, refusal: choice } : choice;
}

/** The first choice that succeeds among the quotes that `ask` returns for the strategy in force. */
async function chooseAmong(
  deps: DispatchDeps,
  own: Parameters<typeof withEscalation>[1],
  ask: (under: EffectiveStrategy) => QuoteRound | Promise<QuoteRound>,
): Promise<(ChosenProvider & { readonly round: QuoteRound }) | Refusal> {
  const choice = await withEscalation(deps, own, async (under) => {
    const round = await ask(under);
    const winner = round.hasEligibleProviders
      ? chooseQuote(deps, round, under.maxFeeCents)
      : refuseEligibility(under.strategy, round);
    return isRefusal(winner) ? winner : { winner, round };
  });
  return isRefusal(choice) ? choice : { ...choice.found, under: inForce(choice.under) };
}
