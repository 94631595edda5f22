import { orderDuplicateExternalId, orderNotFound, readOrder } from '../../../lib/orders/index.ts';
import { orderEndpoint } from './deps.ts';
import { orderReplyExample } from './order-examples.ts';
import { orderPath } from './order-path.ts';
import { orderReply, replyOr } from './order-reply.ts';

/** GET /v1/order/{id} */
export const getOrder = orderEndpoint({
  name: 'getOrder',
  method: 'GET',
  path: '/v1/order/{id}',
  area: 'Orders',
  summary: 'Get an order',
  permission: 'READ_ORDER',
  params: orderPath,
  reply: orderReply,
  replyExample: orderReplyExample,
  refusals: [orderNotFound, orderDuplicateExternalId],
  async handle({ input: { path }, ctx }) {
    return replyOr(await readOrder(ctx.table, ctx.caller, path.id));
  },
});
