import * as z from 'zod';
import { isRefusal, type Refusal } from '../../../lib/core/refusal.ts';
import { type FoundOrder, orderReplyFields, renderOrder } from '../../../lib/orders/index.ts';
import { quoteSchema, renderOrderQuotes } from '../../../lib/quotes/index.ts';

/** An order in replies. */
export const orderReply = z
  .object({
    ...orderReplyFields,
    version: z.int().meta({ description: 'Version to send as `If-Match`.' }),
    quotes: z.array(quoteSchema).meta({ description: 'Present quotes; none when the order changed since.' }),
    failedQuotes: z
      .array(z.string())
      .meta({ description: 'Each provider that gave no quote, with the reason.' }),
  })
  .meta({ id: 'Order' });
type OrderReply = z.input<typeof orderReply>;

/** The order with its quotes; of these the first only when `firstQuoteOnly`. */
export function toReply(
  { stored, aggregate }: FoundOrder,
  options: { readonly firstQuoteOnly?: boolean | undefined } = {},
): OrderReply {
  const { quotes, failedQuotes } = renderOrderQuotes(aggregate, stored.value);
  return {
    ...renderOrder(stored.value),
    version: stored.version,
    quotes: options.firstQuoteOnly ? quotes.slice(0, 1) : quotes,
    failedQuotes,
  };
}

/** The reply to an operation on one order, or why there is none. */
export function replyOr(
  outcome: FoundOrder | Refusal,
  options?: { readonly firstQuoteOnly?: boolean | undefined },
): OrderReply | Refusal {
  return isRefusal(outcome) ? outcome : toReply(outcome, options);
}

/** The reply to an operation on several orders. */
export function repliesOr(outcome: readonly FoundOrder[] | Refusal): OrderReply[] | Refusal {
  return isRefusal(outcome) ? outcome : outcome.map((found) => toReply(found));
}
