import type { Client } from '../world/merchant.ts';
import { defineLoad } from './define-load.ts';
import { makeOrdersToPlan } from './orders.ts';

/** Optimizations that planners request, cancel, save and dispatch, and strategies with schedules. */
export const planningLoad = defineLoad({
  area: 'planning',
  isDrawn: true,
  drives: [
    'POST /v1/activities/optimization',
    'POST /v1/activities/{id}/cancel',
    'POST /v1/activities/{id}/save-routes',
    'POST /v1/activities/{id}/dispatch',
    'GET /v1/activities/{id}',
    'POST /v1/routes/replan',
    'POST /v1/routes/{id}/resequence',
    'POST /v1/routes/{id}/calculate-timing',
    'POST /v1/optimization-strategies',
    'PATCH /v1/optimization-strategies/{id}',
    'DELETE /v1/optimization-strategies/{id}',
    'GET /v1/optimization-strategies',
    'GET /v1/optimization-strategies/{id}',
    'POST /v1/route-restrictions',
    'PUT /v1/optimization-strategies/{id}/route-restrictions',
  ],
  async setUp(client) {
    await makeOrdersToPlan(client);
    await makeStrategy(client);
  },
  actions: [
    {
      name: 'orders are optimized',
      weight: 14,
      async run(client) {
        const orderIds = client.random.shuffle(client.known.orders).slice(0, client.random.between(2, 5));
        if (orderIds.length < 2) return;
        const strategy = client.any(client.known.others.plans ?? []);
        const reply = await client.call('POST /v1/activities/optimization', {
          body: {
            orderIds,
            save: client.random.chance(0.6),
            ...(strategy ? { optimizationStrategyId: strategy } : {}),
          },
        });
        learn(client, 'runs', reply?.json?.id);
      },
    },
    {
      name: 'an optimization is cancelled, saved or dispatched',
      weight: 10,
      async run(client) {
        const id = client.any(client.known.others.runs ?? []);
        if (!id) return;
        const params = { id };
        const what = client.random.pick(['cancel', 'save-routes', 'dispatch', 'save-routes']);
        const body = what === 'dispatch' ? { body: { autoDispatch: true } } : {};
        await client.call(`POST /v1/activities/{id}/${what}`, { params, ...body });
        await client.call('GET /v1/activities/{id}', { params });
      },
    },
    {
      name: 'saved routes are timed, resequenced and replanned',
      weight: 6,
      async run(client) {
        const page = await client.call('GET /v1/routes');
        const route = client.any((page?.json?.results ?? []) as { readonly id: string }[]);
        if (!route) return;
        const params = { id: route.id };
        await client.call('POST /v1/routes/{id}/calculate-timing', { params });
        await client.call('POST /v1/routes/{id}/resequence', { params });
        const reply = await client.call('POST /v1/routes/replan', { body: { routeIds: [route.id] } });
        learn(client, 'runs', reply?.json?.id);
      },
    },
    { name: 'a strategy of optimizations is made', weight: 1, run: makeStrategy },
    {
      name: 'a strategy of optimizations is changed or deleted',
      weight: 4,
      async run(client) {
        const id = client.any(client.known.others.plans ?? []);
        if (!id) return;
        const params = { id };
        if (client.random.chance(0.3))
          await client.call('DELETE /v1/optimization-strategies/{id}', { params });
        else
          await client.call('PATCH /v1/optimization-strategies/{id}', { params, body: anySettings(client) });
        await client.call('GET /v1/optimization-strategies/{id}', { params });
        await client.call('GET /v1/optimization-strategies');
      },
    },
    {
      name: 'an area is closed to routes',
      weight: 1,
      async run(client) {
        const made = await client.call('POST /v1/route-restrictions', {
          body: {
            name: `Closed ${client.nextMark()}`,
            polygons: [
              [
                [
                  [-122.41, 37.76],
                  [-122.4, 37.76],
                  [-122.4, 37.77],
                ],
              ],
            ],
          },
        });
        const [id, restriction] = [client.any(client.known.others.plans ?? []), made?.json?.id];
        if (id && typeof restriction === 'string')
          await client.call('PUT /v1/optimization-strategies/{id}/route-restrictions', {
            params: { id },
            body: { route_restriction_ids: [restriction] },
          });
      },
    },
  ],
});

async function makeStrategy(client: Client): Promise<void> {
  const reply = await client.call('POST /v1/optimization-strategies', { body: anySettings(client) });
  learn(client, 'plans', reply?.json?.id);
}

function anySettings({ random }: Client): Record<string, unknown> {
  return {
    label: `Plan ${random.between(1, 1_000_000)}`,
    searchLevel: random.between(1, 3),
    optimizationSchedules: random.chance(0.5)
      ? [
          {
            cronExpression: `${random.between(0, 59)} */${random.between(1, 4)} * * *`,
            inputTimezoneId: random.pick(['UTC', 'America/Los_Angeles']),
          },
        ]
      : [],
  };
}

function learn(client: Client, kind: string, id: unknown): void {
  if (typeof id === 'string') client.known.others[kind] = [...(client.known.others[kind] ?? []), id];
}
