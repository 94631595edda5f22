import type { Table } from '../../platform/table/index.ts';
import type { Inventory } from './inventory.ts';
import type { Product } from './product.ts';
import { stocksAt } from './read-inventory.ts';
import { findProducts, type ProductName } from './read-products.ts';

/** Finds the organization's products, and the stock of a store. */
export interface ProductDirectory {
  /** Products by their names, in that order; undefined for an unknown one. */
  find(organizationId: string, names: readonly ProductName[]): Promise<readonly (Product | undefined)[]>;
  /** The stock of products in a store, in their order. */
  stocks(
    organizationId: string,
    storeLocationId: string,
    productIds: readonly string[],
  ): Promise<readonly (Inventory | undefined)[]>;
}

/** The products in the table. */
export function productsInTable(table: Table): ProductDirectory {
  return Object.freeze({
    find: async (organizationId: string, names: readonly ProductName[]) =>
      (await findProducts(table, organizationId, names)).map((stored) => stored?.value),
    stocks: (organizationId: string, storeLocationId: string, productIds: readonly string[]) =>
      stocksAt(table, organizationId, storeLocationId, productIds),
  });
}
