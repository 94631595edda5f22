import { endpointFor } from '../../../lib/http/index.ts';
import { findOrdersOfZone } from '../../../lib/orders/index.ts';
import { type CoreDeps, coreDeps } from '../../../lib/runtime/index.ts';
import type { FindReferrers } from '../../../lib/stores/index.ts';

/** What the endpoints of zones need. */
export interface ZonesAreaDeps extends CoreDeps {
  /** Who may refer to a zone, by area. */
  readonly findReferrers: readonly FindReferrers[];
}

export const zoneEndpoint = endpointFor<ZonesAreaDeps>();

/** The dependencies from the environment. */
export function zonesDeps(): ZonesAreaDeps {
  const core = coreDeps();
  return { ...core, findReferrers: zoneReferrers(core) };
}

/** Everything that may refer to a zone. */
export function zoneReferrers(core: CoreDeps): readonly FindReferrers[] {
  return [(owner, id) => findOrdersOfZone(core, owner, id)];
}
