import * as z from 'zod';

/** Tag of the quote that an automatic dispatch would take (specification 2.3). */
export const PREFERRED_QUOTE_TAG = 'autodispatch_preferred_quote';

/** A quote as stored and as sent (specification 2.3). Amounts in minor units of `currency`. */
export const quoteSchema = z
  .object({
    id: z.string(),
    type: z.string().nullable(),
    providerId: z.string(),
    providerName: z.string(),
    providerLogo: z.string().nullable(),
    providerIsInternal: z.boolean(),
    createdTime: z.string(),
    /** After this instant it can no longer be selected; null on a failed quote. */
    expireTime: z.string().nullable(),
    priceCents: z.int(),
    price: z.number(),
    taxAmountCents: z.int(),
    tollFeeCents: z.int(),
    nashFeeCents: z.int().meta({ description: 'Fee charged by the service.' }),
    insuranceFeeCents: z.int(),
    currency: z.string(),
    pickupWindow: z
      .string()
      .nullable()
      .meta({ description: 'Expected arrival of the courier at the pickup.' }),
    dropoffEta: z.string().nullable(),
    tags: z.array(z.string()),
    costSplitCustomerCents: z.int(),
    costSplitBusinessCents: z.int(),
    totalPriceCents: z.int(),
    totalPriceBreakdown: z.object({ subtotal: z.int(), tax: z.int(), total: z.int() }),
    /** 1 is the provider tried first; null on a failed quote. */
    rank: z.int().min(1).nullable(),
    isSuccessful: z.boolean(),
    errorMessage: z.string().nullable(),
  })
  .meta({ id: 'Quote' });

/** A quote as sent. */
export type Quote = z.infer<typeof quoteSchema>;

/** A stored quote, with the provider's own id of the offer, which is not shown. */
export const storedQuoteSchema = quoteSchema
  .extend({
    providerQuoteId: z.string().nullable(),
    /** Input of the ranking besides price and time, as far as the strategy uses it. */
    standing: z
      .object({
        /** What was measured of the provider, see `Expectation`, with the zone and the local hour. */
        reliability: z.number().optional(),
        attempts: z.number().optional(),
        onTime: z.number().optional(),
        timed: z.number().optional(),
        kept: z.number().optional(),
        lateMinutes: z.number().optional(),
        zoneId: z.string().optional(),
        hour: z.string().optional(),
        /** Under `weighted`: its weight, that times its reliability, and the random draw. */
        weight: z.number().optional(),
        share: z.number().optional(),
        draw: z.number().optional(),
        /** Under `dynamic`: expected lateness, what a minute of it costs, and the price with it. */
        expectedLateMinutes: z.number().optional(),
        lateMinuteCents: z.number().optional(),
        weighedCents: z.number().optional(),
        /** It comes first in order to be measured. */
        isTriedOut: z.boolean().optional(),
      })
      .optional(),
  })
  .meta({ id: undefined });

/** A quote as kept. */
export type StoredQuote = z.infer<typeof storedQuoteSchema>;
