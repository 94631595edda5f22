import type { WindowPlaces } from '../../lib/ordering/windows/index.ts';
import { storesInTable } from '../../lib/places/stores/index.ts';
import { covers, zonesInTable } from '../../lib/places/zones/index.ts';
import { onFirstUse } from '../../lib/platform/runtime/index.ts';
import type { Table } from '../../lib/platform/table/index.ts';

/** Store locations and zones in the table, as fleet and windows look them up. */
export function placesInTable(table: Table): WindowPlaces {
  const stores = onFirstUse(() => storesInTable(table));
  const zones = onFirstUse(() => zonesInTable(table));
  const named = (
    found: { readonly id: string; readonly externalId?: string | null | undefined } | undefined,
  ) => found && { id: found.id, externalId: found.externalId ?? null };
  return Object.freeze({
    async storeId(organizationId: string, { id, externalId }: Parameters<WindowPlaces['storeId']>[1]) {
      const store =
        id === undefined
          ? await stores.byExternalId(organizationId, externalId ?? '')
          : await stores.byId(organizationId, id);
      return store && { id: store.id, externalId: store.externalId ?? null, timeZone: store.timeZoneId };
    },
    zoneId: async (organizationId: string, { id, externalId }: Parameters<WindowPlaces['zoneId']>[1]) =>
      named(
        id === undefined
          ? await zones.byExternalId(organizationId, externalId ?? '')
          : await zones.byId(organizationId, id),
      ),
    async restrictedWindows(organizationId: string, place: Parameters<WindowPlaces['restrictedWindows']>[1]) {
      return (await zones.restrictedAt(organizationId, place)).deliveryWindowIds;
    },
    async covers(organizationId: string, zoneId: string, place: Parameters<WindowPlaces['covers']>[2]) {
      const zone = await zones.byId(organizationId, zoneId);
      return zone !== undefined && covers(zone.coverageArea, place);
    },
  });
}
