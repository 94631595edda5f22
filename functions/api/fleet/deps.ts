import type { FleetDeps, FleetEditor } from '../../../lib/fleet/fleet/index.ts';
import { type Context, endpointFor } from '../../../lib/platform/http/index.ts';
import { coreDeps } from '../../../lib/platform/runtime/index.ts';
import { placesInTable } from '../../compose/places.ts';

/** An endpoint of the fleet. */
export const fleetEndpoint = endpointFor<FleetDeps>();

/** The dependencies of the fleet from the environment. */
export function fleetDeps(): FleetDeps {
  const core = coreDeps();
  return { ...core, places: placesInTable(core.table) };
}

/** The caller as the actor of a change. */
export function editorOf({ caller, organizationId, origin }: Context<FleetDeps>): FleetEditor {
  return {
    organizationId,
    storeLocationIds: caller.storeLocationIds,
    driverGroupIds: caller.driverGroupIds,
    origin,
  };
}
