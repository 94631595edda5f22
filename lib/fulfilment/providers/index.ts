export { addedUp } from './add-up-quotes.ts';
export { callProvider } from './call-provider.ts';
export {
  type AttemptRef,
  type CancelRequest,
  type CreateRequest,
  defineProvider,
  type IncomingMessage,
  ITEM_CONDITIONS,
  PAYMENT_METHODS,
  type Proof,
  type Provider,
  type ProviderAcceptance,
  type ProviderCapabilities,
  type ProviderDefinition,
  type ProviderQuote,
  type ProviderRefusal,
  type ProviderState,
  type ProviderTimeLimits,
  type ProviderUpdate,
  type QuoteRequest,
  refused,
  type UpdateRequest,
  type UpdateSource,
} from './provider.ts';
export {
  type OrganizationProviders,
  type ProviderDeps,
  type ProviderList,
  type ProviderRegistry,
  providerRegistry,
} from './provider-registry.ts';
export type { Shipment, ShipmentStop } from './shipment.ts';
