import { endpointFor } from '../../../lib/platform/http/index.ts';
import { coreDeps } from '../../../lib/platform/runtime/index.ts';
import type { CallDeps, ConnectionDeps } from '../../../lib/reactions/connections/index.ts';
import { requestSender } from '../../../lib/reactions/connections/index.ts';
import { credentialStore } from '../../compose/credential-store.ts';
import { destinationPolicy } from '../../compose/webhook-destinations.ts';

/** What the endpoints of connections need. */
export type ConnectionsDeps = ConnectionDeps & CallDeps;

export const defineConnectionEndpoint = endpointFor<ConnectionsDeps>();

/** The dependencies from the environment. */
export function connectionDeps(): ConnectionsDeps {
  const destinations = destinationPolicy();
  return { ...coreDeps(), store: credentialStore(), destinations, send: requestSender(destinations) };
}
