import { mapConcurrently } from '../../../platform/core/map-concurrently.ts';
import type { Package } from '../../jobs/index.ts';
import { addedUp, type Provider, type ProviderRegistry, type Shipment } from '../../providers/index.ts';
import { askForQuotes, largerVehicle, type QuoteRound } from '../../quotes/index.ts';
import type { StrategySettings } from '../../strategies/index.ts';
import type { DispatchDeps } from '../dispatch-deps.ts';
import { shipmentUnder } from './shipment-of.ts';

/** Number of packages for which a provider without batch prices is asked in parallel. */
const WIDTH = 10;

/**
 * Time limit for all packages of a provider without batch prices, which is asked once per package: with the writes of 200
 * packages a request stays below the 29 s of API Gateway. Milliseconds.
 */
const LONGEST_MS = 15_000;

/**
 * Asks the strategy's providers for the price of packages that one provider carries together. A provider that cannot carry
 * one of them fails. A job of one package is a batch of one: its only package is what the provider is asked for.
 */
export function quotePackages(
  deps: Pick<DispatchDeps, 'providers' | 'clock' | 'log' | 'table'>,
  asked: {
    readonly organizationId: string;
    /** The route whose job it is; null for a job on its own. */
    readonly routeId: string | null;
    /** The driver to whom a person gives it; null = nobody was named. */
    readonly driverId: string | null;
    /** Null for a job of one package. */
    readonly batchId: string | null;
    readonly packages: readonly Package[];
    readonly strategy: StrategySettings;
    readonly maxFeeCents: number | null;
    /** Providers not to ask, such as those that were tried before. */
    readonly excluded?: readonly string[];
    readonly quoteId: (index: number) => string;
  },
): Promise<QuoteRound> {
  const { packages, batchId, ...others } = asked;
  const shipments = packages.map((item) => shipmentUnder(asked.strategy, item));
  const shipment = sharedQuotes(shipments);
  if (batchId === null) return askForQuotes(deps, { ...others, shipment });
  const providers = quotingAll(deps.providers, batchId, shipments);
  return askForQuotes({ ...deps, providers }, { ...others, shipment, packages: shipments });
}

/** One shipment with the requirements of all of them. */
export function sharedQuotes(shipments: readonly Shipment[]): Shipment {
  const [first] = shipments;
  if (!first) throw new Error('A job has packages.');
  if (shipments.length === 1) return first;
  const sum = (amount: (shipment: Shipment) => number) =>
    shipments.reduce((total, shipment) => total + amount(shipment), 0);
  return {
    ...first,
    valueCents: sum(({ valueCents }) => valueCents),
    tipAmountCents: sum(({ tipAmountCents }) => tipAmountCents),
    dueAmountCents: sum(({ dueAmountCents }) => dueAmountCents),
    minimumVehicleSize: shipments
      .map(({ minimumVehicleSize }) => minimumVehicleSize)
      .reduce((largest, size) => largerVehicle(largest, size)),
    requirements: [...new Set(shipments.flatMap(({ requirements }) => requirements))],
  };
}

function quotingAll(
  registry: ProviderRegistry,
  batchId: string,
  shipments: readonly Shipment[],
): ProviderRegistry {
  return {
    ...registry,
    async of(organizationId) {
      const usable = await registry.of(organizationId);
      const all = usable.all.map((provider) => quotingBatch(provider, batchId, shipments));
      return {
        all,
        find: (idOrName) => all.find(({ id, name }) => id === idOrName || name === idOrName),
      };
    },
  };
}

function quotingBatch(provider: Provider, batchId: string, shipments: readonly Shipment[]): Provider {
  const { quoteBatch } = provider;
  if (quoteBatch) {
    return {
      ...provider,
      quote: ({ shipment: _, ...call }) => quoteBatch.call(provider, { ...call, batchId, shipments }),
    };
  }
  return {
    ...provider,
    timeLimits: { ...provider.timeLimits, quoteMs: LONGEST_MS },
    async quote(call) {
      const answers = await mapConcurrently(shipments, WIDTH, (shipment) =>
        provider.quote({ ...call, shipment }),
      );
      return addedUp(answers, shipments);
    },
  };
}
