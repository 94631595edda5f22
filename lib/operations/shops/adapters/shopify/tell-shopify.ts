import * as z from 'zod';
import type { CallShop, ShopNotice, Told } from '../shop-calls.ts';
import { excerpt } from '../text-of.ts';
import { askShopify } from './shopify-client.ts';

const STATE = `query State($id: ID!) {
  order(id: $id) {
    fulfillmentOrders(first: 20) { nodes { id status } }
    fulfillments(first: 20) { id status trackingInfo { url } events(first: 20) { nodes { status } } }
  }
}`;

const FULFIL = `mutation Fulfil($fulfillment: FulfillmentInput!) {
  fulfillmentCreate(fulfillment: $fulfillment) { fulfillment { id } userErrors { field message } }
}`;

const REPORT = `mutation Report($event: FulfillmentEventInput!) {
  fulfillmentEventCreate(fulfillmentEvent: $event) { fulfillmentEvent { id } userErrors { field message } }
}`;

const stateReply = z.object({
  order: z
    .object({
      fulfillmentOrders: z.object({ nodes: z.array(z.object({ id: z.string(), status: z.string() })) }),
      fulfillments: z.array(
        z.object({
          id: z.string(),
          trackingInfo: z.array(z.object({ url: z.string().nullish() })),
          events: z.object({ nodes: z.array(z.object({ status: z.string() })) }),
        }),
      ),
    })
    .nullable(),
});

const mutationReply = z.record(
  z.string(),
  z.object({ userErrors: z.array(z.object({ message: z.string() })) }).nullish(),
);

type Shop = { readonly address: string; readonly accessToken: string };

/**
 * Fulfils the order in the shop, with its tracking link, and reports its arrival. What was done before is found in the
 * shop, so that a repetition fulfils nothing twice.
 */
export async function tellShopify(call: CallShop, shop: Shop, notice: ShopNotice): Promise<Told> {
  const id = `gid://shopify/Order/${notice.shopOrderId}`;
  const before = await stateOf(call, shop, id);
  if ('error' in before) return before;
  const open = before.fulfillmentOrders.nodes.filter(({ status }) => OPEN.includes(status));
  for (const order of open) {
    const fulfilled = await mutate(call, shop, FULFIL, {
      fulfillment: {
        lineItemsByFulfillmentOrder: [{ fulfillmentOrderId: order.id }],
        trackingInfo: { url: notice.trackingUrl, number: notice.orderId, company: notice.carrier },
        notifyCustomer: true,
      },
    });
    if (fulfilled !== 'told') return fulfilled;
  }
  if (notice.kind === 'under_way') return 'told';
  const after = open.length > 0 ? await stateOf(call, shop, id) : before;
  if ('error' in after) return after;
  const own = after.fulfillments.filter(
    ({ trackingInfo, events }) =>
      trackingInfo.some(({ url }) => url === notice.trackingUrl) &&
      !events.nodes.some(({ status }) => status === 'DELIVERED'),
  );
  for (const { id: fulfillmentId } of own) {
    const event = { fulfillmentId, status: 'DELIVERED', happenedAt: notice.at };
    const reported = await mutate(call, shop, REPORT, { event });
    if (reported !== 'told') return reported;
  }
  return 'told';
}

/** Statuses in which items of an order still have to be fulfilled. */
const OPEN: readonly string[] = ['OPEN', 'IN_PROGRESS', 'SCHEDULED'];

async function stateOf(call: CallShop, shop: Shop, id: string) {
  const asked = await askShopify(call, shop, STATE, { id });
  if ('error' in asked) return asked;
  const read = stateReply.safeParse(asked.data);
  if (!read.success) return { error: `The shop answered ${excerpt(asked.data)}`, retryAfterMs: null };
  return read.data.order ?? { error: 'The shop does not know the order any more.', retryAfterMs: null };
}

async function mutate(call: CallShop, shop: Shop, query: string, variables: object): Promise<Told> {
  const asked = await askShopify(call, shop, query, variables);
  if ('error' in asked) return asked;
  const read = mutationReply.safeParse(asked.data);
  const errors = read.success ? Object.values(read.data).flatMap((one) => one?.userErrors ?? []) : [];
  if (errors.length === 0) return 'told';
  const why = errors.map(({ message }) => message).join(' ');
  return { error: `The shop refused: ${excerpt(why)}`, retryAfterMs: null };
}
