import { describe, expect, it } from 'vitest';
import type { ProviderQuote } from '../../../../../lib/fulfilment/providers/index.ts';
import { storedQuoteSchema } from '../../../../../lib/fulfilment/quotes/index.ts';
import { quoteOfAnswer } from '../../../../../lib/fulfilment/quotes/quote-of-answer.ts';
import { DEFAULT_STRATEGY } from '../../../../../lib/fulfilment/strategies/index.ts';
import { FixedClock } from '../../../../../lib/platform/core/clock.ts';
import { anyShipment } from '../../../../support/builders/any-shipment.ts';
import { faultyProvider } from '../../../../support/faulty-provider.ts';

const clock = new FixedClock('2026-03-02T09:00:00.000Z');
const { provider } = faultyProvider({ id: 'prv_one', name: 'One', priceCents: 100 });
const quoteOf = (answer: Partial<ProviderQuote>) =>
  quoteOfAnswer(
    clock,
    provider,
    'qot_1',
    { outcome: 'quoted', priceCents: 650, currency: 'USD', ...answer },
    { shipment: anyShipment(), strategy: DEFAULT_STRATEGY },
  );

describe('2.3 the quote of an answer', () => {
  it('adds the parts up', () => {
    const quote = quoteOf({ taxAmountCents: 50, tollFeeCents: 5, serviceFeeCents: 3, insuranceFeeCents: 2 });
    // 650 + 5 + 3 + 2 = 660, and 50 of tax.
    expect(quote).toMatchObject({ isSuccessful: true, price: 6.5, totalPriceCents: 710 });
    expect(quote.totalPriceBreakdown).toEqual({ subtotal: 660, tax: 50, total: 710 });
    expect(storedQuoteSchema.parse(quote)).toEqual(quote);
  });

  it.each([
    ['priceCents', { priceCents: 6.5 }],
    ['priceCents', { priceCents: -1 }],
    ['priceCents', { priceCents: Number.NaN }],
    ['taxAmountCents', { taxAmountCents: 0.1 }],
    ['currency', { currency: '' }],
    ['expireTime', { expireTime: 'soon' }],
  ])('that has no usable %s is a failed one and says so: %o', (field, answer) => {
    const quote = quoteOf(answer);
    expect(quote).toMatchObject({ isSuccessful: false, totalPriceCents: 0 });
    expect(quote.errorMessage).toContain(`One gave a quote that cannot be used (${field})`);
    expect(storedQuoteSchema.parse(quote)).toEqual(quote);
  });

  it('in another currency than the shipment is a failed one that names both and the way out', () => {
    const quote = quoteOf({ priceCents: 1, currency: 'EUR' });
    expect(quote).toMatchObject({ isSuccessful: false, totalPriceCents: 0, currency: 'USD' });
    expect(quote.errorMessage).toBe(
      'One quoted in EUR, which cannot be compared with USD, the currency of the order or job. ' +
        'Send it with the currency EUR, or use providers that quote in USD.',
    );
  });

  it('holds as long as the provider says, whatever its clock, and an hour at most (decision B13)', () => {
    const expireTime = (instant: string) => quoteOf({ expireTime: instant }).expireTime;
    expect(expireTime('2026-03-02T10:30:00+01:00')).toBe('2026-03-02T09:30:00.000Z');
    expect(expireTime('2026-03-02T09:30:00-05:00')).toBe('2026-03-02T10:00:00.000Z');
    expect(quoteOf({}).expireTime).toBe('2026-03-02T10:00:00.000Z');
  });

  it('leaves out an arrival that cannot be read', () => {
    const quote = quoteOf({ pickupEta: 'in ten minutes', dropoffEta: '2026-03-02T11:00:00+01:00' });
    expect(quote).toMatchObject({ pickupWindow: null, dropoffEta: '2026-03-02T10:00:00.000Z' });
  });
});
