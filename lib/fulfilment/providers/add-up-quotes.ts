import type { ProviderQuote, ProviderRefusal } from './provider.ts';
import type { Shipment } from './shipment.ts';

/**
 * The price of all shipments together, from the price of each: amounts add up, and the earliest pickup, latest dropoff
 * and earliest expiry apply. If one is refused, all are.
 */
export function addedUp(
  answers: readonly (ProviderQuote | ProviderRefusal)[],
  shipments: readonly Shipment[],
): ProviderQuote | ProviderRefusal {
  const no = answers.find((answer) => answer.outcome === 'refused');
  if (no) return no;
  const quotes = answers.filter((answer) => answer.outcome === 'quoted');
  const [first] = quotes;
  if (!first) throw new Error('A batch has packages.');
  const wanted = shipments[0]?.currency;
  const sum = (amount: (quote: ProviderQuote) => number | undefined) =>
    quotes.reduce((total, quote) => total + (amount(quote) ?? 0), 0);
  const sorted = (time: (quote: ProviderQuote) => string | undefined) =>
    quotes
      .map(time)
      .filter((at) => at !== undefined)
      .sort();
  const pickupEta = sorted((quote) => quote.pickupEta)[0];
  const dropoffEta = sorted((quote) => quote.dropoffEta).at(-1);
  const expireTime = sorted((quote) => quote.expireTime)[0];
  // Prices in several currencies cannot be added: the quote is refused because of the unexpected one.
  const currency = quotes.find((quote) => quote.currency !== wanted)?.currency ?? first.currency;
  return {
    outcome: 'quoted',
    priceCents: sum(({ priceCents }) => priceCents),
    currency,
    taxAmountCents: sum(({ taxAmountCents }) => taxAmountCents),
    tollFeeCents: sum(({ tollFeeCents }) => tollFeeCents),
    serviceFeeCents: sum(({ serviceFeeCents }) => serviceFeeCents),
    insuranceFeeCents: sum(({ insuranceFeeCents }) => insuranceFeeCents),
    ...(pickupEta === undefined ? {} : { pickupEta }),
    ...(dropoffEta === undefined ? {} : { dropoffEta }),
    ...(expireTime === undefined ? {} : { expireTime }),
  };
}
