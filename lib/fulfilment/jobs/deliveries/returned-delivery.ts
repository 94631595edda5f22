import * as z from 'zod';
import { DELIVERY_STATUSES } from '../../../engines/vocabulary/index.ts';
import { jsonObject } from '../package.ts';
import { HEALTH_STATUSES } from './delivery.ts';

const amount = z.int().nullable();

/** A delivery as sent (specification 2.5). */
export const returnedDeliverySchema = z
  .object({
    id: z.string(),
    type: z.string().nullable(),
    status: z.enum(DELIVERY_STATUSES),
    isActive: z.boolean(),
    statusHistory: z.array(
      z.object({
        created_at: z.string(),
        status: z.enum(DELIVERY_STATUSES),
        late: z
          .literal(true)
          .optional()
          .meta({ description: 'Whether it was reported after the delivery had passed it.' }),
      }),
    ),
    health: z
      .object({ status: z.enum(HEALTH_STATUSES), reason: z.string(), since: z.string() })
      .nullable()
      .meta({ description: 'Health of the delivery, and since when; null until something happens to it.' }),
    createdAt: z.string(),
    updatedAt: z.string(),
    providerId: z.string(),
    providerName: z.string(),
    priceCents: z.int(),
    price: z.number(),
    currency: z.string(),
    pickupEta: z.string().nullable(),
    dropoffEta: z.string().nullable(),
    dropoffDeadline: z.string().nullable(),
    documents: z.array(jsonObject),
    nashFeeCents: z.int(),
    courierName: z.string().nullable(),
    courierPhoneNumber: z.string().nullable(),
    courierPickupPhoneNumber: z.string().nullable(),
    courierDropoffPhoneNumber: z.string().nullable(),
    courierLocation: jsonObject.nullable(),
    courierVehicle: jsonObject.nullable(),
    courierProfileImage: z.string().nullable(),
    proofOfDelivery: z.array(jsonObject),
    pincodeVerifiedAt: z
      .string()
      .nullable()
      .meta({ description: "Time at which the recipient's pincode was entered." }),
    providerDeliveryId: z.string().nullable(),
    providerBatchId: z.string().nullable(),
    externalDeliveryId: z.string().nullable(),
    trackingUrl: z.string().nullable(),
    taxAmountCents: z.int(),
    tollFeeCents: z.int(),
    waitFeeCents: amount,
    waitTimeMinutes: amount,
    cancellationFeeCents: amount,
    returnFeeCents: amount,
    otherProviderFees: jsonObject.nullable(),
    insuranceFeeCents: z.int(),
    totalPriceCents: z.int(),
    totalPriceBreakdown: jsonObject.nullable(),
    failure: z.object({ code: z.string(), reason: z.string().nullable() }).nullable(),
    pickupNote: z.string().nullable(),
    dropoffNote: z.string().nullable(),
    parkingLocation: z.string().nullable(),
    returnParkingLocation: z.string().nullable(),
    pickedItems: z.array(jsonObject),
    returnedItems: z
      .array(jsonObject)
      .meta({ description: 'Items that come back, each with its `condition`: `good` or `damaged`.' }),
    collected: z
      .object({ amountCents: z.int(), method: z.string(), at: z.string() })
      .nullable()
      .meta({ description: 'What the recipient paid to the courier; null until it is reported.' }),
  })
  .meta({ id: 'Delivery' });

export type ReturnedDelivery = z.infer<typeof returnedDeliverySchema>;
