import {
  createOrder as create,
  orderInput,
  orderRules,
  pickupNotInScope,
} from '../../../lib/orders/index.ts';
import { orderEndpoint } from './deps.ts';
import { orderBodyExample, orderReplyExample } from './order-examples.ts';
import { orderReply, replyOr } from './order-reply.ts';

/** POST /v1/order */
export const createOrder = orderEndpoint({
  name: 'createOrder',
  method: 'POST',
  path: '/v1/order',
  area: 'Orders',
  summary: 'Create an order',
  description: [
    'Makes an order. A value that breaks a rule does not refuse it: the order is stored with status ' +
      '`needs_attention`, and `validationErrors` says what to send. An update that satisfies the rule clears its key.',
    'Several orders may have the same `externalId`; use the upsert to have one. When the dispatch strategy dispatches ' +
      'by itself, that follows at once, but after this reply: `jobId` is `null` in it.',
    'An address is given in one of three ways: components with coordinates (`...AddressFormattedStreet`, `...AddressCity`, ' +
      '`...AddressZip`, `...AddressCountry`, `...Lat`, `...Lng`), which are taken as they are; or one line ' +
      '(`...Address`) or a place id (`...PlaceId`), which are looked up where the installation has a map. Or a store ' +
      'location fills in what was not sent. With dropoff times only, the pickup times are those less the drive, an ' +
      'estimate from the distance as the crow flies. Whatever an order names must exist: unknown store locations, ' +
      'dispatch strategies, delivery windows and zones have their key in `validationErrors`.',
    `Rules:\n\n${orderRules.map(({ summary }) => `- ${summary}`).join('\n')}`,
  ].join('\n\n'),
  permission: 'WRITE_ORDER',
  body: orderInput,
  bodyExample: orderBodyExample,
  reply: orderReply,
  replyExample: orderReplyExample,
  refusals: [pickupNotInScope],
  async handle({ input: { body }, ctx }) {
    return replyOr(await create(ctx, ctx.caller, { fields: body, id: ctx.ids.next('ord') }));
  },
});
