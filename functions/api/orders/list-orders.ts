import * as z from 'zod';
import { DELIVERY_STATUSES, deliveryStatusNamed } from '../../../lib/engines/vocabulary/index.ts';
import {
  deliveriesOfOrders,
  narrowByDelivery,
  type OrderDelivery,
} from '../../../lib/fulfilment/jobs/index.ts';
import {
  addressOf,
  listOrders as list,
  ORDER_SORTS,
  type OrderRow,
  orderStatus,
  type Side,
} from '../../../lib/ordering/orders/index.ts';
import { portalUrl } from '../../../lib/platform/core/links.ts';
import { readInstant } from '../../../lib/platform/core/read-instant.ts';
import {
  createdFromParameter,
  instantReply,
  limitParameter,
  offsetParameter,
  sortDirectionParameter,
} from '../../../lib/platform/http/index.ts';
import { readRange } from '../../../lib/platform/organization/index.ts';
import { orderEndpoint } from './deps.ts';
import { noticesOf, orderFilters, PAGES, pageReply } from './list-schemas.ts';
import { orderBodyExample, orderReplyExample } from './order-examples.ts';
import { deliveryFields, orderDeliveryFields } from './order-reply.ts';

const location = z.object({
  businessName: z.string().nullable(),
  firstName: z.string().nullable(),
  lastName: z.string().nullable(),
  address: z.string().nullable(),
  city: z.string().nullable(),
  state: z.string().nullable(),
  country: z.string().nullable(),
  lat: z.number().nullable(),
  lng: z.number().nullable(),
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
  itemsCount: z.int().nullable(),
  weight: z.number().nullable().meta({ description: 'Kilograms.' }),
  pickup: location,
  dropoff: location,
  jobId: z.string().nullable(),
  ...orderDeliveryFields,
  routeId: z.string().nullable(),
  version: z.int().meta({ description: 'Version to send as `If-Match`.' }),
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
    'The orders of a range of dates that pass every filter: created in it, or with a pickup or dropoff window that touches ' +
      'it and created at most 90 days before it. Archived orders appear only when `status` or `ids` asks for them.',
    PAGES,
    'Those without a value of `sortBy` come last.',
  ].join('\n\n'),
  permission: 'READ_ORDER',
  forLimited: 'narrowed',
  query: z.object({
    limit: limitParameter({ fallback: 25, max: 100 }),
    offset: offsetParameter,
    sortBy: z
      .enum(ORDER_SORTS)
      .default('created_at')
      .meta({ description: 'Field to sort by; default `created_at`.' }),
    sortDirection: sortDirectionParameter,
    createdFrom: createdFromParameter,
    ...orderFilters,
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
        itemsCount: 2,
        weight: 1.5,
        pickup: {
          businessName: 'Corner Bakery',
          firstName: null,
          lastName: null,
          address: '100 Market Street, San Francisco, CA 94105, US',
          city: 'San Francisco',
          state: 'CA',
          country: 'US',
          lat: 37.7936,
          lng: -122.3965,
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
          lat: 37.7594,
          lng: -122.4213,
          startTime: null,
          endTime: null,
        },
        jobId: null,
        deliveryStatus: null,
        deliveryId: null,
        trackingUrl: null,
        routeId: null,
        version: 1,
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
    const {
      limit,
      offset,
      sortBy,
      sortDirection,
      deliveryStatus = [],
      ...filters
    } = await readRange(ctx, query);
    const sort = { by: sortBy, direction: sortDirection };
    const { organizationId } = ctx.caller;
    const narrow = narrowByDelivery(ctx.table, organizationId, deliveryStatus);
    const page = await list(ctx, ctx.caller, { filters, sort, limit, offset, narrow });
    const { rows, totalCount, totalCountIsExact } = page;
    const deliveries = await deliveriesOfOrders(ctx.table, organizationId, rows);
    const known: readonly string[] = orderStatus.options;
    const unknown = (filters.status ?? []).filter((status) => !known.includes(status));
    return {
      results: rows.map((order) => toRow(order, deliveries.get(order.id))),
      totalCount,
      totalCountIsExact,
      limit,
      offset,
      ...noticesOf([
        { noun: 'order', unknown, known },
        { noun: 'delivery', unknown: unknownDeliveryStatuses(deliveryStatus), known: DELIVERY_STATUSES },
      ]),
    };
  },
});

function unknownDeliveryStatuses(asked: readonly string[]): readonly string[] {
  const known: readonly string[] = DELIVERY_STATUSES;
  return asked.filter((status) => !known.includes(named(status)));
}

function named(status: string): string {
  return deliveryStatusNamed(status).toLowerCase();
}

function toRow(order: OrderRow, delivery: OrderDelivery | undefined): z.input<typeof row> {
  return {
    id: order.id,
    externalId: order.externalId ?? null,
    status: order.status,
    tags: order.tags ?? [],
    createdAt: order.createdAt,
    updatedAt: order.updatedAt,
    valueCents: order.valueCents ?? null,
    currency: order.currency ?? null,
    itemsCount: order.itemsCount ?? null,
    weight: order.weight ?? null,
    pickup: toLocation(order, 'pickup'),
    dropoff: toLocation(order, 'dropoff'),
    jobId: order.jobId ?? null,
    ...deliveryFields(delivery),
    routeId: order.routeId ?? null,
    version: order.version,
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
    lat: order[`${side}Lat`] ?? null,
    lng: order[`${side}Lng`] ?? null,
    startTime: readInstant(order[`${side}StartTime`] ?? '') ?? null,
    endTime: readInstant(order[`${side}EndTime`] ?? '') ?? null,
  };
}
