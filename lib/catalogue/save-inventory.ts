import { toInstant } from '../core/clock.ts';
import { isRefusal, type Refusal } from '../core/refusal.ts';
import { retryLostRaces } from '../core/retry-lost-races.ts';
import type { CoreDeps } from '../runtime/index.ts';
import { readStoresByName, type StoreLocation } from '../stores/index.ts';
import { type Stored, save } from '../table/index.ts';
import { type Inventory, inventoryEntity } from './inventory.ts';
import type { Product } from './product.ts';
import { findProducts } from './read-products.ts';
import { catalogueContention, unknownCatalogueReferences } from './refusals.ts';

/** Fields of a stock that do not say whose it is. */
type StockFields = Pick<
  Inventory,
  'quantity' | 'valueCents' | 'currency' | 'available' | 'location' | 'details' | 'providerConfigs'
>;

/** A stock as callers send it: product and store by id or external id. */
export interface InventoryInput {
  readonly productId?: string | undefined;
  readonly externalProductId?: string | undefined;
  readonly storeLocationId?: string | undefined;
  readonly externalStoreLocationId?: string | undefined;
  readonly fields: StockFields;
}

/** Stocks of one transaction. */
const TOGETHER = 90;

const TRIES = 8;

/** Writes what stores have of products. Names that are unknown refuse all of them before anything is written. */
export async function saveInventory(
  deps: CoreDeps,
  editor: { readonly organizationId: string; readonly storeLocationIds: readonly string[] | null },
  inputs: readonly InventoryInput[],
): Promise<readonly Stored<Inventory>[] | Refusal> {
  const { organizationId, storeLocationIds } = editor;
  const [products, stores] = await Promise.all([
    findProducts(
      deps.table,
      organizationId,
      inputs.map(({ productId: id, externalProductId: externalId }) => ({ id, externalId })),
    ),
    readStoresByName(
      deps.table,
      organizationId,
      inputs.map(({ storeLocationId: id, externalStoreLocationId: externalId }) => ({ id, externalId })),
    ),
  ]);
  const unknownIds: string[] = [];
  const rows: { product: Product; store: StoreLocation; fields: StockFields; newId: string }[] = [];
  for (const [index, input] of inputs.entries()) {
    const [product, store] = [products[index]?.value, stores[index]?.value];
    const isSeen = store && (storeLocationIds === null || storeLocationIds.includes(store.id));
    if (!product) unknownIds.push(input.productId ?? input.externalProductId ?? '');
    if (!isSeen) unknownIds.push(input.storeLocationId ?? input.externalStoreLocationId ?? '');
    if (product && isSeen) rows.push({ product, store, fields: input.fields, newId: deps.ids.next('inv') });
  }
  if (unknownIds.length > 0) {
    const unknown = [...new Set(unknownIds)];
    return unknownCatalogueReferences(
      `There are no products or store locations ${unknown.map((id) => `"${id}"`).join(', ')}. Send ids of those that exist.`,
      { unknownIds: unknown },
    );
  }
  // Of rows of one product and store the last one holds.
  const last = new Map(rows.map((row) => [`${row.store.id} ${row.product.id}`, row] as const));
  const wanted = [...last.values()];
  const saved: Stored<Inventory>[] = [];
  for (let start = 0; start < wanted.length; start += TOGETHER) {
    const written = await retryLostRaces(TRIES, () =>
      writeTogether(deps, organizationId, wanted.slice(start, start + TOGETHER)),
    );
    if (!written || isRefusal(written)) {
      return catalogueContention('The inventory is being changed by others; send the request again.');
    }
    saved.push(...written);
  }
  return saved;
}

async function writeTogether(
  { table, clock }: CoreDeps,
  organizationId: string,
  rows: readonly { product: Product; store: StoreLocation; fields: StockFields; newId: string }[],
): Promise<readonly Stored<Inventory>[] | undefined> {
  const before = await table.getMany(
    inventoryEntity,
    rows.map(({ product, store }) => ({ organizationId, storeLocationId: store.id, productId: product.id })),
  );
  const now = toInstant(clock.now());
  const next = rows.map(({ product, store, fields, newId }, index): Stored<Inventory> => {
    const known = before[index];
    return {
      value: {
        ...fields,
        organizationId,
        id: known?.value.id ?? newId,
        productId: product.id,
        externalProductId: product.externalIdentifier,
        sku: product.sku,
        productName: product.name,
        storeLocationId: store.id,
        externalStoreLocationId: store.externalId ?? null,
        createdAt: known?.value.createdAt ?? now,
        updatedAt: now,
      },
      version: (known?.version ?? 0) + 1,
    };
  });
  const outcome = await table.write(
    next.map(({ value }, index) => save(inventoryEntity, before[index], value)),
  );
  return outcome.ok ? next : undefined;
}
