import * as z from 'zod';
import { readInstant } from '../core/read-instant.ts';
import type { OrderPatch } from './order-fields.ts';
import { checkMetadata, checkSize } from './storable.ts';

/** Longest external id: it is part of a key. */
const MAX_EXTERNAL_ID = 255;

const text = z.string().nullish();
const texts = z.array(z.string()).nullish();

/** Largest and smallest magnitude of a number with a fraction. */
const LARGEST = 1e12;
const SMALLEST = 1e-9;
const fraction = z
  .number()
  .refine((value) => value === 0 || (Math.abs(value) <= LARGEST && Math.abs(value) >= SMALLEST), {
    error: `is not between ${SMALLEST} and ${LARGEST}`,
  })
  .meta({ override: { type: 'number' } });

/** A number that the contract also takes as text. */
const wholeOrText = z
  .union([
    z.int(),
    z
      .string()
      .regex(/^\s*-?\d{1,15}\s*$/, 'is not a whole number')
      .transform(Number),
  ])
  .meta({ override: { type: ['integer', 'string'] } });
const fractionOrText = z
  .union([
    fraction,
    z
      .string()
      .regex(/^\s*-?\d{1,12}(\.\d{1,9})?\s*$/, 'is not a number')
      .transform(Number),
  ])
  .meta({ override: { type: ['number', 'string'] } });

/** Text that is an instant is stored in one form; other text is kept for the validation rule that refuses it. */
const time = z
  .string()
  .transform((value) => readInstant(value) ?? value)
  .meta({
    override: { type: 'string', format: 'date-time' },
    description: 'Date and time; without a zone it is UTC.',
  })
  .nullish();

const metadata = z
  .unknown()
  .superRefine(checkMetadata)
  .transform((value) => value as Record<string, unknown>)
  .meta({ override: { type: 'object', additionalProperties: true } });

/** Left out or `null`: not there. For fields inside an object, which is replaced as a whole. */
function maybe<Schema extends z.ZodType>(schema: Schema) {
  return schema.nullish().transform((value): z.output<Schema> | undefined => value ?? undefined);
}

const maybeText = maybe(z.string());
const maybeWhole = maybe(z.int());
const maybeFraction = maybe(fraction);

const itemInput = {
  id: maybeText,
  description: maybeText,
  count: maybeWhole,
  dimensions: maybe(z.object({ height: maybeFraction, width: maybeFraction, depth: maybeFraction })),
  weight: maybeFraction,
  valueCents: maybeWhole,
  requirements: maybe(z.array(z.string())),
  category: maybeText,
  barcode: maybeText,
  metadata: maybe(metadata),
};

const substitution = z.object({
  preference: maybeText,
  source: maybeText,
  substituteItems: maybe(z.array(z.object({ id: maybeText, sku: maybeText, quantity: maybeWhole }))),
});

const subItemBase = z.object({ ...itemInput, sku: maybeText, substitution: maybe(substitution) });
interface SubItemInput extends z.output<typeof subItemBase> {
  subItems?: SubItemInput[] | undefined;
}
const subItem: z.ZodType<SubItemInput> = subItemBase
  .extend({ subItems: z.lazy(() => maybe(z.array(subItem))) })
  .meta({ id: 'SubItemInput' });

const item = z.object({ ...itemInput, subItems: maybe(z.array(subItem)) }).meta({ id: 'ItemInput' });

const optimizationParameters = z.object({
  pickupDoorstepTimeSeconds: maybeWhole,
  dropoffDoorstepTimeSeconds: maybeWhole,
  costsByMetric: maybe(metadata),
  clusterLabel: maybeText,
  mxLabel: maybeText,
  assignmentPriority: maybe(z.int().min(0).max(3)),
  sequencePriority: maybe(z.int().min(0).max(499)),
  sequenceGroup: maybeText,
});

const pickupPayment = z.object({
  barcode: maybe(z.object({ type: maybeText, value: maybeText })),
  providerCard: maybe(z.boolean()),
});

/** The address and contact fields that both sides have. */
const side = {
  Address: text,
  PlaceId: text,
  AddressNumber: text,
  AddressSecondarynumber: text,
  AddressFormattedStreet: text,
  AddressCity: text,
  AddressCounty: text,
  AddressState: text,
  AddressZip: text,
  AddressCountry: text,
  Lat: fraction.nullish(),
  Lng: fraction.nullish(),
  PhoneNumber: text,
  Email: text,
  BusinessName: text,
  FirstName: text,
  LastName: text,
  Instructions: text,
  Barcodes: texts,
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
    .nullish(),
  referenceId: text,
  tags: texts,
  orderMetadata: metadata.nullish(),
  ...sideOf('pickup'),
  pickupStoreLocationId: text,
  pickupExternalStoreLocationId: text,
  pickupStoreLocationIds: texts,
  pickupZoneIds: texts,
  pickupPayment: pickupPayment.nullish(),
  ...sideOf('dropoff'),
  dropoffStoreLocationId: text,
  deliveryMode: text,
  pickupStartTime: time,
  pickupEndTime: time,
  dropoffStartTime: time,
  dropoffEndTime: time,
  deliveryWindowId: text,
  description: text,
  itemsCount: z.int().nullish(),
  items: z.array(item).nullish(),
  requirements: texts,
  minimumVehicleSize: text,
  weight: fractionOrText.nullish(),
  height: fraction.nullish(),
  width: fraction.nullish(),
  depth: fraction.nullish(),
  currency: text,
  valueCents: wholeOrText.nullish(),
  tipAmountCents: z.int().nullish(),
  dueAmountCents: z.int().nullish(),
  maxDeliveryFeeCents: z.int().nullish(),
  dispatchStrategyId: text,
  optimizationParameters: optimizationParameters.nullish(),
};

const fieldsSchema = z.object(fields).superRefine(checkSize);

/**
 * The order fields of a request, every one optional. What is not of its type is refused; values of the right type
 * that break a validation rule are taken and reported in `validationErrors`. `null` clears a field.
 */
export const orderInput = fieldsSchema.meta({ id: 'OrderInput' }) satisfies z.ZodType<OrderPatch>;

/** Input of operations that take more than the order: the same fields and these. */
export const orderInputWithFlags = z
  .object({
    ...fields,
    reapplyAutomations: maybe(z.boolean()),
    returnFirstQuoteApiOnly: maybe(z.boolean()),
  })
  .superRefine(checkSize)
  .meta({ id: 'OrderInputWithReturnFirstQuoteApiOnly' });
