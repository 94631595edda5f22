import * as z from 'zod';
import { defineEntity, type Partition } from '../../platform/table/index.ts';
import { strategySettingsSchema } from '../strategies/index.ts';
import { jsonObject } from './package.ts';

const place = z.object({
  businessName: z.string().nullable(),
  firstName: z.string().nullable(),
  lastName: z.string().nullable(),
  address: z.string().nullable(),
  city: z.string().nullable(),
  state: z.string().nullable(),
  country: z.string().nullable(),
});

/** What lists of jobs show and filter by, computed from the job's parts whenever one of them changes. */
export const jobSummarySchema = z.object({
  status: z.string(),
  isActive: z.boolean(),
  pickup: place.nullable(),
  dropoff: place.nullable(),
  delivery: z
    .object({
      id: z.string(),
      providerName: z.string().nullable(),
      status: z.string(),
      courierName: z.string().nullable(),
      trackingUrl: z.string().nullable(),
      priceCents: z.int(),
      currency: z.string(),
    })
    .nullable(),
  /** Earliest and latest time of the packages' windows. */
  windowStart: z.string().nullable(),
  windowEnd: z.string().nullable(),
  /** Windows of the first package, and the value of all: sort keys of lists. */
  pickupStartTime: z.string().nullable().default(null),
  pickupEndTime: z.string().nullable().default(null),
  dropoffStartTime: z.string().nullable().default(null),
  dropoffEndTime: z.string().nullable().default(null),
  valueCents: z.int().default(0),
  deliveryStatuses: z.array(z.string()),
  providerNames: z.array(z.string()),
  courierNames: z.array(z.string()),
  packageTags: z.array(z.string()),
  pickupStoreLocationIds: z.array(z.string()),
  dropoffStoreLocationIds: z.array(z.string()),
  customerNames: z.array(z.string()),
  cities: z.array(z.string()),
  states: z.array(z.string()),
  countries: z.array(z.string()),
  /** Identifiers for searches. */
  identifiers: z.array(z.string()),
  hasNotes: z.boolean(),
});

export type JobSummary = z.infer<typeof jobSummarySchema>;

/** Schema of the stored root of a job. */
export const jobSchema = z.object({
  organizationId: z.string(),
  id: z.string(),
  createdAt: z.string(),
  updatedAt: z.string(),
  externalIdentifier: z.string().nullable(),
  jobMetadata: jsonObject,
  tags: z.array(z.string()),
  isBatch: z.boolean(),
  routeId: z.string().nullable(),
  /** The driver of the own fleet to whom a person gave it, before its route names the driver; null = nobody was named. */
  driverId: z.string().nullable().default(null),
  /** The strategy as it was when the job was created; its `id` is null for the organization's default. */
  strategy: strategySettingsSchema,
  /**
   * Highest fee for an automatic choice of provider; the order's limit takes precedence over the strategy's.
   * Null = none.
   */
  maxFeeCents: z.int().nullable(),
  shortReferenceCode: z.string(),
  /**
   * When it is dispatched automatically if it is still waiting for a provider; null = on request. Stored with the job,
   * so that a late event of an earlier timer does not dispatch it. Older jobs have none.
   */
  dispatchAt: z.string().nullable().default(null),
  /** It was created only for its quotes: it waits until one is selected, whatever its strategy says. */
  quoteRequestOnly: z.boolean().default(false),
  /** Strategies that the job had before the current one took over. */
  escalatedFrom: z.array(z.string()).default([]),
  /** The strategies of earlier decisions, as they were; `decisions` counts those before the next one took over. */
  formerStrategies: z
    .array(
      strategySettingsSchema
        .pick({
          id: true,
          label: true,
          allowedProviders: true,
          providerSelectionStrategy: true,
          maxAttempts: true,
          reassignOnFailure: true,
        })
        .extend({ maxFeeCents: z.int().nullable(), decisions: z.int() }),
    )
    .default([]),
  /** Attempts before the current strategy took over. */
  attemptsBefore: z.int().default(0),
  /** The rule that chose the strategy, as it was; null when the job named one or none applied. */
  dispatchRule: z
    .object({ id: z.string(), label: z.string(), condition: z.array(z.unknown()) })
    .nullable()
    .default(null),
  /** Set when the whole job was cancelled. */
  canceledAt: z.string().nullable(),
  listShard: z.int(),
  summary: jobSummarySchema,
});

/** Root of a job, as stored. */
export type Job = z.infer<typeof jobSchema>;

/** Partition of a job's items. */
export function jobPartition(organizationId: string, jobId: string): Partition {
  return { organizationId, type: 'job', id: jobId };
}

/** A job in lists. */
export function jobRow(job: Job) {
  const { id, externalIdentifier, shortReferenceCode, isBatch, createdAt, updatedAt, routeId, tags } = job;
  const own = { id, externalIdentifier, shortReferenceCode, isBatch, createdAt, updatedAt, routeId, tags };
  return { ...own, ...job.summary };
}

export const jobEntity = defineEntity<Job, Pick<Job, 'organizationId' | 'id'>>({
  name: 'job',
  schema: jobSchema,
  partition: ({ organizationId, id }) => jobPartition(organizationId, id),
  sort: () => ({ kind: 'state', parts: [] }),
  list: {
    name: 'jobsByCreation',
    shard: ({ listShard }) => listShard,
    at: ({ createdAt }) => createdAt,
    id: ({ id }) => id,
    row: jobRow,
  },
});

/** Fields of a job's root that are the same for every new job. */
export const NEW_JOB = Object.freeze({
  quoteRequestOnly: false,
  driverId: null,
  escalatedFrom: [] as string[],
  formerStrategies: [] as Job['formerStrategies'],
  attemptsBefore: 0,
  dispatchRule: null,
  canceledAt: null,
}) satisfies Partial<Job>;
