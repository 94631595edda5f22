import {
  createOrder as create,
  orderInput,
  orderRules,
  pickupNotInScope,
} from '../../../lib/ordering/orders/index.ts';
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
    'A value that breaks a rule does not refuse the order: it is stored with status ' +
      '`needs_attention`, and `validationErrors` says what to send. An update that satisfies the rule clears its key.',
    'Several orders may have the same `externalId`; use the upsert to have only one. When the dispatch strategy dispatches ' +
      'automatically, that follows at once, but after this reply: its `jobId` is `null`.',
    'An address is given in one of three ways: components with coordinates (`...AddressFormattedStreet`, `...AddressCity`, ' +
      '`...AddressZip`, `...AddressCountry`, `...Lat`, `...Lng`), which are used as they are; or one line ' +
      '(`...Address`) or a place id (`...PlaceId`), which are geocoded if the installation has a map. A store ' +
      'location fills in whatever was not sent. With dropoff times only, the pickup times are those minus the drive, an ' +
      'estimate from the straight-line distance. Everything that an order names must exist: unknown store locations, ' +
      'dispatch strategies, delivery windows and zones have their key in `validationErrors`.',
    `Rules:\n\n${orderRules.map(({ summary }) => `- ${summary}`).join('\n')}`,
  ].join('\n\n'),
  permission: 'WRITE_ORDER',
  forLimited: 'narrowed',
  body: orderInput,
  bodyExample: orderBodyExample,
  reply: orderReply,
  replyExample: orderReplyExample,
  refusals: [pickupNotInScope],
  async handle({ input: { body }, ctx }) {
    const { reapplyAutomations: _, ...fields } = body;
    return replyOr(ctx, await create(ctx, ctx.caller, { fields, id: ctx.ids.next('ord') }));
  },
});
