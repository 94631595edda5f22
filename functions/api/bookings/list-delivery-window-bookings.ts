import * as z from 'zod';
import { listBookings, OCCURRENCE_STATES, windowNotFound } from '../../../lib/ordering/windows/index.ts';
import { toInstant } from '../../../lib/platform/core/clock.ts';
import { isRefusal } from '../../../lib/platform/core/refusal.ts';
import { instant, instantReply, limitParameter } from '../../../lib/platform/http/index.ts';
import { orderEndpoint } from '../orders/deps.ts';

const booking = z.object({
  orderId: z.string(),
  externalId: z.string().nullable().meta({ description: 'External id of the order.' }),
  status: z.enum(['booked', 'confirmed']),
  capacity: z.int().meta({ description: 'Places that the order takes.' }),
  jobId: z.string().nullable().meta({ description: 'Job of the order after the cutoff.' }),
  error: z
    .string()
    .nullable()
    .meta({ description: 'Reason why the order was not dispatched after the cutoff.' }),
});

const occurrence = z.object({
  id: z.string(),
  startTime: instantReply,
  endTime: instantReply,
  cutoffTime: instantReply,
  state: z.enum(OCCURRENCE_STATES),
  bookings: z.array(booking),
});

/** GET /v1/delivery-window/{id}/bookings */
export const listDeliveryWindowBookings = orderEndpoint({
  name: 'listDeliveryWindowBookings',
  method: 'GET',
  path: '/v1/delivery-window/{id}/bookings',
  area: 'Delivery windows',
  summary: 'List the bookings of a delivery window',
  description:
    'The orders in the window by occurrence, earliest first. The id of an occurrence, `dw_...|10:00|12:00|2026-03-10`, lists ' +
    'that one alone. Orders that the caller may not see are left out. `isComplete` is false when there are more bookings ' +
    'than `limit`.',
  permission: 'READ_ORDER',
  forLimited: 'narrowed',
  params: z.object({
    id: z
      .string()
      .min(1)
      .max(255)
      .meta({ description: 'Id of the delivery window, `dw_...`, or of an occurrence.' }),
  }),
  query: z.object({
    since: instant.optional().meta({
      description:
        'Only occurrences that end after this time; default now. It does not apply to a named occurrence.',
    }),
    limit: limitParameter({ fallback: 200, max: 1_000 }),
  }),
  reply: z.object({ occurrences: z.array(occurrence), isComplete: z.boolean() }),
  replyExample: {
    occurrences: [
      {
        id: 'dw_01JD8Z6Q4T9V2N5X7C3B1M0K8H|10:00|12:00|2026-03-10',
        startTime: '2026-03-10T17:00:00.000Z',
        endTime: '2026-03-10T19:00:00.000Z',
        cutoffTime: '2026-03-10T01:00:00.000Z',
        state: 'open',
        bookings: [
          {
            orderId: 'ord_01JD8Z6Q4T9V2N5X7C3B1M0K8H',
            externalId: 'shop-10042',
            status: 'confirmed',
            capacity: 1,
            jobId: null,
            error: null,
          },
        ],
      },
    ],
    isComplete: true,
  },
  refusals: [windowNotFound],
  async handle({ input: { path, query }, ctx }) {
    const since = query.since ?? toInstant(ctx.clock.now());
    const found = await listBookings(ctx.table, ctx.caller, { id: path.id, since, limit: query.limit });
    if (isRefusal(found)) return found;
    return {
      ...found,
      occurrences: found.occurrences.map((one) => ({ ...one, bookings: [...one.bookings] })),
    };
  },
});
