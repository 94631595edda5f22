import type { Table } from '../../platform/table/index.ts';
import { readStores } from './read-store.ts';
import { storeLocationEntity } from './store-location.ts';

/** Places of an organization's newest stores, at most 100. 2 calls. */
export async function pointsOfStores(
  table: Table,
  organizationId: string,
): Promise<readonly { readonly lat: number; readonly lng: number }[]> {
  const rows = await table.list(storeLocationEntity, {
    organizationId,
    shards: 1,
    direction: 'DESC',
    limit: 100,
  });
  const stores = await readStores(
    table,
    organizationId,
    rows.map(({ id }) => id),
  );
  return stores.flatMap(({ value: { address } }) =>
    address.Lat === undefined || address.Lng === undefined ? [] : [{ lat: address.Lat, lng: address.Lng }],
  );
}
