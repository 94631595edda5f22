import { type Clock, toInstant } from '../../platform/core/clock.ts';
import type { Log } from '../../platform/core/log.ts';
import type { Table } from '../../platform/table/index.ts';
import {
  callProvider,
  type Provider,
  type ProviderList,
  type ProviderRegistry,
  type Shipment,
} from '../providers/index.ts';
import type { StrategySettings } from '../strategies/index.ts';
import { outsideZones } from './outside-zones.ts';
import type { StoredQuote } from './quote.ts';
import { failedQuote, quoteOfAnswer } from './quote-of-answer.ts';
import { rankQuotes } from './rank-quotes.ts';
import { restrictedBy, restrictedProviders } from './restricted-providers.ts';
import { withStanding } from './standing-of.ts';
import { largerVehicle, ruledOut, unfitReasons } from './unfit-reason.ts';

/** Result of a round of quotes. */
export interface QuoteRound {
  /** By rank. */
  readonly quotes: readonly StoredQuote[];
  readonly failedQuotes: readonly StoredQuote[];
  /** Whether any provider of the strategy can carry the shipment at all. */
  readonly hasEligibleProviders: boolean;
}

/**
 * Asks the strategy's providers for their prices, in parallel, each within its own time limit. A provider
 * that is slow, down or unable to carry the shipment gives a failed quote with the reason; it never fails the
 * others.
 */
export async function askForQuotes(
  deps: {
    readonly providers: ProviderRegistry;
    readonly clock: Clock;
    readonly log: Log;
    readonly table: Table;
  },
  asked: {
    readonly organizationId: string;
    /** The route whose job it is; null for a delivery on its own. */
    readonly routeId: string | null;
    /** The driver to whom a person gives it; null = nobody was named. */
    readonly driverId: string | null;
    readonly shipment: Shipment;
    readonly strategy: StrategySettings;
    readonly maxFeeCents: number | null;
    /** Providers not to ask, such as those that were tried before. */
    readonly excluded?: readonly string[];
    /** The packages of a batch that `shipment` combines; by default the shipment alone. */
    readonly packages?: readonly Shipment[];
    /** Id of the quote of the `index`th provider. */
    readonly quoteId: (index: number) => string;
  },
): Promise<QuoteRound> {
  const shipment = asStrategyRequires(asked.shipment, asked.strategy);
  const now = toInstant(deps.clock.now());
  const usable = await deps.providers.of(asked.organizationId, asked.strategy.allowedProviders ?? []);
  const candidates = providersOf(asked.strategy, usable).filter(({ id }) => !asked.excluded?.includes(id));
  const packages = asked.packages ?? [shipment];
  const dropoffs = packages.map(({ dropoff }) => dropoff);
  const restricted = await restrictedProviders(deps.table, dropoffs, asked.organizationId);
  const outside = await outsideZones(deps.table, asked.strategy, dropoffs, asked.organizationId);
  const judged = { shipment, packages, now, outside };
  const answers = await Promise.all(
    candidates.map(async (provider, index) => {
      const restriction = restricted.get(provider.id);
      const unfit =
        restriction === undefined ? unfitFor(provider, asked.strategy, judged) : restrictedBy(restriction);
      if (unfit)
        return { unfit: true, quote: failedQuote(deps.clock, provider, asked.quoteId(index), unfit, asked) };
      return {
        unfit: false,
        quote: await askOne(deps, provider, asked.quoteId(index), { ...asked, shipment }),
      };
    }),
  );
  const quotes = await withStanding(
    deps,
    answers.map(({ quote }) => quote),
    { ...asked, at: now, seed: asked.quoteId(0) },
  );
  return {
    quotes: rankQuotes(quotes, {
      strategy: asked.strategy,
      preference: candidates.map(({ id }) => id),
      maxFeeCents: asked.maxFeeCents,
    }),
    failedQuotes: quotes.filter(({ isSuccessful }) => !isSuccessful),
    hasEligibleProviders: answers.some(({ unfit }) => !unfit),
  };
}

const OUTSIDE = 'The strategy offers it only dropoffs in certain zones, but this one is in none of them.';

/** Why a provider cannot be offered a shipment under a strategy, with every reason; undefined when it can. */
export function unfitFor(
  provider: Pick<Provider, 'id' | 'capabilities'>,
  strategy: Pick<StrategySettings, 'providerRules' | 'minimumVehicleSize' | 'requirements'>,
  of: {
    readonly shipment: Shipment;
    /** Packages of a batch, each of which the strategy's rule for the provider must allow. */
    readonly packages: readonly Shipment[];
    readonly now: string;
    /** Providers whose zones do not cover every dropoff. */
    readonly outside: ReadonlySet<string>;
  },
): string | undefined {
  const rule = strategy.providerRules.find(({ providerId }) => providerId === provider.id);
  const reasons = [
    ...(of.outside.has(provider.id) ? [OUTSIDE] : []),
    ...unfitReasons(provider.capabilities, asStrategyRequires(of.shipment, strategy)),
    ...of.packages.flatMap((item) => ruledOut(rule, item, of.now)),
  ];
  return reasons.length === 0 ? undefined : [...new Set(reasons)].join(' ');
}

/** The shipment with the strategy's requirements for every courier. */
export function asStrategyRequires(
  shipment: Shipment,
  strategy: Pick<StrategySettings, 'minimumVehicleSize' | 'requirements'>,
): Shipment {
  const { minimumVehicleSize, requirements } = strategy;
  return {
    ...shipment,
    minimumVehicleSize: largerVehicle(shipment.minimumVehicleSize, minimumVehicleSize),
    requirements: [...new Set([...shipment.requirements, ...requirements])],
  };
}

/** Those of the organization's providers that a strategy allows, in order of preference. */
export function providersOf(
  { allowedProviders }: Pick<StrategySettings, 'allowedProviders'>,
  providers: ProviderList,
): readonly Provider[] {
  if (allowedProviders === null) return providers.all;
  return allowedProviders.map((id) => providers.find(id)).filter((provider) => provider !== undefined);
}

interface Asked {
  readonly organizationId: string;
  readonly routeId: string | null;
  readonly driverId: string | null;
  readonly shipment: Shipment;
  readonly strategy: StrategySettings;
}

async function askOne(
  deps: { readonly clock: Clock; readonly log: Log },
  provider: Provider,
  quoteId: string,
  asked: Asked,
): Promise<StoredQuote> {
  const { organizationId, routeId, driverId, shipment } = asked;
  try {
    const answer = await callProvider(provider, 'quote', (signal) =>
      provider.quote({ organizationId, routeId, driverId, shipment, signal }),
    );
    return answer.outcome === 'quoted'
      ? quoteOfAnswer(deps.clock, provider, quoteId, answer, asked)
      : failedQuote(deps.clock, provider, quoteId, answer.reason, asked);
  } catch (error) {
    deps.log.warn('quotes.provider-failed', 'A provider did not give a quote.', {
      provider: provider.name,
      organizationId,
      error: error instanceof Error ? error.message : String(error),
    });
    const message =
      error instanceof Error && error.name === 'ProviderTimeout'
        ? error.message
        : `${provider.name} could not be reached. Refresh the quotes to ask again.`;
    return failedQuote(deps.clock, provider, quoteId, message, asked);
  }
}
