export {
  askForQuotes,
  asStrategyRequires,
  providersOf,
  type QuoteRound,
  unfitFor,
} from './ask-for-quotes.ts';
export {
  jobQuoteId,
  type OrderQuotes,
  orderQuoteId,
  orderQuotesEntity,
  quoteFingerprint,
  quoteOwner,
  renderFailedQuote,
  renderOrderQuotes,
  renderQuote,
  strategyFingerprint,
  validQuotesOf,
} from './order-quotes.ts';
export { outsideZones } from './outside-zones.ts';
export {
  type Quote,
  quoteSchema,
  type StoredQuote,
  storedQuoteSchema,
} from './quote.ts';
export { isAboveLimit, rankQuotes } from './rank-quotes.ts';
export { restrictedBy, restrictedProviders } from './restricted-providers.ts';
export { cardsFor, seedOfRound, withStanding } from './standing-of.ts';
export { largerVehicle } from './unfit-reason.ts';
