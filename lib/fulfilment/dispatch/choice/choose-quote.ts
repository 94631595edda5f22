import { toInstant } from '../../../platform/core/clock.ts';
import type { Refusal } from '../../../platform/core/refusal.ts';
import { isAboveLimit, type StoredQuote } from '../../quotes/index.ts';
import type { StrategySettings } from '../../strategies/index.ts';
import type { DispatchDeps } from '../dispatch-deps.ts';
import { autodispatchFailure, noEligibleProviders, noValidQuotes } from '../refusals.ts';

/** The quotes from which a provider is chosen. */
export interface QuoteSet {
  readonly quotes: readonly StoredQuote[];
  readonly failedQuotes: readonly StoredQuote[];
}

/** No provider of the strategy can carry the package. */
export function refuseEligibility(strategy: StrategySettings, set: QuoteSet): Refusal {
  return noEligibleProviders(
    `No provider of the dispatch strategy "${strategy.label}" can carry the package. ${reasonsOf(set)}Allow other providers in the strategy, or reduce the requirements.`,
    { optionsGroupId: strategy.id, failedQuotes: reasons(set) },
  );
}

/** The best valid quote that an automatic choice may take, or why there is none. */
export function chooseQuote(
  { clock }: Pick<DispatchDeps, 'clock'>,
  set: QuoteSet,
  maxFeeCents: number | null,
): StoredQuote | Refusal {
  const now = toInstant(clock.now());
  const holding = set.quotes.filter(({ expireTime }) => (expireTime ?? '') > now);
  if (holding.length === 0) {
    return noValidQuotes(
      `No provider gave a quote. ${reasonsOf(set)}Try again later or change the strategy.`,
      {
        failedQuotes: reasons(set),
      },
    );
  }
  const best = holding.find((quote) => !isAboveLimit(quote, maxFeeCents));
  if (best) return best;
  return autodispatchFailure(
    `Every quote is above the limit of ${maxFeeCents} cents (the lowest is ${Math.min(...holding.map(({ totalPriceCents }) => totalPriceCents))}). Raise the limit, or select a quote with POST /v1/select_quote.`,
    { maxDeliveryFeeCents: maxFeeCents },
  );
}

function reasons({ failedQuotes }: QuoteSet) {
  return failedQuotes.map(({ providerId, providerName, errorMessage }) => ({
    providerId,
    providerName,
    errorMessage,
  }));
}

function reasonsOf(set: QuoteSet): string {
  return reasons(set)
    .map(({ providerName, errorMessage }) => `${providerName}: ${errorMessage} `)
    .join('');
}
