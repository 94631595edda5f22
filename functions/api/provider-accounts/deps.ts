import { endpointFor } from '../../../lib/http/index.ts';
import type { AccountDeps } from '../../../lib/providers/accounts/index.ts';
import { credentialStore } from '../../credential-store.ts';
import { dispatchDeps } from '../../dispatch-deps.ts';
import { destinationPolicy } from '../../webhook-destinations.ts';

export const defineAccountEndpoint = endpointFor<AccountDeps>();

/** The dependencies from the environment. */
export function accountDeps(): AccountDeps {
  return { ...dispatchDeps(), store: credentialStore(), destinations: destinationPolicy() };
}
