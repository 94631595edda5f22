import type { DispatchDeps, JobDeps } from '../../lib/fulfilment/dispatch/index.ts';
import { coreDeps } from '../../lib/platform/runtime/index.ts';
import { orderDeps } from '../api/orders/deps.ts';
import { installedProviders } from './installed-providers.ts';

/** Dependencies of functions that talk to providers, from the environment. */
export function dispatchDeps(): DispatchDeps {
  const core = coreDeps();
  return { ...core, providers: installedProviders(core) };
}

/** As `dispatchDeps`, with everything that completes orders and jobs. */
export function jobDeps(): JobDeps {
  const orders = orderDeps();
  return { ...orders, providers: installedProviders(orders) };
}
