/** A product as sent, for the documentation. */
export const productBodyExample = {
  externalIdentifier: 'bread-1',
  sku: 'BR-1',
  name: 'Sourdough loaf',
  categories: ['bread'],
  weight: 0.8,
  dimensions: { depth: 12, width: 25, height: 10 },
  identifiers: [{ type: 'barcode', value: '4006381333931' }],
};

/** A product for the documentation. */
export const productExample = {
  ...productBodyExample,
  id: 'prd_01JD8Z6Q4T9V2N5X7C3B1M0K8H',
  description: null,
  imageUrls: [],
  attributes: [],
  details: null,
  providerConfigs: [],
  version: 1,
  createdAt: '2026-03-05T01:11:51.000Z',
  updatedAt: '2026-03-05T01:11:51.000Z',
};

/** A stock as sent, for the documentation. */
export const inventoryBodyExample = {
  externalProductId: 'bread-1',
  externalStoreLocationId: 'bakery-7',
  quantity: 12,
  valueCents: 650,
  currency: 'USD',
  available: true,
};

/** A stock for the documentation. */
export const inventoryExample = {
  ...inventoryBodyExample,
  id: 'inv_01JD8Z6Q4T9V2N5X7C3B1M0K8H',
  productId: productExample.id,
  sku: 'BR-1',
  productName: 'Sourdough loaf',
  storeLocationId: 'store_01JD8Z6Q4T9V2N5X7C3B1M0K8H',
  location: null,
  details: null,
  providerConfigs: [],
  version: 1,
  createdAt: '2026-03-05T01:11:51.000Z',
  updatedAt: '2026-03-05T01:11:51.000Z',
};
