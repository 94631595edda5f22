import * as z from 'zod';
import {
  type CourierPosition,
  listRoutes as list,
  type RouteRow,
  readCourierPositions,
  renderedPosition,
  renderPosition,
  routeStatus,
} from '../../../lib/fleet/routes/index.ts';
import { portalUrl } from '../../../lib/platform/core/links.ts';
import { dayRange } from '../../../lib/platform/core/zoned-time.ts';
import {
  anyCaseOf,
  dayParameter,
  defineEndpoint,
  limitParameter,
  listParameter,
  offsetParameter,
} from '../../../lib/platform/http/index.ts';
import { preferencesOf } from '../../../lib/platform/organization/index.ts';

const text = z.string().nullable();

const row = z.object({
  id: z.string(),
  externalId: text,
  name: text,
  portalUrl: z.string(),
  status: z.string(),
  isDispatched: z.boolean(),
  archivedAt: text,
  jobId: text,
  driverGroupId: text,
  courierId: text,
  courierPosition: renderedPosition.nullable().meta({
    description: 'Latest position of the courier on the route, while the route is on the road.',
  }),
  vehicleId: text,
  providerName: text,
  plannedDeparture: text,
  plannedCompletion: text,
  timesOutOfDate: z.boolean(),
  stopCount: z.int(),
  stopsCompleted: z.int(),
  orderCount: z.int(),
  violationCount: z.int(),
  createdAt: z.string(),
  updatedAt: z.string(),
});

/** Statuses to list by, in any case. */
const listedStatus = anyCaseOf(['archived', ...routeStatus.options.map((status) => status.toLowerCase())]);

/** GET /v1/routes */
export const listRoutes = defineEndpoint({
  name: 'listRoutes',
  method: 'GET',
  path: '/v1/routes',
  area: 'Routes',
  summary: 'List routes',
  description:
    'Latest departure first. A route without a departure, such as an empty one, is listed under the day of its creation. ' +
    'Archived routes appear only when `status` asks for `archived`. Further pages match the first one for 15 minutes. ' +
    'A row has no stops: GET /v1/routes/{id} has them, with the items of their orders.',
  permission: 'READ_ROUTE',
  forLimited: 'narrowed',
  query: z.object({
    date: dayParameter
      .optional()
      .meta({ description: 'Only routes of this day in the time zone of the organization.' }),
    status: listParameter(listedStatus).optional().meta({
      description:
        'Statuses, separated by commas; case does not matter. `archived` is one of them. Default all others.',
    }),
    driverGroupId: z.string().optional().meta({ description: 'Id or external id of a driver group.' }),
    courierId: z.string().optional().meta({ description: 'Id of a driver.' }),
    storeLocationId: z.string().optional().meta({ description: 'Id of a store on the route.' }),
    search: z
      .string()
      .max(200)
      .optional()
      .meta({ description: 'Part of the id, external id, name, job id or the name of the driver.' }),
    limit: limitParameter({ fallback: 25, max: 100 }),
    offset: offsetParameter,
  }),
  reply: z.object({
    results: z.array(row),
    totalCount: z.int(),
    totalCountIsExact: z.boolean(),
    limit: z.int(),
    offset: z.int(),
  }),
  replyExample: {
    results: [
      {
        id: 'rte_01JD8Z6Q4T9V2N5X7C3B1M0K8H',
        externalId: 'monday-north',
        name: 'Monday north',
        portalUrl: 'https://api.example.com/portal/routes/rte_01JD8Z6Q4T9V2N5X7C3B1M0K8H',
        status: 'CREATED',
        isDispatched: false,
        archivedAt: null,
        jobId: null,
        driverGroupId: null,
        courierId: null,
        courierPosition: null,
        vehicleId: null,
        providerName: null,
        plannedDeparture: '2026-03-05T08:00:00.000Z',
        plannedCompletion: '2026-03-05T08:14:00.000Z',
        timesOutOfDate: false,
        stopCount: 1,
        stopsCompleted: 0,
        orderCount: 1,
        violationCount: 0,
        createdAt: '2026-03-05T01:11:51.000Z',
        updatedAt: '2026-03-05T01:11:51.000Z',
      },
    ],
    totalCount: 1,
    totalCountIsExact: true,
    limit: 25,
    offset: 0,
  },
  refusals: [],
  async handle({ input: { query }, ctx }) {
    const { limit, offset, date, ...filters } = query;
    const { timeZone } = await preferencesOf(ctx);
    const range = date === undefined ? {} : dayRange(date, timeZone);
    const page = await list(ctx, ctx.caller, { filters: { ...filters, ...range }, limit, offset });
    const { totalCount, totalCountIsExact } = page;
    const positions = await readCourierPositions(ctx.table, ctx.organizationId, page.rows);
    const results = page.rows.map((route) => toRow(route, positions.get(route.id)));
    return { results, totalCount, totalCountIsExact, limit, offset };
  },
});

function toRow(route: RouteRow, position: CourierPosition | undefined): z.input<typeof row> {
  return {
    ...route,
    portalUrl: portalUrl('routes', route.id),
    driverGroupId: route.driverGroup?.id ?? null,
    courierId: route.courier?.id ?? null,
    courierPosition: renderPosition(position),
  };
}
