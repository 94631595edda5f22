import type { DispatchDeps, JobDeps } from '../lib/dispatch/index.ts';
import { type ProviderDeps, providerRegistry } from '../lib/providers/index.ts';
import { coreDeps } from '../lib/runtime/index.ts';
import { orderDeps } from './api/orders/deps.ts';

/** The providers that this installation has. */
export function installedProviders(): ProviderDeps {
  return { providers: providerRegistry([]) };
}

/** What functions that talk to providers depend on, from the environment. */
export function dispatchDeps(): DispatchDeps {
  return { ...coreDeps(), ...installedProviders() };
}

/** As `dispatchDeps`, with what orders and jobs are completed from. */
export function jobDeps(): JobDeps {
  return { ...orderDeps(), ...installedProviders() };
}
