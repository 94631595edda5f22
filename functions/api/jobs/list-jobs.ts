import * as z from 'zod';
import {
  DELIVERY_STATUSES,
  JOB_SORTS,
  jobSummarySchema,
  listJobs as list,
  unknownJobStatuses,
} from '../../../lib/fulfilment/jobs/index.ts';
import { portalUrl } from '../../../lib/platform/core/links.ts';
import {
  booleanParameter,
  createdFromParameter,
  dayOrInstant,
  instantReply,
  limitParameter,
  offsetParameter,
  sortDirectionParameter,
  WHOLE_DAY,
} from '../../../lib/platform/http/index.ts';
import { readRange } from '../../../lib/platform/organization/index.ts';
import { anyOfParameter, noticesOf, PAGES, pageReply, placeFilters } from '../orders/list-schemas.ts';
import { jobEndpoint } from './deps.ts';

const row = z.object({
  id: z.string(),
  externalIdentifier: z.string().nullable(),
  shortReferenceCode: z.string(),
  status: z
    .string()
    .meta({ description: 'Status of the most advanced delivery; before there is one, of its task.' }),
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
  description: [
    'The jobs of a range of dates that pass every filter: created in it, or with a time window that touches it and created at ' +
      'most 90 days before it.',
    PAGES,
  ].join('\n\n'),
  permission: 'READ_JOB',
  forLimited: 'narrowed',
  query: z.object({
    limit: limitParameter({ fallback: 25, max: 100 }),
    offset: offsetParameter,
    sortBy: z
      .enum(JOB_SORTS)
      .default('created_at')
      .meta({ description: 'Field to sort by; default `created_at`.' }),
    sortDirection: sortDirectionParameter,
    createdFrom: createdFromParameter,
    startDate: dayOrInstant
      .optional()
      .meta({ description: `Start of the range; default 3 days ago. ${WHOLE_DAY}` }),
    endDate: dayOrInstant
      .optional()
      .meta({ description: `End of the range; default 7 days ahead. ${WHOLE_DAY}` }),
    deliveryStatuses: anyOfParameter(
      `Statuses of a delivery of the job: ${DELIVERY_STATUSES.join(', ')}; before there is a delivery, of its ` +
        'task. Case does not matter. A status that no job can have matches nothing, and `notices` names it.',
    ),
    providerNames: anyOfParameter('Names of the providers that carry the job; case does not matter.'),
    courierNames: anyOfParameter('Full names of the couriers; case does not matter.'),
    tags: anyOfParameter('Tags; the job has at least one of them.'),
    packageTags: anyOfParameter('Tags; a package of the job has at least one of them.'),
    ...placeFilters,
    search: z
      .string()
      .optional()
      .meta({ description: 'Part of an id, name, address, phone number or email.' }),
    shortReferenceCode: z
      .string()
      .regex(/^\d{7}$/, 'is not seven digits')
      .optional()
      .meta({ description: 'Exactly these seven digits; the range then starts 90 days ago.' }),
    customerName: z
      .string()
      .optional()
      .meta({ description: "Part of the recipient's name; case does not matter." }),
    isBatch: booleanParameter
      .optional()
      .meta({ description: 'true = only jobs of several packages; false = only jobs of one; default both.' }),
    hasNotes: booleanParameter.optional().meta({
      description: 'true = only jobs with a note on a task; false = only jobs without; default both.',
    }),
  }),
  reply: pageReply(row),
  replyExample: { results: [], totalCount: 0, totalCountIsExact: true, limit: 25, offset: 0 },
  refusals: [],
  async handle({ input: { query }, ctx }) {
    const { limit, offset, sortBy, sortDirection, ...filters } = await readRange(ctx, query);
    const page = await list(ctx, ctx.caller, { filters, sortBy, sortDirection, limit, offset });
    return {
      results: page.rows.map((job) => ({ ...job, portalUrl: portalUrl('jobs', job.id) })),
      totalCount: page.totalCount,
      totalCountIsExact: page.totalCountIsExact,
      limit,
      offset,
      ...noticesOf([
        {
          noun: 'job',
          unknown: unknownJobStatuses(filters.deliveryStatuses ?? []),
          known: DELIVERY_STATUSES,
        },
      ]),
    };
  },
});
