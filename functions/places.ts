import { storesInTable } from '../lib/stores/index.ts';
import type { Table } from '../lib/table/index.ts';
import type { WindowPlaces } from '../lib/windows/index.ts';
import { covers, zonesInTable } from '../lib/zones/index.ts';

/** Store locations and zones of the table, as fleet and windows look them up. */
export function placesInTable(table: Table): WindowPlaces {
  const stores = storesInTable(table);
  const zones = zonesInTable(table);
  return Object.freeze({
    async storeId(organizationId: string, wanted: Parameters<WindowPlaces['storeId']>[1]) {
      const { id, externalId } = wanted;
      const store =
        id === undefined
          ? await stores.byExternalId(organizationId, externalId ?? '')
          : await stores.byId(organizationId, id);
      return store && { id: store.id, externalId: store.externalId ?? null };
    },
    async zoneId(organizationId: string, wanted: Parameters<WindowPlaces['zoneId']>[1]) {
      const { id, externalId } = wanted;
      const zone =
        id === undefined
          ? await zones.byExternalId(organizationId, externalId ?? '')
          : await zones.byId(organizationId, id);
      return zone && { id: zone.id, externalId: zone.externalId ?? null };
    },
    async covers(organizationId: string, zoneId: string, place: Parameters<WindowPlaces['covers']>[2]) {
      const zone = await zones.byId(organizationId, zoneId);
      return zone !== undefined && covers(zone.coverageArea, place);
    },
  });
}
