import {
  accountBook,
  amazonCredentialStore,
  type CredentialStore,
  organizationProviders,
} from '../lib/providers/accounts/index.ts';
import { type CarrierPorts, jsonOverHttp } from '../lib/providers/adapter/index.ts';
import { doordash } from '../lib/providers/doordash/index.ts';
import { httpFleet } from '../lib/providers/http-fleet/index.ts';
import { type Provider, type ProviderRegistry, providerRegistry } from '../lib/providers/index.ts';
import { simulatedProviders } from '../lib/providers/simulators/index.ts';
import { uberDirect } from '../lib/providers/uber-direct/index.ts';
import { type CoreDeps, CREDENTIALS_PREFIX_VARIABLE, requireVariable } from '../lib/runtime/index.ts';
import { destinationPolicy } from './webhook-destinations.ts';

/** True where simulated providers and simulated statuses are to be had: not in production. */
export function simulationIsOn(): boolean {
  return process.env.SIMULATION === 'true';
}

/** Carriers of this installation that need accounts of their customers. */
const CARRIERS_WITH_ACCOUNTS: readonly ((ports: CarrierPorts) => Provider)[] = [doordash, uberDirect];

/** Further carriers of this installation; `npm run new -- provider` adds to them. */
const CARRIERS: readonly Provider[] = [];

/** Credentials of organizations' accounts, in Secrets Manager; made on first use, for not every function may read them. */
export function credentialStore(): CredentialStore {
  let made: CredentialStore | undefined;
  const store = () => {
    made ??= amazonCredentialStore(requireVariable(CREDENTIALS_PREFIX_VARIABLE));
    return made;
  };
  return {
    read: (account) => store().read(account),
    write: (account, credentials) => store().write(account, credentials),
    remove: (account) => store().remove(account),
  };
}

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
    organizationProviders(book, (fleet) => httpFleet(fleet, ports)),
  );
}
