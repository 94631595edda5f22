import * as z from 'zod';
import type { DeliveryStatus } from '../../../lib/fulfilment/jobs/index.ts';
import { type DeliveryUpdate, MAX_PROOFS_OF_UPDATE } from '../../../lib/fulfilment/jobs/index.ts';
import { ITEM_CONDITIONS, PAYMENT_METHODS } from '../../../lib/fulfilment/providers/index.ts';
import type { Refusal } from '../../../lib/platform/core/refusal.ts';
import { isWebAddress } from '../../../lib/platform/core/web-address.ts';
import { instant, optional, readRow } from '../../../lib/platform/http/index.ts';

/** Statuses that a fleet may report (contract-facts 11.1); both spellings of a return are accepted (decision A20). */
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

/** An address that a console may show or link to; never a script. */
const webUrl = z
  .url({ protocol: /^https?$/, error: 'is not an http or https URL' })
  .max(2048)
  .refine(isWebAddress, 'is not an http or https URL');

const coordinates = z.object({
  latitude: z.number().min(-90).max(90).meta({ description: 'Latitude in degrees.' }),
  longitude: z.number().min(-180).max(180).meta({ description: 'Longitude in degrees.' }),
});

/** Where and when a proof was made. */
const evidence = {
  takenAt: optional(instant).meta({ description: 'When it was made.' }),
  coordinates: optional(coordinates).meta({ description: 'Where it was made.' }),
};

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
  imageUrl: webUrl.meta({ description: 'URL of the picture, `http` or `https`.' }),
  ...evidence,
});

const barcode = z.object({
  podType: z
    .enum(['barcode_scan_on_pickup', 'barcode_scan_on_dropoff', 'barcode_scan_on_return'])
    .meta({ description: 'Time of the scan.' }),
  value: z.string().min(1).max(500).meta({ description: 'Text of the barcode.' }),
  status: z
    .enum(['success', 'invalid', 'failure', 'skipped', 'manually_entered', 'damaged'])
    .meta({ description: 'Result of the scan.' }),
  ...evidence,
});

/** What the law needs to know of a check: how it was made and what came of it, and nothing of the document. */
const check = z.object({
  podType: z
    .enum(['age_verification_on_delivery', 'id_verification_on_delivery'])
    .meta({ description: 'What was checked.' }),
  method: z
    .enum(['document', 'date_of_birth'])
    .meta({ description: 'Whether a document was seen, or the date of birth was asked for.' }),
  status: z.enum(['success', 'failure']).meta({ description: 'Result of the check.' }),
  ...evidence,
});

const text = (max: number, description: string) => optional(z.string().max(max)).meta({ description });

const courier = z.object({
  name: text(200, 'Full name.'),
  phoneNumber: text(40, 'Phone number.'),
  pickupPhoneNumber: text(40, 'Phone number of the contact at the pickup.'),
  dropoffPhoneNumber: text(40, 'Phone number of the contact at the dropoff.'),
  profileImageUrl: optional(webUrl).meta({ description: 'URL of a picture, `http` or `https`.' }),
  externalId: text(200, "The fleet's own id of the courier."),
  vehicle: optional(
    z.object({
      make: text(80, 'Maker.'),
      model: text(80, 'Model.'),
      color: text(80, 'Colour.'),
      licensePlate: text(40, 'License plate.'),
    }),
  ).meta({ description: "The courier's vehicle." }),
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
    .meta({ description: 'Reason of the failure.' }),
  reason: text(500, 'Description of the failure.'),
});

const barcodeRead = z.record(
  z.string().max(80),
  z.union([z.string().max(200), z.number(), z.boolean(), z.null()]),
);

const pickedItem = z
  .object({
    sku: text(200, 'SKU that was picked.'),
    requestedSku: text(200, 'SKU that was ordered.'),
    id: text(200, 'Id of the item that was picked.'),
    requestedId: text(200, 'Id of the item that was ordered.'),
    quantity: optional(z.number().min(0)).meta({ description: 'Quantity that was picked.' }),
    scannedBarcode: text(200, 'Barcode that was scanned.'),
    weight: optional(z.number().min(0)).meta({ description: 'Weight that was picked.' }),
    priceCents: optional(z.int()).meta({ description: 'Price in cents.' }),
    status: text(80, 'Result of picking it, such as `found`, `substituted` or `not_found`.'),
    name: text(500, 'Name.'),
    scans: optional(
      z
        .array(
          z.object({
            substitutionType: text(80, 'Kind of substitution.'),
            barcodes: optional(z.array(barcodeRead).max(50)).meta({
              description:
                'Barcodes as they were read: `barcode`, `format`, `weight`, `priceCents`, `checkDigit` and others.',
            }),
          }),
        )
        .max(50),
    ).meta({ description: 'Scans of the item.' }),
  })
  .meta({ id: 'PickedItem' });

const returnedItem = z
  .object({
    id: text(200, 'Id of the item.'),
    sku: text(200, 'SKU of the item.'),
    name: text(500, 'Name.'),
    quantity: optional(z.number().min(0)).meta({
      description: 'Quantity that comes back in this condition.',
    }),
    condition: z.enum(ITEM_CONDITIONS).meta({ description: 'Condition of the item.' }),
    note: text(500, 'Description of the damage.'),
  })
  .meta({ id: 'ReturnedItem' });

const collected = z.object({
  amountCents: z.int().min(0).max(1_000_000_000).meta({ description: 'What the recipient paid, in cents.' }),
  method: z.enum(PAYMENT_METHODS).meta({ description: 'How the recipient paid.' }),
});

const fee = (description: string) =>
  optional(z.int().min(0).max(1_000_000_000)).meta({ description: `${description} In cents.` });

const fields = z.object({
  status: optional(z.enum(FLEET_STATUSES)).meta({ description: 'New status of the delivery.' }),
  occurredAt: optional(instant).meta({
    description:
      'Time of the update; default now. An update that is older than the last status adds missing data and changes nothing else.',
  }),
  coordinates: optional(coordinates).meta({ description: 'Position of the courier.' }),
  proofOfDelivery: optional(
    z.array(z.discriminatedUnion('podType', [image, barcode, check])).max(MAX_PROOFS_OF_UPDATE),
  ).meta({
    description: 'Proofs to add to the existing ones.',
  }),
  courier: optional(courier).meta({ description: 'Courier; fields that are left out keep their values.' }),
  failure: optional(failure).meta({
    description: 'Reason of the failure; with `failed` and `canceled_by_provider`.',
  }),
  pickupNote: text(1000, "The courier's note about the pickup."),
  dropoffNote: text(1000, "The courier's note about the dropoff."),
  parkingLocation: text(500, 'Place where the vehicle is parked.'),
  returnParkingLocation: text(500, 'Place where the vehicle is parked for a return.'),
  pickupEta: optional(instant).meta({ description: 'Expected time of the pickup.' }),
  dropoffEta: optional(instant).meta({ description: 'Expected time of the dropoff.' }),
  externalDeliveryId: text(200, "The fleet's own id of the delivery."),
  pickedItems: optional(z.array(pickedItem).max(200)).meta({
    description: 'All items that were picked; replaces the earlier list.',
  }),
  returnedItems: optional(z.array(returnedItem).max(200)).meta({
    description: 'Condition of all items that come back; replaces the earlier list.',
  }),
  collected: optional(collected).meta({ description: 'What the courier collected from the recipient.' }),
  waitFeeCents: fee('Fee for waiting.'),
  waitTimeMinutes: optional(z.int().min(0).max(100_000)).meta({
    description: 'Minutes that the courier waited.',
  }),
  cancellationFeeCents: fee('Fee for the cancellation.'),
  returnFeeCents: fee('Fee for the return.'),
  otherProviderFees: optional(z.record(z.string().max(80), z.int().min(0).max(1_000_000_000))).meta({
    description: 'Other fees in cents, by name.',
  }),
  pincode: text(10, "Last four digits of the recipient's phone number, as given to the courier."),
});

/** Fields that change nothing by themselves. */
const NOT_A_CHANGE: ReadonlySet<string> = new Set(['occurredAt', 'deliveryId', 'packageExternalIdentifier']);

type Fields = z.output<typeof fields>;

const needsAChange = (value: object): boolean =>
  Object.entries(value).some(([name, field]) => field !== undefined && !NOT_A_CHANGE.has(name));

/** Statuses that a failure can explain. */
const FAILURES: ReadonlySet<string> = new Set(['failed', 'canceled_by_provider']);

const explainsAFailure = ({ status, failure }: { status?: unknown; failure?: unknown }): boolean =>
  failure === undefined || FAILURES.has(String(status));

const EXPLAINS_A_FAILURE = {
  message: 'is allowed only with the status failed or canceled_by_provider',
  path: ['failure'],
};

const NEEDS_A_CHANGE = {
  message: 'needs at least one field that changes something, such as status or coordinates',
};

/** One update (`DeliveryUpdate` of the contract). Fleets may write the field names in snake_case as well. */
export const updateSchema = z
  .preprocess(
    camelCased,
    fields.refine(needsAChange, NEEDS_A_CHANGE).refine(explainsAFailure, EXPLAINS_A_FAILURE),
  )
  .meta({ id: 'DeliveryUpdate' });

const uploaded = image.omit({ imageUrl: true }).extend({
  documentId: z
    .string()
    .min(1)
    .max(100)
    .meta({ description: 'The completed document with the picture, `doc_...`.' }),
});

/** What a driver's phone may report about a delivery. Its pictures are documents that it has uploaded. */
export const driverUpdate = fields
  .pick({
    status: true,
    failure: true,
    pickupNote: true,
    dropoffNote: true,
    parkingLocation: true,
    returnParkingLocation: true,
    pickedItems: true,
    returnedItems: true,
    collected: true,
    waitTimeMinutes: true,
    pincode: true,
  })
  .extend({
    proofOfDelivery: optional(
      z.array(z.discriminatedUnion('podType', [uploaded, barcode, check])).max(MAX_PROOFS_OF_UPDATE),
    ).meta({ description: 'Proofs to add to the existing ones.' }),
  })
  .refine(needsAChange, NEEDS_A_CHANGE)
  .refine(explainsAFailure, EXPLAINS_A_FAILURE)
  .meta({ id: 'DriverDeliveryUpdate' });

const keyed = fields
  .extend({ deliveryId: optional(z.string()), packageExternalIdentifier: optional(z.string()) })
  .refine(needsAChange, NEEDS_A_CHANGE)
  .refine(explainsAFailure, EXPLAINS_A_FAILURE)
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

/** A row of a bulk call as it was sent. Each is parsed separately, so that an invalid row does not block the others. */
export const bulkRowSchema = z.unknown().meta({
  override: {
    allOf: [
      { $ref: '#/components/schemas/DeliveryUpdate' },
      {
        type: 'object',
        description: 'Exactly one of the two identifies the delivery.',
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

/** Parses a row of a bulk call, which errors refer to by this name; refuses an invalid one. */
export function readBulkRow(sent: unknown, name: string): BulkRow | Refusal {
  return readRow(keyed, camelCased(sent), name);
}

/** The key with which a row was sent, to identify its result; empty when it has none. */
export function keyOf(sent: unknown): string {
  const row = rowKey.safeParse(camelCased(sent)).data;
  return String(row?.deliveryId ?? row?.packageExternalIdentifier ?? '');
}

/** The update in the words of the domain. */
export function toDeliveryUpdate({ status, ...rest }: Partial<Fields>): DeliveryUpdate {
  const known: DeliveryStatus | undefined = status === 'returned_to_store' ? 'returned' : status;
  return { ...rest, ...(known ? { status: known } : {}) };
}

/** Converts keys to camelCase at every depth; values stay. */
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
