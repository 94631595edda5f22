import {
  confirmBooking,
  invalidStateTransition,
  orderAlreadyDispatched,
  orderDuplicateExternalId,
  orderNotFound,
  pickupNotInScope,
} from '../../../lib/ordering/orders/index.ts';
import { noBooking, windowClosed, windowNotFound } from '../../../lib/ordering/windows/index.ts';
import { contentionOver } from '../../../lib/platform/core/commit.ts';
import { orderEndpoint } from '../orders/deps.ts';
import { orderReplyExample } from '../orders/order-examples.ts';
import { orderReply, replyOr } from '../orders/order-reply.ts';
import { bookingPath } from './booking-path.ts';

export const confirmDeliveryWindow = orderEndpoint({
  name: 'confirmDeliveryWindow',
  method: 'POST',
  path: '/v1/order/external-identifier/{externalId}/delivery-window/confirm',
  area: 'Delivery windows',
  summary: "Confirm an order's place in its window",
  description:
    'The booking no longer expires, and the order is dispatched with the others after the cutoff. Confirming again changes nothing.',
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
    replyOr(ctx, await confirmBooking(ctx, ctx.caller, path.externalId)),
});
