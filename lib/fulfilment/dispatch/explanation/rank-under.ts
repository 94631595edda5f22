import type { Shipment } from '../../providers/index.ts';
import {
  outsideZones,
  providersOf,
  rankQuotes,
  type StoredQuote,
  unfitFor,
  withStanding,
} from '../../quotes/index.ts';
import type { StrategySettings } from '../../strategies/index.ts';
import type { QuoteSet } from '../choice/choose-quote.ts';
import type { DispatchDeps } from '../dispatch-deps.ts';

/** What decides about the quotes besides their prices. */
export interface RankingUnder {
  readonly organizationId: string;
  readonly strategy: StrategySettings;
  readonly maxFeeCents: number | null;
  readonly shipment: Shipment;
  /** The packages that `shipment` combines. */
  readonly packages: readonly Shipment[];
  /** When the choice is made. */
  readonly at: string;
  /** Why a provider cannot be chosen whatever the strategy says, by provider. */
  readonly ruledOut?: ReadonlyMap<string, string>;
  /** Seed of the draws under `weighted`; without it the weights themselves are the order. */
  readonly seed?: string | undefined;
}

/**
 * Quotes as a strategy ranks them by all of its rules, without asking a provider: those that can be chosen, by rank, and
 * the others with the reason.
 */
export async function rankUnder(
  deps: Pick<DispatchDeps, 'providers' | 'table'>,
  quotes: readonly StoredQuote[],
  under: RankingUnder,
): Promise<QuoteSet> {
  const { organizationId, strategy, maxFeeCents, shipment, packages, at, ruledOut, seed } = under;
  const usable = await deps.providers.of(organizationId, strategy.allowedProviders ?? []);
  const allowed = providersOf(strategy, usable);
  const dropoffs = packages.map(({ dropoff }) => dropoff);
  const outside = await outsideZones(deps.table, strategy, dropoffs, organizationId);
  const of = { shipment, packages, now: at, outside };
  const judged = quotes.map((quote): StoredQuote => {
    if (!quote.isSuccessful) return quote;
    const provider = usable.find(quote.providerId);
    const reason =
      ruledOut?.get(provider?.id ?? quote.providerId) ??
      (!provider
        ? 'It is not a provider of this organization.'
        : allowed.some(({ id }) => id === provider.id)
          ? unfitFor(provider, strategy, of)
          : 'The strategy does not allow it.');
    return reason === undefined ? quote : { ...quote, rank: null, isSuccessful: false, errorMessage: reason };
  });
  const standing = await withStanding(deps, judged, {
    ...{ organizationId, shipment, strategy, maxFeeCents, at, seed },
  });
  const preference = strategy.allowedProviders ?? usable.all.map(({ id }) => id);
  return {
    quotes: rankQuotes(standing, { strategy, preference, maxFeeCents }),
    failedQuotes: standing.filter(({ isSuccessful }) => !isSuccessful),
  };
}
