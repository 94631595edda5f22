import * as z from 'zod';
import { numberOrText, wholeNumber } from '../../platform/core/number-text.ts';
import { readInstant } from '../../platform/core/read-instant.ts';
import { metadataInput } from './metadata-input.ts';
import type { OrderPatch } from './order-fields.ts';
import { checkSize } from './storable.ts';

/** Longest external id: it is part of a key. */
const MAX_EXTERNAL_ID = 255;

/** Largest and smallest magnitude of a number with a fraction. */
const LARGEST = 1e12;
const SMALLEST = 1e-9;
const decimalNumber = numberOrText(
  z.number().refine((value) => value === 0 || (Math.abs(value) <= LARGEST && Math.abs(value) >= SMALLEST), {
    error: `is not between ${SMALLEST} and ${LARGEST}`,
  }),
);

const text = (description: string) => z.string().nullish().meta({ description });
const texts = (description: string) => z.array(z.string()).nullish().meta({ description });

/** Text that is a time is stored in one form; other text is kept for the validation rule that reports it. */
const time = (description: string) =>
  z
    .string()
    .transform((value) => readInstant(value) ?? value)
    .meta({ override: { type: 'string', format: 'date-time' } })
    .nullish()
    .meta({ description: `${description} Without a zone it is UTC.` });

/** Left out or `null` means absent. For fields inside an object, which is replaced as a whole. */
function maybe<Schema extends z.ZodType>(schema: Schema, description: string) {
  return schema
    .nullish()
    .transform((value): z.output<Schema> | undefined => value ?? undefined)
    .meta({ description });
}

const maybeText = (description: string) => maybe(z.string(), description);
const maybeWhole = (description: string) => maybe(wholeNumber, description);
const maybeFraction = (description: string) => maybe(decimalNumber, description);

const itemInput = {
  id: maybeText('External id of the item.'),
  description: maybeText('Description of the item.'),
  count: maybeWhole('Quantity.'),
  dimensions: maybe(
    z.object({
      height: maybeFraction('Height in centimetres.'),
      width: maybeFraction('Width in centimetres.'),
      depth: maybeFraction('Depth in centimetres.'),
    }),
    'Size of one.',
  ),
  weight: maybeFraction('Weight of one in kilograms.'),
  valueCents: maybeWhole("Value of one in cents of the order's currency."),
  requirements: maybe(z.array(z.string()), 'Requirements of the courier, in the words of the order.'),
  category: maybeText('Kind of goods.'),
  barcode: maybeText('Text of its barcode.'),
  metadata: maybe(metadataInput, "The caller's own data."),
};

const substitution = z.object({
  preference: maybeText('What to do when it is out of stock.'),
  source: maybeText('Origin of that choice.'),
  substituteItems: maybe(
    z.array(
      z.object({
        id: maybeText('External id of the substitute.'),
        sku: maybeText('Article number of the substitute.'),
        quantity: maybeWhole('Quantity.'),
      }),
    ),
    'Possible substitutes.',
  ),
});

const subItemBase = z.object({
  ...itemInput,
  sku: maybeText('Article number.'),
  substitution: maybe(substitution, 'Possible substitutes when it is out of stock.'),
});
interface SubItemInput extends z.output<typeof subItemBase> {
  subItems?: SubItemInput[] | undefined;
}
const subItem: z.ZodType<SubItemInput> = subItemBase
  .extend({ subItems: z.lazy(() => maybe(z.array(subItem), 'Its parts.')) })
  .meta({ id: 'SubItemInput' });

const item = z
  .object({
    ...itemInput,
    productId: maybeText('Id of a product, `prd_...`, that fills in the item.'),
    externalProductId: maybeText('External id of that product.'),
    subItems: maybe(z.array(subItem), 'Its parts.'),
  })
  .meta({ id: 'ItemInput' });

const optimizationParameters = z.object({
  pickupDoorstepTimeSeconds: maybeWhole('Handover time at the pickup, in seconds.'),
  dropoffDoorstepTimeSeconds: maybeWhole('Handover time at the dropoff, in seconds.'),
  costsByMetric: maybe(metadataInput, 'Costs by metric.'),
  clusterLabel: maybeText('Label whose orders are kept together.'),
  mxLabel: maybeText('Label whose orders are mutually exclusive: no two of them share a route.'),
  assignmentPriority: maybe(z.int().min(0).max(3), 'Importance of getting the order on a route, 0 to 3.'),
  sequencePriority: maybe(
    z.int().min(0).max(499),
    'Position in the route, 0 to 499; smaller is visited earlier.',
  ),
  sequenceGroup: maybeText('Group of orders on one route, to which `sequencePriority` is limited.'),
});

const pickupPayment = z.object({
  barcode: maybe(
    z.object({ type: maybeText('Kind of barcode.'), value: maybeText('Text of the barcode.') }),
    'Barcode with which the courier pays.',
  ),
  providerCard: maybe(z.boolean(), "Whether the courier pays with the provider's card."),
});

/** The address and contact fields that both sides have. */
const side = {
  Address: text('Address in one line, which is geocoded; instead of components or a place id.'),
  PlaceId: text('Place id of a map service; instead of an address.'),
  AddressNumber: text('House number.'),
  AddressSecondarynumber: text('Flat, suite or floor.'),
  AddressFormattedStreet: text('Street; components also need city, zip, country, latitude and longitude.'),
  AddressCity: text('City.'),
  AddressCounty: text('County.'),
  AddressState: text('State or province.'),
  AddressZip: text('Postal code.'),
  AddressCountry: text('Country, ISO 3166 alpha-2, such as `US`.'),
  Lat: decimalNumber.nullish().meta({ description: 'Latitude in degrees, -90 to 90.' }),
  Lng: decimalNumber.nullish().meta({ description: 'Longitude in degrees, -180 to 180.' }),
  PhoneNumber: text('Phone number; stored in E.164.'),
  Email: text('Email address.'),
  BusinessName: text('Name of the business, at most 80 characters; or a first name.'),
  FirstName: text('First name, at most 80 characters; or the name of a business.'),
  LastName: text('Last name, at most 80 characters.'),
  Instructions: text('Instructions for the courier, at most 280 characters.'),
  Barcodes: texts('Barcodes to scan.'),
};
type SideInput<Prefix extends string> = {
  [Name in keyof typeof side & string as `${Prefix}${Name}`]: (typeof side)[Name];
};
function sideOf<Prefix extends string>(prefix: Prefix): SideInput<Prefix> {
  return Object.fromEntries(
    Object.entries(side).map(([name, schema]) => [`${prefix}${name}`, schema]),
  ) as SideInput<Prefix>;
}

const fields = {
  externalId: z
    .string()
    .max(MAX_EXTERNAL_ID)
    .transform((value) => (value === '' ? null : value))
    .nullish()
    .meta({ description: 'External id of the order.' }),
  referenceId: text('Further id that the courier sees; several orders may share it.'),
  tags: texts('Labels to filter by.'),
  orderMetadata: metadataInput.nullish().meta({ description: "The caller's own data." }),
  ...sideOf('pickup'),
  pickupStoreLocationId: text('Id of the store location of the pickup, whose address and contact are used.'),
  pickupExternalStoreLocationId: text('External id of that store location.'),
  pickupStoreLocationIds: texts(
    'Ids or external ids of store locations. The nearest one that is open, delivers there and has capacity left is chosen.',
  ),
  pickupZoneIds: texts('Ids of zones; the best of the store locations that serve them is chosen.'),
  pickupPayment: pickupPayment.nullish().meta({ description: 'Payment by the courier at the pickup.' }),
  ...sideOf('dropoff'),
  dropoffStoreLocationId: text('Id of the store location of the dropoff.'),
  deliveryMode: text('`now` or `scheduled`.'),
  pickupStartTime: time('Start of the pickup window.'),
  pickupEndTime: time('End of the pickup window.'),
  dropoffStartTime: time('Start of the dropoff window.'),
  dropoffEndTime: time('End of the dropoff window.'),
  deliveryWindowId: text('Id of the delivery window to book.'),
  description: text('Description of the order, at most 280 characters.'),
  itemsCount: wholeNumber.nullish().meta({ description: 'Number of pieces, at least 1.' }),
  items: z.array(item).nullish().meta({ description: 'Items of the order.' }),
  requirements: texts(
    'Requirements of the courier, such as `photo_proof_of_delivery`; custom ones start with `custom:` or `preferred:`.',
  ),
  minimumVehicleSize: text(
    'Smallest vehicle that can carry it, such as `bike`, `car` or `van`; default any.',
  ),
  weight: decimalNumber.nullish().meta({ description: 'Weight in kilograms.' }),
  height: decimalNumber.nullish().meta({ description: 'Height in centimetres.' }),
  width: decimalNumber.nullish().meta({ description: 'Width in centimetres.' }),
  depth: decimalNumber.nullish().meta({ description: 'Depth in centimetres.' }),
  currency: text('Currency of all amounts, ISO 4217, such as `USD`; default `USD`.'),
  valueCents: wholeNumber.nullish().meta({ description: 'Value of the goods in cents, more than 0.' }),
  tipAmountCents: wholeNumber.nullish().meta({ description: "The courier's tip in cents; default none." }),
  dueAmountCents: wholeNumber.nullish().meta({
    description:
      'Amount that the driver collects from the recipient, in cents, at most `valueCents`; default 0: prepaid.',
  }),
  maxDeliveryFeeCents: wholeNumber.nullish().meta({
    description: "Highest fee for an automatic choice of provider, in cents; default the strategy's.",
  }),
  dispatchStrategyId: text("Id of the dispatch strategy, `opn_...`; default the organization's."),
  optimizationParameters: optimizationParameters
    .nullish()
    .meta({ description: 'Settings for route optimization.' }),
};

const fieldsSchema = z.object(fields).superRefine(checkSize);

/**
 * The order fields of a request, every one optional. A value of the wrong type is refused; values of the
 * right type that break a validation rule are accepted and reported in `validationErrors`. `null` clears a
 * field.
 */
export const orderInput = fieldsSchema.meta({ id: 'OrderInput' }) satisfies z.ZodType<OrderPatch>;

/** Input of operations that take more than the order: the same fields and these. */
export const orderInputWithFlags = z
  .object({
    ...fields,
    reapplyAutomations: maybe(
      z.boolean(),
      'Whether automations run again on the changed order; default false.',
    ),
    returnFirstQuoteApiOnly: maybe(
      z.boolean(),
      'Whether the reply has only the first of the quotes; default false.',
    ),
  })
  .superRefine(checkSize)
  .meta({ id: 'OrderInputWithReturnFirstQuoteApiOnly' });
