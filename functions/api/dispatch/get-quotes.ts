import { quoteOrder } from '../../../lib/fulfilment/dispatch/index.ts';
import { renderFailedQuote, renderQuote } from '../../../lib/fulfilment/quotes/index.ts';
import { invalidOptionsGroup } from '../../../lib/fulfilment/strategies/index.ts';
import {
  createOrder,
  invalidStateTransition,
  orderAlreadyDispatched,
  orderDuplicateExternalId,
  orderInputWithFlags,
  orderNotFound,
  pickupNotInScope,
  upsertOrder,
} from '../../../lib/ordering/orders/index.ts';
import { contentionOver } from '../../../lib/platform/core/commit.ts';
import { isRefusal } from '../../../lib/platform/core/refusal.ts';
import { orderBodyExample, orderReplyExample } from '../orders/order-examples.ts';
import { orderReply, toReply } from '../orders/order-reply.ts';
import { dispatchEndpoint } from './deps.ts';

/** POST /v1/order/get_quotes */
export const getQuotes = dispatchEndpoint({
  name: 'getQuotes',
  method: 'POST',
  path: '/v1/order/get_quotes',
  area: 'Quotes',
  summary: 'Create or update an order and quote it',
  description: [
    'If an order has the `externalId`, that order is updated; otherwise one is created. The reply has its ' +
      'quotes by rank, 1 = the provider that is tried first; `returnFirstQuoteApiOnly` returns only that one. The quote ' +
      'that an automatic dispatch would take has the tag `autodispatch_preferred_quote`.',
    'Providers are asked in parallel, each within its time limit. A provider that is slow, down or unable to carry the order ' +
      'is in `failedQuotes` with an `errorMessage` and does not delay the others. An order with `validationErrors` is ' +
      'not quoted. Quotes are valid for an hour at most, and only until addresses, times, value or size of the order change.',
  ].join('\n\n'),
  permission: 'WRITE_ORDER',
  forLimited: 'narrowed',
  body: orderInputWithFlags,
  bodyExample: orderBodyExample,
  reply: orderReply,
  replyExample: orderReplyExample,
  refusals: [
    orderNotFound,
    orderDuplicateExternalId,
    orderAlreadyDispatched,
    invalidStateTransition,
    contentionOver('order'),
    pickupNotInScope,
    invalidOptionsGroup,
  ],
  async handle({ input: { body }, ctx }) {
    const { reapplyAutomations, returnFirstQuoteApiOnly, ...fields } = body;
    const id = ctx.ids.next('ord');
    const { externalId } = fields;
    const found = externalId
      ? await upsertOrder(ctx, ctx.caller, { externalId, fields, id, reapplyAutomations })
      : await createOrder(ctx, ctx.caller, { fields, id });
    if (isRefusal(found)) return found;
    const order = await toReply(ctx, found);
    if (found.stored.value.status === 'needs_attention') return order;
    const set = await quoteOrder(ctx, found);
    if (isRefusal(set)) return set;
    const quotes = set.quotes.map(renderQuote);
    return {
      ...order,
      quotes: returnFirstQuoteApiOnly ? quotes.slice(0, 1) : quotes,
      failedQuotes: set.failedQuotes.map(renderFailedQuote),
    };
  },
});
