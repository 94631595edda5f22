export { amazonCredentialStore } from './amazon-credential-store.ts';
export { chatChannelOf } from './chat-channel-of.ts';
export { formerPartnersOf } from './former-partner.ts';
export { isAccountSince } from './is-account-since.ts';
export { deleteCredentials, readAccount, setCredentials } from './manage-credentials.ts';
export {
  type AccountDeps,
  accountsOf,
  deleteHttpFleet,
  MAX_HTTP_FLEETS,
  readHttpFleet,
  registerHttpFleet,
  updateHttpFleet,
} from './manage-http-fleets.ts';
export { organizationProviders } from './organization-providers.ts';
export { type OwnFleetSettings, type ProviderAccount, providerAccountEntity } from './provider-account.ts';
export {
  type CredentialStore,
  type Credentials,
  type ProviderAccounts,
  providerAccounts,
} from './provider-accounts.ts';
export { invalidAccount, providerNameTaken, providerNotFound, tooManyAccounts } from './refusals.ts';
