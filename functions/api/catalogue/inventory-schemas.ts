import * as z from 'zod';
import type { Inventory, InventoryInput } from '../../../lib/catalogue/index.ts';
import { instantReply, shortText } from '../../../lib/http/index.ts';
import type { Stored } from '../../../lib/table/index.ts';

const maybe = <Schema extends z.ZodType>(schema: Schema, description: string) =>
  schema
    .nullish()
    .transform((value): z.output<Schema> | null => value ?? null)
    .meta({ description });

const name = (description: string) =>
  shortText(255)
    .nullish()
    .transform((value) => value ?? undefined)
    .meta({ description });

const place = (description: string) => maybe(z.string().max(100), description);

const details = maybe(
  z.object({
    weightedItemInfo: maybe(
      z.object({ valueCentsPerMeasurementUnit: maybe(z.int(), 'Price of a unit of weight in cents.') }),
      'How it is sold by weight.',
    ),
    taxPercentage: maybe(z.number(), 'Tax in percent.'),
  }),
  'More about it.',
);

/** A stock as callers send it. */
export const inventoryBody = z
  .object({
    productId: name('Id of the product, `prd_...`; or its external id.'),
    externalProductId: name("The caller's own id of the product."),
    storeLocationId: name('Id of the store location, `store_...`; or its external id.'),
    externalStoreLocationId: name("The caller's own id of the store location."),
    quantity: z
      .int()
      .min(0)
      .nullish()
      .transform((value) => value ?? 0)
      .meta({ description: 'How many there are; default 0.' }),
    valueCents: maybe(z.int().min(0), 'Price of one in cents.'),
    currency: maybe(z.string().max(3), 'Currency of the price, ISO 4217.'),
    available: z.boolean().meta({ description: 'Whether it can be ordered.' }),
    location: maybe(
      z.object({ aisle: place('Aisle.'), bay: place('Bay.'), shelf: place('Shelf.') }),
      'Where it lies in the store.',
    ),
    details,
    providerConfigs: z
      .array(
        z.object({
          provider: shortText(200).meta({ description: 'The provider.' }),
          serviceType: shortText(200).meta({ description: 'Its service.' }),
          valueCents: z.int().meta({ description: 'Price of one there in cents.' }),
          currency: z.string().max(3).meta({ description: 'Currency of that price.' }),
          details,
          available: maybe(z.boolean(), 'Whether it can be ordered there.'),
          discount: maybe(
            z.object({
              valueCents: z.int().meta({ description: 'What it is cheaper by, in cents.' }),
              startTime: z.string().max(50).meta({ description: 'When that starts.' }),
              endTime: z.string().max(50).meta({ description: 'When that ends.' }),
            }),
            'A discount there.',
          ),
          taxPercentage: maybe(z.number(), 'Tax in percent.'),
        }),
      )
      .max(50)
      .nullish()
      .transform((values) => values ?? [])
      .meta({ description: 'How it is sold at providers.' }),
  })
  .meta({ id: 'InventoryInput' });

/** A row of a request as the domain takes it. */
export function readInventoryRow(row: z.output<typeof inventoryBody>): InventoryInput {
  const { productId, externalProductId, storeLocationId, externalStoreLocationId, ...fields } = row;
  return { productId, externalProductId, storeLocationId, externalStoreLocationId, fields };
}

/** A stock in replies. */
export const inventoryReply = z
  .object({
    id: z.string(),
    productId: z.string(),
    externalProductId: z.string().nullable(),
    sku: z.string().nullable(),
    productName: z.string(),
    storeLocationId: z.string(),
    externalStoreLocationId: z.string().nullable(),
    quantity: z.int(),
    valueCents: z.int().nullable(),
    currency: z.string().nullable(),
    available: z.boolean(),
    location: z
      .object({ aisle: z.string().nullable(), bay: z.string().nullable(), shelf: z.string().nullable() })
      .nullable(),
    details: z.record(z.string(), z.unknown()).nullable(),
    providerConfigs: z.array(z.record(z.string(), z.unknown())),
    version: z.int(),
    createdAt: instantReply,
    updatedAt: instantReply,
  })
  .meta({ id: 'Inventory' });

/** A stored stock in its wire form. */
export function renderInventory({
  value: { organizationId: _, ...inventory },
  version,
}: Stored<Inventory>): z.input<typeof inventoryReply> {
  return { ...inventory, version };
}
