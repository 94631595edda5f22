import {
  invalidStateTransition,
  orderDuplicateExternalId,
  orderNotFound,
  unarchiveOrder as unarchive,
} from '../../../lib/ordering/orders/index.ts';
import { contentionOver } from '../../../lib/platform/core/commit.ts';
import { orderEndpoint } from './deps.ts';
import { orderReplyExample } from './order-examples.ts';
import { orderPath } from './order-path.ts';
import { orderReply, replyOr } from './order-reply.ts';

/** PATCH /v1/order/{id}/unarchive */
export const unarchiveOrder = orderEndpoint({
  name: 'unarchiveOrder',
  method: 'PATCH',
  path: '/v1/order/{id}/unarchive',
  area: 'Orders',
  summary: 'Take an order out of the archive',
  description: 'Every rule is checked again: the order becomes valid or needs attention.',
  permission: 'WRITE_ORDER',
  forLimited: 'narrowed',
  takesIfMatch: true,
  params: orderPath,
  reply: orderReply,
  replyExample: orderReplyExample,
  refusals: [orderNotFound, orderDuplicateExternalId, invalidStateTransition, contentionOver('order')],
  async handle({ input: { path }, ctx }) {
    return replyOr(ctx, await unarchive(ctx, ctx.caller, path.id, ctx));
  },
});
