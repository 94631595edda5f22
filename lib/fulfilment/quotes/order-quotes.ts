import * as z from 'zod';
import { aggregateIdOf, digest, partId } from '../../platform/core/ids.ts';
import { type Aggregate, defineEntity, type Stored } from '../../platform/table/index.ts';
import type { StrategySettings } from '../strategies/index.ts';
import { type Quote, type StoredQuote, storedQuoteSchema } from './quote.ts';

const orderQuotesSchema = z.object({
  organizationId: z.string(),
  orderId: z.string(),
  /** Increased whenever all quotes are replaced. */
  generation: z.int().min(1),
  /** Fingerprint of the order when it was priced; quotes for another state do not count. */
  fingerprint: z.string(),
  /** Fingerprint of the strategy that chose and ranked them; absent on older quotes. */
  strategyFingerprint: z.string().optional(),
  createdAt: z.string(),
  quotes: z.array(storedQuoteSchema),
  failedQuotes: z.array(storedQuoteSchema),
});

/** The current quotes of an order; stored beside the order and read with it. */
export type OrderQuotes = z.infer<typeof orderQuotesSchema>;

export const orderQuotesEntity = defineEntity<OrderQuotes, Pick<OrderQuotes, 'organizationId' | 'orderId'>>({
  name: 'orderQuotes',
  schema: orderQuotesSchema,
  partition: ({ organizationId, orderId }) => ({ organizationId, type: 'order', id: orderId }),
  sort: () => ({ kind: 'state', parts: [] }),
});

/** Fields of an order on which its price depends. A change of any of them invalidates its quotes. */
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

/** Fingerprint of the priced state of an order: equal exactly when its quotes are still valid. */
export function quoteFingerprint(order: Readonly<Record<string, unknown>>): string {
  return digest('quotes', JSON.stringify(PRICED_FIELDS.map((field) => order[field] ?? null)));
}

/**
 * Fingerprint of the parts of a strategy that decide who is asked, how quotes are ranked and who pays: equal
 * exactly when an automatic choice may still use earlier quotes. A quote that a person selects is valid
 * whatever the strategy is now.
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

/** The stored quotes of an order, when they are for its current state. */
export function validQuotesOf(
  aggregate: Aggregate,
  order: Readonly<Record<string, unknown>>,
): Stored<OrderQuotes> | undefined {
  const stored = aggregate.one(orderQuotesEntity);
  return stored?.value.fingerprint === quoteFingerprint(order) ? stored : undefined;
}

/**
 * Quotes of an order in their wire form, and why each other provider gave none; empty when there are none for
 * its current state.
 */
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

/** Why a provider gave no quote, in the form of orders: the contract has text there. */
export function renderFailedQuote({ providerName, errorMessage }: StoredQuote): string {
  return `${providerName}: ${errorMessage ?? 'no quote'}`;
}

/** A quote in its wire form. */
export function renderQuote({ providerQuoteId: _, standing: _standing, ...quote }: StoredQuote): Quote {
  return quote;
}

/** Id of an order's quote. It contains the order's ULID, which identifies the order. */
export function orderQuoteId(orderId: string, generation: number, index: number): string {
  return partId('qot', orderId, `o${generation}n${index + 1}`);
}

/** Id of a job's quote, from one round of quotes. It contains the job's ULID. */
export function jobQuoteId(jobId: string, position: number, round: number, index: number): string {
  return partId('qot', jobId, `j${position}r${round}n${index + 1}`);
}

/** Owner of a quote; undefined when it is not a quote id. */
export function quoteOwner(quoteId: string): { kind: 'order' | 'job'; id: string } | undefined {
  const orderId = aggregateIdOf('ord', 'qot', quoteId);
  const jobId = aggregateIdOf('job', 'qot', quoteId);
  const suffix = quoteId.slice('qot_'.length + 26);
  if (orderId && suffix.startsWith('o')) return { kind: 'order', id: orderId };
  if (jobId && suffix.startsWith('j')) return { kind: 'job', id: jobId };
  return undefined;
}
