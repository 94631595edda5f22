import * as z from 'zod';
import {
  DELIVERY_STATUSES,
  deliveriesOfOrders,
  type OrderDelivery,
} from '../../../lib/fulfilment/jobs/index.ts';
import { quoteSchema, renderOrderQuotes } from '../../../lib/fulfilment/quotes/index.ts';
import { type FoundOrder, orderReplyFields, renderOrder } from '../../../lib/ordering/orders/index.ts';
import { isRefusal, type Refusal } from '../../../lib/platform/core/refusal.ts';
import type { Table } from '../../../lib/platform/table/index.ts';

/** Progress of an order, as replies and rows of lists show it (decision C65). */
export const orderDeliveryFields = {
  deliveryStatus: z.enum(DELIVERY_STATUSES).nullable().meta({
    description: 'Status of the delivery of the order; null until a provider has it.',
  }),
  deliveryId: z.string().nullable().meta({ description: 'Delivery of the order, `dlv_...`.' }),
  trackingUrl: z
    .string()
    .nullable()
    .meta({ description: "The provider's own tracking page, if it has one." }),
};

/** The same fields for an order without a delivery. */
export function deliveryFields(delivery: OrderDelivery | undefined): OrderDeliveryFields {
  return delivery ?? { deliveryStatus: null, deliveryId: null, trackingUrl: null };
}

interface OrderDeliveryFields {
  readonly deliveryStatus: OrderDelivery['deliveryStatus'] | null;
  readonly deliveryId: string | null;
  readonly trackingUrl: string | null;
}

/** An order in replies. */
export const orderReply = z
  .object({
    ...orderReplyFields,
    ...orderDeliveryFields,
    version: z.int().meta({ description: 'Version to send as `If-Match`.' }),
    quotes: z
      .array(quoteSchema)
      .meta({ description: 'Current quotes; empty when the order has changed since.' }),
    failedQuotes: z.array(z.string()).meta({ description: 'Providers that gave no quote, with the reason.' }),
  })
  .meta({ id: 'Order' });
type OrderReply = z.input<typeof orderReply>;

/** What rendering an order takes. */
interface ReplyDeps {
  readonly table: Table;
}

interface ReplyOptions {
  readonly firstQuoteOnly?: boolean | undefined;
  /** By the order's id; looked up when absent. */
  readonly deliveries?: ReadonlyMap<string, OrderDelivery> | undefined;
}

/** The order with its delivery and its quotes; with `firstQuoteOnly` only the first of them. */
export async function toReply(
  deps: ReplyDeps,
  found: FoundOrder,
  options?: ReplyOptions,
): Promise<OrderReply> {
  const [reply] = await toReplies(deps, [found], options);
  if (!reply) throw new Error('An order has a reply.');
  return reply;
}

/** The reply to an operation on one order, or the refusal. */
export async function replyOr(
  deps: ReplyDeps,
  outcome: FoundOrder | Refusal,
  options?: ReplyOptions,
): Promise<OrderReply | Refusal> {
  return isRefusal(outcome) ? outcome : toReply(deps, outcome, options);
}

/** The reply to an operation on several orders. */
export async function repliesOr(
  deps: ReplyDeps,
  outcome: readonly FoundOrder[] | Refusal,
): Promise<OrderReply[] | Refusal> {
  return isRefusal(outcome) ? outcome : toReplies(deps, outcome);
}

/** Several orders of one organization. */
export async function toReplies(
  { table }: ReplyDeps,
  found: readonly FoundOrder[],
  { firstQuoteOnly, deliveries: known }: ReplyOptions = {},
): Promise<OrderReply[]> {
  const orders = found.map(({ stored }) => stored.value);
  const deliveries = known ?? (await deliveriesOfOrders(table, orders[0]?.organizationId ?? '', orders));
  return found.map(({ stored, aggregate }) => {
    const { quotes, failedQuotes } = renderOrderQuotes(aggregate, stored.value);
    return {
      ...renderOrder(stored.value),
      ...deliveryFields(deliveries.get(stored.value.id)),
      version: stored.version,
      quotes: firstQuoteOnly ? quotes.slice(0, 1) : quotes,
      failedQuotes,
    };
  });
}
