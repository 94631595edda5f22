import { toInstant } from '../../../platform/core/clock.ts';
import { isRefusal, type Refusal } from '../../../platform/core/refusal.ts';
import type { Package } from '../../jobs/index.ts';
import type { Shipment } from '../../providers/index.ts';
import { isAboveLimit, restrictedBy, restrictedProviders, type StoredQuote } from '../../quotes/index.ts';
import type { StrategySettings } from '../../strategies/index.ts';
import { maxFeeOf } from '../choice/max-fee-of.ts';
import type { DispatchDeps } from '../dispatch-deps.ts';
import { type ChosenStrategy, strategyFor } from '../rules/strategy-for.ts';
import { explainRound, orderOf, type Reason } from './explain-choice.ts';
import { rankUnder } from './rank-under.ts';

/** What to evaluate: the caller's prices and their purpose. */
export interface Evaluation {
  readonly organizationId: string;
  readonly optionsGroupId?: string | undefined;
  readonly package: Partial<Package>;
  readonly jobMetadata: Readonly<Record<string, unknown>>;
  readonly isBatch: boolean;
  readonly shipment: Shipment;
  readonly quotes: readonly {
    readonly providerId: string;
    readonly totalPriceCents: number;
    readonly dropoffEta?: string | undefined;
  }[];
}

/** What a dispatch would decide, with every provider's rank and reason. */
export interface Evaluated {
  readonly rule: ChosenStrategy['dispatchRule'];
  readonly strategy: StrategySettings;
  readonly because: readonly Reason[];
  readonly ranked: readonly {
    readonly providerId: string;
    readonly providerName: string;
    readonly rank: number | null;
    readonly probability: number;
    readonly reason: Reason;
  }[];
}

/**
 * Explains what a dispatch with these prices would decide, without asking a provider or writing anything.
 * Under `weighted` the ranks follow the weights with what was measured, and `probability` is each provider's chance of coming first.
 */
export async function evaluateDispatch(deps: DispatchDeps, asked: Evaluation): Promise<Evaluated | Refusal> {
  const chosen = await strategyFor(deps, asked, asked.optionsGroupId);
  if (isRefusal(chosen)) return chosen;
  const { strategy, dispatchRule } = chosen;
  const maxFeeCents = maxFeeOf(strategy);
  const { organizationId, shipment } = asked;
  const named = asked.quotes.map(({ providerId }) => providerId);
  const usable = await deps.providers.of(organizationId, named);
  const quotes = asked.quotes.map((quote, index) => {
    const provider = usable.find(quote.providerId);
    return quoteOf({ ...quote, providerId: provider?.id ?? quote.providerId }, provider?.name, index);
  });
  const restricted = await restrictedProviders(deps.table, [shipment.dropoff], organizationId);
  const ruledOut = new Map([...restricted].map(([id, name]) => [id, restrictedBy(name)]));
  const at = toInstant(deps.clock.now());
  const packages = [shipment];
  const under = { organizationId, strategy, maxFeeCents, shipment, packages, at, ruledOut };
  const round = await rankUnder(deps, quotes, under);
  const eligible = round.quotes.filter((quote) => !isAboveLimit(quote, maxFeeCents));
  const total = eligible.reduce((sum, quote) => sum + (quote.standing?.share ?? 0), 0);
  const explained = explainRound(round, { ...strategy, allowedProviders: null }, maxFeeCents);
  return {
    rule: dispatchRule,
    strategy,
    because: [orderOf(strategy)],
    ranked: explained.map((one) => ({ ...one, probability: chanceOf(one.providerId, one.rank) })),
  };

  function chanceOf(providerId: string, rank: number | null): number {
    if (rank === null) return 0;
    if (strategy.providerSelectionStrategy !== 'weighted') return rank === 1 ? 1 : 0;
    const share = eligible.find((quote) => quote.providerId === providerId)?.standing?.share ?? 0;
    return total === 0 ? 1 / eligible.length : share / total;
  }
}

function quoteOf(
  quote: Evaluation['quotes'][number],
  providerName: string | undefined,
  index: number,
): StoredQuote {
  const total = quote.totalPriceCents;
  return {
    id: `evaluated-${index}`,
    type: null,
    providerId: quote.providerId,
    providerName: providerName ?? quote.providerId,
    providerLogo: null,
    providerIsInternal: false,
    createdTime: '',
    expireTime: null,
    priceCents: total,
    price: total / 100,
    taxAmountCents: 0,
    tollFeeCents: 0,
    nashFeeCents: 0,
    insuranceFeeCents: 0,
    currency: 'USD',
    pickupWindow: null,
    dropoffEta: quote.dropoffEta ?? null,
    tags: [],
    costSplitCustomerCents: 0,
    costSplitBusinessCents: total,
    totalPriceCents: total,
    totalPriceBreakdown: { subtotal: total, tax: 0, total },
    rank: null,
    isSuccessful: true,
    errorMessage: null,
    providerQuoteId: null,
  };
}
