import * as z from 'zod';
import { type Clock, toInstant } from '../../platform/core/clock.ts';
import { readInstant } from '../../platform/core/read-instant.ts';
import type { Provider, ProviderQuote, Shipment } from '../providers/index.ts';
import type { StrategySettings } from '../strategies/index.ts';
import type { StoredQuote } from './quote.ts';
import { splitCost } from './split-cost.ts';

/** How long a quote can be selected (decision B13). Milliseconds. */
const QUOTE_LIFE_MS = 60 * 60_000;

/** Context of the quote. */
interface Asked {
  readonly shipment: Shipment;
  readonly strategy: StrategySettings;
}

const amount = z.int().min(0);
const time = z.string().transform((text) => readInstant(text));

/** A usable answer, because carriers do not always send what they promise. */
const usable = z.object({
  priceCents: amount,
  currency: z.string().regex(/^[A-Z]{3}$/),
  taxAmountCents: amount.default(0),
  tollFeeCents: amount.default(0),
  serviceFeeCents: amount.default(0),
  insuranceFeeCents: amount.default(0),
  pickupEta: time.optional(),
  dropoffEta: time.optional(),
  expireTime: time.refine((instant) => instant !== undefined).optional(),
  providerQuoteId: z.string().optional(),
});

/**
 * The quote from a provider's price. It fails when amounts are not cents, its expiry cannot be parsed, or it is in
 * another currency than the shipment: prices and fee limits are compared as numbers, which requires one currency.
 */
export function quoteOfAnswer(
  clock: Clock,
  provider: Provider,
  id: string,
  answer: ProviderQuote,
  asked: Asked,
): StoredQuote {
  const read = usable.safeParse(answer);
  if (!read.success) {
    const fields = read.error.issues.map(({ path }) => path.join('.')).join(', ');
    const why = `${provider.name} gave a quote that cannot be used (${fields}). Refresh the quotes to ask again.`;
    return failedQuote(clock, provider, id, why, asked);
  }
  const { priceCents, currency, taxAmountCents, tollFeeCents, serviceFeeCents, insuranceFeeCents } =
    read.data;
  const { pickupEta, dropoffEta, expireTime, providerQuoteId } = read.data;
  const { currency: wanted } = asked.shipment;
  if (currency !== wanted) {
    const why =
      `${provider.name} quoted in ${currency}, which cannot be compared with ${wanted}, the currency of the order or job. ` +
      `Send it with the currency ${currency}, or use providers that quote in ${wanted}.`;
    return failedQuote(clock, provider, id, why, asked);
  }
  const subtotal = priceCents + tollFeeCents + serviceFeeCents + insuranceFeeCents;
  const total = subtotal + taxAmountCents;
  const longest = toInstant(clock.now() + QUOTE_LIFE_MS);
  return {
    ...blankQuote(clock, provider, id),
    priceCents,
    price: priceCents / 100,
    currency,
    taxAmountCents,
    tollFeeCents,
    nashFeeCents: serviceFeeCents,
    insuranceFeeCents,
    pickupWindow: pickupEta ?? null,
    dropoffEta: dropoffEta ?? null,
    expireTime: expireTime !== undefined && expireTime < longest ? expireTime : longest,
    totalPriceCents: total,
    totalPriceBreakdown: { subtotal, tax: taxAmountCents, total },
    ...splitCost(total, asked.strategy),
    isSuccessful: true,
    providerQuoteId: providerQuoteId ?? null,
  };
}

/** The quote of a provider that cannot carry the shipment or gave no price. */
export function failedQuote(
  clock: Clock,
  provider: Provider,
  id: string,
  errorMessage: string,
  { shipment }: Pick<Asked, 'shipment'>,
): StoredQuote {
  return { ...blankQuote(clock, provider, id), currency: shipment.currency, errorMessage };
}

function blankQuote(clock: Clock, provider: Provider, id: string): StoredQuote {
  return {
    id,
    type: 'LOCAL',
    providerId: provider.id,
    providerName: provider.name,
    providerLogo: provider.logo,
    providerIsInternal: provider.isInternal,
    createdTime: toInstant(clock.now()),
    expireTime: null,
    priceCents: 0,
    price: 0,
    taxAmountCents: 0,
    tollFeeCents: 0,
    nashFeeCents: 0,
    insuranceFeeCents: 0,
    currency: '',
    pickupWindow: null,
    dropoffEta: null,
    tags: [],
    costSplitCustomerCents: 0,
    costSplitBusinessCents: 0,
    totalPriceCents: 0,
    totalPriceBreakdown: { subtotal: 0, tax: 0, total: 0 },
    rank: null,
    isSuccessful: false,
    errorMessage: null,
    providerQuoteId: null,
  };
}
