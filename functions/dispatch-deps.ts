import type { DispatchDeps } from '../lib/dispatch/index.ts';
import { coreDeps } from '../lib/runtime/index.ts';
import { installedProviders } from './installed-providers.ts';

/** What functions that talk to providers depend on, from the environment. */
export function dispatchDeps(): DispatchDeps {
  const core = coreDeps();
  return { ...core, providers: installedProviders(core) };
}
