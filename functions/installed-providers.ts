import { type ProviderRegistry, providerRegistry } from '../lib/providers/index.ts';
import { simulatedProviders } from '../lib/providers/simulators/index.ts';
import type { CoreDeps } from '../lib/runtime/index.ts';

/** True where simulated providers and simulated statuses are to be had: not in production. */
export function simulationIsOn(): boolean {
  return process.env.SIMULATION === 'true';
}

/** The providers of this installation. */
export function installedProviders(deps: Pick<CoreDeps, 'table' | 'clock'>): ProviderRegistry {
  return providerRegistry(simulationIsOn() ? simulatedProviders(deps) : []);
}
