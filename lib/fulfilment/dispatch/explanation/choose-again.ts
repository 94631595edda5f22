import type { JobAggregate } from '../../jobs/index.ts';
import type { Shipment } from '../../providers/index.ts';
import { isAboveLimit, type StoredQuote, seedOfRound } from '../../quotes/index.ts';
import type { StrategySettings } from '../../strategies/index.ts';
import { maxFeeUnder } from '../choice/max-fee-of.ts';
import { sharedQuotes } from '../choice/quote-packages.ts';
import { shipmentOf } from '../choice/shipment-of.ts';
import type { DispatchDeps } from '../dispatch-deps.ts';
import { roundsOf } from './decisions-of-job.ts';
import { explainRound, orderOf, type Reason } from './explain-choice.ts';
import { rankUnder } from './rank-under.ts';

/** What decides instead of what decided; what is absent stays as it was for each job. */
export interface OtherRules {
  readonly strategy?: StrategySettings | undefined;
  /** Providers in order of preference. */
  readonly allowedProviders?: readonly string[] | undefined;
  /** Null = no limit. */
  readonly maxFeeCents?: number | null | undefined;
}

/** The first choice of a provider for packages, as it was and as it would have been. */
export interface ChoiceAgain {
  readonly orderIds: readonly string[];
  readonly at: string;
  readonly shipment: Shipment;
  /** When it was expected to arrive. */
  readonly arrival: string;
  readonly before: StoredQuote;
  /** Undefined when nobody would have been chosen. */
  readonly after: StoredQuote | undefined;
  /** Allowed providers whose price is not known, because nobody asked them then. */
  readonly notAsked: readonly string[];
  readonly because: readonly Reason[];
}

/**
 * The first choices of a job under other rules, from the quotes that were kept: no provider is asked. What a caller selected is
 * left out, as no rule chose it, and so are choices without a result.
 */
export async function chooseAgain(
  deps: Pick<DispatchDeps, 'providers' | 'table'>,
  job: JobAggregate,
  rules: OtherRules,
): Promise<readonly ChoiceAgain[]> {
  const { organizationId, strategy: own, maxFeeCents: ownLimit } = job.job.value;
  const base = rules.strategy ?? own;
  const strategy = rules.allowedProviders ? { ...base, allowedProviders: [...rules.allowedProviders] } : base;
  const limit = rules.strategy ? maxFeeUnder(strategy, job.job.value) : ownLimit;
  const maxFeeCents = rules.maxFeeCents === undefined ? limit : rules.maxFeeCents;
  const choices: ChoiceAgain[] = [];
  for (const round of roundsOf(job)) {
    const { winner: before, earlier, isSelected, quotes, failedQuotes, at } = round;
    if (earlier > 0 || isSelected || !before) continue;
    const carried = job.configurations
      .map(({ value }) => value)
      .filter(({ id }) => round.configurationIds.includes(id));
    const shipments = carried.map((configuration) => shipmentOf(configuration.package));
    const all = [...quotes, ...failedQuotes];
    const shipment = sharedQuotes(shipments);
    const ranked = await rankUnder(deps, all, {
      ...{ organizationId, strategy, maxFeeCents, at, seed: seedOfRound(all) },
      ...{ shipment, packages: shipments },
    });
    const asked = new Set(all.map(({ providerId }) => providerId));
    choices.push({
      orderIds: carried.flatMap(({ orderId }) => orderId ?? []),
      at,
      shipment,
      arrival: before.dropoffEta ?? shipment.dropoff.endTime ?? at,
      before,
      after: ranked.quotes.find((quote) => !isAboveLimit(quote, maxFeeCents)),
      notAsked: (strategy.allowedProviders ?? []).filter((id) => !asked.has(id)),
      because: [
        orderOf(strategy),
        ...explainRound(ranked, strategy, maxFeeCents).map(({ reason }) => reason),
      ],
    });
  }
  return choices;
}
