import * as z from 'zod';
import {
  archiveOrder as archive,
  invalidStateTransition,
  orderAlreadyDispatched,
  orderDuplicateExternalId,
  orderNotFound,
} from '../../../lib/ordering/orders/index.ts';
import { contentionOver } from '../../../lib/platform/core/commit.ts';
import { optional, shortText } from '../../../lib/platform/http/index.ts';
import { orderEndpoint } from './deps.ts';
import { orderReplyExample } from './order-examples.ts';
import { orderPath } from './order-path.ts';
import { orderReply, replyOr } from './order-reply.ts';

/** DELETE /v1/order/{id} */
export const archiveOrder = orderEndpoint({
  name: 'archiveOrder',
  method: 'DELETE',
  path: '/v1/order/{id}',
  area: 'Orders',
  summary: 'Archive an order',
  description:
    'The order is kept, but lists show it only when they ask for the status `archived`, and its external id is free for ' +
    'another order. A dispatched order cannot be archived; an archived one stays as it is. `reason` is kept with the order ' +
    'and is required if the organization says so (`preferences.archiveReasonRequired`).',
  permission: 'WRITE_ORDER',
  forLimited: 'narrowed',
  takesIfMatch: true,
  params: orderPath,
  query: z.object({ reason: shortText(500).optional().meta({ description: 'Reason for archiving.' }) }),
  body: z.object({ reason: optional(shortText(500)).meta({ description: 'Reason for archiving.' }) }),
  bodyExample: { reason: 'The customer ordered twice.' },
  reply: orderReply,
  replyExample: { ...orderReplyExample, status: 'archived' },
  refusals: [
    orderNotFound,
    orderDuplicateExternalId,
    orderAlreadyDispatched,
    invalidStateTransition,
    contentionOver('order'),
  ],
  async handle({ input: { path, query, body }, ctx }) {
    return replyOr(ctx, await archive(ctx, ctx.caller, path.id, body.reason ?? query.reason));
  },
});
