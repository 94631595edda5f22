import { storesInTable } from '../lib/stores/index.ts';
import type { Table } from '../lib/table/index.ts';
import type { WindowPlaces } from '../lib/windows/index.ts';

/** Store locations and zones of the table, as fleet and windows look them up. */
export function placesInTable(table: Table): WindowPlaces {
  const stores = storesInTable(table);
  return Object.freeze({
    async storeId(organizationId: string, wanted: Parameters<WindowPlaces['storeId']>[1]) {
      const { id, externalId } = wanted;
      const store =
        id === undefined
          ? await stores.byExternalId(organizationId, externalId ?? '')
          : await stores.byId(organizationId, id);
      return store && { id: store.id, externalId: store.externalId ?? null };
    },
    zoneId: async () => undefined,
    covers: async () => false,
  });
}
