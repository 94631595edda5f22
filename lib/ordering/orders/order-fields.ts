import * as z from 'zod';

const text = z.string().optional();
const texts = z.array(z.string()).optional();
const integer = z.int().optional();
const decimal = z.number().optional();
const record = z.record(z.string(), z.unknown()).optional();

/** Height, width and depth in centimetres. */
const dimensions = z.object({ height: decimal, width: decimal, depth: decimal }).optional();

const itemFields = {
  id: text,
  description: text,
  count: integer,
  dimensions,
  /** Kilograms. */
  weight: decimal,
  valueCents: integer,
  requirements: texts,
  category: text,
  barcode: text,
  metadata: record,
};

const substitution = z
  .object({
    preference: text,
    source: text,
    substituteItems: z.array(z.object({ id: text, sku: text, quantity: integer })).optional(),
  })
  .optional();

const itemBase = z.object(itemFields);

/** A part of an item; parts may have parts. */
interface SubItem extends z.infer<typeof itemBase> {
  sku?: string | undefined;
  substitution?: z.infer<typeof substitution>;
  subItems?: SubItem[] | undefined;
}

const subItem: z.ZodType<SubItem> = z
  .object({
    ...itemFields,
    sku: text,
    substitution,
    subItems: z.lazy(() => z.array(subItem)).optional(),
  })
  .meta({ id: 'SubItem' });

/** An item. */
const item = z.object({
  ...itemFields,
  /** Product of the catalogue from which it was filled in. */
  productId: text,
  externalProductId: text,
  subItems: z.array(subItem).optional(),
});

/** Settings for optimization (specification 2.4). */
const optimizationParameters = z
  .object({
    pickupDoorstepTimeSeconds: integer,
    dropoffDoorstepTimeSeconds: integer,
    costsByMetric: record,
    clusterLabel: text,
    /** Mutually exclusive label. */
    mxLabel: text,
    assignmentPriority: integer,
    sequencePriority: integer,
    sequenceGroup: text,
  })
  .optional();

/** Payment by the courier at the pickup. */
const pickupPayment = z
  .object({
    barcode: z.object({ type: text, value: text }).optional(),
    providerCard: z.boolean().optional(),
  })
  .optional();

/**
 * The fields of an order that a caller may set, flat and named as on the wire. Absent = not set: the
 * contract's `null`. Times are UTC milliseconds with `Z`; text that is not a time is kept as sent and has its
 * key in `validationErrors`, like every value that breaks a rule.
 */
export const orderFields = {
  externalId: text,
  referenceId: text,
  tags: texts,
  orderMetadata: record,

  pickupAddress: text,
  pickupPlaceId: text,
  pickupAddressNumber: text,
  pickupAddressSecondarynumber: text,
  pickupAddressFormattedStreet: text,
  pickupAddressCity: text,
  pickupAddressCounty: text,
  pickupAddressState: text,
  pickupAddressZip: text,
  /** ISO 3166 alpha-2. */
  pickupAddressCountry: text,
  pickupLat: decimal,
  pickupLng: decimal,
  /** E.164. */
  pickupPhoneNumber: text,
  pickupEmail: text,
  pickupBusinessName: text,
  pickupFirstName: text,
  pickupLastName: text,
  pickupInstructions: text,
  pickupBarcodes: texts,
  pickupStoreLocationId: text,
  pickupExternalStoreLocationId: text,
  pickupStoreLocationIds: texts,
  pickupZoneIds: texts,
  pickupPayment,

  dropoffAddress: text,
  dropoffPlaceId: text,
  dropoffAddressNumber: text,
  dropoffAddressSecondarynumber: text,
  dropoffAddressFormattedStreet: text,
  dropoffAddressCity: text,
  dropoffAddressCounty: text,
  dropoffAddressState: text,
  dropoffAddressZip: text,
  dropoffAddressCountry: text,
  dropoffLat: decimal,
  dropoffLng: decimal,
  dropoffPhoneNumber: text,
  dropoffEmail: text,
  dropoffBusinessName: text,
  dropoffFirstName: text,
  dropoffLastName: text,
  dropoffInstructions: text,
  dropoffBarcodes: texts,
  dropoffStoreLocationId: text,

  /** `now` or `scheduled`. */
  deliveryMode: text,
  pickupStartTime: text,
  pickupEndTime: text,
  dropoffStartTime: text,
  dropoffEndTime: text,
  deliveryWindowId: text,

  description: text,
  itemsCount: integer,
  items: z.array(item).optional(),
  requirements: texts,
  minimumVehicleSize: text,
  /** Kilograms. */
  weight: decimal,
  /** Centimetres. */
  height: decimal,
  width: decimal,
  depth: decimal,

  currency: text,
  valueCents: integer,
  tipAmountCents: integer,
  /** Amount that the driver collects from the recipient; absent or 0 = prepaid (specification 2.2). */
  dueAmountCents: integer,
  maxDeliveryFeeCents: integer,
  dispatchStrategyId: text,
  optimizationParameters,
};

const fields = z.object(orderFields);

/** The caller's part of an order. */
export type OrderFields = z.infer<typeof fields>;

/** Name of a field that a caller may set. */
export type OrderFieldName = keyof OrderFields;

/** A change of an order: only the named fields change, `null` clears one. */
export type OrderPatch = { readonly [Name in OrderFieldName]?: OrderFields[Name] | null };

/** The two ends of a delivery; field names start with one of them. */
export type Side = 'pickup' | 'dropoff';
export const SIDES: readonly Side[] = ['pickup', 'dropoff'];
