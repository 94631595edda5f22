import { isRefusal } from '../../platform/core/refusal.ts';
import type { Table } from '../../platform/table/index.ts';
import type { Place } from './area/coverage.ts';
import { findZoneByExternalId, readZone } from './read-zone.ts';
import { type RestrictedThere, restrictedAt } from './restricted-at.ts';
import { type StoreAssociation, storeZoneEntity, storeZonesPartition, type Zone } from './zone.ts';
import { readZones, zonesAt } from './zones-at.ts';

/** Finds the organization's zones, except deleted ones. */
export interface ZoneDirectory {
  byId(organizationId: string, id: string): Promise<Zone | undefined>;
  byExternalId(organizationId: string, externalId: string): Promise<Zone | undefined>;
  /** Zones by their ids, in that order. */
  byIds(organizationId: string, ids: readonly string[]): Promise<readonly (Zone | undefined)[]>;
  /** The zones that cover a place. */
  at(organizationId: string, place: Place): Promise<readonly Zone[]>;
  /** What may not serve a place. */
  restrictedAt(organizationId: string, place: Place): Promise<RestrictedThere>;
  /** Ids of the zones that a store serves at an instant. */
  servedBy(organizationId: string, storeLocationId: string, nowMs: number): Promise<readonly string[]>;
}

/** The zones in the table: 1 call by id, by ids and by store, 2 by external id and for a place. */
export function zonesInTable(table: Table): ZoneDirectory {
  return Object.freeze({
    async byId(organizationId: string, id: string) {
      const stored = await readZone(table, organizationId, id);
      return isRefusal(stored) ? undefined : stored.value;
    },
    byExternalId: async (organizationId: string, externalId: string) =>
      (await findZoneByExternalId(table, organizationId, externalId))?.value,
    async byIds(organizationId: string, ids: readonly string[]) {
      const found = await readZones(table, organizationId, ids);
      return found.map((stored) => (stored && !stored.value.isDeleted ? stored.value : undefined));
    },
    at: async (organizationId: string, place: Place) =>
      (await zonesAt(table, organizationId, place)).map(({ value }) => value),
    restrictedAt: (organizationId: string, place: Place) => restrictedAt(table, organizationId, place),
    async servedBy(organizationId: string, storeLocationId: string, nowMs: number) {
      const zones = await table.readAggregate(storeZonesPartition(organizationId, storeLocationId));
      return zones
        .all(storeZoneEntity)
        .filter(({ value }) => appliesAt(value, nowMs))
        .map(({ value }) => value.zoneId);
    },
  });
}

/** The same directory, but what may not serve a place is looked up only once: for several changes of one order. */
export function rememberingZones(zones: ZoneDirectory): ZoneDirectory {
  const known = new Map<string, Promise<RestrictedThere>>();
  return {
    ...zones,
    restrictedAt(organizationId, place) {
      const key = JSON.stringify([organizationId, place]);
      const found = known.get(key) ?? zones.restrictedAt(organizationId, place);
      known.set(key, found);
      return found;
    },
  };
}

/** Whether a store serves a zone at an instant. */
export function appliesAt({ startDate, endDate }: StoreAssociation, nowMs: number): boolean {
  const isBegun = startDate === null || Date.parse(startDate) <= nowMs;
  return isBegun && (endDate === null || Date.parse(endDate) > nowMs);
}

/** The zones that name a store, now or at another time. 1 call. */
export async function findZonesOfStore(
  table: Table,
  organizationId: string,
  storeLocationId: string,
): Promise<readonly { readonly type: 'zone'; readonly id: string }[]> {
  const zones = await table.readAggregate(storeZonesPartition(organizationId, storeLocationId));
  return zones.all(storeZoneEntity).map(({ value }) => ({ type: 'zone' as const, id: value.zoneId }));
}
