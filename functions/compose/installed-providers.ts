import { ownFleet } from '../../lib/fleet/own-fleet/provider/index.ts';
import { organizationProviders, providerAccounts } from '../../lib/fulfilment/providers/accounts/index.ts';
import { type CarrierPorts, jsonOverHttp } from '../../lib/fulfilment/providers/adapter/index.ts';
import { doordash } from '../../lib/fulfilment/providers/doordash/index.ts';
import { httpFleet } from '../../lib/fulfilment/providers/http-fleet/index.ts';
import {
  type Provider,
  type ProviderRegistry,
  providerRegistry,
} from '../../lib/fulfilment/providers/index.ts';
import { simulatedProviders } from '../../lib/fulfilment/providers/simulators/index.ts';
import { uberDirect } from '../../lib/fulfilment/providers/uber-direct/index.ts';
import { type CoreDeps, onFirstUse } from '../../lib/platform/runtime/index.ts';
import { credentialStore } from './credential-store.ts';
import { destinationPolicy } from './webhook-destinations.ts';

/** True where simulated providers and statuses are available: not in production. */
export function simulationIsOn(): boolean {
  return process.env.SIMULATION === 'true';
}

/** The carriers of this installation; `npm run new -- provider` adds to them. */
const CARRIERS: readonly ((ports: CarrierPorts) => Provider)[] = [doordash, uberDirect];

/**
 * The providers of this installation, including simulated ones where available, and those that organizations
 * registered.
 */
export function installedProviders(deps: Pick<CoreDeps, 'table' | 'clock'>): ProviderRegistry {
  return onFirstUse(() => {
    const book = providerAccounts({ ...deps, store: credentialStore() });
    const ports = { ...deps, book, call: jsonOverHttp(destinationPolicy()) };
    return providerRegistry(
      [...CARRIERS.map((carrier) => carrier(ports)), ...(simulationIsOn() ? simulatedProviders(deps) : [])],
      organizationProviders(book, (fleet) => httpFleet(ports, fleet), ownFleet({ ...deps, book })),
    );
  });
}
