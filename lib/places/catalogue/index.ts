export type { Inventory } from './inventory.ts';
export type { Product } from './product.ts';
export { type ProductDirectory, productsInTable } from './product-directory.ts';
export { listInventory } from './read-inventory.ts';
export { listProducts, readProduct, readProductByIdentifier } from './read-products.ts';
export { productNotFound, unknownCatalogueReferences } from './refusals.ts';
export { type InventoryInput, saveInventory } from './save-inventory.ts';
export { type ProductInput, saveProducts } from './save-products.ts';
