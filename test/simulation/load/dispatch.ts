import type { Client } from '../world/merchant.ts';
import { defineLoad } from './define-load.ts';
import { anyOrder } from './orders.ts';

/** Orders that are dispatched by hand, by quote or automatically, and taken back. */
export const dispatchLoad = defineLoad({
  area: 'dispatch',
  drives: [
    'POST /v1/order/{id}/autodispatch',
    'POST /v1/order/external-identifier/{externalId}/autodispatch',
    'POST /v1/orders/{order_id}/undispatch',
    'POST /v1/order/get_quotes',
    'POST /v1/order/refresh_quotes',
    'POST /v1/select_quote',
  ],
  actions: [
    {
      name: 'an order is dispatched by hand',
      weight: 6,
      async run(client) {
        const id = client.any(client.known.orders);
        if (!id) return;
        client.learnJob((await client.call('POST /v1/order/{id}/autodispatch', { params: { id } }))?.json);
      },
    },
    {
      name: 'two people dispatch an order',
      weight: 3,
      async run(client) {
        const id = client.any(client.known.orders);
        if (!id) return;
        const send = async () =>
          client.learnJob((await client.call('POST /v1/order/{id}/autodispatch', { params: { id } }))?.json);
        await Promise.all([send(), client.pause(100).then(send)]);
      },
    },
    {
      name: 'an order is dispatched by its external id',
      weight: 1,
      async run(client) {
        const externalId = client.random.pick(['A', 'B']);
        client.learnJob(
          (
            await client.call('POST /v1/order/external-identifier/{externalId}/autodispatch', {
              params: { externalId },
            })
          )?.json,
        );
      },
    },
    {
      name: 'an order is quoted and goes out by one of the quotes',
      weight: 3,
      async run(client) {
        const quoted = await client.call('POST /v1/order/get_quotes', { body: anyOrder(client) });
        const { id } = quoted?.json ?? {};
        if (typeof id === 'string') client.known.orders.push(id);
        client.learnQuotes(quoted?.json);
        await client.pause(client.random.pick([1_000, 60_000, 3_700_000]));
        const quote = client.any(client.known.quotes);
        if (quote) await chooseQuote(client, quote.id);
      },
    },
    {
      name: 'the quotes of an order are asked for again',
      weight: 1,
      async run(client) {
        const orderId = client.any(client.known.orders);
        if (!orderId) return;
        const reply = await client.call('POST /v1/order/refresh_quotes', { body: { orderId } });
        client.learnQuotes(reply?.json);
      },
    },
    {
      name: 'an order is taken out of dispatch',
      weight: 1,
      async run(client) {
        const order_id = client.any(client.known.orders);
        if (order_id) await client.call('POST /v1/orders/{order_id}/undispatch', { params: { order_id } });
      },
    },
  ],
});

/** Sends an order out by a quote. */
export async function chooseQuote(client: Client, quoteId: string): Promise<void> {
  client.learnJob((await client.call('POST /v1/select_quote', { body: { quoteId } }))?.json);
}
