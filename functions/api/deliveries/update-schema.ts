import * as z from 'zod';
import type { Refusal } from '../../../lib/core/refusal.ts';
import type { DeliveryUpdate } from '../../../lib/deliveries/index.ts';
import { instant, optional, readRow } from '../../../lib/http/index.ts';
import type { DeliveryStatus } from '../../../lib/jobs/index.ts';

/** Statuses that a fleet may report (contract-facts 11.1); both spellings of a return are taken (decision A20). */
const FLEET_STATUSES = [
  'not_assigned_driver',
  'assigned_driver',
  'pickup_enroute',
  'pickup_arrived',
  'pickup_complete',
  'dropoff_enroute',
  'dropoff_arrived',
  'dropoff_complete',
  'failed',
  'canceled_by_provider',
  'return_in_progress',
  'return_arrived',
  'returned_to_store',
  'returned',
] as const;

/** An address that a console may show or link to: never a script. */
const webUrl = z.url({ protocol: /^https?$/, error: 'is not an http or https URL' }).max(2048);

const image = z.object({
  podType: z
    .enum([
      'photo_proof_of_delivery',
      'signature_proof_of_delivery',
      'photo_proof_of_pickup',
      'signature_proof_of_pickup',
      'photo_pre_delivery_verification',
    ])
    .meta({ description: 'What the picture proves.' }),
  imageUrl: webUrl.meta({ description: 'Where the picture is, `http` or `https`.' }),
});

const barcode = z.object({
  podType: z
    .enum(['barcode_scan_on_pickup', 'barcode_scan_on_dropoff', 'barcode_scan_on_return'])
    .meta({ description: 'When the barcode was scanned.' }),
  value: z.string().min(1).max(500).meta({ description: 'Text of the barcode.' }),
  status: z
    .enum(['success', 'invalid', 'failure', 'skipped', 'manually_entered', 'damaged'])
    .meta({ description: 'How the scan ended.' }),
});

const text = (max: number, description: string) => optional(z.string().max(max)).meta({ description });

const coordinates = z.object({
  latitude: z.number().min(-90).max(90).meta({ description: 'Latitude in degrees.' }),
  longitude: z.number().min(-180).max(180).meta({ description: 'Longitude in degrees.' }),
});

const courier = z.object({
  name: text(200, 'Full name.'),
  phoneNumber: text(40, 'Phone number.'),
  pickupPhoneNumber: text(40, 'Phone number for whoever is at the pickup.'),
  dropoffPhoneNumber: text(40, 'Phone number for whoever is at the dropoff.'),
  profileImageUrl: optional(webUrl).meta({ description: 'Where a picture is, `http` or `https`.' }),
  externalId: text(200, "The fleet's own id of the courier."),
  vehicle: optional(
    z.object({
      make: text(80, 'Maker.'),
      model: text(80, 'Model.'),
      color: text(80, 'Colour.'),
      licensePlate: text(40, 'License plate.'),
    }),
  ).meta({ description: 'What the courier drives.' }),
});

const failure = z.object({
  code: z
    .enum([
      'customer_unavailable',
      'address_not_found',
      'out_of_service_area',
      'damage_in_transit',
      'item_unavailable',
      'age_verification_failed',
      'no_capacity',
      'other',
    ])
    .meta({ description: 'What kept it from being delivered.' }),
  reason: text(500, 'The same in words.'),
});

const barcodeRead = z.record(
  z.string().max(80),
  z.union([z.string().max(200), z.number(), z.boolean(), z.null()]),
);

const pickedItem = z
  .object({
    sku: text(200, 'SKU that was picked.'),
    requestedSku: text(200, 'SKU that was asked for.'),
    id: text(200, 'Id of the item that was picked.'),
    requestedId: text(200, 'Id of the item that was asked for.'),
    quantity: optional(z.number().min(0)).meta({ description: 'How many were picked.' }),
    scannedBarcode: text(200, 'Barcode that was scanned.'),
    weight: optional(z.number().min(0)).meta({ description: 'Weight that was picked.' }),
    priceCents: optional(z.int()).meta({ description: 'Price in cents.' }),
    status: text(80, 'How picking it ended, as `found`, `substituted` or `not_found`.'),
    name: text(500, 'Name.'),
    scans: optional(
      z
        .array(
          z.object({
            substitutionType: text(80, 'Kind of substitution.'),
            barcodes: optional(z.array(barcodeRead).max(50)).meta({
              description:
                'Barcodes as they were read: `barcode`, `format`, `weight`, `priceCents`, `checkDigit` and so on.',
            }),
          }),
        )
        .max(50),
    ).meta({ description: 'Scans of it.' }),
  })
  .meta({ id: 'PickedItem' });

const fee = (description: string) =>
  optional(z.int().min(0).max(1_000_000_000)).meta({ description: `${description} In cents.` });

const fields = z.object({
  status: optional(z.enum(FLEET_STATUSES)).meta({ description: 'How far the delivery has come.' }),
  occurredAt: optional(instant).meta({
    description:
      'When it happened; default now. What is older than the last status adds what is missing and changes nothing else.',
  }),
  coordinates: optional(coordinates).meta({ description: 'Where the courier is.' }),
  proofOfDelivery: optional(z.array(z.discriminatedUnion('podType', [image, barcode])).max(50)).meta({
    description: 'Proofs to add to those that the delivery has.',
  }),
  courier: optional(courier).meta({ description: 'Who carries it; what is left out stays as it was.' }),
  failure: optional(failure).meta({
    description: 'Why it failed; with `failed` and `canceled_by_provider`.',
  }),
  pickupNote: text(1000, "The courier's note on the pickup."),
  dropoffNote: text(1000, "The courier's note on the dropoff."),
  parkingLocation: text(500, 'Where the vehicle stands.'),
  returnParkingLocation: text(500, 'Where the vehicle stands for a return.'),
  pickupEta: optional(instant).meta({ description: 'When the pickup is expected.' }),
  dropoffEta: optional(instant).meta({ description: 'When the dropoff is expected.' }),
  externalDeliveryId: text(200, "The fleet's own id of the delivery."),
  pickedItems: optional(z.array(pickedItem).max(200)).meta({
    description: 'What was picked, all of it; replaces what was told before.',
  }),
  waitFeeCents: fee('Fee for waiting.'),
  waitTimeMinutes: optional(z.int().min(0).max(100_000)).meta({
    description: 'Minutes that the courier waited.',
  }),
  cancellationFeeCents: fee('Fee for the cancellation.'),
  returnFeeCents: fee('Fee for the return.'),
  otherProviderFees: optional(z.record(z.string().max(80), z.int().min(0).max(1_000_000_000))).meta({
    description: 'Other fees in cents, by name.',
  }),
  pincode: text(10, "Last four digits of the recipient's phone number, as the courier was told them."),
});

/** Fields that change nothing by themselves. */
const NOT_A_CHANGE: ReadonlySet<string> = new Set(['occurredAt', 'deliveryId', 'packageExternalIdentifier']);

type Fields = z.output<typeof fields>;

const needsAChange = (value: object): boolean =>
  Object.entries(value).some(([name, field]) => field !== undefined && !NOT_A_CHANGE.has(name));

const NEEDS_A_CHANGE = {
  message: 'needs at least one field that changes something, such as status or coordinates',
};

/** One update (`DeliveryUpdate` of the contract). Fleets may write the field names in snake_case as well. */
export const updateSchema = z.preprocess(camelCased, fields.refine(needsAChange, NEEDS_A_CHANGE)).meta({
  id: 'DeliveryUpdate',
});

const keyed = fields
  .extend({ deliveryId: optional(z.string()), packageExternalIdentifier: optional(z.string()) })
  .refine(needsAChange, NEEDS_A_CHANGE)
  .refine(
    ({ deliveryId, packageExternalIdentifier }) =>
      (deliveryId === undefined) !== (packageExternalIdentifier === undefined),
    {
      message: 'needs exactly one of deliveryId and packageExternalIdentifier',
    },
  );

const key = z.union([z.string(), z.number()]).nullish().catch(null);
const rowKey = z.object({ deliveryId: key, packageExternalIdentifier: key });

/** A row of a bulk: an update with the key of its delivery. */
export type BulkRow = z.output<typeof keyed>;

/** A row of a bulk as it was sent: each is read on its own, so that a malformed one keeps no other back. */
export const bulkRowSchema = z.unknown().meta({
  override: {
    allOf: [
      { $ref: '#/components/schemas/DeliveryUpdate' },
      {
        type: 'object',
        description: 'Exactly one of the two names the delivery.',
        properties: {
          deliveryId: { type: ['string', 'null'], description: 'Id of the delivery, `dlv_...`.' },
          packageExternalIdentifier: {
            type: ['string', 'null'],
            description: 'External identifier of the package that the delivery carries now.',
          },
        },
      },
    ],
  },
});

/** Reads a row of a bulk, the one of this name; refuses one that is malformed. */
export function readBulkRow(sent: unknown, name: string): BulkRow | Refusal {
  return readRow(keyed, camelCased(sent), name);
}

/** The key that a row was sent with, to tell whose result it is; empty when it has none. */
export function keyOf(sent: unknown): string {
  const row = rowKey.safeParse(camelCased(sent)).data;
  return String(row?.deliveryId ?? row?.packageExternalIdentifier ?? '');
}

/** The update in the service's own words. */
export function toDeliveryUpdate({ status, ...rest }: Fields): DeliveryUpdate {
  const known: DeliveryStatus | undefined = status === 'returned_to_store' ? 'returned' : status;
  return { ...rest, ...(known ? { status: known } : {}) };
}

/** Keys in camelCase, at every depth; values stay. */
function camelCased(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(camelCased);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, field]) => [
      name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase()),
      camelCased(field),
    ]),
  );
}
