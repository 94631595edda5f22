import { sideBySide } from '../../../platform/core/side-by-side.ts';
import type { Configuration } from '../../jobs/index.ts';
import { addedUp, type Provider, type ProviderRegistry, type Shipment } from '../../providers/index.ts';
import { askForQuotes, largerVehicle, type QuoteRound } from '../../quotes/index.ts';
import type { StrategySettings } from '../../strategies/index.ts';
import { shipmentUnder } from './shipment-of.ts';
import type { DispatchDeps } from '../dispatch-deps.ts';

/** Packages for which a provider without batch prices is asked at a time. */
const WIDTH = 10;

/**
 * Time limit for all packages of a provider without batch prices, which is asked once per package: with the writes of 200
 * packages a request stays below the 29 s of API Gateway. Milliseconds.
 */
const LONGEST_MS = 15_000;

/**
 * Asks the strategy's providers for the price of all packages together. A provider that cannot carry one of
 * them fails.
 */
export function askForBatchQuotes(
  deps: Pick<DispatchDeps, 'providers' | 'clock' | 'log' | 'table'>,
  asked: {
    readonly organizationId: string;
    readonly batchId: string;
    readonly configurations: readonly Configuration[];
    readonly strategy: StrategySettings;
    readonly maxFeeCents: number | null;
    readonly excluded?: readonly string[];
    readonly quoteId: (index: number) => string;
  },
): Promise<QuoteRound> {
  const { configurations, batchId, ...others } = asked;
  const shipments = configurations.map((one) => shipmentUnder(asked.strategy, one.package));
  const providers = quotingAll(deps.providers, batchId, shipments);
  const together = { shipment: togetherOf(shipments), packages: shipments };
  return askForQuotes({ ...deps, providers }, { ...others, ...together });
}

/** One shipment with the requirements of all of them. */
export function togetherOf(shipments: readonly Shipment[]): Shipment {
  const [first] = shipments;
  if (!first) throw new Error('A batch has packages.');
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
      quote: ({ organizationId, signal }) =>
        quoteBatch.call(provider, { organizationId, signal, batchId, shipments }),
    };
  }
  return {
    ...provider,
    timeLimits: { ...provider.timeLimits, quoteMs: LONGEST_MS },
    async quote({ organizationId, signal }) {
      const answers = await sideBySide(shipments, WIDTH, (shipment) =>
        provider.quote({ organizationId, signal, shipment }),
      );
      return addedUp(answers, shipments);
    },
  };
}
