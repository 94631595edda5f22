import type { FleetDeps, FleetEditor } from '../../../lib/fleet/index.ts';
import { type Context, endpointFor } from '../../../lib/http/index.ts';
import { coreDeps } from '../../../lib/runtime/index.ts';
import { storesInTable } from '../../../lib/stores/index.ts';

/** An endpoint of the fleet. */
export const fleetEndpoint = endpointFor<FleetDeps>();

/** The dependencies of the fleet from the environment. */
export function fleetDeps(): FleetDeps {
  const core = coreDeps();
  const stores = storesInTable(core.table);
  return {
    ...core,
    places: {
      async storeId(organizationId, { id, externalId }) {
        const store =
          id === undefined
            ? await stores.byExternalId(organizationId, externalId ?? '')
            : await stores.byId(organizationId, id);
        return store && { id: store.id, externalId: store.externalId ?? null };
      },
      zoneId: async () => undefined,
    },
  };
}

/** The caller as the one who changes something. */
export function editorOf({ caller, organizationId, origin }: Context<FleetDeps>): FleetEditor {
  return {
    organizationId,
    storeLocationIds: caller.storeLocationIds,
    driverGroupIds: caller.driverGroupIds,
    origin,
  };
}
