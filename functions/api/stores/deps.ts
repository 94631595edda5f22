import { geocoderOfEnvironment } from '../../../lib/engines/geocoding/index.ts';
import { findShiftsAt } from '../../../lib/fleet/fleet/index.ts';
import { findJobsOfStore } from '../../../lib/fulfilment/jobs/index.ts';
import { findOrdersOfStore } from '../../../lib/ordering/orders/index.ts';
import { findWindowsAt } from '../../../lib/ordering/windows/index.ts';
import type { FindReferrers, StoreDeps, StoreEditor } from '../../../lib/places/stores/index.ts';
import { findRestrictionsOf, findZonesOfStore, planStoreZones } from '../../../lib/places/zones/index.ts';
import { type Context, endpointFor } from '../../../lib/platform/http/index.ts';
import { coreDeps, onFirstUse } from '../../../lib/platform/runtime/index.ts';

/** What the endpoints of stores need. */
export interface StoresAreaDeps extends StoreDeps {
  /** What may refer to a store, by area. */
  readonly findReferrers: readonly FindReferrers[];
  readonly planZones: NonNullable<StoreDeps['planZones']>;
}

export const storeEndpoint = endpointFor<StoresAreaDeps>();

/** The dependencies from the environment. */
export function storesDeps(): StoresAreaDeps {
  const core = coreDeps();
  return {
    ...core,
    geocoder: onFirstUse(() => geocoderOfEnvironment(core.log)),
    findReferrers: storeReferrers(core),
    planZones: storeZones(core),
  };
}

/** Writes which zones a store serves. */
export function storeZones({ table }: Pick<StoresAreaDeps, 'table'>): StoresAreaDeps['planZones'] {
  return (origin, storeLocationId, zones, at) => planStoreZones(table, origin, storeLocationId, zones, at);
}

/** Everything that may refer to a store. */
export function storeReferrers(core: Parameters<typeof findOrdersOfStore>[0]): readonly FindReferrers[] {
  return [
    (owner, id) => findOrdersOfStore(core, owner, id),
    (owner, id) => findJobsOfStore(core, owner, id),
    ({ organizationId }, id) => findZonesOfStore(core.table, organizationId, id),
    ({ organizationId }, id) => findWindowsAt(core, organizationId, id),
    ({ organizationId }, id) => findShiftsAt(core, organizationId, id),
    ({ organizationId }, id) => findRestrictionsOf(core.table, organizationId, id),
  ];
}

/** The caller as the actor of a change. */
export function editorOf({
  caller,
  origin,
  expectedVersion,
}: Context<StoresAreaDeps>): StoreEditor & { readonly listShards: number } {
  const { organizationId, storeLocationIds, listShards, preferences } = caller;
  const timeZone = preferences?.timeZone;
  return { organizationId, storeLocationIds, listShards, origin, expectedVersion, timeZone };
}
