import type { CoreDeps } from '../../platform/runtime/index.ts';

/** Finds the places that shifts name. Their areas answer. */
export interface PlaceDirectory {
  /** Id of the store location, by its id or external id. */
  storeId(
    organizationId: string,
    store: { readonly id?: string | undefined; readonly externalId?: string | undefined },
  ): Promise<{ readonly id: string; readonly externalId: string | null } | undefined>;
  /** Id of the zone, by its id or external id. */
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
  /** Store locations to which the caller is limited; null = no limit. */
  readonly storeLocationIds: readonly string[] | null;
  /** Driver groups to which the caller is limited; null = no limit. */
  readonly driverGroupIds: readonly string[] | null;
}

/** Each list of the fleet is in one partition: rosters change by tens of requests a second, not by thousands. */
export const FLEET_SHARDS = 1;
