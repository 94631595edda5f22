import { isAboveLimit, type StoredQuote } from '../../quotes/index.ts';
import type { StrategySettings } from '../../strategies/index.ts';
import type { ExplainedStrategy } from '../choice/explained-strategy.ts';

/** A reason with its values. */
export interface Reason {
  readonly text: string;
  readonly values: Readonly<Record<string, unknown>>;
}

/** A provider's rank in a choice. */
export interface RankedProvider {
  readonly providerId: string;
  readonly providerName: string;
  /** 1 = tried first; null = it cannot be chosen. */
  readonly rank: number | null;
  readonly reason: Reason;
}

const ORDERS: Readonly<Record<StrategySettings['providerSelectionStrategy'], string>> = {
  cheapest: 'the lowest price first',
  preferred_order: 'in the order of the allowed providers',
  fastest: 'the earliest arrival first',
  most_reliable: 'the most reliable provider first',
  weighted: 'in a random order weighted by the weights of the providers',
};

/** The order in which a strategy tries providers, in words. */
export function orderOf(strategy: ExplainedStrategy): Reason {
  const { providerSelectionStrategy, maxAttempts, reassignOnFailure } = strategy;
  return {
    text: `The strategy "${strategy.label}" tries providers ${ORDERS[providerSelectionStrategy]}.`,
    values: { providerSelectionStrategy, maxAttempts, reassignOnFailure, optionsGroupId: strategy.id },
  };
}

/** Each provider with its rank and the reason, from the stored quotes of a round. */
export function explainRound(
  round: { readonly quotes: readonly StoredQuote[]; readonly failedQuotes: readonly StoredQuote[] },
  strategy: Pick<StrategySettings, 'allowedProviders'>,
  maxFeeCents: number | null,
): readonly RankedProvider[] {
  const ranked = round.quotes.map((quote): RankedProvider => {
    const { providerId, providerName, totalPriceCents, currency, dropoffEta, standing } = quote;
    const isDear = isAboveLimit(quote, maxFeeCents);
    const told = [
      `${totalPriceCents} ${currency} cents`,
      ...(dropoffEta === null ? [] : [`arrival ${dropoffEta}`]),
      ...(standing?.reliability === undefined
        ? []
        : [`reliability ${standing.reliability.toFixed(3)} from ${standing.attempts ?? 0} deliveries`]),
      ...(standing?.weight === undefined ? [] : [`weight ${standing.weight}`]),
    ];
    return {
      providerId,
      providerName,
      rank: isDear ? null : quote.rank,
      reason: {
        text: isDear
          ? `${providerName} charges ${totalPriceCents} cents, above the limit of ${maxFeeCents}.`
          : `${providerName} has rank ${quote.rank}: ${told.join(', ')}.`,
        values: { totalPriceCents, currency, dropoffEta, maxFeeCents, ...standing },
      },
    };
  });
  const failed = round.failedQuotes.map(
    ({ providerId, providerName, errorMessage }): RankedProvider => ({
      providerId,
      providerName,
      rank: null,
      reason: { text: `${providerName} cannot be chosen: ${errorMessage}`, values: { errorMessage } },
    }),
  );
  const allowed = strategy.allowedProviders;
  return allowed === null ? [...ranked, ...failed] : [...ranked, ...failed].filter(isAllowed);

  function isAllowed({ providerId }: RankedProvider): boolean {
    return allowed?.includes(providerId) ?? true;
  }
}
