import type { StrategySettings } from '../strategies/index.ts';
import { PREFERRED_QUOTE_TAG, type StoredQuote } from './quote.ts';

/** Input of the ranking besides the quotes. */
export interface RankingRules {
  readonly strategy: Pick<StrategySettings, 'providerSelectionStrategy'>;
  /** Provider ids in order of preference. */
  readonly preference: readonly string[];
  /** Quotes above this total are never chosen automatically; null = no limit. */
  readonly maxFeeCents: number | null;
}

/**
 * Ranks successful quotes, 1 = tried first: what is tried out, then by the strategy's own measure; ties by price, place in the preference,
 * provider id (decision B13). Those above the fee limit come last, and the first one within it is marked as the
 * automatic choice.
 */
export function rankQuotes(quotes: readonly StoredQuote[], rules: RankingRules): StoredQuote[] {
  const { strategy, preference, maxFeeCents } = rules;
  const place = ({ providerId }: StoredQuote) => {
    const index = preference.indexOf(providerId);
    return index < 0 ? preference.length : index;
  };
  const measure = MEASURES[strategy.providerSelectionStrategy];
  const compare = (a: StoredQuote, b: StoredQuote) => {
    const byLimit = Number(isAboveLimit(a, maxFeeCents)) - Number(isAboveLimit(b, maxFeeCents));
    const byTrial = Number(b.standing?.isTriedOut ?? false) - Number(a.standing?.isTriedOut ?? false);
    const byMeasure = measure ? measure(a, b) : 0;
    const byPrice = a.totalPriceCents - b.totalPriceCents;
    const byPlace = place(a) - place(b);
    const byId = a.providerId < b.providerId ? -1 : 1;
    const isByOrder = strategy.providerSelectionStrategy === 'preferred_order';
    return byLimit || byTrial || byMeasure || (isByOrder ? byPlace || byPrice : byPrice || byPlace) || byId;
  };
  return quotes
    .filter(({ isSuccessful }) => isSuccessful)
    .sort(compare)
    .map((quote, index) => ({
      ...quote,
      rank: index + 1,
      tags:
        index === 0 && !isAboveLimit(quote, maxFeeCents)
          ? [...quote.tags.filter((tag) => tag !== PREFERRED_QUOTE_TAG), PREFERRED_QUOTE_TAG]
          : quote.tags.filter((tag) => tag !== PREFERRED_QUOTE_TAG),
    }));
}

/** Order by the strategy's measure; price and preference break ties. */
const MEASURES: Partial<
  Record<StrategySettings['providerSelectionStrategy'], (a: StoredQuote, b: StoredQuote) => number>
> = {
  // Quotes without a time come after all others.
  fastest: (a, b) => compareText(a.dropoffEta ?? '~', b.dropoffEta ?? '~'),
  most_reliable: (a, b) => (b.standing?.reliability ?? 0) - (a.standing?.reliability ?? 0),
  weighted: (a, b) => (b.standing?.draw ?? 0) - (a.standing?.draw ?? 0),
  dynamic: (a, b) => weighed(a) - weighed(b),
};

function weighed({ standing, totalPriceCents }: StoredQuote): number {
  return standing?.weighedCents ?? totalPriceCents;
}

/** Whether a quote costs more than an automatic choice may. */
export function isAboveLimit(
  quote: Pick<StoredQuote, 'totalPriceCents'>,
  maxFeeCents: number | null,
): boolean {
  return maxFeeCents !== null && quote.totalPriceCents > maxFeeCents;
}

function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
