import * as z from 'zod';
import {
  disallowedOperation,
  undispatchOrder as undispatch,
} from '../../../lib/fulfilment/dispatch/index.ts';
import {
  invalidStateTransition,
  orderDuplicateExternalId,
  orderNotFound,
} from '../../../lib/ordering/orders/index.ts';
import { contentionOver } from '../../../lib/platform/core/commit.ts';
import { orderReplyExample } from '../orders/order-examples.ts';
import { orderReply, replyOr } from '../orders/order-reply.ts';
import { dispatchEndpoint } from './deps.ts';

const common = {
  method: 'POST',
  area: 'Dispatch',
  description:
    'Takes an order of a dispatched route out of dispatch. Its package is cancelled at the provider and its stops leave the ' +
    'route. The order is `valid` and can be dispatched again. The other orders of the route continue. When its ' +
    'last open order is taken off, the route is complete. An order that is not on a route is refused: cancel its job instead.',
  permission: 'WRITE_JOB',
  forLimited: 'narrowed',
  reply: orderReply,
  replyExample: { ...orderReplyExample, status: 'valid' as const },
  refusals: [
    orderNotFound,
    orderDuplicateExternalId,
    invalidStateTransition,
    disallowedOperation,
    contentionOver('order'),
  ],
} as const;

/** POST /v1/orders/{order_id}/undispatch */
export const undispatchOrder = dispatchEndpoint({
  ...common,
  name: 'undispatchOrder',
  path: '/v1/orders/{order_id}/undispatch',
  summary: 'Take an order out of dispatch',
  params: z.object({ order_id: z.string().meta({ description: 'Id or external id of the order.' }) }),
  async handle({ input: { path }, ctx }) {
    return replyOr(ctx, await undispatch(ctx, ctx.caller, path.order_id));
  },
});

/** POST /v1/orders/external-identifier/{external_id}/undispatch */
export const undispatchOrderByExternalId = dispatchEndpoint({
  ...common,
  name: 'undispatchOrderByExternalId',
  path: '/v1/orders/external-identifier/{external_id}/undispatch',
  summary: 'Take an order out of dispatch by its external id',
  params: z.object({ external_id: z.string().meta({ description: 'External id of the order.' }) }),
  async handle({ input: { path }, ctx }) {
    return replyOr(ctx, await undispatch(ctx, ctx.caller, path.external_id));
  },
});
