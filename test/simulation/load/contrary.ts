import { defineLoad } from './define-load.ts';
import { chooseQuote } from './dispatch.ts';
import { makeBatch } from './jobs.ts';
import { anyOrder, scheduled } from './orders.ts';

/** Operators who do the opposite of what the API asks for: at once what should wait, and again what was refused. */
export const contraryLoad = defineLoad({
  area: 'contrary operators',
  chance: 0.2,
  drives: [],
  actions: [
    {
      name: 'a key is used again at once, for the same request and for another one',
      weight: 3,
      async run(client) {
        const key = `again-${client.nextMark()}`;
        const body = anyOrder(client);
        const other = anyOrder(client);
        const replies = await Promise.all([
          client.call('POST /v1/order', { body, key }),
          client.pause(50).then(() => client.call('POST /v1/order', { body, key })),
          client.pause(100).then(() => client.call('POST /v1/order', { body: other, key })),
        ]);
        for (const reply of replies) {
          const id = reply?.json?.id;
          if (typeof id === 'string' && !client.known.orders.includes(id)) client.known.orders.push(id);
        }
      },
    },
    {
      name: 'what is under way is taken back and sent out again, without waiting',
      weight: 4,
      async run(client) {
        const id = client.any(client.known.orders);
        if (!id) return;
        const dispatched = await client.call('POST /v1/order/{id}/autodispatch', { params: { id } });
        client.learnJob(dispatched?.json);
        await client.pause(client.random.pick([50, 2_000, 60_000]));
        await client.call('POST /v1/orders/{order_id}/undispatch', { params: { order_id: id } });
        client.learnJob((await client.call('POST /v1/order/{id}/autodispatch', { params: { id } }))?.json);
      },
    },
    {
      name: 'a batch is cancelled in part as soon as it is known, and then as a whole',
      weight: 4,
      async run(client) {
        const jobId = await makeBatch(client);
        const task = client.any(client.known.tasks.filter((one) => one.jobId === jobId));
        if (!jobId || !task) return;
        const params = { jobId, objectId: task.taskId };
        await client.call('POST /v1/jobs/{jobId}/{objectId}/cancel', { params });
        if (client.random.chance(0.5)) return;
        await client.pause(1_000);
        await client.call('POST /v1/jobs/{jobId}/cancel', { params: { jobId } });
      },
    },
    {
      name: 'another provider is wanted while another one is being sought',
      weight: 3,
      async run(client) {
        const task = client.any(client.known.tasks);
        if (!task) return;
        const reassign = () =>
          client.call('POST /v1/jobs/{jobId}/{taskId}/reassign', { params: { ...task }, body: {} });
        await Promise.all([reassign(), client.pause(100).then(reassign)]);
        await client.call('POST /v1/jobs/{jobId}/cancel', { params: { jobId: task.jobId } });
      },
    },
    {
      name: 'quotes are replaced, and one of the old ones is chosen',
      weight: 2,
      async run(client) {
        const quoted = await client.call('POST /v1/order/get_quotes', { body: anyOrder(client) });
        const { id: orderId, quotes = [] } = quoted?.json ?? {};
        const [quote] = quotes as readonly { readonly id: string }[];
        if (!quote) return;
        await client.call('POST /v1/order/refresh_quotes', { body: { orderId } });
        await Promise.all([chooseQuote(client, quote.id), chooseQuote(client, quote.id)]);
      },
    },
    {
      name: 'an order moves again and again, faster than anybody can follow',
      weight: 5,
      async run(client) {
        const times = () => scheduled(client);
        const made = await client.call('POST /v1/order', { body: { ...anyOrder(client), ...times() } });
        const id = made?.json?.id;
        if (typeof id !== 'string') return;
        client.known.orders.push(id);
        for (const _ of [1, 2, 3]) {
          await client.call('PATCH /v1/order/{id}', { params: { id }, body: times() });
          await client.pause(100);
        }
      },
    },
    {
      name: 'a strategy is deleted while its orders go out',
      weight: 1,
      async run(client) {
        const id = client.any(client.known.strategies);
        if (!id) return;
        const body = { ...anyOrder(client), dispatchStrategyId: id };
        const made = client.call('POST /v1/order', { body });
        await client.call('DELETE /v1/options_group/{id}', { params: { id } });
        const orderId = (await made)?.json?.id;
        if (typeof orderId === 'string') client.known.orders.push(orderId);
      },
    },
    {
      name: 'what is archived is dispatched, confirmed and changed',
      weight: 2,
      async run(client) {
        const id = client.any(client.known.orders);
        if (!id) return;
        await client.call('DELETE /v1/order/{id}', { params: { id }, body: {} });
        await client.call('POST /v1/order/{id}/autodispatch', { params: { id } });
        await client.call('PATCH /v1/order/{id}/confirm', { params: { id } });
        await client.call('PATCH /v1/order/{id}', { params: { id }, body: { valueCents: 1 } });
      },
    },
  ],
});
