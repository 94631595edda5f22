import type { Table } from '../../platform/table/index.ts';
import { countPlaces, placesOn } from './capacity.ts';
import type { CapacityLimit } from './day-capacity.ts';
import { type StoreLocation, storeExternalIdEntity, storeLocationEntity } from './store-location.ts';

/** Finds the organization's stores, except deleted ones. */
export interface StoreDirectory {
  byId(organizationId: string, id: string): Promise<StoreLocation | undefined>;
  byExternalId(organizationId: string, externalId: string): Promise<StoreLocation | undefined>;
  /** Number of other orders with a place at the store on a date, in the part of the day that a limit is about. */
  placesTaken(
    of: { readonly organizationId: string; readonly storeLocationId: string; readonly date: string },
    limit: CapacityLimit,
    exceptOrderId?: string,
  ): Promise<number>;
}

/** The stores in the table: 1 call by id, 2 by external id, all of them strongly consistent. */
export function storesInTable(table: Table): StoreDirectory {
  const byId = async (organizationId: string, id: string) => {
    const stored = await table.get(storeLocationEntity, { organizationId, id });
    return stored && !stored.value.isDeleted ? stored.value : undefined;
  };
  return Object.freeze({
    byId,
    async byExternalId(organizationId: string, externalId: string) {
      const claim = await table.get(storeExternalIdEntity, { organizationId, externalId });
      return claim && byId(organizationId, claim.value.storeLocationId);
    },
    placesTaken: async (
      of: Parameters<StoreDirectory['placesTaken']>[0],
      limit: CapacityLimit,
      exceptOrderId?: string,
    ) => countPlaces(await placesOn(table, of), limit, exceptOrderId),
  });
}

/** The same directory, but each store is read only once: for use during one assessment. */
export function rememberingStores(stores: StoreDirectory): StoreDirectory {
  const known = new Map<string, Promise<StoreLocation | undefined>>();
  return {
    ...stores,
    byId(organizationId, id) {
      const found = known.get(id) ?? stores.byId(organizationId, id);
      known.set(id, found);
      return found;
    },
    async byExternalId(organizationId, externalId) {
      const store = await stores.byExternalId(organizationId, externalId);
      if (store) known.set(store.id, Promise.resolve(store));
      return store;
    },
  };
}
