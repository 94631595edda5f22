import * as z from 'zod';
import {
  MAX_ORDERS,
  orderAlreadyDispatched,
  orderDuplicateExternalId,
  orderExternalIdRequired,
  orderNotFound,
  pickupNotInScope,
  upsertOrders as upsert,
} from '../../../lib/ordering/orders/index.ts';
import { contentionOver } from '../../../lib/platform/core/commit.ts';
import { orderEndpoint } from './deps.ts';
import { orderBodyExample, orderReplyExample } from './order-examples.ts';
import { orderReply, repliesOr } from './order-reply.ts';
import { ordersBody } from './orders-body.ts';

/** POST /v1/orders/external-identifier */
export const upsertOrders = orderEndpoint({
  name: 'upsertOrders',
  method: 'POST',
  path: '/v1/orders/external-identifier',
  area: 'Orders',
  summary: 'Create or update several orders by their external ids',
  description:
    `Takes up to ${MAX_ORDERS} orders, each with its \`externalId\`; the reply has them in the order of the request. A row ` +
    'that is refused, for example because its order is dispatched, refuses the whole call and nothing is written; ' +
    '`details.index` names it. `POST /v2/orders/upsert/bulk` accepts or refuses every row on its own.',
  permission: 'WRITE_ORDER',
  forLimited: 'narrowed',
  body: ordersBody,
  bodyExample: { orders: [orderBodyExample] },
  reply: z.array(orderReply),
  replyExample: [orderReplyExample],
  refusals: [
    orderExternalIdRequired,
    orderNotFound,
    orderAlreadyDispatched,
    orderDuplicateExternalId,
    contentionOver('order'),
    pickupNotInScope,
  ],
  async handle({ input: { body }, ctx }) {
    return repliesOr(ctx, await upsert(ctx, ctx.caller, body.orders));
  },
});
