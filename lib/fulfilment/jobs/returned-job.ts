import * as z from 'zod';
import { quoteSchema } from '../quotes/index.ts';
import { optionsGroupSchema } from '../strategies/index.ts';
import { BATCH_TYPES } from './batch-types.ts';
import { returnedDeliverySchema } from './deliveries/returned-delivery.ts';
import { jobRouteSchema } from './job-route.ts';
import { jsonObject, packageSchema } from './package.ts';
import { TASK_STATUSES } from './task-lifecycle.ts';

const returnedPackage = packageSchema
  .extend({
    value: z.number(),
    tax: z.number().nullable(),
    serviceFee: z.number().nullable(),
    // The contract has no null for it.
    minimumVehicleSize: z.string().optional(),
  })
  .meta({ id: 'Package' });

/** A quote inside a task: the whole quote, and its price under the older name that stubs use (specification 2.1). */
const taskQuote = quoteSchema.extend({ price_cents: z.int() }).meta({ id: 'TaskQuote' });

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
      description: 'Configuration of each stop, in driving order.',
    }),
    stopTypes: z.array(z.enum(['PICKUP', 'DROPOFF'])).meta({
      description: 'Kind of each stop of `objectSequence`.',
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
    route: jobRouteSchema.nullable().meta({
      description:
        'Route of a batch, or of a job that was created from a route; null otherwise. Replies show the latter as the route endpoints do; webhooks show what the job itself knows.',
    }),
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
            .meta({ description: 'Current attempt; `{ id }` alone in a compressed payload.' }),
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
