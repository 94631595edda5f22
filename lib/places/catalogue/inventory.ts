import * as z from 'zod';
import { defineEntity } from '../../platform/table/index.ts';

/** Fields of a stock that callers send and get back unchanged. */
export const inventoryFields = {
  quantity: z.int(),
  /** Price of one at this store. */
  valueCents: z.int().nullable(),
  currency: z.string().nullable(),
  available: z.boolean(),
  /** Place in the store. */
  location: z
    .object({ aisle: z.string().nullable(), bay: z.string().nullable(), shelf: z.string().nullable() })
    .nullable(),
  details: z.record(z.string(), z.unknown()).nullable(),
  providerConfigs: z.array(z.record(z.string(), z.unknown())),
};

const inventorySchema = z.object({
  organizationId: z.string(),
  /** `inv_...` */
  id: z.string(),
  productId: z.string(),
  externalProductId: z.string().nullable(),
  sku: z.string().nullable(),
  productName: z.string(),
  storeLocationId: z.string(),
  externalStoreLocationId: z.string().nullable(),
  ...inventoryFields,
  createdAt: z.string(),
  updatedAt: z.string(),
});

/** Stock of a product in a store. */
export type Inventory = z.infer<typeof inventorySchema>;

export const inventoryRowSchema = inventorySchema.omit({ organizationId: true });

export const inventoryEntity = defineEntity<
  Inventory,
  Pick<Inventory, 'organizationId' | 'storeLocationId' | 'productId'>
>({
  name: 'inventory',
  schema: inventorySchema,
  // Stocks of a store and product are read one by one: each has its own partition, so that files spread over many.
  partition: ({ organizationId, storeLocationId, productId }) => ({
    organizationId,
    type: 'inventory',
    id: `${storeLocationId}@${productId}`,
  }),
  sort: () => ({ kind: 'state', parts: [] }),
  list: {
    name: 'inventoryByCreation',
    shard: () => 0,
    at: ({ createdAt }) => createdAt,
    id: ({ id }) => id,
    row: (inventory) => inventoryRowSchema.parse(inventory),
  },
  lookup: { name: 'inventoryById', value: ({ id }) => id },
});
