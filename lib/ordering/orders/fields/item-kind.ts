import * as z from 'zod';
import { decimal, metadata, money, objects, text, texts, whole } from './field-kind.ts';
import { nestedField, nestedObject, sentShape, storedShape } from './nested-fields.ts';

const itemFields = {
  id: nestedField(text, 'External id of the item.'),
  description: nestedField(text, 'Description of the item.'),
  count: nestedField(whole, 'Quantity.'),
  dimensions: nestedField(
    nestedObject({
      height: nestedField(decimal, 'Height in centimetres.'),
      width: nestedField(decimal, 'Width in centimetres.'),
      depth: nestedField(decimal, 'Depth in centimetres.'),
    }),
    'Size of one.',
  ),
  weight: nestedField(decimal, 'Weight of one in kilograms.'),
  valueCents: nestedField(money, "Value of one in cents of the order's currency."),
  requirements: nestedField(texts, 'Requirements of the courier, in the words of the order.'),
  category: nestedField(text, 'Kind of goods.'),
  barcode: nestedField(text, 'Text of its barcode.'),
  metadata: nestedField(metadata, "The caller's own data."),
};

const substitute = nestedObject({
  id: nestedField(text, 'External id of the substitute.'),
  sku: nestedField(text, 'Article number of the substitute.'),
  quantity: nestedField(whole, 'Quantity.'),
});

const subItemFields = {
  ...itemFields,
  sku: nestedField(text, 'Article number.'),
  substitution: nestedField(
    nestedObject({
      preference: nestedField(text, 'What to do when it is out of stock.'),
      source: nestedField(text, 'Origin of that choice.'),
      substituteItems: nestedField(
        { stored: z.array(substitute.stored), sent: () => z.array(substitute.sent()) },
        'Possible substitutes.',
      ),
    }),
    'Possible substitutes when it is out of stock.',
  ),
};

const subItemBase = nestedObject(subItemFields);

/** A part of an item; parts may have parts. */
interface SubItem extends z.infer<typeof subItemBase.stored> {
  subItems?: SubItem[] | undefined;
}

const subItem: z.ZodType<SubItem, SubItem> = z
  .object({ ...storedShape(subItemFields), subItems: z.lazy(() => z.array(subItem)).optional() })
  .meta({ id: 'SubItem' });

/** Made once: it refers to itself. */
let sentSubItem: z.ZodType<SubItem> | undefined;

function subItemInput(): z.ZodType<SubItem> {
  sentSubItem ??= z
    .object({ ...sentShape(subItemFields), subItems: z.lazy(() => subItems.sent()) })
    .meta({ id: 'SubItemInput' });
  return sentSubItem;
}

const subItems = nestedField({ stored: z.array(subItem), sent: () => z.array(subItemInput()) }, 'Its parts.');

const ownFields = {
  ...itemFields,
  productId: nestedField(text, 'Id of a product, `prd_...`, that fills in the item.'),
  externalProductId: nestedField(text, 'External id of that product.'),
  subItems,
};

/** The items of an order. A product of the catalogue may fill in one. */
export const items = objects(z.array(z.object(storedShape(ownFields))), () =>
  z.array(z.object(sentShape(ownFields)).meta({ id: 'ItemInput' })),
);
