import { defineArea, serveArea } from '../../../lib/platform/http/index.ts';
import { coreDeps } from '../../../lib/platform/runtime/index.ts';
import { getProduct } from './get-product.ts';
import { getProductByIdentifier } from './get-product-by-identifier.ts';
import { listInventory } from './list-inventory.ts';
import { listProducts } from './list-products.ts';
import { saveInventory } from './save-inventory.ts';
import { saveProducts } from './save-products.ts';

/** The catalogue: products, and the stock of each store. */
export const catalogueArea = defineArea({
  name: 'catalogue',
  endpoints: [saveProducts, listProducts, getProductByIdentifier, getProduct, saveInventory, listInventory],
  uses: { table: 'readWrite' },
});

export const handler = serveArea(catalogueArea, coreDeps);
