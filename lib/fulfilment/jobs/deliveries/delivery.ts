import * as z from 'zod';
import { DELIVERY_STATUSES } from '../../../engines/vocabulary/index.ts';
import { defineEntity } from '../../../platform/table/index.ts';
import { jobPartition } from '../job.ts';
import { jsonObject } from '../package.ts';
import { sortNumber } from '../sort-number.ts';

/** Health values of a delivery. */
export const HEALTH_STATUSES = Object.freeze([
  'on_time',
  'at_risk',
  'late',
  'stuck',
  'lost_contact',
] as const);

const healthSchema = z.object({
  status: z.enum(HEALTH_STATUSES),
  /** Reason, in a sentence. */
  reason: z.string(),
  since: z.string(),
  /** When a timer checks again; null = none is set. */
  checkAt: z.string().nullable(),
});

/** Health of a delivery, and since when: `nextHealth` of whatever else is written with it. */
export type DeliveryHealth = z.infer<typeof healthSchema>;

const deliverySchema = z.object({
  organizationId: z.string(),
  jobId: z.string(),
  /** `dlv_`, the job's ULID and `c<position>a<attempt>`, as its task. */
  id: z.string(),
  taskId: z.string(),
  configurationId: z.string(),
  /** Set when the job came from a route, which follows its deliveries. */
  isOnRoute: z.boolean().optional(),
  /** Set when its order came from a connected shop, which hears of its deliveries. */
  isFromShop: z.boolean().optional(),
  position: z.int().min(1),
  attempt: z.int().min(1),
  createdAt: z.string(),
  updatedAt: z.string(),
  status: z.enum(DELIVERY_STATUSES),
  /** Every status it had, oldest first; the last is the current one. */
  statusHistory: z.array(z.object({ created_at: z.string(), status: z.enum(DELIVERY_STATUSES) })).min(1),
  /**
   * Statuses that were reported after the delivery had passed them, in the order of arrival; `after` is the
   * length of the history at that time. Each status is in the history or here once.
   */
  lateStatuses: z
    .array(z.object({ created_at: z.string(), status: z.enum(DELIVERY_STATUSES), after: z.int() }))
    .default([]),
  type: z.string().nullable(),
  providerId: z.string(),
  providerName: z.string(),
  providerIsInternal: z.boolean(),
  /** Null until the provider has it. */
  providerDeliveryId: z.string().nullable(),
  providerBatchId: z.string().nullable(),
  priceCents: z.int(),
  currency: z.string(),
  taxAmountCents: z.int(),
  tollFeeCents: z.int(),
  nashFeeCents: z.int(),
  insuranceFeeCents: z.int(),
  waitFeeCents: z.int().nullable(),
  waitTimeMinutes: z.int().nullable(),
  cancellationFeeCents: z.int().nullable(),
  returnFeeCents: z.int().nullable(),
  otherProviderFees: jsonObject.nullable(),
  totalPriceCents: z.int(),
  totalPriceBreakdown: z.object({ subtotal: z.int(), tax: z.int(), total: z.int() }).nullable(),
  pickupEta: z.string().nullable(),
  dropoffEta: z.string().nullable(),
  /** Expected times of which an event told last; absent = those above. */
  toldEtas: z.object({ pickupEta: z.string().nullable(), dropoffEta: z.string().nullable() }).optional(),
  dropoffDeadline: z.string().nullable(),
  courierName: z.string().nullable(),
  courierPhoneNumber: z.string().nullable(),
  courierPickupPhoneNumber: z.string().nullable(),
  courierDropoffPhoneNumber: z.string().nullable(),
  courierProfileImage: z.string().nullable(),
  courierExternalId: z.string().nullable(),
  /** `{ lat, lng, updatedAt }`: the latest position that was not late. */
  courierLocation: z.object({ lat: z.number(), lng: z.number(), updatedAt: z.string() }).nullable(),
  courierVehicle: jsonObject.nullable(),
  trackingUrl: z.string().nullable(),
  externalDeliveryId: z.string().nullable(),
  /** Time of the latest data about courier, notes, places and expected arrivals; null until there are any. */
  toldAt: z.string().nullable(),
  failure: z.object({ code: z.string(), reason: z.string().nullable() }).nullable(),
  pickupNote: z.string().nullable(),
  dropoffNote: z.string().nullable(),
  parkingLocation: z.string().nullable(),
  returnParkingLocation: z.string().nullable(),
  /** When the recipient's correct pincode was entered; null = not yet. */
  pincodeVerifiedAt: z.string().nullable().default(null),
  /** Wrong pincodes so far. */
  pincodeFailures: z.int().default(0),
  /** Null until something happened to the delivery. */
  health: healthSchema.nullable().default(null),
  documents: z.array(jsonObject),
  proofOfDelivery: z.array(jsonObject),
  pickedItems: z.array(jsonObject),
  /** Items that come back, with their condition. */
  returnedItems: z.array(jsonObject).default([]),
  /** What the recipient paid to the courier; null = nothing yet. */
  collected: z.object({ amountCents: z.int(), method: z.string(), at: z.string() }).nullable().default(null),
});

/** What a provider does for one task. Created with its task; only lib/fulfilment/deliveries changes its status. */
export type Delivery = z.infer<typeof deliverySchema>;

export const deliveryEntity = defineEntity<
  Delivery,
  Pick<Delivery, 'organizationId' | 'jobId' | 'id' | 'position' | 'attempt'>
>({
  name: 'delivery',
  schema: deliverySchema,
  partition: ({ organizationId, jobId }) => jobPartition(organizationId, jobId),
  sort: ({ position, attempt, id }) => ({
    kind: 'state',
    parts: [sortNumber(position), sortNumber(attempt), id],
  }),
});
