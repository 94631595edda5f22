import type { ProviderDeps } from '../../../lib/fulfilment/providers/index.ts';
import { endpointFor } from '../../../lib/platform/http/index.ts';
import { type CoreDeps, coreDeps } from '../../../lib/platform/runtime/index.ts';
import { installedProviders } from '../../compose/installed-providers.ts';

/** What the endpoints of dispatch strategies and providers need. */
export type StrategyDeps = CoreDeps & ProviderDeps;

export const defineStrategyEndpoint = endpointFor<StrategyDeps>();

/** The dependencies from the environment. */
export function strategyDeps(): StrategyDeps {
  const core = coreDeps();
  return { ...core, providers: installedProviders(core) };
}
