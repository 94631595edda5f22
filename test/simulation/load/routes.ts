import type { Client } from '../world/merchant.ts';
import { defineLoad } from './define-load.ts';
import { makeOrdersToPlan } from './orders.ts';

const DEPOT = { lat: 37.7936, lng: -122.3958 };

/** Routes that two planners create, fill, split and dispatch at the same time. */
export const routesLoad = defineLoad({
  area: 'routes',
  isDrawn: true,
  drives: [
    'POST /v1/routes',
    'GET /v1/routes',
    'GET /v1/routes/{id}',
    'PATCH /v1/routes/{id}',
    'POST /v1/routes/{id}/orders',
    'POST /v1/routes/{id}/move-stops',
    'POST /v1/routes/{id}/split',
    'POST /v1/routes/{id}/archive',
    'POST /v1/routes/{id}/unarchive',
    'POST /v1/routes/dispatch',
  ],
  async setUp(client) {
    await makeRoute(client);
    await makeRoute(client);
  },
  actions: [
    { name: 'a route is made', weight: 2, run: async (client) => void (await makeRoute(client)) },
    {
      name: 'two planners want the same orders',
      weight: 8,
      async run(client) {
        const orderIds = client.random.shuffle(client.known.orders).slice(0, client.random.between(1, 3));
        const [one, other] = client.random.shuffle(client.known.others.ownRoutes ?? []);
        if (orderIds.length === 0 || !one || !other) return;
        const add = (id: string) =>
          client.call('POST /v1/routes/{id}/orders', { params: { id }, body: { orderIds } });
        await Promise.all([add(one), add(other)]);
      },
    },
    {
      name: 'stops are moved to another route',
      weight: 5,
      async run(client) {
        const [id, toRouteId] = client.random.shuffle(client.known.others.ownRoutes ?? []);
        if (!id || !toRouteId) return;
        const route = await client.call('GET /v1/routes/{id}', { params: { id } });
        const stops = (route?.json?.stops ?? []) as readonly { readonly id: string }[];
        const stopIds = client.random.shuffle(stops.map((stop) => stop.id)).slice(0, 2);
        if (stopIds.length > 0)
          await client.call('POST /v1/routes/{id}/move-stops', {
            params: { id },
            body: { stopIds, toRouteId },
          });
      },
    },
    {
      name: 'a route is filled and goes out to the carriers',
      weight: 6,
      async run(client) {
        const orderIds = await makeOrdersToPlan(client);
        const id = await makeRoute(client);
        if (!id) return;
        await client.call('POST /v1/routes/{id}/orders', { params: { id }, body: { orderIds } });
        const autoDispatch = client.random.chance(0.8);
        await client.call('POST /v1/routes/dispatch', { body: { routeIds: [id], autoDispatch } });
      },
    },
    {
      name: 'a route is split, renamed, archived or brought back',
      weight: 3,
      async run(client) {
        const id = client.any(client.known.others.ownRoutes ?? []);
        if (!id) return;
        const params = { id };
        const [routeKey, body] = client.random.pick([
          ['POST /v1/routes/{id}/split', { routes: 2 }],
          ['PATCH /v1/routes/{id}', { name: 'Renamed' }],
          ['POST /v1/routes/{id}/archive', {}],
          ['POST /v1/routes/{id}/unarchive', {}],
        ] as const);
        await client.call(routeKey, { params, body });
      },
    },
    {
      name: 'routes are dispatched',
      weight: 4,
      async run(client) {
        const routeIds = client.random.shuffle(client.known.others.ownRoutes ?? []).slice(0, 2);
        if (routeIds.length > 0)
          await client.call('POST /v1/routes/dispatch', { body: { routeIds, autoDispatch: true } });
        await client.call('GET /v1/routes');
      },
    },
  ],
});

async function makeRoute(client: Client): Promise<string | undefined> {
  const reply = await client.call('POST /v1/routes', {
    body: {
      externalId: client.nextMark(),
      name: 'North',
      stops: [{ stopType: 'ROUTE_START', objectIds: [], location: DEPOT }],
    },
  });
  const id = reply?.json?.route?.id;
  if (typeof id !== 'string') return undefined;
  client.known.others.ownRoutes = [...(client.known.others.ownRoutes ?? []), id];
  return id;
}
