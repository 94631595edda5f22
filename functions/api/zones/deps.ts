import { findShiftsAt } from '../../../lib/fleet/fleet/index.ts';
import { findStrategiesOfZone } from '../../../lib/fulfilment/strategies/index.ts';
import { findOrdersOfZone } from '../../../lib/ordering/orders/index.ts';
import { findWindowsAt } from '../../../lib/ordering/windows/index.ts';
import type { FindReferrers } from '../../../lib/places/stores/index.ts';
import { findRestrictionsOf } from '../../../lib/places/zones/index.ts';
import { endpointFor } from '../../../lib/platform/http/index.ts';
import { type CoreDeps, coreDeps } from '../../../lib/platform/runtime/index.ts';
import { findTriggersOfZone } from '../../../lib/reactions/notifications/index.ts';
import { unknownProviders } from '../../compose/unknown-providers.ts';

/** What the endpoints of zones need. */
export interface ZonesAreaDeps extends CoreDeps {
  /** What may refer to a zone, by area. */
  readonly findReferrers: readonly FindReferrers[];
  /** Those of these ids that no provider of the organization has. */
  readonly unknownProviders: typeof unknownProviders;
}

export const zoneEndpoint = endpointFor<ZonesAreaDeps>();

/** The dependencies from the environment. */
export function zonesDeps(): ZonesAreaDeps {
  const core = coreDeps();
  return { ...core, findReferrers: zoneReferrers(core), unknownProviders };
}

/** Everything that may refer to a zone. */
export function zoneReferrers(core: CoreDeps): readonly FindReferrers[] {
  return [
    (owner, id) => findOrdersOfZone(core, owner, id),
    ({ organizationId }, id) => findWindowsAt(core, organizationId, id),
    ({ organizationId }, id) => findShiftsAt(core, organizationId, id),
    ({ organizationId }, id) => findRestrictionsOf(core.table, organizationId, id),
    ({ organizationId }, id) => findStrategiesOfZone(core.table, organizationId, id),
    ({ organizationId }, id) => findTriggersOfZone(core.table, organizationId, id),
  ];
}
