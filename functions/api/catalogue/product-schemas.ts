import * as z from 'zod';
import type { Product, ProductInput } from '../../../lib/places/catalogue/index.ts';
import { isWebAddress } from '../../../lib/platform/core/web-address.ts';
import { instantReply, rowVersion, shortText } from '../../../lib/platform/http/index.ts';
import type { Stored } from '../../../lib/platform/table/index.ts';

/** Null when left out or null. */
const maybe = <Schema extends z.ZodType>(schema: Schema, description: string) =>
  schema
    .nullish()
    .transform((value): z.output<Schema> | null => value ?? null)
    .meta({ description });

const list = <Schema extends z.ZodType>(schema: Schema, max: number, description: string) =>
  z
    .array(schema)
    .max(max)
    .nullish()
    .transform((values) => values ?? [])
    .meta({ description });

const length = (description: string) => maybe(z.number().min(0).max(1e6), description);

const specification = <Value extends z.ZodType>(value: Value) =>
  z.object({
    value: maybe(value, 'How much.'),
    description: maybe(z.string().max(500), 'Display name.'),
  });

const details = z.object({
  weightedItemInfo: maybe(
    z.object({
      weightPerItem: maybe(z.number(), 'Weight of one.'),
      weightUnit: maybe(z.string().max(20), 'Unit of the weight, such as `kg`.'),
    }),
    'Sale by weight.',
  ),
  sizeSpecification: maybe(specification(z.number()), 'Size of one.'),
  packSizeSpecification: maybe(specification(z.string().max(100)), 'Size of a pack.'),
  skillsRequired: maybe(z.array(z.string().max(100)).max(50), 'Abilities that the driver needs.'),
  dropoffServiceTimeSeconds: maybe(z.int().min(0), 'Handover time in seconds.'),
});

/** A product in requests. */
export const productBody = z
  .object({
    version: rowVersion,
    externalIdentifier: maybe(shortText(255), 'External id, unique among the products of the organization.'),
    sku: maybe(shortText(255), 'Article number.'),
    name: shortText(500).meta({ description: 'Name of the product.' }),
    description: maybe(z.string().max(5_000), 'Description of the product.'),
    imageUrls: list(
      z.string().max(2_000).refine(isWebAddress, 'is not an http(s) URL'),
      20,
      'URLs of pictures.',
    ),
    categories: z
      .array(z.string().max(200))
      .max(50)
      .meta({ description: 'Categories; the first is the main one.' }),
    weight: z.number().min(0).max(1e6).meta({ description: 'Weight of one in kilograms.' }),
    dimensions: z
      .object({
        depth: length('Depth in centimetres.'),
        width: length('Width in centimetres.'),
        height: length('Height in centimetres.'),
      })
      .meta({ description: 'Size of one.' }),
    identifiers: z
      .array(
        z.object({
          type: shortText(50).meta({ description: 'Kind of identifier, such as `UPC` or `barcode`.' }),
          value: shortText(255).meta({ description: 'The identifier.' }),
        }),
      )
      .max(50)
      .meta({ description: 'Barcodes and other identifiers; order items take the first as their barcode.' }),
    attributes: list(z.string().max(200), 100, 'Other labels.'),
    details: maybe(details, 'Additional data.'),
    providerConfigs: list(
      z.object({
        provider: shortText(200).meta({ description: 'The provider.' }),
        serviceType: shortText(200).meta({ description: 'Its service.' }),
        categories: maybe(z.array(z.string().max(200)).max(50), 'Categories at this provider.'),
        enabled: maybe(z.boolean(), 'Whether it is sold at this provider.'),
      }),
      50,
      'How providers sell it.',
    ),
  })
  .meta({ id: 'ProductInput' }) satisfies z.ZodType<ProductInput>;

/** A product in replies. */
export const productReply = z
  .object({
    id: z.string(),
    externalIdentifier: z.string().nullable(),
    sku: z.string().nullable(),
    name: z.string(),
    description: z.string().nullable(),
    imageUrls: z.array(z.string()),
    categories: z.array(z.string()),
    weight: z.number(),
    dimensions: z.object({
      depth: z.number().nullable(),
      width: z.number().nullable(),
      height: z.number().nullable(),
    }),
    identifiers: z.array(z.object({ type: z.string(), value: z.string() })),
    attributes: z.array(z.string()),
    details: z.record(z.string(), z.unknown()).nullable(),
    providerConfigs: z.array(z.record(z.string(), z.unknown())),
    version: z.int(),
    createdAt: instantReply,
    updatedAt: instantReply,
  })
  .meta({ id: 'Product' });

/** A stored product in its wire form. */
export function renderProduct({
  value: { organizationId: _, ...product },
  version,
}: Stored<Product>): z.input<typeof productReply> {
  return { ...product, version };
}
