import type { DispatchDeps } from '../lib/dispatch/index.ts';
import { providerRegistry } from '../lib/providers/index.ts';
import { coreDeps } from '../lib/runtime/index.ts';

/** What functions that talk to providers depend on, from the environment. */
export function dispatchDeps(): DispatchDeps {
  const core = coreDeps();
  return { ...core, providers: providerRegistry([]) };
}
