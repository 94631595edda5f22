import type { StoredQuote } from '../../quotes/index.ts';

/**
 * The part of a batch's price that falls on its `index`th package of `count`: the parts add up to the whole, and a
 * single package has all of it.
 */
export function shareOfQuote(quote: StoredQuote, index: number, count: number): StoredQuote {
  if (count === 1) return quote;
  const part = (cents: number) =>
    Math.floor((cents * (index + 1)) / count) - Math.floor((cents * index) / count);
  const priceCents = part(quote.priceCents);
  const taxAmountCents = part(quote.taxAmountCents);
  const tollFeeCents = part(quote.tollFeeCents);
  const nashFeeCents = part(quote.nashFeeCents);
  const insuranceFeeCents = part(quote.insuranceFeeCents);
  const subtotal = priceCents + tollFeeCents + nashFeeCents + insuranceFeeCents;
  const total = subtotal + taxAmountCents;
  const customer = Math.min(part(quote.costSplitCustomerCents), total);
  return {
    ...quote,
    priceCents,
    price: priceCents / 100,
    taxAmountCents,
    tollFeeCents,
    nashFeeCents,
    insuranceFeeCents,
    totalPriceCents: total,
    totalPriceBreakdown: { subtotal, tax: taxAmountCents, total },
    costSplitCustomerCents: customer,
    costSplitBusinessCents: total - customer,
  };
}
