import type { CallDeps, ConnectionDeps } from '../../../lib/connections/index.ts';
import { requestSender } from '../../../lib/connections/index.ts';
import { endpointFor } from '../../../lib/http/index.ts';
import { coreDeps } from '../../../lib/runtime/index.ts';
import { credentialStore } from '../../credential-store.ts';
import { destinationPolicy } from '../../webhook-destinations.ts';

/** What the endpoints of connections need. */
export type ConnectionsDeps = ConnectionDeps & CallDeps;

export const defineConnectionEndpoint = endpointFor<ConnectionsDeps>();

/** The dependencies from the environment. */
export function connectionDeps(): ConnectionsDeps {
  const destinations = destinationPolicy();
  return { ...coreDeps(), store: credentialStore(), destinations, send: requestSender(destinations) };
}
