import * as z from 'zod';
import {
  bookOrder,
  invalidStateTransition,
  orderAlreadyDispatched,
  orderDuplicateExternalId,
  orderNotFound,
  pickupNotInScope,
} from '../../../lib/ordering/orders/index.ts';
import {
  invalidWindow,
  windowClosed,
  windowFull,
  windowNotFound,
} from '../../../lib/ordering/windows/index.ts';
import { toInstant } from '../../../lib/platform/core/clock.ts';
import { contentionOver } from '../../../lib/platform/core/commit.ts';
import { instant, shortText } from '../../../lib/platform/http/index.ts';
import { orderEndpoint } from '../orders/deps.ts';
import { orderReplyExample } from '../orders/order-examples.ts';
import { orderReply, replyOr } from '../orders/order-reply.ts';
import { bookingPath } from './booking-path.ts';

export const bookDeliveryWindow = orderEndpoint({
  name: 'bookDeliveryWindow',
  method: 'POST',
  path: '/v1/order/external-identifier/{externalId}/delivery-window/book',
  area: 'Delivery windows',
  summary: 'Hold a place in a delivery window for an order',
  description:
    'Holds capacity until the booking is confirmed, revoked or expires at `expiresAt`; without that it expires at the cutoff. The order ' +
    'takes its dropoff times from the window, and leaves the window into which it was booked before.',
  permission: 'WRITE_ORDER',
  forLimited: 'narrowed',
  takesIfMatch: true,
  params: bookingPath,
  body: z.object({
    deliveryWindowId: shortText(255).meta({
      description: 'Id of the window; for a recurring window, of one occurrence.',
    }),
    requestedCapacity: z
      .int()
      .min(1)
      .max(100_000)
      .nullish()
      .meta({ description: 'Capacity that the order needs; default 1.' }),
    expiresAt: instant.nullish(),
  }),
  reply: orderReply,
  bodyExample: {
    deliveryWindowId: 'dw_01JD8Z6Q4T9V2N5X7C3B1M0K8H|10:00|12:00|2026-03-10',
    requestedCapacity: 1,
    expiresAt: '2026-03-05T01:30:00Z',
  },
  replyExample: orderReplyExample,
  refusals: [
    orderNotFound,
    invalidStateTransition,
    orderAlreadyDispatched,
    orderDuplicateExternalId,
    contentionOver('order'),
    pickupNotInScope,
    invalidWindow,
    windowNotFound,
    windowClosed,
    windowFull,
  ],
  async handle({ input: { path, body }, ctx }) {
    const { deliveryWindowId, requestedCapacity, expiresAt } = body;
    if (typeof expiresAt === 'string' && expiresAt <= toInstant(ctx.clock.now())) {
      return invalidWindow(`expiresAt is ${expiresAt}, which is in the past. Send a later date and time.`, {
        fields: { expiresAt: 'Expected a date and time in the future.' },
      });
    }
    const hold = { capacity: requestedCapacity ?? undefined, expiresAt, isConfirmed: false };
    return replyOr(ctx, await bookOrder(ctx, ctx.caller, path.externalId, { deliveryWindowId, hold }));
  },
});
