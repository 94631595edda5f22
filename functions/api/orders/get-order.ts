import { readRetiredOrder } from '../../../lib/operations/retention/index.ts';
import { orderDuplicateExternalId, orderNotFound, readOrder } from '../../../lib/ordering/orders/index.ts';
import { isRefusal } from '../../../lib/platform/core/refusal.ts';
import { orderEndpoint } from './deps.ts';
import { orderReplyExample } from './order-examples.ts';
import { orderPath } from './order-path.ts';
import { orderReply, replyOr, toReply } from './order-reply.ts';

/** GET /v1/order/{id} */
export const getOrder = orderEndpoint({
  name: 'getOrder',
  method: 'GET',
  path: '/v1/order/{id}',
  area: 'Orders',
  summary: 'Get an order',
  description:
    'An order that nobody changed for 400 days, and whose windows ended as long ago, can only be read, here and by its id.',
  permission: 'READ_ORDER',
  forLimited: 'narrowed',
  params: orderPath,
  reply: orderReply,
  replyExample: orderReplyExample,
  refusals: [orderNotFound, orderDuplicateExternalId],
  async handle({ input: { path }, ctx }) {
    const found = await readOrder(ctx.table, ctx.caller, path.id);
    const isMissing = isRefusal(found) && found.kind === orderNotFound.kind;
    const left = isMissing ? await readRetiredOrder(ctx, ctx.caller, path.id) : undefined;
    return left ? toReply(ctx, left.order, left) : replyOr(ctx, found);
  },
});
