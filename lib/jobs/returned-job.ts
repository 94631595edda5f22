import * as z from 'zod';
import { DELIVERY_STATUSES } from '../core/delivery-statuses.ts';
import { quoteSchema } from '../quotes/index.ts';
import { optionsGroupSchema } from '../strategies/index.ts';
import { BATCH_TYPES } from './batch.ts';
import { jsonObject, packageSchema } from './package.ts';
import { TASK_STATUSES } from './task-statuses.ts';

const amount = z.int().nullable();

const returnedPackage = packageSchema
  .extend({ value: z.number(), tax: z.number().nullable(), serviceFee: z.number().nullable() })
  .meta({ id: 'Package' });

/** A quote inside a task: the whole quote, and its price under the older name that stubs have (specification 2.1). */
const taskQuote = quoteSchema.extend({ price_cents: z.int() }).meta({ id: 'TaskQuote' });

/** A delivery as sent (specification 2.5). */
export const returnedDeliverySchema = z
  .object({
    id: z.string(),
    type: z.string().nullable(),
    status: z.enum(DELIVERY_STATUSES),
    isActive: z.boolean(),
    statusHistory: z.array(z.object({ created_at: z.string(), status: z.enum(DELIVERY_STATUSES) })),
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
      .meta({ description: "When the recipient's pincode was entered." }),
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
  })
  .meta({ id: 'Delivery' });

/** A task as sent (specification 2.5). */
export const returnedTaskSchema = z
  .object({
    id: z.string(),
    createdAt: z.string(),
    updatedAt: z.string(),
    status: z.enum(TASK_STATUSES),
    pickupStartTime: z.string().nullable(),
    pickupEndTime: z.string().nullable(),
    dropoffStartTime: z.string().nullable(),
    dropoffEndTime: z.string().nullable(),
    providerId: z.string().nullable(),
    providerIsInternal: z.boolean().nullable(),
    tipAmountCents: z.int().nullable(),
    tipAmountUsd: z.number().nullable(),
    winnerQuote: taskQuote.nullable(),
    quotes: z.array(taskQuote).optional(),
    failedQuotes: z.array(taskQuote).optional(),
    delivery: returnedDeliverySchema.nullable(),
    failureReason: z.string().nullable(),
    taskNotes: z.array(
      z.object({
        created_at: z.string(),
        id: z.string(),
        note: z.string(),
        user: z.object({ email: z.string() }).nullable(),
      }),
    ),
  })
  .meta({ id: 'Task' });

/** What the packages of a batch have in common (specification 2.3). */
const returnedBatch = z
  .object({
    id: z.string(),
    type: z.enum(BATCH_TYPES),
    objectSequence: z.array(z.string()).meta({
      description: 'Configuration of each stop, in the order in which they are driven to.',
    }),
    stopTypes: z.array(z.enum(['PICKUP', 'DROPOFF'])).meta({
      description: 'What is done at each stop of `objectSequence`.',
    }),
    quotes: z.array(quoteSchema).optional(),
    failedQuotes: z.array(quoteSchema).optional(),
    winnerQuote: quoteSchema.nullable(),
    providerId: z.string().nullable(),
    providerIsInternal: z.boolean().nullable(),
  })
  .meta({ id: 'Batch' });

/** A job as every job endpoint, dispatch reply and webhook sends it (specification 2.3). */
export const returnedJobSchema = z
  .object({
    id: z.string(),
    version: z.int().meta({ description: 'Version of the job, for `If-Match`.' }),
    createdAt: z.string(),
    updatedAt: z.string(),
    portalUrl: z.string(),
    isActive: z.boolean(),
    isBatch: z.boolean(),
    batch: returnedBatch.nullable().meta({ description: 'What the packages of a batch have in common.' }),
    route: z.null(),
    routeId: z.string().nullable(),
    jobConfigurations: z.array(
      z
        .object({
          id: z.string(),
          orderId: z.string().nullable(),
          package: returnedPackage,
          tasks: z.array(returnedTaskSchema),
          advancedTask: z
            .union([returnedTaskSchema, z.object({ id: z.string() })])
            .nullable()
            .meta({ description: 'The attempt that counts; `{ id }` alone in a compressed payload.' }),
          delivery: returnedDeliverySchema.nullable(),
          publicTrackingUrl: z.string().nullable(),
        })
        .meta({ id: 'JobConfiguration' }),
    ),
    externalIdentifier: z.string().nullable(),
    jobMetadata: jsonObject,
    tags: z.array(z.string()),
    optionsGroup: optionsGroupSchema.nullable(),
    shortReferenceCode: z.string(),
  })
  .meta({ id: 'Job' });

export type ReturnedJob = z.infer<typeof returnedJobSchema>;
export type ReturnedTask = z.infer<typeof returnedTaskSchema>;
export type ReturnedDelivery = z.infer<typeof returnedDeliverySchema>;
