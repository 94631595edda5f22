import type { AccountDeps } from '../../../lib/fulfilment/providers/accounts/index.ts';
import { endpointFor } from '../../../lib/platform/http/index.ts';
import { credentialStore } from '../../compose/credential-store.ts';
import { dispatchDeps } from '../../compose/dispatch-deps.ts';
import { destinationPolicy } from '../../compose/webhook-destinations.ts';

export const defineAccountEndpoint = endpointFor<AccountDeps>();

/** The dependencies from the environment. */
export function accountDeps(): AccountDeps {
  return { ...dispatchDeps(), store: credentialStore(), destinations: destinationPolicy() };
}
