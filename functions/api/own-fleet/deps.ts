import type { AssignmentActor } from '../../../lib/fleet/own-fleet/index.ts';
import { type Context, endpointFor } from '../../../lib/platform/http/index.ts';
import { type CoreDeps, coreDeps } from '../../../lib/platform/runtime/index.ts';

/** An endpoint for the own fleet at work. */
export const ownFleetEndpoint = endpointFor<CoreDeps>();

/** The dependencies from the environment. */
export const ownFleetDeps = coreDeps;

/** On whose behalf assignments are read or changed. */
export function actorOf({ caller, organizationId }: Context): AssignmentActor {
  const { storeLocationIds, driverGroupIds, routeIds } = caller;
  return { organizationId, storeLocationIds, driverGroupIds, routeIds };
}
