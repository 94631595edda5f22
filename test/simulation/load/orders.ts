import { toInstant } from '../../../lib/platform/core/clock.ts';
import { validOrder } from '../../support/orders-api.ts';
import type { Client } from '../world/merchant.ts';
import { defineLoad } from './define-load.ts';

const HOUR = 3_600_000;
const EXTERNAL_IDS = ['A', 'B', 'C', 'D'];

/** Orders in all modes, some with flaws, and what merchants and their systems do with them. */
export const ordersLoad = defineLoad({
  area: 'orders',
  drives: [
    'POST /v1/order',
    'POST /v1/orders',
    'POST /v1/order/external-identifier/{externalId}',
    'POST /v1/orders/external-identifier',
    'POST /v2/orders/upsert/bulk',
    'GET /v1/order/{id}',
    'PATCH /v1/order/{id}',
    'DELETE /v1/order/{id}',
    'PATCH /v1/order/{id}/confirm',
    'PATCH /v1/order/{id}/unarchive',
    'GET /v1/orders',
  ],
  actions: [
    {
      name: 'an order is made',
      weight: 10,
      async run(client) {
        learn(client, await client.call('POST /v1/order', { body: anyOrder(client) }));
      },
    },
    {
      name: 'two orders are made together',
      weight: 1,
      async run(client) {
        const reply = await client.call('POST /v1/orders', {
          body: { orders: [anyOrder(client), anyOrder(client)] },
        });
        for (const [, id] of JSON.stringify(reply?.json ?? {}).matchAll(/"(ord_[0-9A-Z]{26})"/g))
          remember(client, id!);
      },
    },
    {
      name: 'two systems send the same order',
      weight: 4,
      async run(client) {
        const externalId = client.random.pick(EXTERNAL_IDS);
        const send = async () =>
          learn(
            client,
            await client.call('POST /v1/order/external-identifier/{externalId}', {
              params: { externalId },
              body: anyOrder(client),
            }),
          );
        await Promise.all([send(), client.pause(200).then(send)]);
      },
    },
    {
      name: 'orders are upserted in bulk',
      weight: 1,
      async run(client) {
        const orders = client.random
          .shuffle(EXTERNAL_IDS)
          .slice(0, 2)
          .map((externalId) => ({ ...anyOrder(client), externalId }));
        await client.call(
          client.random.pick(['POST /v1/orders/external-identifier', 'POST /v2/orders/upsert/bulk']),
          { body: { orders } },
        );
      },
    },
    {
      name: 'an order is changed',
      weight: 6,
      async run(client) {
        const id = client.any(client.known.orders);
        if (id) await client.call('PATCH /v1/order/{id}', { params: { id }, body: anyChange(client) });
      },
    },
    {
      name: 'an order is archived',
      weight: 3,
      async run(client) {
        const id = client.any(client.known.orders);
        if (id) await client.call('DELETE /v1/order/{id}', { params: { id }, body: {} });
      },
    },
    {
      name: 'an order is taken out of the archive',
      weight: 2,
      async run(client) {
        const id = client.any(client.known.orders);
        if (id) await client.call('PATCH /v1/order/{id}/unarchive', { params: { id } });
      },
    },
    {
      name: 'an order is confirmed',
      weight: 2,
      async run(client) {
        const id = client.any(client.known.orders);
        if (id) await client.call('PATCH /v1/order/{id}/confirm', { params: { id } });
      },
    },
    {
      name: 'somebody looks at orders',
      weight: 1,
      async run(client) {
        await client.call('GET /v1/orders');
        const id = client.any(client.known.orders);
        if (id) await client.call('GET /v1/order/{id}', { params: { id } });
      },
    },
  ],
});

/** An order as merchants send it: for now or for later, with or without a strategy, sometimes flawed. */
export function anyOrder(client: Client): Record<string, unknown> {
  const { random, known } = client;
  const strategy = random.chance(0.85) ? client.any(known.strategies) : undefined;
  return {
    ...validOrder,
    ...(strategy ? { dispatchStrategyId: strategy } : {}),
    ...(random.chance(0.2) ? { externalId: random.pick(EXTERNAL_IDS) } : {}),
    ...(random.chance(0.1) ? { dropoffPhoneNumber: '12' } : {}),
    ...(random.chance(0.35) ? scheduled(client) : {}),
    valueCents: random.between(100, 20_000),
    // Distinguishes orders of different requests.
    orderMetadata: { mark: client.nextMark() },
  };
}

/** The times of an order for later. */
export function scheduled(client: Client): Record<string, unknown> {
  const start = client.world.now() + client.random.between(5, 240) * 60_000;
  return {
    deliveryMode: 'scheduled',
    pickupStartTime: toInstant(start),
    pickupEndTime: toInstant(start + HOUR),
    dropoffStartTime: toInstant(start + HOUR),
    dropoffEndTime: toInstant(start + 3 * HOUR),
  };
}

function anyChange(client: Client): Record<string, unknown> {
  const { random } = client;
  return random.pick([
    () => ({ dropoffFirstName: `Ada ${random.between(1, 99)}` }),
    () => ({ valueCents: random.between(100, 20_000) }),
    () => ({ dropoffPhoneNumber: random.pick(['12', '+14155550199']) }),
    () => scheduled(client),
    () => ({
      deliveryMode: 'now',
      pickupStartTime: null,
      pickupEndTime: null,
      dropoffStartTime: null,
      dropoffEndTime: null,
    }),
    () => ({ dispatchStrategyId: client.any(client.known.strategies) ?? null }),
    () => ({ externalId: random.pick([...EXTERNAL_IDS, null]) }),
  ])();
}

function learn(client: Client, reply: Awaited<ReturnType<Client['call']>>): void {
  const { id, order } = reply?.json ?? {};
  for (const one of [id, order?.id])
    if (typeof one === 'string' && one.startsWith('ord_')) remember(client, one);
}

function remember(client: Client, id: string): void {
  if (!client.known.orders.includes(id)) client.known.orders.push(id);
}

/** Orders that wait for somebody to plan them; the ids of those that were answered. */
export async function makeOrdersToPlan(client: Client, fields: object = {}): Promise<readonly string[]> {
  const made: string[] = [];
  for (const [index, dropoffAddressNumber] of ['900', '910', '920'].entries()) {
    const dropoffLat = validOrder.dropoffLat - index / 500;
    const body = { ...validOrder, ...scheduled(client), dropoffAddressNumber, dropoffLat, ...fields };
    const reply = await client.call('POST /v1/order', { body });
    learn(client, reply);
    if (typeof reply?.json?.id === 'string') made.push(reply.json.id);
  }
  return made;
}
