import * as z from 'zod';
import { missingArgument, refreshOrderQuotes } from '../../../lib/fulfilment/dispatch/index.ts';
import { quoteSchema, renderQuote } from '../../../lib/fulfilment/quotes/index.ts';
import { invalidOptionsGroup } from '../../../lib/fulfilment/strategies/index.ts';
import {
  invalidStateTransition,
  orderAlreadyDispatched,
  orderDuplicateExternalId,
  orderNotFound,
  orderValidationErrorsBlock,
} from '../../../lib/ordering/orders/index.ts';
import { isRefusal } from '../../../lib/platform/core/refusal.ts';
import { optional } from '../../../lib/platform/http/index.ts';
import { dispatchEndpoint } from './deps.ts';
import { quoteExample } from './examples.ts';

/** POST /v1/order/refresh_quotes */
export const refreshQuotes = dispatchEndpoint({
  name: 'refreshQuotes',
  method: 'POST',
  path: '/v1/order/refresh_quotes',
  area: 'Quotes',
  summary: 'Replace the quotes of an order',
  description:
    'Asks every provider of the strategy again. All earlier quotes of the order are replaced and can no longer be selected.',
  permission: 'WRITE_ORDER',
  forLimited: 'narrowed',
  body: z.object({
    orderId: optional(z.string()).meta({
      description: 'Id of the order, `ord_...`; send this or the external id.',
    }),
    externalOrderId: optional(z.string()).meta({
      description: 'External id of the order; send this or the id.',
    }),
  }),
  bodyExample: { orderId: 'ord_01KJQ8Z6Q4T9V2N5X7C3B1M0K8' },
  reply: z.object({ quotes: z.array(quoteSchema), failedQuotes: z.array(quoteSchema) }),
  replyExample: { quotes: [quoteExample], failedQuotes: [] },
  refusals: [
    missingArgument,
    orderNotFound,
    orderDuplicateExternalId,
    orderAlreadyDispatched,
    orderValidationErrorsBlock,
    invalidStateTransition,
    invalidOptionsGroup,
  ],
  async handle({ input: { body }, ctx }) {
    const set = await refreshOrderQuotes(ctx, ctx.caller, body);
    if (isRefusal(set)) return set;
    return { quotes: set.quotes.map(renderQuote), failedQuotes: set.failedQuotes.map(renderQuote) };
  },
});
