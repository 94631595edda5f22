import {
  isPartOf,
  LISTING_LIMITS,
  type ListedPage,
  listPage,
  scanList,
} from '../../platform/listing/index.ts';
import type { CoreDeps } from '../../platform/runtime/index.ts';
import type { Stored, Table } from '../../platform/table/index.ts';
import { type Inventory, inventoryEntity, inventoryRowSchema } from './inventory.ts';
import { likeness } from './likeness.ts';

/** Filter of a list of stocks; absent fields do not filter. */
export interface InventoryQuery {
  readonly search?: string | undefined;
  /** Words to match the product; the best match comes first. */
  readonly semanticSearch?: string | undefined;
  readonly ids?: readonly string[] | undefined;
  readonly skus?: readonly string[] | undefined;
  readonly externalStoreLocationId?: string | undefined;
  readonly externalProductId?: string | undefined;
  readonly createdFrom?: string | undefined;
}

/** A page of stocks, newest first, each once while others are created; a limited caller sees those of its stores. */
export async function listInventory(
  deps: Pick<CoreDeps, 'table' | 'clock'>,
  caller: {
    readonly organizationId: string;
    readonly keyId: string;
    readonly storeLocationIds: readonly string[] | null;
  },
  query: InventoryQuery,
  page: { readonly limit: number; readonly offset: number },
): Promise<Omit<ListedPage<never>, 'rows'> & { readonly inventory: readonly Stored<Inventory>[] }> {
  const { organizationId, storeLocationIds } = caller;
  const { rows, ...counts } = await listPage(deps, caller, {
    prefix: 'inv_',
    query: { ...query, storeLocationIds },
    ...page,
    async collect() {
      const { rows, isExact } = await scanList(
        deps,
        {
          entity: inventoryEntity,
          organizationId,
          shards: 1,
          startDate: '1970-01-01T00:00:00.000Z',
          createdFrom: query.createdFrom,
          read(indexed) {
            const row = inventoryRowSchema.parse(indexed);
            const { ids, skus, externalStoreLocationId, externalProductId } = query;
            const isSeen = storeLocationIds === null || storeLocationIds.includes(row.storeLocationId);
            const texts = [row.productName, row.sku, row.externalProductId].filter((text) => text !== null);
            const isWanted =
              isSeen &&
              (ids === undefined || ids.includes(row.id)) &&
              (skus === undefined || skus.includes(row.sku ?? '')) &&
              (externalStoreLocationId === undefined ||
                externalStoreLocationId === row.externalStoreLocationId) &&
              (externalProductId === undefined || externalProductId === row.externalProductId) &&
              isPartOf(query.search, texts);
            const rank = isWanted ? likeness(query.semanticSearch ?? '', texts) : undefined;
            return rank === undefined ? undefined : { id: row.id, rank };
          },
        },
        LISTING_LIMITS,
      );
      // Sorting keeps the order of equally similar rows: newest first.
      return { rows: rows.toSorted((a, b) => b.rank - a.rank), isExact };
    },
    read: async (id) => ({ id, rank: 0 }),
  });
  const found = await Promise.all(
    rows.map(({ id }) => deps.table.lookup(inventoryEntity, organizationId, id)),
  );
  return { ...counts, inventory: found.flatMap((stored) => stored.slice(0, 1)) };
}

/** The stock of products in a store, in their order. 1 call per 100. */
export async function stocksAt(
  table: Table,
  organizationId: string,
  storeLocationId: string,
  productIds: readonly string[],
): Promise<readonly (Inventory | undefined)[]> {
  const found = await table.getMany(
    inventoryEntity,
    productIds.map((productId) => ({ organizationId, storeLocationId, productId })),
  );
  return found.map((stored) => stored?.value);
}
