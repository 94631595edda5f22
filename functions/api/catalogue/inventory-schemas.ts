import * as z from 'zod';
import type { Inventory, InventoryInput } from '../../../lib/places/catalogue/index.ts';
import {
  currencyCode,
  instant,
  instantReply,
  rowVersion,
  shortText,
} from '../../../lib/platform/http/index.ts';
import type { Stored } from '../../../lib/platform/table/index.ts';

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
      'Sale by weight.',
    ),
    taxPercentage: maybe(z.number(), 'Tax in percent.'),
  }),
  'Additional data.',
);

/** A stock as callers send it. */
export const inventoryBody = z
  .object({
    version: rowVersion,
    productId: name('Id of the product, `prd_...`.'),
    externalProductId: name('External id of the product.'),
    storeLocationId: name('Id of the store location, `store_...`.'),
    externalStoreLocationId: name('External id of the store location.'),
    quantity: z
      .int()
      .min(0)
      .nullish()
      .transform((value) => value ?? 0)
      .meta({ description: 'Quantity in stock; default 0.' }),
    valueCents: maybe(z.int().min(0), 'Price of one in cents.'),
    currency: maybe(
      currencyCode,
      'Currency of the price, ISO 4217; default the currency of the organization.',
    ),
    available: z.boolean().meta({ description: 'Whether it can be ordered.' }),
    location: maybe(
      z.object({ aisle: place('Aisle.'), bay: place('Bay.'), shelf: place('Shelf.') }),
      'Place in the store.',
    ),
    details,
    providerConfigs: z
      .array(
        z.object({
          provider: shortText(200).meta({ description: 'The provider.' }),
          serviceType: shortText(200).meta({ description: 'Its service.' }),
          valueCents: z.int().meta({ description: 'Price of one at this store in cents.' }),
          currency: currencyCode.meta({ description: 'Currency of that price.' }),
          details,
          available: maybe(z.boolean(), 'Whether it can be ordered at this store.'),
          discount: maybe(
            z.object({
              valueCents: z.int().meta({ description: 'Discount in cents.' }),
              startTime: instant.meta({ description: 'Start of the discount.' }),
              endTime: instant.meta({ description: 'End of the discount.' }),
            }),
            'Discount at this store.',
          ),
          taxPercentage: maybe(z.number(), 'Tax in percent.'),
        }),
      )
      .max(50)
      .nullish()
      .transform((values) => values ?? [])
      .meta({ description: 'How providers sell it.' }),
  })
  .superRefine((row, context) => {
    const names = [
      ['productId', 'externalProductId'],
      ['storeLocationId', 'externalStoreLocationId'],
    ] as const;
    for (const [id, externalId] of names) {
      if (row[id] === undefined && row[externalId] === undefined) {
        context.addIssue({ code: 'custom', path: [id], message: `is missing. Send it, or ${externalId}` });
      }
    }
  })
  .meta({ id: 'InventoryInput' });

/** A row of a request in the form of the domain. */
export function readInventoryRow(row: z.output<typeof inventoryBody>): InventoryInput {
  const { productId, externalProductId, storeLocationId, externalStoreLocationId, version, ...fields } = row;
  return { version, productId, externalProductId, storeLocationId, externalStoreLocationId, fields };
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
