import { defineInvariant } from './define-invariant.ts';

/** Maximum deviation of the clocks of functions. */
const SKEW_MS = 2_000;

export const quotesExpire = defineInvariant({
  name: 'quotes-expire',
  number: 9,
  sentence: 'A quote sends a delivery out at its price until it expires, and never afterwards.',
  atEnd({ answered, merchants }, report) {
    const expiries = new Map(
      merchants.flatMap(({ known }) => known.quotes.map(({ id, expireTime }) => [id, expireTime] as const)),
    );
    for (const { routeKey, body, status, reply, askedAt, at } of answered) {
      if (routeKey !== 'POST /v1/select_quote') continue;
      const { quoteId } = body as { readonly quoteId: string };
      const expireTime = expiries.get(quoteId);
      if (!expireTime) continue;
      const dueMs = Date.parse(expireTime);
      const asked = `${quoteId} expires at ${expireTime}, was chosen at ${new Date(askedAt).toISOString()}`;
      if (status === 200 && askedAt >= dueMs + SKEW_MS) report(`${asked} and sent a delivery out.`);
      if (/expired at/.test(JSON.stringify(reply)) && at < dueMs - SKEW_MS)
        report(`${asked} and was refused as expired.`);
    }
  },
});
