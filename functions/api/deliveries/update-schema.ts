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
const webUrl = z.url({ protocol: /^https?$/, error: 'expected an http or https URL' }).max(2048);

const image = z.object({
  podType: z.enum([
    'photo_proof_of_delivery',
    'signature_proof_of_delivery',
    'photo_proof_of_pickup',
    'signature_proof_of_pickup',
    'photo_pre_delivery_verification',
  ]),
  imageUrl: webUrl,
});

const barcode = z.object({
  podType: z.enum(['barcode_scan_on_pickup', 'barcode_scan_on_dropoff', 'barcode_scan_on_return']),
  value: z.string().min(1).max(500),
  status: z.enum(['success', 'invalid', 'failure', 'skipped', 'manually_entered', 'damaged']),
});

const text = (max: number) => optional(z.string().max(max));

const fields = z.object({
  status: optional(z.enum(FLEET_STATUSES)),
  occurredAt: optional(instant).meta({
    description: 'When it happened. What is older than the last status is kept as history only.',
  }),
  coordinates: optional(
    z.object({ latitude: z.number().min(-90).max(90), longitude: z.number().min(-180).max(180) }),
  ),
  proofOfDelivery: optional(z.array(z.union([image, barcode])).max(50)),
  courier: optional(
    z.object({
      name: text(200),
      phoneNumber: text(40),
      pickupPhoneNumber: text(40),
      dropoffPhoneNumber: text(40),
      profileImageUrl: optional(webUrl),
      externalId: text(200),
      vehicle: optional(
        z.object({ make: text(80), model: text(80), color: text(80), licensePlate: text(40) }),
      ),
    }),
  ),
  failure: optional(
    z.object({
      code: z.enum([
        'customer_unavailable',
        'address_not_found',
        'out_of_service_area',
        'damage_in_transit',
        'item_unavailable',
        'age_verification_failed',
        'no_capacity',
        'other',
      ]),
      reason: text(500),
    }),
  ),
  pickupNote: text(1000),
  dropoffNote: text(1000),
  parkingLocation: text(500),
  returnParkingLocation: text(500),
  pickupEta: optional(instant),
  dropoffEta: optional(instant),
  externalDeliveryId: text(200),
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
