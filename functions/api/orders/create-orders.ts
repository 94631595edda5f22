import * as z from 'zod';
import { createOrders as create, MAX_ORDERS, pickupNotInScope } from '../../../lib/ordering/orders/index.ts';
import { orderEndpoint } from './deps.ts';
import { orderBodyExample, orderReplyExample } from './order-examples.ts';
import { orderReply, repliesOr } from './order-reply.ts';
import { ordersBody } from './orders-body.ts';

/** POST /v1/orders */
export const createOrders = orderEndpoint({
  name: 'createOrders',
  method: 'POST',
  path: '/v1/orders',
  area: 'Orders',
  summary: 'Create several orders',
  description:
    `Takes up to ${MAX_ORDERS} orders; the reply has them in the order of the request. A row that does not have the documented ` +
    'shape refuses the whole call, and nothing is created. A row that breaks a rule is created with `validationErrors`.',
  permission: 'WRITE_ORDER',
  forLimited: 'narrowed',
  body: ordersBody,
  bodyExample: { orders: [orderBodyExample] },
  reply: z.array(orderReply),
  replyExample: [orderReplyExample],
  refusals: [pickupNotInScope],
  async handle({ input: { body }, ctx }) {
    return repliesOr(ctx, await create(ctx, ctx.caller, body.orders));
  },
});
