import { toInstant } from '../../../platform/core/clock.ts';
import { isRefusal, type Refusal } from '../../../platform/core/refusal.ts';
import type { Configuration } from '../../jobs/index.ts';
import type { QuoteRound, StoredQuote } from '../../quotes/index.ts';
import type { StrategySettings } from '../../strategies/index.ts';
import { chooseQuote, refuseEligibility } from './choose-quote.ts';
import { maxFeeOf } from './max-fee-of.ts';
import { type InForce, orEscalated } from './or-escalated.ts';
import { refuseJobWithoutWindows } from './refuse-without-windows.ts';
import type { DispatchDeps } from '../dispatch-deps.ts';
import { askForBatchQuotes } from './quote-batch.ts';

/** The quotes of a batch that is being created, and the one with which it goes out now. */
export interface NewChoice {
  /** The strategy in force: the requested one, or one to which it escalates. */
  readonly under: InForce;
  readonly round: QuoteRound;
  /** Undefined when it waits. */
  readonly winner?: StoredQuote;
  /** Why it cannot go out although it is due. */
  readonly refusal?: Refusal;
}

/**
 * Asks for the price of all packages and, when the batch is due, chooses a provider: under its strategy or, while no
 * provider is found, under those to which it escalates.
 */
export async function chooseForNewBatch(
  deps: DispatchDeps,
  asked: {
    readonly organizationId: string;
    readonly batchId: string;
    readonly configurations: readonly Configuration[];
    readonly strategy: StrategySettings;
    readonly quoteId: (index: number) => string;
    /** Whether it goes out at once. */
    readonly isDue: boolean;
  },
): Promise<NewChoice> {
  const { organizationId, strategy, isDue, ...others } = asked;
  const own = { organizationId, strategy, maxFeeCents: maxFeeOf(strategy), escalatedFrom: [] };
  const ask = (under: InForce) => askForBatchQuotes(deps, { ...others, organizationId, ...under });
  const round = await ask(own);
  const { organizationId: _, ...under } = own;
  if (!isDue) return { under, round };
  const missing = refuseJobWithoutWindows(asked.configurations, toInstant(deps.clock.now()));
  if (missing) return { under, round, refusal: missing };
  const choice = await orEscalated(deps, own, async (present) => {
    const answers = present === own ? round : await ask(present);
    const winner = answers.hasEligibleProviders
      ? chooseQuote(deps, answers, present.maxFeeCents)
      : refuseEligibility(present.strategy, answers);
    return isRefusal(winner) ? winner : { round: answers, winner };
  });
  if (isRefusal(choice)) return { under, round, refusal: choice };
  return { under: choice.under === own ? under : choice.under, ...choice.found };
}
