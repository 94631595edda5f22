import type { DispatchDeps, JobDeps } from '../../lib/fulfilment/dispatch/index.ts';
import { coreDeps } from '../../lib/platform/runtime/index.ts';
import { orderDeps } from '../api/orders/deps.ts';
import { installedProviders } from './installed-providers.ts';

/** What functions that talk to providers depend on, from the environment. */
export function dispatchDeps(): DispatchDeps {
  const core = coreDeps();
  return { ...core, providers: installedProviders(core) };
}

/** As `dispatchDeps`, with what orders and jobs are completed from. */
export function jobDeps(): JobDeps {
  const orders = orderDeps();
  return { ...orders, providers: installedProviders(orders) };
}
