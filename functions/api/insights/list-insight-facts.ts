import * as z from 'zod';
import {
  type FactOfMeasure,
  factsOfMeasure,
  insightNotKept,
  isPlace,
  MAX_FACTS,
  MEASURES,
} from '../../../lib/operations/insight/index.ts';
import { isRefusal } from '../../../lib/platform/core/refusal.ts';
import {
  currencyCode,
  defineEndpoint,
  limitParameter,
  listParameter,
} from '../../../lib/platform/http/index.ts';
import {
  dimensionFilters,
  givenFilters,
  measureName,
  periodParameters,
  valueReply,
} from './insight-schemas.ts';
import { readPeriod } from './read-period.ts';

const factReply = valueReply.extend({
  id: z.string().meta({
    description: 'Id of the attempt or the route, or of what happened to the order or the attempt.',
  }),
  at: z.string().meta({ description: 'Minute in which it happened.' }),
  orderId: z.string().nullable(),
  jobId: z.string().nullable(),
  routeId: z.string().nullable(),
  providerId: z.string().nullable(),
  driverId: z.string().nullable(),
});

/** GET /v1/insights/{measure}/facts */
export const listInsightFacts = defineEndpoint({
  name: 'listInsightFacts',
  method: 'GET',
  path: '/v1/insights/{measure}/facts',
  area: 'Insights',
  summary: 'List what a measure counted',
  description:
    'The orders, attempts, incidents, refunds and routes behind a number, newest first, each with what it counts. They are ' +
    'kept for 90 days. A page may have fewer entries than `limit` although there are more; `next` is null at the end.',
  permission: 'READ_JOB',
  forLimited: 'narrowed',
  params: z.object({ measure: measureName.meta({ description: 'Name of the measure.' }) }),
  query: z.object({
    ...periodParameters,
    ...dimensionFilters,
    part: listParameter(z.string()).optional().meta({
      description: 'Only these parts of a breakdown, separated by commas, such as `late_up_to_15`.',
    }),
    hour: listParameter(z.string().regex(/^([01]\d|2[0-3])$/, 'is not an hour from 00 to 23'))
      .optional()
      .meta({
        description: "Only what happened in these hours of the organization's days, such as `08,09`.",
      }),
    weekday: listParameter(z.string().regex(/^[1-7]$/, 'is not a weekday from 1 (Monday) to 7 (Sunday)'))
      .optional()
      .meta({ description: 'Only what happened on these days of the week: 1 (Monday) to 7 (Sunday).' }),
    currency: currencyCode
      .optional()
      .meta({ description: "Currency of amounts; default the organization's. Others are left out." }),
    limit: limitParameter({ fallback: 25, max: MAX_FACTS }),
    after: z
      .string()
      .refine(isPlace, 'is not a place that `next` returned')
      .optional()
      .meta({ description: '`next` of the page before.' }),
  }),
  reply: z.object({
    results: z.array(factReply),
    next: z
      .string()
      .nullable()
      .meta({ description: 'Send it as `after` for the next page; null at the end.' }),
    keptSince: z.string().meta({ description: 'What happened before is counted, but not listed any more.' }),
  }),
  replyExample: {
    results: [
      {
        id: 'tsk_01JQ8ZK5T3M9X7V2N4B6C8D0F1c1a1',
        at: '2026-03-05T14:30:00.000Z',
        orderId: 'ord_01JQ8ZK5T3M9X7V2N4B6C8D0F1',
        jobId: 'job_01JQ8ZK5T3M9X7V2N4B6C8D0F1',
        routeId: null,
        providerId: 'prv_doordash',
        driverId: null,
        value: 1,
        n: 1,
      },
    ],
    next: null,
    keptSince: '2025-12-05T14:30:00.000Z',
  },
  refusals: [insightNotKept],
  async handle({ input: { path, query }, ctx }) {
    const { part, hour, weekday, currency, limit, after, from, to, ...filters } = query;
    const measure = MEASURES.find(({ name }) => name === path.measure)!;
    const period = await readPeriod(ctx, { from, to });
    if (isRefusal(period)) return period;
    const page = await factsOfMeasure(ctx, ctx.caller, {
      ...{ measure, ...period, currency, limit, after },
      filters: givenFilters(filters),
      parts: part ?? [],
      hours: hour ?? [],
      weekdays: weekday ?? [],
    });
    if (isRefusal(page)) return page;
    return { results: page.facts.map(rendered), next: page.next, keptSince: page.keptSince };
  },
});

function rendered({ fact, value }: FactOfMeasure): z.infer<typeof factReply> {
  const { id, minute, about, places } = fact;
  return {
    ...{ id, at: `${minute}:00.000Z` },
    orderId: about.orderId ?? null,
    jobId: about.jobId ?? null,
    routeId: about.routeId ?? null,
    providerId: places.provider?.[0] ?? null,
    driverId: places.driver?.[0] ?? null,
    ...value,
  };
}
