import * as z from 'zod';
import { defineEntity } from '../../platform/table/index.ts';

const text = z.string().nullable();

/** Fields of a product that callers send and get back unchanged. */
export const productFields = {
  externalIdentifier: text,
  sku: text,
  name: z.string(),
  description: text,
  imageUrls: z.array(z.string()),
  categories: z.array(z.string()),
  /** Kilograms. */
  weight: z.number(),
  /** Centimetres. */
  dimensions: z.object({
    depth: z.number().nullable(),
    width: z.number().nullable(),
    height: z.number().nullable(),
  }),
  /** Barcodes and the like. */
  identifiers: z.array(z.object({ type: z.string(), value: z.string() })),
  attributes: z.array(z.string()),
  details: z.record(z.string(), z.unknown()).nullable(),
  providerConfigs: z.array(
    z.object({
      provider: z.string(),
      serviceType: z.string(),
      categories: z.array(z.string()).nullable(),
      enabled: z.boolean().nullable(),
    }),
  ),
};

const productSchema = z.object({
  organizationId: z.string(),
  /** `prd_...` */
  id: z.string(),
  ...productFields,
  createdAt: z.string(),
  updatedAt: z.string(),
});

/** Something that an organization sells. */
export type Product = z.infer<typeof productSchema>;

export const productRowSchema = productSchema
  .pick({ id: true, externalIdentifier: true, sku: true, name: true })
  .extend({ codes: z.array(z.string()) });

/** A product in lists. */
export type ProductRow = z.infer<typeof productRowSchema>;

export const productEntity = defineEntity<Product, Pick<Product, 'organizationId' | 'id'>>({
  name: 'product',
  schema: productSchema,
  partition: ({ organizationId, id }) => ({ organizationId, type: 'product', id }),
  sort: () => ({ kind: 'state', parts: [] }),
  list: {
    name: 'productsByCreation',
    // Products arrive in files of some thousands: one partition takes a thousand a second.
    shard: () => 0,
    at: ({ createdAt }) => createdAt,
    id: ({ id }) => id,
    row: (product) =>
      productRowSchema.parse({ ...product, codes: product.identifiers.map(({ value }) => value) }),
  },
});

const claimSchema = z.object({
  organizationId: z.string(),
  externalIdentifier: z.string(),
  productId: z.string(),
});

/** Says which product has an external identifier; at most one has it. */
export const productIdentifierEntity = defineEntity<
  z.infer<typeof claimSchema>,
  { organizationId: string; externalIdentifier: string }
>({
  name: 'productIdentifier',
  schema: claimSchema,
  partition: ({ organizationId, externalIdentifier }) => ({
    organizationId,
    type: 'product-identifier',
    id: externalIdentifier,
  }),
  sort: () => ({ kind: 'state', parts: [] }),
});
