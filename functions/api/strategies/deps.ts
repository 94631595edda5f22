import { endpointFor } from '../../../lib/http/index.ts';
import type { ProviderDeps } from '../../../lib/providers/index.ts';
import { type CoreDeps, coreDeps } from '../../../lib/runtime/index.ts';
import { installedProviders } from '../../installed-providers.ts';

/** What the endpoints of dispatch strategies and providers need. */
export type StrategyDeps = CoreDeps & ProviderDeps;

export const defineStrategyEndpoint = endpointFor<StrategyDeps>();

/** The dependencies from the environment. */
export function strategyDeps(): StrategyDeps {
  const core = coreDeps();
  return { ...core, providers: installedProviders(core) };
}
