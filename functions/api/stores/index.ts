import { defineArea, serveArea } from '../../../lib/platform/http/index.ts';
import { createStore } from './create-store.ts';
import { deleteStore } from './delete-store.ts';
import { type StoresAreaDeps, storesDeps } from './deps.ts';
import { findStore } from './find-store.ts';
import { getDayCapacity } from './get-day-capacity.ts';
import { getStore } from './get-store.ts';
import { getStoreByExternalId } from './get-store-by-external-id.ts';
import { listStores } from './list-stores.ts';
import { setDayCapacity } from './set-day-capacity.ts';
import { setDefaultCapacity } from './set-default-capacity.ts';
import { updateStore } from './update-store.ts';
import { upsertNamedStore } from './upsert-named-store.ts';
import { upsertStore } from './upsert-store.ts';
import { upsertStores } from './upsert-stores.ts';

/** Store locations: where orders come from and, at times, go to. */
export const storesArea = defineArea<StoresAreaDeps>({
  name: 'stores',
  endpoints: [
    createStore,
    listStores,
    upsertStore,
    upsertStores,
    upsertNamedStore,
    getStoreByExternalId,
    findStore,
    getStore,
    updateStore,
    deleteStore,
    setDefaultCapacity,
    setDayCapacity,
    getDayCapacity,
  ],
  uses: { table: 'readWrite', geocodes: true },
});

export const handler = serveArea(storesArea, storesDeps);
