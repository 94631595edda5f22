import {
  invalidStateTransition,
  orderAlreadyDispatched,
  orderDuplicateExternalId,
  orderNotFound,
  pickupNotInScope,
  revokeBooking,
} from '../../../lib/ordering/orders/index.ts';
import { noBooking, windowClosed, windowNotFound } from '../../../lib/ordering/windows/index.ts';
import { contentionOver } from '../../../lib/platform/core/commit.ts';
import { orderEndpoint } from '../orders/deps.ts';
import { orderReplyExample } from '../orders/order-examples.ts';
import { orderReply, replyOr } from '../orders/order-reply.ts';
import { bookingPath } from './booking-path.ts';

export const revokeDeliveryWindow = orderEndpoint({
  name: 'revokeDeliveryWindow',
  method: 'POST',
  path: '/v1/order/external-identifier/{externalId}/delivery-window/revoke',
  area: 'Delivery windows',
  summary: "Give up an order's place in its window",
  description:
    'Frees the capacity. The order loses the window and the times that it took from it. An order without a window stays as it is.',
  permission: 'WRITE_ORDER',
  forLimited: 'narrowed',
  takesIfMatch: true,
  params: bookingPath,
  reply: orderReply,
  replyExample: orderReplyExample,
  refusals: [
    orderNotFound,
    invalidStateTransition,
    orderAlreadyDispatched,
    orderDuplicateExternalId,
    contentionOver('order'),
    pickupNotInScope,
    noBooking,
    windowClosed,
    windowNotFound,
  ],
  handle: async ({ input: { path }, ctx }) =>
    replyOr(ctx, await revokeBooking(ctx, ctx.caller, path.externalId)),
});
