import {
  invalidStateTransition,
  orderAlreadyDispatched,
  orderDuplicateExternalId,
  orderInputWithFlags,
  orderNotFound,
  pickupNotInScope,
  updateOrder as update,
} from '../../../lib/ordering/orders/index.ts';
import { contentionOver } from '../../../lib/platform/core/commit.ts';
import { orderEndpoint } from './deps.ts';
import { orderReplyExample } from './order-examples.ts';
import { orderPath } from './order-path.ts';
import { orderReply, replyOr } from './order-reply.ts';

/** PATCH /v1/order/{id} */
export const updateOrder = orderEndpoint({
  name: 'updateOrder',
  method: 'PATCH',
  path: '/v1/order/{id}',
  area: 'Orders',
  summary: 'Update an order',
  description:
    'Changes the fields that are sent; `null` clears one. Every rule is checked again: the order becomes valid or needs ' +
    'attention; a confirmed order stays confirmed as long as it breaks no rule. Dispatched and archived orders cannot be ' +
    'changed. To give the address in another way, send `null` for the other ways.',
  permission: 'WRITE_ORDER',
  forLimited: 'narrowed',
  takesIfMatch: true,
  params: orderPath,
  body: orderInputWithFlags,
  bodyExample: { dropoffInstructions: 'Leave it with the neighbour.', tipAmountCents: null },
  reply: orderReply,
  replyExample: {
    ...orderReplyExample,
    dropoffInstructions: 'Leave it with the neighbour.',
    tipAmountCents: null,
  },
  refusals: [
    orderNotFound,
    orderDuplicateExternalId,
    orderAlreadyDispatched,
    invalidStateTransition,
    contentionOver('order'),
    pickupNotInScope,
  ],
  async handle({ input: { path, body }, ctx }) {
    const { reapplyAutomations, returnFirstQuoteApiOnly, ...fields } = body;
    const updated = await update(ctx, ctx.caller, path.id, { fields, reapplyAutomations });
    return replyOr(ctx, updated, { firstQuoteOnly: returnFirstQuoteApiOnly });
  },
});
