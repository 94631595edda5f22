import type { CoreDeps } from '../runtime/index.ts';

/** Finds the places that shifts name. The areas that own them answer. */
export interface PlaceDirectory {
  /** Id of the store location, found by its id or by the caller's own id of it. */
  storeId(
    organizationId: string,
    store: { readonly id?: string | undefined; readonly externalId?: string | undefined },
  ): Promise<{ readonly id: string; readonly externalId: string | null } | undefined>;
  /** Id of the zone, found by its id or by the caller's own id of it. */
  zoneId(
    organizationId: string,
    zone: { readonly id?: string | undefined; readonly externalId?: string | undefined },
  ): Promise<{ readonly id: string; readonly externalId: string | null } | undefined>;
}

/** What changing the fleet needs. */
export interface FleetDeps extends CoreDeps {
  readonly places: PlaceDirectory;
}

/** On whose behalf the fleet is read or changed. */
export interface FleetCaller {
  readonly organizationId: string;
  /** Store locations that the caller is limited to; null = no limit. */
  readonly storeLocationIds: readonly string[] | null;
  /** Driver groups that the caller is limited to; null = no limit. */
  readonly driverGroupIds: readonly string[] | null;
}

/** Lists of the fleet lie in one partition each: rosters are changed by tens of requests a second, not by thousands. */
export const FLEET_SHARDS = 1;

/** How often a change is tried when others change the same thing at the same moment. */
export const TRIES = 8;
