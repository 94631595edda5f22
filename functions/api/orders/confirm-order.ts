import {
  confirmOrder as confirm,
  invalidStateTransition,
  orderDuplicateExternalId,
  orderNotFound,
} from '../../../lib/ordering/orders/index.ts';
import { contentionOver } from '../../../lib/platform/core/commit.ts';
import { orderEndpoint } from './deps.ts';
import { orderReplyExample } from './order-examples.ts';
import { orderPath } from './order-path.ts';
import { orderReply, replyOr } from './order-reply.ts';

/** PATCH /v1/order/{id}/confirm */
export const confirmOrder = orderEndpoint({
  name: 'confirmOrder',
  method: 'PATCH',
  path: '/v1/order/{id}/confirm',
  area: 'Orders',
  summary: 'Confirm an order',
  description: 'Only a valid order can be confirmed.',
  permission: 'WRITE_ORDER',
  forLimited: 'narrowed',
  takesIfMatch: true,
  params: orderPath,
  reply: orderReply,
  replyExample: { ...orderReplyExample, status: 'confirmed' },
  refusals: [orderNotFound, orderDuplicateExternalId, invalidStateTransition, contentionOver('order')],
  async handle({ input: { path }, ctx }) {
    return replyOr(ctx, await confirm(ctx, ctx.caller, path.id, ctx));
  },
});
