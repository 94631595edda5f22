import * as z from 'zod';
import { aggregateIdOf, digest, partId } from '../core/ids.ts';
import type { StrategySettings } from '../strategies/index.ts';
import { type Aggregate, defineEntity, type Stored } from '../table/index.ts';
import { type Quote, type StoredQuote, storedQuoteSchema } from './quote.ts';

const orderQuotesSchema = z.object({
  organizationId: z.string(),
  orderId: z.string(),
  /** Raised whenever all quotes are replaced. */
  generation: z.int().min(1),
  /** What the order was like when it was priced; quotes of another order-as-it-was do not count. */
  fingerprint: z.string(),
  /** What the strategy was like that chose and ranked them; absent on quotes of before it was kept. */
  strategyFingerprint: z.string().optional(),
  createdAt: z.string(),
  quotes: z.array(storedQuoteSchema),
  failedQuotes: z.array(storedQuoteSchema),
});

/** The present quotes of an order; lies beside the order and is read with it. */
export type OrderQuotes = z.infer<typeof orderQuotesSchema>;

export const orderQuotesEntity = defineEntity<OrderQuotes, Pick<OrderQuotes, 'organizationId' | 'orderId'>>({
  name: 'order-quotes',
  schema: orderQuotesSchema,
  partition: ({ organizationId, orderId }) => ({ organizationId, type: 'order', id: orderId }),
  sort: () => ({ kind: 'state', parts: [] }),
});

/** Fields of an order on which its price depends. A change of any of them makes its quotes worthless. */
const PRICED_FIELDS = Object.freeze([
  ...(['pickup', 'dropoff'] as const).flatMap((side) =>
    [
      'Address',
      'PlaceId',
      'AddressNumber',
      'AddressFormattedStreet',
      'AddressCity',
      'AddressCounty',
      'AddressState',
      'AddressZip',
      'AddressCountry',
      'Lat',
      'Lng',
      'StartTime',
      'EndTime',
    ].map((field) => `${side}${field}`),
  ),
  'deliveryMode',
  'valueCents',
  'tipAmountCents',
  'dueAmountCents',
  'currency',
  'requirements',
  'minimumVehicleSize',
  'weight',
  'height',
  'width',
  'depth',
  'itemsCount',
  'dispatchStrategyId',
  'maxDeliveryFeeCents',
]);

/** Names the priced state of an order: equal exactly when its quotes still hold. */
export function quoteFingerprint(order: Readonly<Record<string, unknown>>): string {
  return digest('quotes', JSON.stringify(PRICED_FIELDS.map((field) => order[field] ?? null)));
}

/**
 * Names what of a strategy decides who is asked, how quotes are ranked and who pays: equal exactly when an automatic
 * choice may still be made from quotes of before. A quote that somebody chooses by hand holds whatever became of it.
 */
export function strategyFingerprint(strategy: StrategySettings): string {
  const { allowedProviders, providerSelectionStrategy, enableMaxDeliveryFee, maxDeliveryFeeCents } = strategy;
  const { costSplitStrategy, costSplitMaxFixedPriceCents, costSplitMaxPercentage } = strategy;
  const choice = [allowedProviders, providerSelectionStrategy, enableMaxDeliveryFee, maxDeliveryFeeCents];
  const split = [costSplitStrategy, costSplitMaxFixedPriceCents, costSplitMaxPercentage];
  const { providerRules, requirements, minimumVehicleSize } = strategy;
  const eligibility = [providerRules, requirements, minimumVehicleSize];
  return digest('strategy', JSON.stringify([...choice, ...split, ...eligibility]));
}

/** The quotes that lie beside an order, when they were made for the order as it is now. */
export function validQuotesOf(
  aggregate: Aggregate,
  order: Readonly<Record<string, unknown>>,
): Stored<OrderQuotes> | undefined {
  const stored = aggregate.one(orderQuotesEntity);
  return stored?.value.fingerprint === quoteFingerprint(order) ? stored : undefined;
}

/** Quotes of an order in their wire form, and why each other provider gave none; empty when there are none for the order as it is now. */
export function renderOrderQuotes(
  aggregate: Aggregate,
  order: Readonly<Record<string, unknown>>,
): { quotes: Quote[]; failedQuotes: string[] } {
  const present = validQuotesOf(aggregate, order)?.value;
  return {
    quotes: (present?.quotes ?? []).map(renderQuote),
    failedQuotes: (present?.failedQuotes ?? []).map(renderFailedQuote),
  };
}

/** Why a provider gave no quote, as orders carry it: the contract has text there. */
export function renderFailedQuote({ providerName, errorMessage }: StoredQuote): string {
  return `${providerName}: ${errorMessage ?? 'no quote'}`;
}

/** A quote in its wire form. */
export function renderQuote({ providerQuoteId: _, standing: _standing, ...quote }: StoredQuote): Quote {
  return quote;
}

/** Id of an order's quote. It carries the order's ULID, so the order is known from it. */
export function orderQuoteId(orderId: string, generation: number, index: number): string {
  return partId('qot', orderId, `o${generation}n${index + 1}`);
}

/** Id of a job's quote, of one round of asking. It carries the job's ULID. */
export function jobQuoteId(jobId: string, position: number, round: number, index: number): string {
  return partId('qot', jobId, `j${position}r${round}n${index + 1}`);
}

/** What a quote belongs to; undefined when it is no quote id. */
export function quoteOwner(quoteId: string): { kind: 'order' | 'job'; id: string } | undefined {
  const orderId = aggregateIdOf('ord', 'qot', quoteId);
  const jobId = aggregateIdOf('job', 'qot', quoteId);
  const suffix = quoteId.slice('qot_'.length + 26);
  if (orderId && suffix.startsWith('o')) return { kind: 'order', id: orderId };
  if (jobId && suffix.startsWith('j')) return { kind: 'job', id: jobId };
  return undefined;
}
