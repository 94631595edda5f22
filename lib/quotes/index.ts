export { askForQuotes, providersOf, QUOTE_LIFE_MS, type QuoteRound } from './ask-for-quotes.ts';
export {
  jobQuoteId,
  type OrderQuotes,
  orderQuoteId,
  orderQuotesEntity,
  quoteFingerprint,
  quoteOwner,
  renderOrderQuotes,
  renderQuote,
  validQuotesOf,
} from './order-quotes.ts';
export {
  PREFERRED_QUOTE_TAG,
  type Quote,
  quoteSchema,
  type StoredQuote,
  storedQuoteSchema,
} from './quote.ts';
export { isAboveLimit, rankQuotes } from './rank-quotes.ts';
