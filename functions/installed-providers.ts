import { ownFleet } from '../lib/own-fleet/provider/index.ts';
import { accountBook, organizationProviders } from '../lib/providers/accounts/index.ts';
import { type CarrierPorts, jsonOverHttp } from '../lib/providers/adapter/index.ts';
import { doordash } from '../lib/providers/doordash/index.ts';
import { httpFleet } from '../lib/providers/http-fleet/index.ts';
import { type Provider, type ProviderRegistry, providerRegistry } from '../lib/providers/index.ts';
import { simulatedProviders } from '../lib/providers/simulators/index.ts';
import { uberDirect } from '../lib/providers/uber-direct/index.ts';
import type { CoreDeps } from '../lib/runtime/index.ts';
import { credentialStore } from './credential-store.ts';
import { destinationPolicy } from './webhook-destinations.ts';

/** True where simulated providers and simulated statuses are to be had: not in production. */
export function simulationIsOn(): boolean {
  return process.env.SIMULATION === 'true';
}

/** Carriers of this installation that need accounts of their customers. */
const CARRIERS_WITH_ACCOUNTS: readonly ((ports: CarrierPorts) => Provider)[] = [doordash, uberDirect];

/** Further carriers of this installation; `npm run new -- provider` adds to them. */
const CARRIERS: readonly Provider[] = [];

/** The providers of this installation, the simulated ones where there are any, and those of organizations' own. */
export function installedProviders(deps: Pick<CoreDeps, 'table' | 'clock'>): ProviderRegistry {
  const book = accountBook({ ...deps, store: credentialStore() });
  const ports = { ...deps, book, call: jsonOverHttp(destinationPolicy()) };
  return providerRegistry(
    [
      ...CARRIERS_WITH_ACCOUNTS.map((carrier) => carrier(ports)),
      ...CARRIERS,
      ...(simulationIsOn() ? simulatedProviders(deps) : []),
    ],
    organizationProviders(book, (fleet) => httpFleet(ports, fleet), ownFleet({ ...deps, book })),
  );
}
