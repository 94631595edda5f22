import * as z from 'zod';
import { DELIVERY_STATUSES } from '../core/delivery-statuses.ts';
import { defineEntity } from '../table/index.ts';
import { jobPartition } from './job.ts';
import { jsonObject } from './package.ts';
import { sortNumber } from './task.ts';

const deliverySchema = z.object({
  organizationId: z.string(),
  jobId: z.string(),
  /** `dlv_`, the job's ULID and `c<position>a<attempt>`, as its task. */
  id: z.string(),
  taskId: z.string(),
  configurationId: z.string(),
  position: z.int().min(1),
  attempt: z.int().min(1),
  createdAt: z.string(),
  updatedAt: z.string(),
  status: z.enum(DELIVERY_STATUSES),
  /** Every status it had, oldest first; the last is the present one. */
  statusHistory: z.array(z.object({ created_at: z.string(), status: z.enum(DELIVERY_STATUSES) })).min(1),
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
  /** When what is said of courier, notes, places and times of arrival was so; null until something is. */
  toldAt: z.string().nullable(),
  failure: z.object({ code: z.string(), reason: z.string().nullable() }).nullable(),
  pickupNote: z.string().nullable(),
  dropoffNote: z.string().nullable(),
  parkingLocation: z.string().nullable(),
  returnParkingLocation: z.string().nullable(),
  /** When the recipient's pincode was entered rightly; null = not yet. */
  pincodeVerifiedAt: z.string().nullable().default(null),
  /** Wrong pincodes so far. */
  pincodeFailures: z.int().default(0),
  documents: z.array(jsonObject),
  proofOfDelivery: z.array(jsonObject),
  pickedItems: z.array(jsonObject),
});

/** What a provider does for one task. Made with its task; only lib/deliveries changes its status. */
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
