import * as z from 'zod';
import { portalUrl } from '../../../lib/core/links.ts';
import { readInstant } from '../../../lib/core/read-instant.ts';
import {
  instant,
  instantReply,
  limitParameter,
  offsetParameter,
  sortDirectionParameter,
} from '../../../lib/http/index.ts';
import {
  addressOf,
  listOrders as list,
  ORDER_SORTS,
  type OrderRow,
  orderStatus,
  type Side,
} from '../../../lib/orders/index.ts';
import { orderEndpoint } from './deps.ts';
import { anyOfParameter, noticesOf, PAGES, pageReply, placeFilters } from './list-schemas.ts';
import { orderBodyExample, orderReplyExample } from './order-examples.ts';

const text = z.string().optional();

const location = z.object({
  businessName: z.string().nullable(),
  firstName: z.string().nullable(),
  lastName: z.string().nullable(),
  address: z.string().nullable(),
  city: z.string().nullable(),
  state: z.string().nullable(),
  country: z.string().nullable(),
  startTime: instantReply.nullable(),
  endTime: instantReply.nullable(),
});

const row = z.object({
  id: z.string(),
  externalId: z.string().nullable(),
  status: orderStatus,
  tags: z.array(z.string()),
  createdAt: instantReply,
  updatedAt: instantReply,
  valueCents: z.int().nullable(),
  currency: z.string().nullable(),
  pickup: location,
  dropoff: location,
  routeId: z.string().nullable(),
  portalUrl: z.string(),
});

/** GET /v1/orders */
export const listOrders = orderEndpoint({
  name: 'listOrders',
  method: 'GET',
  path: '/v1/orders',
  area: 'Orders',
  summary: 'List orders',
  description: [
    'The orders of a range of dates that pass every filter: made in it, or with a pickup or dropoff window that touches ' +
      'it and made at most 90 days before it. Archived orders are there only when `status` or `ids` asks for them.',
    PAGES,
    'Those without a value of `sortBy` come last.',
  ].join('\n\n'),
  permission: 'READ_ORDER',
  query: z.object({
    limit: limitParameter({ fallback: 25, max: 100 }),
    offset: offsetParameter,
    sortBy: z
      .enum(ORDER_SORTS)
      .default('created_at')
      .meta({ description: 'What the rows are sorted by; default `created_at`.' }),
    sortDirection: sortDirectionParameter,
    startDate: instant.optional().meta({ description: 'Begin of the range; default 30 days ago.' }),
    endDate: instant.optional().meta({ description: 'End of the range, inclusive; default now.' }),
    status: anyOfParameter(
      `Statuses: ${orderStatus.options.join(', ')}. A status that no order can have matches nothing, and \`notices\` names it.`,
    ),
    ids: anyOfParameter('Ids or external ids; the range of dates does not count then.'),
    tags: anyOfParameter('Tags of which an order has at least one.'),
    search: text.meta({ description: 'Part of an id, name or address, in any case.' }),
    hasRoute: z
      .enum(['has_route', 'no_route', 'all'])
      .optional()
      .meta({ description: 'Orders that are on a route, or that are on none; default `all`.' }),
    ...placeFilters,
    pickupBusinessName: text.meta({ description: 'Part of the name at the pickup, in any case.' }),
    dropoffBusinessName: text.meta({ description: 'Part of the name at the dropoff, in any case.' }),
    creationSource: anyOfParameter('How the order came in, as `api`.'),
    dispatchStrategyId: anyOfParameter('Ids of the dispatch strategies that orders name, `opn_...`.'),
  }),
  reply: pageReply(row),
  replyExample: {
    results: [
      {
        id: orderReplyExample.id,
        externalId: orderBodyExample.externalId,
        status: 'valid',
        tags: [],
        createdAt: orderReplyExample.createdAt,
        updatedAt: orderReplyExample.updatedAt,
        valueCents: orderBodyExample.valueCents,
        currency: 'USD',
        pickup: {
          businessName: 'Corner Bakery',
          firstName: null,
          lastName: null,
          address: '100 Market Street, San Francisco, CA 94105, US',
          city: 'San Francisco',
          state: 'CA',
          country: 'US',
          startTime: null,
          endTime: null,
        },
        dropoff: {
          businessName: null,
          firstName: 'Ada',
          lastName: 'Moss',
          address: '900 Valencia Street, San Francisco, CA 94110, US',
          city: 'San Francisco',
          state: 'CA',
          country: 'US',
          startTime: null,
          endTime: null,
        },
        routeId: null,
        portalUrl: orderReplyExample.portalUrl,
      },
    ],
    totalCount: 1,
    totalCountIsExact: true,
    limit: 25,
    offset: 0,
  },
  refusals: [],
  async handle({ input: { query }, ctx }) {
    const { limit, offset, sortBy, sortDirection, ...filters } = query;
    const sort = { by: sortBy, direction: sortDirection };
    const page = await list(ctx, ctx.caller, { filters, sort, limit, offset });
    const { rows, totalCount, totalCountIsExact } = page;
    const known: readonly string[] = orderStatus.options;
    const unknown = (filters.status ?? []).filter((status) => !known.includes(status));
    return {
      results: rows.map(toRow),
      totalCount,
      totalCountIsExact,
      limit,
      offset,
      ...noticesOf(unknown, 'order', known),
    };
  },
});

function toRow(order: OrderRow): z.input<typeof row> {
  return {
    id: order.id,
    externalId: order.externalId ?? null,
    status: order.status,
    tags: order.tags ?? [],
    createdAt: order.createdAt,
    updatedAt: order.updatedAt,
    valueCents: order.valueCents ?? null,
    currency: order.currency ?? null,
    pickup: toLocation(order, 'pickup'),
    dropoff: toLocation(order, 'dropoff'),
    routeId: order.routeId ?? null,
    portalUrl: portalUrl('orders', order.id),
  };
}

function toLocation(order: OrderRow, side: Side): z.input<typeof location> {
  return {
    businessName: order[`${side}BusinessName`] ?? null,
    firstName: order[`${side}FirstName`] ?? null,
    lastName: order[`${side}LastName`] ?? null,
    address: addressOf(order, side) ?? null,
    city: order[`${side}AddressCity`] ?? null,
    state: order[`${side}AddressState`] ?? null,
    country: order[`${side}AddressCountry`] ?? null,
    startTime: readInstant(order[`${side}StartTime`] ?? '') ?? null,
    endTime: readInstant(order[`${side}EndTime`] ?? '') ?? null,
  };
}
