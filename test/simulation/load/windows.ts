import { toInstant } from '../../../lib/platform/core/clock.ts';
import { validOrder } from '../../support/orders-api.ts';
import type { Client } from '../world/merchant.ts';
import { defineLoad } from './define-load.ts';

const MINUTE = 60_000;
const EXTERNAL_IDS = ['W1', 'W2', 'W3', 'W4', 'W5'];

/** Delivery windows with few places, and orders that compete for them. */
export const windowsLoad = defineLoad({
  area: 'windows',
  isDrawn: true,
  drives: [
    'POST /v1/delivery-window',
    'PATCH /v1/delivery-windows',
    'DELETE /v1/delivery-window/{id}',
    'PATCH /v1/delivery-window/{id}/disable',
    'PATCH /v1/delivery-window/{id}/enable',
    'PATCH /v1/delivery-window/{id}/restore',
    'GET /v1/delivery-window/{id}',
    'GET /v1/delivery-windows',
    'GET /v1/delivery-window/{id}/bookings',
    'GET /v1/eligible_delivery_windows',
    'POST /v1/order/external-identifier/{externalId}/delivery-window',
    'POST /v1/order/external-identifier/{externalId}/delivery-window/book',
    'POST /v1/order/external-identifier/{externalId}/delivery-window/confirm',
    'POST /v1/order/external-identifier/{externalId}/delivery-window/revoke',
  ],
  setUp: makeWindow,
  actions: [
    { name: 'a delivery window is made', weight: 2, run: makeWindow },
    {
      name: 'several orders want a place at the same time',
      weight: 8,
      async run(client) {
        const wanting = client.random.shuffle(EXTERNAL_IDS).slice(0, client.random.between(2, 4));
        await Promise.all(wanting.map((externalId) => bookPlace(client, externalId)));
      },
    },
    {
      name: 'an order is created in a delivery window',
      weight: 4,
      async run(client) {
        const externalId = client.random.pick(EXTERNAL_IDS);
        const { deliveryWindowId, requestedCapacity, expiresAt } = anyBooking(client);
        await client.call('POST /v1/order/external-identifier/{externalId}/delivery-window', {
          params: { externalId },
          body: {
            ...windowOrder(client),
            deliveryWindowId,
            deliveryWindowRequestedCapacity: requestedCapacity,
            deliveryWindowExpiresAt: expiresAt,
          },
        });
      },
    },
    {
      name: 'a place is confirmed or given up',
      weight: 6,
      async run(client) {
        const params = { externalId: client.random.pick(EXTERNAL_IDS) };
        const what = client.random.chance(0.7) ? 'confirm' : 'revoke';
        await client.call(`POST /v1/order/external-identifier/{externalId}/delivery-window/${what}`, {
          params,
        });
      },
    },
    { name: 'a delivery window moves', weight: 2, run: moveWindow },
    {
      name: 'a delivery window is disabled, enabled, deleted or restored',
      weight: 1,
      async run(client) {
        const id = client.any(client.known.windows);
        if (!id) return;
        const routeKey = client.random.pick([
          'PATCH /v1/delivery-window/{id}/disable',
          'PATCH /v1/delivery-window/{id}/enable',
          'PATCH /v1/delivery-window/{id}/restore',
          'DELETE /v1/delivery-window/{id}',
        ]);
        await client.call(routeKey, { params: { id } });
      },
    },
    {
      name: 'somebody looks at delivery windows',
      weight: 1,
      async run(client) {
        await client.call('GET /v1/delivery-windows');
        const orderId = client.any(client.known.orders);
        const startTime = toInstant(client.world.now());
        const endTime = toInstant(client.world.now() + 12 * 60 * MINUTE);
        if (orderId)
          await client.call('GET /v1/eligible_delivery_windows', { query: { orderId, startTime, endTime } });
        const id = client.any(client.known.windows);
        if (!id) return;
        await client.call('GET /v1/delivery-window/{id}', { params: { id } });
        await client.call('GET /v1/delivery-window/{id}/bookings', { params: { id } });
      },
    },
  ],
});

/** Creates a delivery window with few places. */
export async function makeWindow(client: Client): Promise<void> {
  const body = { ...anyTimes(client), maximumCapacity: client.random.between(1, 3) };
  const reply = await client.call('POST /v1/delivery-window', { body });
  if (typeof reply?.json?.id === 'string') client.known.windows.push(reply.json.id);
}

/** Gives a delivery window other times, or only another cutoff. */
export async function moveWindow(client: Client): Promise<void> {
  const { random, world } = client;
  const id = client.any(client.known.windows);
  if (!id) return;
  const cutoffTime = toInstant(world.now() + random.between(2, 120) * MINUTE);
  const times = random.chance(0.4) ? { cutoffTime } : anyTimes(client);
  await client.call('PATCH /v1/delivery-windows', { body: { deliveryWindows: [{ id, ...times }] } });
}

function anyTimes({ random, world }: Client): Record<string, string> {
  const cutoff = world.now() + random.between(5, 240) * MINUTE;
  const start = cutoff + random.between(0, 120) * MINUTE;
  return {
    startTime: toInstant(start),
    endTime: toInstant(start + 2 * 60 * MINUTE),
    cutoffTime: toInstant(cutoff),
  };
}

function anyBooking(client: Client): {
  readonly deliveryWindowId: string;
  readonly requestedCapacity?: number;
  readonly expiresAt?: string;
} {
  const { random, world, known } = client;
  return {
    deliveryWindowId: client.any(known.windows) ?? 'unknown',
    ...(random.chance(0.2) ? { requestedCapacity: random.between(1, 2) } : {}),
    ...(random.chance(0.5) ? { expiresAt: toInstant(world.now() + random.between(2, 60) * MINUTE) } : {}),
  };
}

function windowOrder(client: Client): Record<string, unknown> {
  const strategy = client.any(client.known.strategies);
  return {
    ...validOrder,
    deliveryMode: 'scheduled',
    ...(strategy ? { dispatchStrategyId: strategy } : {}),
    orderMetadata: { mark: client.nextMark() },
  };
}

/** Creates or changes the order of an external id, and books a place for it in any delivery window. */
export async function bookPlace(client: Client, externalId: string): Promise<void> {
  const params = { externalId };
  const made = await client.call('POST /v1/order/external-identifier/{externalId}', {
    params,
    body: windowOrder(client),
  });
  const id = made?.json?.order?.id ?? made?.json?.id;
  if (typeof id === 'string' && !client.known.orders.includes(id)) client.known.orders.push(id);
  await client.call('POST /v1/order/external-identifier/{externalId}/delivery-window/book', {
    params,
    body: anyBooking(client),
  });
}
