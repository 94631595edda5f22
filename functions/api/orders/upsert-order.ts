import * as z from 'zod';
import {
  invalidStateTransition,
  orderAlreadyDispatched,
  orderDuplicateExternalId,
  orderInputWithFlags,
  orderNotFound,
  pickupNotInScope,
  upsertOrder as upsert,
} from '../../../lib/ordering/orders/index.ts';
import { contentionOver } from '../../../lib/platform/core/commit.ts';
import { validationErrors } from '../../../lib/platform/core/common-refusals.ts';
import { orderEndpoint } from './deps.ts';
import { orderReplyExample, upsertBodyExample } from './order-examples.ts';
import { orderReply, replyOr } from './order-reply.ts';

/** POST /v1/order/external-identifier/{externalId} */
export const upsertOrder = orderEndpoint({
  name: 'upsertOrder',
  method: 'POST',
  path: '/v1/order/external-identifier/{externalId}',
  area: 'Orders',
  summary: 'Create or update an order by its external id',
  description:
    'Creates the order, or changes the fields that are sent when it exists. Parallel requests with the same external id ' +
    'create one order. An archived order does not count: another one is created. With ' +
    '`returnFirstQuoteApiOnly` the reply has the first quote only.',
  permission: 'WRITE_ORDER',
  forLimited: 'narrowed',
  params: z.object({
    externalId: z.string().min(1).max(255).meta({ description: 'External id of the order.' }),
  }),
  body: orderInputWithFlags,
  bodyExample: upsertBodyExample,
  reply: orderReply,
  replyExample: orderReplyExample,
  refusals: [
    orderNotFound,
    orderAlreadyDispatched,
    orderDuplicateExternalId,
    invalidStateTransition,
    contentionOver('order'),
    pickupNotInScope,
  ],
  async handle({ input: { path, body }, ctx }) {
    const { reapplyAutomations, returnFirstQuoteApiOnly, ...fields } = body;
    const { externalId } = path;
    if (typeof fields.externalId === 'string' && fields.externalId !== externalId) {
      const why = `externalId is "${fields.externalId}", but the path names "${externalId}". Send the same one, or leave externalId out.`;
      return validationErrors(`The request is not valid: externalId: ${why}`, {
        fields: { externalId: why },
      });
    }
    const order = { externalId, fields, id: ctx.ids.next('ord'), reapplyAutomations };
    return replyOr(ctx, await upsert(ctx, ctx.caller, order), { firstQuoteOnly: returnFirstQuoteApiOnly });
  },
});
