import { auditedChange } from '../../platform/audit/index.ts';
import { toInstant } from '../../platform/core/clock.ts';
import { commit } from '../../platform/core/commit.ts';
import { refuseOtherVersion } from '../../platform/core/expected-version.ts';
import type { Origin } from '../../platform/core/origin.ts';
import { isRefusal, type Refusal } from '../../platform/core/refusal.ts';
import type { CoreDeps } from '../../platform/runtime/index.ts';
import { type Stored, save, type Table } from '../../platform/table/index.ts';
import { readStoresByName, type StoreLocation } from '../stores/index.ts';
import { type Inventory, inventoryEntity } from './inventory.ts';
import type { Product } from './product.ts';
import { findProducts } from './read-products.ts';
import { unknownCatalogueReferences } from './refusals.ts';

/** Fields of a stock except its product and store. */
type StockFields = Pick<
  Inventory,
  'quantity' | 'valueCents' | 'currency' | 'available' | 'location' | 'details' | 'providerConfigs'
>;

/** A stock as callers send it: product and store by id or external id. */
export interface InventoryInput {
  /** Version on which the change is based. */
  readonly version?: number | undefined;
  readonly productId?: string | undefined;
  readonly externalProductId?: string | undefined;
  readonly storeLocationId?: string | undefined;
  readonly externalStoreLocationId?: string | undefined;
  readonly fields: StockFields;
}

/** Stocks of one transaction: two members each. */
const TOGETHER = 50;

/** A row whose product and store were found. */
interface Row {
  readonly product: Product;
  readonly store: StoreLocation;
  readonly fields: StockFields;
  readonly version: number | undefined;
  readonly newId: string;
}

/** Writes the stock of stores. Unknown names refuse all rows, and nothing is written. */
export async function saveInventory(
  deps: CoreDeps,
  editor: { readonly origin: Origin; readonly storeLocationIds: readonly string[] | null },
  inputs: readonly InventoryInput[],
): Promise<readonly Stored<Inventory>[] | Refusal> {
  const { origin, storeLocationIds } = editor;
  const { organizationId } = origin;
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
  const rows: Row[] = [];
  for (const [index, input] of inputs.entries()) {
    const [product, store] = [products[index]?.value, stores[index]?.value];
    const isSeen = store && (storeLocationIds === null || storeLocationIds.includes(store.id));
    if (!product) unknownIds.push(input.productId ?? input.externalProductId ?? '');
    if (!isSeen) unknownIds.push(input.storeLocationId ?? input.externalStoreLocationId ?? '');
    if (product && isSeen) {
      rows.push({
        product,
        store,
        fields: input.fields,
        version: input.version,
        newId: deps.ids.next('inv'),
      });
    }
  }
  if (unknownIds.length > 0) {
    const unknown = [...new Set(unknownIds)];
    return unknownCatalogueReferences(
      `Unknown products or store locations: ${unknown.map((id) => `"${id}"`).join(', ')}. Send existing ids.`,
      { unknownIds: unknown },
    );
  }
  // Of rows with the same product and store the last one wins.
  const last = new Map(rows.map((row) => [`${row.store.id} ${row.product.id}`, row] as const));
  const wanted = [...last.values()];
  const stale = wanted.length > TOGETHER && (await refuseStale(deps.table, organizationId, wanted));
  if (stale) return stale;
  const saved: Stored<Inventory>[] = [];
  for (let start = 0; start < wanted.length; start += TOGETHER) {
    const written = await commit(deps, { what: 'inventory' }, () =>
      writeAll(deps, origin, wanted.slice(start, start + TOGETHER)),
    );
    if (isRefusal(written)) return written;
    saved.push(...written);
  }
  return saved;
}

/**
 * Refuses all rows, including those of other transactions, when one is based on another version than the
 * current one.
 */
async function refuseStale(
  table: Table,
  organizationId: string,
  rows: readonly Row[],
): Promise<Refusal | undefined> {
  const based = rows.filter(({ version }) => version !== undefined);
  return staleAmong(based, await stocksOf(table, organizationId, based));
}

function staleAmong(
  rows: readonly Row[],
  stored: readonly (Stored<Inventory> | undefined)[],
): Refusal | undefined {
  for (const [index, { version }] of rows.entries()) {
    const stale = refuseOtherVersion(version, stored[index] ?? { version: 0 });
    if (stale) return stale;
  }
  return undefined;
}

function stocksOf(table: Table, organizationId: string, rows: readonly Row[]) {
  return table.getMany(
    inventoryEntity,
    rows.map(({ product, store }) => ({ organizationId, storeLocationId: store.id, productId: product.id })),
  );
}

async function writeAll(
  { table, clock }: CoreDeps,
  origin: Origin,
  rows: readonly Row[],
): Promise<readonly Stored<Inventory>[] | Refusal | undefined> {
  const { organizationId } = origin;
  const before = await stocksOf(table, organizationId, rows);
  const stale = staleAmong(rows, before);
  if (stale) return stale;
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
    next.flatMap(({ value }, index) => [
      save(inventoryEntity, before[index], value),
      auditedChange(origin, {
        entityType: 'inventory',
        entityId: value.id,
        action: before[index] ? 'updated' : 'created',
        at: now,
        before: before[index]?.value ?? null,
        after: value,
        isConfiguration: false,
      }),
    ]),
  );
  return outcome.ok ? next : undefined;
}
