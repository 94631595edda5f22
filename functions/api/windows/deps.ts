import type { WindowDeps, WindowEditor } from '../../../lib/ordering/windows/index.ts';
import { type Context, endpointFor } from '../../../lib/platform/http/index.ts';
import { coreDeps } from '../../../lib/platform/runtime/index.ts';
import { placesInTable } from '../../compose/places.ts';

/** An endpoint of delivery windows. */
export const windowEndpoint = endpointFor<WindowDeps>();

/** The dependencies of delivery windows from the environment. */
export function windowDeps(): WindowDeps {
  const core = coreDeps();
  return { ...core, places: placesInTable(core.table) };
}

/** The caller as the actor of a change. */
export function editorOf({ caller, organizationId, origin }: Context<WindowDeps>): WindowEditor {
  return { organizationId, storeLocationIds: caller.storeLocationIds, origin };
}
