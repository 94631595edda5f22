import type { Refusal } from '../../../platform/core/refusal.ts';
import type { StoredQuote } from '../../quotes/index.ts';
import { quoteNotFound, unusableQuote } from '../refusals.ts';

/** Why a quote cannot be selected; undefined when it can. */
export function refuseQuote(quote: StoredQuote, now: string, remedy: string): Refusal | undefined {
  const { id: quoteId, isSuccessful, errorMessage, expireTime } = quote;
  if (!isSuccessful) {
    return unusableQuote(`The quote "${quoteId}" failed: ${errorMessage} ${remedy}`, { quoteId });
  }
  if (expireTime !== null && expireTime <= now) {
    return unusableQuote(`The quote "${quoteId}" expired at ${expireTime}. ${remedy}`, {
      quoteId,
      expireTime,
    });
  }
  return undefined;
}

/** Nothing the caller may see has this quote. */
export function unknownQuote(quoteId: string): Refusal {
  return quoteNotFound(`There is no quote "${quoteId}".`, { quoteId });
}
