import type { Client } from '../world/merchant.ts';
import { defineLoad } from './define-load.ts';
import { openFleet } from './fleet.ts';
import { makeOrdersToPlan } from './orders.ts';

/** Routes under way: assigned, driven stop by stop, watched, and with exceptions that people resolve. */
export const drivingLoad = defineLoad({
  area: 'driving',
  isDrawn: true,
  drives: [
    'POST /v1/routes/{id}/assign',
    'POST /v1/execute/routes/{id}/reassign',
    'PATCH /v1/fleet/routes/{id}/stops/{stopId}',
    'PUT /v1/fleet/couriers/{id}/position',
    'POST /v1/routes/{id}/exceptions',
    'POST /v1/fleet/routes/{id}/exceptions',
    'GET /v1/routes/{id}/exceptions',
    'POST /v1/routes/{id}/exceptions/clear',
    'PATCH /v1/route-exceptions/{id}',
    'DELETE /v1/route-exceptions/{id}',
    'POST /v1/route-exceptions/acknowledge-all',
    'POST /v1/route-exceptions/assign',
    'GET /v1/execute/routes',
    'GET /v1/execute/routes/{id}',
    'GET /v1/execute/summary',
  ],
  async setUp(client) {
    await makeOrdersToPlan(client);
    await openFleet(client);
  },
  actions: [
    {
      name: 'a route is filled, assigned and sent out',
      weight: 10,
      async run(client) {
        // Others may dispatch the orders that everybody knows before a route can.
        const orderIds = client.random.chance(0.7)
          ? await makeOrdersToPlan(client, client.random.chance(0.5) ? PROVEN : {})
          : client.random.shuffle(client.known.orders).slice(0, client.random.between(1, 3));
        const id = await makeRoute(client);
        if (!id || orderIds.length === 0) return;
        const params = { id };
        await client.call('POST /v1/routes/{id}/orders', { params, body: { orderIds } });
        const courierId = client.any(client.known.others.couriers ?? []);
        const [driverGroupId] = client.known.others.groups ?? [];
        await client.call('POST /v1/routes/{id}/assign', {
          params,
          body: {
            ...(courierId && client.random.chance(0.5) ? {} : { providerId: 'prv_own_fleet' }),
            driverGroupId,
            ...(courierId ? { courierId } : {}),
          },
        });
        // Of a route whose job waits, drivers report as well.
        const autoDispatch = client.random.chance(0.9);
        await client.call('POST /v1/routes/dispatch', { body: { routeIds: [id], autoDispatch } });
        if (client.random.chance(0.7)) {
          await client.pause(60_000);
          await drive(client, id);
        }
      },
    },
    {
      name: 'drivers report on their stops',
      weight: 14,
      async run(client) {
        const id = client.any(client.known.others.driven ?? []);
        if (id) await drive(client, id);
      },
    },
    {
      name: 'somebody raises an exception, and others sort it out',
      weight: 8,
      async run(client) {
        const id = client.any(client.known.others.driven ?? []);
        if (!id) return;
        const params = { id };
        const from = client.random.pick([
          'POST /v1/routes/{id}/exceptions',
          'POST /v1/fleet/routes/{id}/exceptions',
        ]);
        await client.call(from, { params, body: { type: 'vehicle_breakdown', note: 'Flat tire.' } });
        const open = await client.call('GET /v1/routes/{id}/exceptions', { params });
        const list = (open?.json?.exceptions ?? open?.json?.results ?? []) as { readonly id: string }[];
        await Promise.all(list.map((exception) => sortOut(client, exception.id)));
        await client.call('POST /v1/route-exceptions/acknowledge-all', { body: { routeIds: [id] } });
        await client.call('POST /v1/route-exceptions/assign', { body: { routeIds: [id], assigneeId: null } });
        if (client.random.chance(0.3)) await client.call('POST /v1/routes/{id}/exceptions/clear', { params });
      },
    },
    {
      name: 'a route gets another courier',
      weight: 2,
      async run(client) {
        const [id, courierId] = [
          client.any(client.known.others.driven ?? []),
          client.any(client.known.others.couriers ?? []),
        ];
        if (id)
          await client.call('POST /v1/execute/routes/{id}/reassign', {
            params: { id },
            body: { courierId: courierId ?? null },
          });
      },
    },
    {
      name: 'somebody watches the routes',
      weight: 1,
      async run(client) {
        const date = new Date(client.world.now()).toISOString().slice(0, 10);
        await client.call('GET /v1/execute/routes', { query: { date } });
        await client.call('GET /v1/execute/summary', { query: { date } });
        const id = client.any(client.known.others.driven ?? []);
        if (id) await client.call('GET /v1/execute/routes/{id}', { params: { id } });
      },
    },
  ],
});

/** Orders whose drivers forget the proof: the delivery does not end with its stop. */
const PROVEN = { requirements: ['photo_proof_of_delivery'] };

async function makeRoute(client: Client): Promise<string | undefined> {
  const reply = await client.call('POST /v1/routes', {
    body: {
      externalId: client.nextMark(),
      name: 'On the road',
      stops: [{ stopType: 'ROUTE_START', objectIds: [], location: { lat: 37.7936, lng: -122.3958 } }],
    },
  });
  const id = reply?.json?.route?.id;
  if (typeof id !== 'string') return undefined;
  client.known.others.driven = [...(client.known.others.driven ?? []), id];
  return id;
}

/** A driver reports every stop, and forgets some reports. */
async function drive(client: Client, id: string): Promise<void> {
  const route = await client.call('GET /v1/routes/{id}', { params: { id } });
  const stops = (route?.json?.stops ?? []) as readonly { readonly id: string }[];
  const courierId = route?.json?.courier?.id as string | undefined;
  const forgets = client.random.pick([0, 0, 0.15]);
  const isSeen = courierId !== undefined && client.random.chance(0.9);
  for (const { id: stopId } of stops) {
    const end = client.random.pick(['COMPLETED', 'COMPLETED', 'COMPLETED', 'SKIPPED', 'FAILED']);
    for (const status of ['ENROUTE', 'IN_PROGRESS', end]) {
      if (client.random.chance(forgets)) continue;
      await client.call('PATCH /v1/fleet/routes/{id}/stops/{stopId}', {
        params: { id, stopId },
        body: { status },
      });
      await client.pause(20_000);
      if (isSeen && status === 'ENROUTE') await showTheWay(client, courierId);
    }
  }
}

/** A phone on the way: some positions of it, of which some are wrong, late, or sent again. */
async function showTheWay(client: Client, courierId: string): Promise<void> {
  const { random, world } = client;
  const from = { latitude: 37.79 + random.next() / 20, longitude: -122.4 };
  for (let step = 0, count = random.between(1, 5); step < count; step += 1) {
    const isWrong = random.chance(0.05);
    const agoMs = random.chance(0.1) ? random.between(60_000, 600_000) : 0;
    const body = {
      ...{ latitude: from.latitude + step / 500 + (isWrong ? 1 : 0), longitude: from.longitude },
      ...(random.chance(0.3) ? { accuracy: random.pick([5, 40, 250]) } : {}),
      capturedAt: new Date(world.now() - agoMs).toISOString(),
    };
    for (let time = random.chance(0.1) ? 2 : 1; time > 0; time -= 1)
      await client.call('PUT /v1/fleet/couriers/{id}/position', { params: { id: courierId }, body });
    await client.pause(random.pick([10_000, 30_000, 30_000, 90_000]));
  }
}

async function sortOut(client: Client, id: string): Promise<void> {
  const params = { id };
  if (client.random.chance(0.2)) await client.call('DELETE /v1/route-exceptions/{id}', { params });
  else {
    const status = client.random.pick(['acknowledged', 'resolved', 'needs_triage']);
    await client.call('PATCH /v1/route-exceptions/{id}', { params, body: { status } });
  }
}
