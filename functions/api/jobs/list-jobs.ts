import * as z from 'zod';
import { portalUrl } from '../../../lib/core/links.ts';
import { JOB_SORTS, listJobs as list } from '../../../lib/dispatch/index.ts';
import {
  booleanParameter,
  instant,
  instantReply,
  limitParameter,
  listParameter,
  offsetParameter,
} from '../../../lib/http/index.ts';
import { DELIVERY_STATUSES, jobSummarySchema } from '../../../lib/jobs/index.ts';
import { jobEndpoint } from './deps.ts';

const names = listParameter(z.string()).optional();

const row = z.object({
  id: z.string(),
  externalIdentifier: z.string().nullable(),
  shortReferenceCode: z.string(),
  status: z
    .string()
    .meta({ description: 'Status of the most advanced delivery, or of its task before that.' }),
  isActive: z.boolean(),
  isBatch: z.boolean(),
  createdAt: instantReply,
  updatedAt: instantReply,
  routeId: z.string().nullable(),
  portalUrl: z.string(),
  pickup: jobSummarySchema.shape.pickup,
  dropoff: jobSummarySchema.shape.dropoff,
  delivery: jobSummarySchema.shape.delivery,
});

/** GET /v1/jobs */
export const listJobs = jobEndpoint({
  name: 'listJobs',
  method: 'GET',
  path: '/v1/jobs',
  area: 'Jobs',
  summary: 'List jobs',
  description:
    'The jobs that pass every filter, made in the range of dates or with a time window that touches it. Lists are parted ' +
    'by commas. `totalCount` is exact up to 10,000 jobs.',
  permission: 'READ_JOB',
  query: z.object({
    limit: limitParameter({ fallback: 25, max: 100 }),
    offset: offsetParameter,
    sortBy: z.enum(JOB_SORTS).default('created_at'),
    sortDirection: z
      .string()
      .transform((direction) => direction.toUpperCase())
      .pipe(z.enum(['ASC', 'DESC']))
      .default('DESC')
      .meta({ override: { type: 'string', enum: ['ASC', 'DESC'], default: 'DESC' } }),
    startDate: instant.optional().meta({ description: 'Begin of the range; default 3 days ago.' }),
    endDate: instant.optional().meta({ description: 'End of the range; default 7 days ahead.' }),
    deliveryStatuses: listParameter(z.string())
      .optional()
      .meta({ description: `One or several of ${DELIVERY_STATUSES.join(', ')}.` }),
    providerNames: names,
    courierNames: names,
    tags: names,
    packageTags: names,
    pickupStoreLocationIds: names,
    dropoffStoreLocationIds: names,
    search: z
      .string()
      .optional()
      .meta({ description: 'Part of an id, name, address, phone number or email.' }),
    shortReferenceCode: z
      .string()
      .regex(/^\d{7}$/, 'is not seven digits')
      .optional()
      .meta({ description: 'Exactly these seven digits; the range then begins 90 days ago.' }),
    customerName: z.string().optional().meta({ description: "Part of the recipient's name, in any case." }),
    isBatch: booleanParameter.optional(),
    hasNotes: booleanParameter.optional(),
    city: names,
    state: names,
    country: names,
  }),
  reply: z.object({
    results: z.array(row),
    totalCount: z.int(),
    totalCountIsExact: z.boolean(),
    limit: z.int(),
    offset: z.int(),
  }),
  replyExample: { results: [], totalCount: 0, totalCountIsExact: true, limit: 25, offset: 0 },
  refusals: [],
  async handle({ input: { query }, ctx }) {
    const { limit, offset, sortBy, sortDirection, ...filters } = query;
    const page = await list(ctx.caller, { filters, sortBy, sortDirection, limit, offset }, ctx);
    return {
      results: page.rows.map((job) => ({ ...job, portalUrl: portalUrl('jobs', job.id) })),
      totalCount: page.totalCount,
      totalCountIsExact: page.totalCountIsExact,
      limit,
      offset,
    };
  },
});
