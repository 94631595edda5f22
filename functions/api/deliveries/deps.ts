import type { DeliveryDeps } from '../../../lib/fulfilment/jobs/index.ts';
import { endpointFor } from '../../../lib/platform/http/index.ts';
import { coreDeps } from '../../../lib/platform/runtime/index.ts';
import { installedProviders, simulationIsOn } from '../../compose/installed-providers.ts';

/** What the endpoints of deliveries need. */
export interface DeliveryApiDeps extends DeliveryDeps {
  /** Whether statuses may be simulated here. */
  readonly simulation: boolean;
}

export const defineDeliveryEndpoint = endpointFor<DeliveryApiDeps>();

/** The dependencies from the environment. */
export function deliveryApiDeps(): DeliveryApiDeps {
  const core = coreDeps();
  return { ...core, providers: installedProviders(core), simulation: simulationIsOn() };
}
