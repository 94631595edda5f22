import { createHash } from 'node:crypto';
import type { Table } from '../../platform/table/index.ts';
import type { Shipment } from '../providers/index.ts';
import { reliabilityOf, type StrategySettings } from '../strategies/index.ts';
import type { StoredQuote } from './quote.ts';

/**
 * Input of a strategy's ranking besides price and time, stored with the quotes so that the choice can be explained and
 * repeated later. There is one `seed` per round of quotes: under `weighted` each round is a draw of its own, so that
 * shares hold over time and in parallel without a common counter.
 */
export async function withStanding(
  { table }: { readonly table: Table },
  quotes: readonly StoredQuote[],
  of: {
    readonly organizationId: string;
    readonly shipment: Shipment;
    readonly strategy: Pick<StrategySettings, 'providerSelectionStrategy' | 'providerRules'>;
    readonly seed: string;
  },
): Promise<readonly StoredQuote[]> {
  const { organizationId, shipment, strategy, seed } = of;
  switch (strategy.providerSelectionStrategy) {
    case 'most_reliable':
      return Promise.all(
        quotes.map(async (quote) => {
          if (!quote.isSuccessful) return quote;
          const { providerId } = quote;
          const { score, attempts } = await reliabilityOf(table, {
            organizationId,
            providerId,
            area: areaOf(shipment.dropoff),
          });
          return { ...quote, standing: { reliability: score, attempts } };
        }),
      );
    case 'weighted':
      return quotes.map((quote) => {
        const weight = weightOf(strategy, quote.providerId);
        return { ...quote, standing: { weight, draw: drawOf(seed, quote.providerId, weight) } };
      });
    default:
      return quotes;
  }
}

/** The seed of a round's draws: the id of its first quote, whether it succeeded or failed. */
export function seedOfRound(quotes: readonly Pick<StoredQuote, 'id'>[]): string | undefined {
  return quotes.find(({ id }) => id.endsWith('n1'))?.id;
}

/** The area of a provider's record: country and state of the dropoff. */
export function areaOf(at: { readonly country: string | null; readonly state: string | null }): string {
  return [at.country, at.state].filter((part) => part).join('-') || '*';
}

/** The share of a provider under `weighted`. */
export function weightOf(
  { providerRules }: Pick<StrategySettings, 'providerRules'>,
  providerId: string,
): number {
  return providerRules.find((rule) => rule.providerId === providerId)?.weight ?? 1;
}

/**
 * A provider's draw, larger = earlier: u^(1/weight) with u uniform between 0 and 1. Among any providers, each has the
 * largest draw with the probability of its weight (Efraimidis and Spirakis, 2006).
 */
export function drawOf(seed: string, providerId: string, weight: number): number {
  if (weight <= 0) return 0;
  const hash = createHash('sha256').update(`${seed}|${providerId}`).digest();
  const even = (hash.readUIntBE(0, 6) + 1) / (2 ** 48 + 1);
  return even ** (1 / weight);
}

/**
 * As `withStanding`, for quotes that are only evaluated. Under `weighted` a draw is repeated from its `seed`; without a
 * seed the weight replaces it. Under `most_reliable` a reliability that was recorded with the quote counts, otherwise
 * the current one.
 */
export async function standingFor(
  { table }: { readonly table: Table },
  quotes: readonly StoredQuote[],
  of: {
    readonly organizationId: string;
    readonly area: string;
    readonly strategy: Pick<StrategySettings, 'providerSelectionStrategy' | 'providerRules'>;
    readonly seed?: string | undefined;
  },
): Promise<readonly StoredQuote[]> {
  const { organizationId, area, strategy, seed } = of;
  return Promise.all(
    quotes.map(async ({ standing, ...quote }): Promise<StoredQuote> => {
      const { providerId } = quote;
      if (strategy.providerSelectionStrategy === 'weighted') {
        const weight = weightOf(strategy, providerId);
        const draw = seed === undefined ? weight : drawOf(seed, providerId, weight);
        return { ...quote, standing: { weight, draw } };
      }
      if (strategy.providerSelectionStrategy !== 'most_reliable' || !quote.isSuccessful) return quote;
      if (standing?.reliability !== undefined) return { ...quote, standing };
      const { score, attempts } = await reliabilityOf(table, { organizationId, providerId, area });
      return { ...quote, standing: { reliability: score, attempts } };
    }),
  );
}
