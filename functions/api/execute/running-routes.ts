import * as z from 'zod';
import { LATE_RULE, listRunning, summarize, viewDisabled } from '../../../lib/fleet/execute/index.ts';
import type { Refusal } from '../../../lib/platform/core/refusal.ts';
import {
  dayParameter,
  defineEndpoint,
  limitParameter,
  listParameter,
  offsetParameter,
} from '../../../lib/platform/http/index.ts';
import type { Preferences } from '../../../lib/platform/organization/index.ts';
import { preferencesOf } from '../../../lib/platform/organization/index.ts';
import { runningExample, runningReply, toRunning } from './execute-schemas.ts';

const date = dayParameter
  .optional()
  .meta({ description: 'Day in the time zone of the organization; default today.' });

const filters = {
  date,
  storeLocationId: z.string().max(64).optional().meta({ description: 'Store with a stop on the route.' }),
  driverGroupId: z.string().max(255).optional().meta({ description: 'Id or external id of a driver group.' }),
  courierId: z.string().max(64).optional().meta({ description: 'Id of a driver.' }),
};

const VIEWS = { map: 'map', timeline: 'timeline' } as const;

/** GET /v1/execute/routes */
export const listRunningRoutes = defineEndpoint({
  name: 'listRunningRoutes',
  method: 'GET',
  path: '/v1/execute/routes',
  area: 'Execute',
  summary: "List a day's routes",
  description: [
    'Routes of a day with courier, vehicle, progress, the latest position and the counts of their open exceptions, ' +
      'latest departure first. A caller limited to stores gets the routes with a stop at one of them.',
    LATE_RULE,
    'A position counts as live for 15 minutes. The map and the timeline can be turned off for the organization ' +
      '(`preferences.executeViews`). A request for a `view` that is off is refused; `table` always works.',
  ].join('\n\n'),
  permission: 'EXECUTE_VIEW',
  forLimited: 'narrowed',
  query: z.object({
    ...filters,
    status: listParameter(z.string()).optional().meta({
      description: 'Statuses separated by commas, in upper or lower case. Default: all but archived routes.',
    }),
    search: z
      .string()
      .max(200)
      .optional()
      .meta({ description: 'Part of the id, external id, name or driver.' }),
    view: z.enum(['table', 'map', 'timeline']).default('table').meta({ description: 'View to show.' }),
    include: z.enum(['stops']).optional().meta({ description: '`stops` adds the stops of each route.' }),
    limit: limitParameter({ fallback: 100, max: 500 }),
    offset: offsetParameter,
  }),
  reply: z.object({
    date: z.string(),
    timeZone: z.string(),
    results: z.array(runningReply),
    totalCount: z.int(),
    totalCountIsExact: z.boolean(),
    limit: z.int(),
    offset: z.int(),
  }),
  replyExample: {
    date: '2026-03-05',
    timeZone: 'America/Los_Angeles',
    results: [runningExample],
    totalCount: 1,
    totalCountIsExact: true,
    limit: 100,
    offset: 0,
  },
  refusals: [viewDisabled],
  async handle({ input: { query }, ctx }) {
    const { limit, offset, view, include, ...rest } = query;
    const preferences = await preferencesOf(ctx);
    const refused = view === 'table' ? undefined : refuseView(VIEWS[view], preferences);
    if (refused) return refused;
    const page = await listRunning(ctx, ctx.caller, preferences, {
      filters: rest,
      limit,
      offset,
      withStops: include === 'stops',
    });
    const { rows, ...more } = page;
    return {
      ...more,
      timeZone: preferences.timeZone,
      results: rows.map((running) => toRunning(ctx.caller, running)),
      limit,
      offset,
    };
  },
});

/** GET /v1/execute/summary */
export const summarizeRunningRoutes = defineEndpoint({
  name: 'summarizeRunningRoutes',
  method: 'GET',
  path: '/v1/execute/summary',
  area: 'Execute',
  summary: "Summarize a day's routes",
  description:
    'Counts and figures of the routes that the caller may see, at most 1,000 of a day. A completed stop is on time when it ' +
    'was reached at most 5 minutes after its planned time. Refused while the KPI cards are turned off for the organization.',
  permission: 'EXECUTE_VIEW',
  forLimited: 'narrowed',
  query: z.object(filters),
  reply: z.object({
    date: z.string(),
    timeZone: z.string(),
    routes: z.object({ total: z.int(), underWay: z.int(), completed: z.int(), late: z.int() }),
    stops: z.int(),
    stopsCompleted: z.int(),
    onTimeFraction: z
      .number()
      .nullable()
      .meta({ description: 'Share of the completed stops that were on time; null before the first one.' }),
    drivers: z.object({
      total: z.int().meta({ description: 'Routes in progress.' }),
      live: z.int().meta({ description: 'Routes with a live position.' }),
    }),
    exceptions: z.object({ needsTriage: z.int(), acknowledged: z.int() }),
  }),
  replyExample: {
    date: '2026-03-05',
    timeZone: 'America/Los_Angeles',
    routes: { total: 14, underWay: 9, completed: 4, late: 1 },
    stops: 168,
    stopsCompleted: 71,
    onTimeFraction: 0.93,
    drivers: { total: 9, live: 8 },
    exceptions: { needsTriage: 2, acknowledged: 1 },
  },
  refusals: [viewDisabled],
  async handle({ input: { query }, ctx }) {
    const preferences = await preferencesOf(ctx);
    const { ...asked } = query;
    return refuseView('kpiCards', preferences) ?? summarize(ctx, ctx.caller, preferences, asked);
  },
});

const NAMES = { map: 'map', timeline: 'timeline', kpiCards: 'row of KPI cards' } as const;

function refuseView(view: keyof typeof NAMES, { executeViews }: Preferences): Refusal | undefined {
  if (executeViews[view]) return undefined;
  return viewDisabled(
    `The ${NAMES[view]} of Execute is turned off for this organization. Use \`view=table\`, or let an owner or admin ` +
      `turn on \`preferences.executeViews.${view}\` with PATCH /v1/organization.`,
    { view, useInstead: 'table' },
  );
}
