import * as z from 'zod';
import { optional } from '../../../platform/core/optional.ts';
import { DELIVERY_MODES } from '../delivery-modes.ts';
import {
  decimal,
  type FieldKind,
  metadata,
  money,
  optionalId,
  text,
  texts,
  time,
  whole,
} from './field-kind.ts';
import { items } from './item-kind.ts';
import {
  alwaysOnPackage,
  type Counted,
  freeOnPackage,
  inDimensions,
  onPackage,
  orderField,
} from './order-field.ts';
import { optimizationSettings, paymentSettings } from './settings-kinds.ts';
import { fieldsOfSide } from './side-fields.ts';
import { MAX_LINE, MAX_TEXT } from './text-limits.ts';

/** Longest external id: it is part of a key. */
const MAX_EXTERNAL_ID = 255;

/** Currency of amounts for which the caller named none. */
const DEFAULT_CURRENCY = 'USD';

/** The order alone has it. */
const NOT_ON_A_JOB = { job: null } as const;

/** A list of the package, empty where nothing was given. */
const listOnPackage = <const Name extends string, const Sent extends string | null>(
  name: Name,
  sentAs: Sent,
  says?: string,
) =>
  alwaysOnPackage(texts, {
    name,
    sentAs,
    says,
    schema: texts.stored,
    absent: [],
    fromOrder: (value) => value ?? [],
    toRequest: (value) => value,
  });

const sameOnJob = <Value, const Name extends string>(kind: FieldKind<Value>, name: Name, says: string) =>
  orderField(kind, says, { job: onPackage(kind, { name, sentAs: name, says }) });

const windowTime = <const Name extends string, const Sent extends string>(
  name: Name,
  sentAs: Sent,
  says: string,
) => orderField(time, `${says} Without a zone it is UTC.`, { job: onPackage(time, { name, sentAs, says }) });

const otherWindows = (side: string) =>
  `Further windows for the ${side} as ISO 8601 intervals, such as \`2026-03-05T10:00:00Z/2026-03-05T12:00:00Z\`, at most 10. Planning chooses one, which then becomes the ${side} window.`;

const barcodes = <const Name extends string>(name: Name) =>
  orderField(texts, 'Barcodes to scan.', { job: listOnPackage(name, name, 'Barcodes to scan.') });

const storeLocation = <const Name extends string>(name: Name, says: string) =>
  orderField(text, says, {
    job: onPackage(text, {
      name,
      sentAs: name,
      says: 'Id of a store location whose address and contact are used.',
    }),
  });

const measure = <const Name extends string>(name: Name, says: string, saysToJob = says) =>
  orderField(decimal, says, { job: inDimensions(decimal, name, saysToJob) });

const REQUIREMENTS =
  'Requirements of the courier, such as `photo_proof_of_delivery`; custom ones start with `custom:` or `preferred:`.';
const VEHICLE = 'Smallest vehicle that can carry it, such as `bike`, `car` or `van`; default any.';
const CURRENCY = 'Currency of all amounts, ISO 4217, such as `USD`; default `USD`.';

/** Number of pieces when the caller gave none: those of its items, otherwise the package itself. */
function countOf(itemsOfOrder: Counted['items'] = []): number {
  return Math.max(
    1,
    itemsOfOrder.reduce((sum, { count }) => sum + (count ?? 1), 0),
  );
}

/** A free-form JSON object from the caller. */
const freeObject = z.record(z.string(), z.unknown());

/**
 * Every field of an order that a caller may set, declared only here: how it is stored, how requests of orders and jobs
 * send it, and where the package of a job has it. Add a field here.
 */
export const declaredFields = {
  externalId: orderField(text, 'External id of the order.', {
    sent: () =>
      z
        .string()
        .max(MAX_EXTERNAL_ID)
        .transform((value) => (value === '' ? null : value)),
    job: onPackage(text, {
      name: 'externalIdentifier',
      sentAs: 'packageExternalIdentifier',
      input: () => optionalId('External id of the package, unique among active packages.'),
    }),
  }),
  referenceId: orderField(text, 'Further id that the courier sees; several orders may share it.', {
    longest: MAX_LINE,
    job: onPackage(text, {
      name: 'referenceId',
      sentAs: 'referenceId',
      says: 'Further id that the courier sees; several packages may share it.',
    }),
  }),
  tags: orderField(texts, 'Labels to filter by.', { job: listOnPackage('tags', null) }),
  orderMetadata: orderField(metadata, "The caller's own data.", {
    job: alwaysOnPackage(metadata, {
      name: 'packageMetadata',
      sentAs: null,
      schema: freeObject,
      absent: {},
      fromOrder: (value) => value ?? {},
      toRequest: (value) => value,
    }),
  }),

  ...fieldsOfSide('pickup'),
  pickupBarcodes: barcodes('pickupBarcodes'),
  pickupStoreLocationId: storeLocation(
    'pickupStoreLocationId',
    'Id of the store location of the pickup, whose address and contact are used.',
  ),
  pickupExternalStoreLocationId: orderField(text, 'External id of that store location.', {
    job: onPackage(text, { name: 'pickupStoreLocationExternalId', sentAs: null }),
  }),
  pickupStoreLocationIds: orderField(
    texts,
    'Ids or external ids of store locations. The nearest one that is open, delivers there and has capacity left is chosen.',
    NOT_ON_A_JOB,
  ),
  pickupZoneIds: orderField(
    texts,
    'Ids of zones; the best of the store locations that serve them is chosen.',
    NOT_ON_A_JOB,
  ),
  pickupPayment: orderField(paymentSettings, 'Payment by the courier at the pickup.', NOT_ON_A_JOB),

  ...fieldsOfSide('dropoff'),
  dropoffBarcodes: barcodes('dropoffBarcodes'),
  dropoffStoreLocationId: storeLocation('dropoffStoreLocationId', 'Id of the store location of the dropoff.'),

  deliveryMode: orderField(text, '`now` or `scheduled`.', {
    job: alwaysOnPackage(text, {
      name: 'packageDeliveryMode',
      sentAs: 'packageDeliveryMode',
      says: '`now` or `scheduled`.',
      schema: z.enum(DELIVERY_MODES),
      absent: 'now',
      fromOrder: (value) => (value === 'scheduled' ? 'scheduled' : 'now'),
      toRequest: (value) => value,
    }),
  }),
  pickupStartTime: windowTime('pickupStartTime', 'packagePickupStartTime', 'Start of the pickup window.'),
  pickupEndTime: windowTime('pickupEndTime', 'packagePickupEndTime', 'End of the pickup window.'),
  dropoffStartTime: windowTime('dropoffStartTime', 'packageDropoffStartTime', 'Start of the dropoff window.'),
  dropoffEndTime: windowTime('dropoffEndTime', 'packageDropoffEndTime', 'End of the dropoff window.'),
  pickupOtherWindows: orderField(texts, otherWindows('pickup'), NOT_ON_A_JOB),
  dropoffOtherWindows: orderField(texts, otherWindows('dropoff'), NOT_ON_A_JOB),
  deliveryWindowId: orderField(text, 'Id of the delivery window to book.', NOT_ON_A_JOB),

  description: orderField(text, `Description of the order, at most ${MAX_TEXT} characters.`, {
    longest: MAX_TEXT,
    job: onPackage(text, {
      name: 'description',
      sentAs: 'packageDescription',
      says: `Description of the package, at most ${MAX_TEXT} characters.`,
    }),
  }),
  itemsCount: orderField(whole, 'Number of pieces, at least 1.', {
    job: alwaysOnPackage(whole, {
      name: 'itemsCount',
      sentAs: 'itemsCount',
      says: 'Number of pieces, at least 1.',
      schema: z.number().nullable(),
      absent: null,
      fromOrder: (value, order) => value ?? countOf(order.items),
      toRequest: (value) => value ?? undefined,
      // Jobs count what is weighed, such as 1.5 crates.
      input: () => decimal.sentToJob('Number of pieces, at least 1.'),
    }),
  }),
  items: orderField(items, 'Items of the order.', {
    job: freeOnPackage({
      name: 'items',
      sentAs: 'packageItems',
      schema: z.array(freeObject),
      absent: [],
      input: () =>
        optional(z.array(freeObject).max(500)).meta({
          description:
            'Pieces of the package: `count`, `description`, `valueCents` and other data of your own.',
        }),
    }),
  }),
  requirements: orderField(texts, REQUIREMENTS, {
    job: listOnPackage('requirements', 'packageRequirements', REQUIREMENTS),
  }),
  minimumVehicleSize: orderField(text, VEHICLE, {
    job: onPackage(text, {
      name: 'minimumVehicleSize',
      sentAs: 'packageMinimumVehicleSize',
      says: VEHICLE,
    }),
  }),
  weight: sameOnJob(decimal, 'weight', 'Weight in kilograms.'),
  height: measure('height', 'Height in centimetres.'),
  width: measure('width', 'Width in centimetres.'),
  depth: measure('length', 'Depth in centimetres.', 'Length in centimetres.'),

  currency: orderField(text, CURRENCY, {
    job: alwaysOnPackage(text, {
      name: 'currency',
      sentAs: 'currency',
      says: CURRENCY,
      schema: z.string(),
      absent: DEFAULT_CURRENCY,
      fromOrder: (value) => value ?? DEFAULT_CURRENCY,
      toRequest: (value) => value,
    }),
  }),
  valueCents: orderField(money, 'Value of the goods in cents, more than 0.', {
    job: alwaysOnPackage(money, {
      name: 'valueCents',
      sentAs: 'packageValueCents',
      says: 'Value of the goods in cents, more than 0.',
      schema: z.int(),
      absent: 0,
      fromOrder: (value) => value ?? 0,
      toRequest: (value) => (value === 0 ? undefined : value),
    }),
  }),
  tipAmountCents: sameOnJob(money, 'tipAmountCents', "The courier's tip in cents; default none."),
  dueAmountCents: orderField(
    money,
    'Amount that the driver collects from the recipient, in cents, at most `valueCents`; default 0: prepaid.',
    {
      job: onPackage(money, {
        name: 'dueAmountCents',
        sentAs: 'dueAmountCents',
        says: 'Amount that the driver collects from the recipient, in cents, at most the value; default 0: prepaid.',
      }),
    },
  ),
  maxDeliveryFeeCents: orderField(
    money,
    "Highest fee for an automatic choice of provider, in cents; default the strategy's.",
    NOT_ON_A_JOB,
  ),
  dispatchStrategyId: orderField(
    text,
    "Id of the dispatch strategy, `opn_...`; default the organization's.",
    NOT_ON_A_JOB,
  ),
  optimizationParameters: orderField(optimizationSettings, 'Settings for route optimization.', NOT_ON_A_JOB),
};
