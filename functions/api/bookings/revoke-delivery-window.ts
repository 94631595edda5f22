import {
  orderAlreadyDispatched,
  orderDuplicateExternalId,
  orderLockContention,
  orderNotFound,
  pickupNotInScope,
  revokeBooking,
} from '../../../lib/orders/index.ts';
import { noBooking, windowClosed, windowNotFound } from '../../../lib/windows/index.ts';
import { orderEndpoint } from '../orders/deps.ts';
import { orderReplyExample } from '../orders/order-examples.ts';
import { orderReply, replyOr } from '../orders/order-reply.ts';
import { bookingPath } from './booking-path.ts';

export const revokeDeliveryWindow = orderEndpoint({
  name: 'revokeDeliveryWindow',
  method: 'POST',
  path: '/v1/order/external-identifier/{externalId}/delivery-window/revoke',
  area: 'Delivery windows',
  summary: 'Give up the place of an order in its window',
  description:
    'Frees the capacity. The order loses the window and the times that it had from it. Without a window nothing changes.',
  permission: 'WRITE_ORDER',
  params: bookingPath,
  reply: orderReply,
  replyExample: orderReplyExample,
  refusals: [
    orderNotFound,
    orderAlreadyDispatched,
    orderDuplicateExternalId,
    orderLockContention,
    pickupNotInScope,
    noBooking,
    windowClosed,
    windowNotFound,
  ],
  handle: async ({ input: { path }, ctx }) => replyOr(await revokeBooking(ctx, ctx.caller, path.externalId)),
});
