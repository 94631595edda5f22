import { type Provider, type ProviderRegistry, providerRegistry } from '../lib/providers/index.ts';
import { simulatedProviders } from '../lib/providers/simulators/index.ts';
import type { CoreDeps } from '../lib/runtime/index.ts';

/** True where simulated providers and simulated statuses are to be had: not in production. */
export function simulationIsOn(): boolean {
  return process.env.SIMULATION === 'true';
}

/** Carriers of this installation; `npm run new -- provider` adds to them. */
const CARRIERS: readonly Provider[] = [];

/** The providers of this installation, the simulated ones where there are any. */
export function installedProviders(deps: Pick<CoreDeps, 'table' | 'clock'>): ProviderRegistry {
  return providerRegistry([...CARRIERS, ...(simulationIsOn() ? simulatedProviders(deps) : [])]);
}
