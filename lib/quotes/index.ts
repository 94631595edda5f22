export {
  PREFERRED_QUOTE_TAG,
  type Quote,
  quoteSchema,
  type StoredQuote,
  storedQuoteSchema,
} from './quote.ts';
