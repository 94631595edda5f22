import * as z from 'zod';
import { validationErrors } from '../../../lib/http/index.ts';
import {
  orderAlreadyDispatched,
  orderDuplicateExternalId,
  orderInputWithFlags,
  orderLockContention,
  orderNotFound,
  pickupNotInScope,
  upsertOrder as upsert,
} from '../../../lib/orders/index.ts';
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
    'Makes the order, or changes the fields that are sent when there is one. Sent several times at the same moment it ' +
    'makes one order. An archived order does not count: another one is made. `reapplyAutomations` is passed on with the ' +
    'event of the change; with `returnFirstQuoteApiOnly` the reply has the first quote only.',
  permission: 'WRITE_ORDER',
  params: z.object({
    externalId: z
      .string()
      .min(1)
      .max(255)
      .meta({ description: 'External id that the order has, or is given.' }),
  }),
  body: orderInputWithFlags,
  bodyExample: upsertBodyExample,
  reply: orderReply,
  replyExample: orderReplyExample,
  refusals: [
    orderNotFound,
    orderAlreadyDispatched,
    orderDuplicateExternalId,
    orderLockContention,
    pickupNotInScope,
  ],
  async handle({ input: { path, body }, ctx }) {
    const { reapplyAutomations, returnFirstQuoteApiOnly, ...fields } = body;
    const { externalId } = path;
    if (typeof fields.externalId === 'string' && fields.externalId !== externalId) {
      const why = `"${fields.externalId}" is not the external id of the path, "${externalId}". Send that, or none.`;
      return validationErrors(`The request is not valid: externalId: ${why}`, {
        fields: { externalId: why },
      });
    }
    const order = { externalId, fields, id: ctx.ids.next('ord'), reapplyAutomations };
    return replyOr(await upsert(ctx, ctx.caller, order), { firstQuoteOnly: returnFirstQuoteApiOnly });
  },
});
