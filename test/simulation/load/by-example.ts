import { areas } from '../../../functions/api/index.ts';
import type { Client } from '../world/merchant.ts';
import { defineLoad, type Load } from './define-load.ts';

/** Areas whose other endpoints are called with the examples of their documentation. */
const BY_EXAMPLE = new Set([
  'orders',
  'dispatch',
  'jobs',
  'strategies',
  'webhooks',
  'stores',
  'zones',
  'catalogue',
  'incidents',
  'tracking',
  'activities',
  'routes',
  'documents',
  'meta',
  'windows',
  'window-schedules',
  'bookings',
  'fleet',
  'own-fleet',
  'notifications',
  'workflows',
  'workflow-setup',
  'workflow-runs',
  'planning',
  'route-execution',
  'execute',
  'uploads',
  'order-operations',
  'connections',
  'agents',
  'insights',
]);

/** Areas that are only read: their other operations would end the merchant's own access. */
const READ_ONLY = new Set(['tenancy']);

/** Operations that would make a run do something other than it records. */
const NEVER = new Set([
  'POST /v1/templates/upsert',
  'POST /v1/activities/erasures',
  'POST /v1/activities/exports',
]);

/** Calls every endpoint of these areas that no other load uses, with its example and with existing or unknown ids. */
export function byExampleLoad(others: readonly Load[]): Load {
  const driven = new Set(others.flatMap(({ drives }) => drives));
  const endpoints = areas.flatMap(({ name, endpoints: all }) =>
    all
      .filter(({ routeKey }) => {
        if (driven.has(routeKey) || NEVER.has(routeKey)) return false;
        return BY_EXAMPLE.has(name) || (READ_ONLY.has(name) && routeKey.startsWith('GET '));
      })
      .map(({ routeKey, bodyExample }) => ({ area: name, routeKey, body: bodyExample })),
  );
  return defineLoad({
    area: 'by example',
    drives: endpoints.map(({ routeKey }) => routeKey),
    actions: [
      {
        name: 'somebody follows the documentation',
        weight: 5,
        async run(client) {
          const { area, routeKey, body } = client.random.pick(endpoints);
          const reply = await client.call(routeKey, {
            params: paramsOf(client, routeKey, area),
            ...(body === undefined ? {} : { body }),
          });
          const { id } = reply?.json ?? {};
          if (typeof id !== 'string') return;
          client.known.others[area] = [...(client.known.others[area] ?? []), id];
        },
      },
    ],
  });
}

/** Ids for the parameters of a path, mostly of existing things. */
function paramsOf(client: Client, routeKey: string, area: string): Record<string, string> {
  const { known, random } = client;
  const task = client.any(known.tasks);
  const idOf = (name: string) => {
    if (/task/i.test(name)) return task?.taskId;
    if (/delivery/i.test(name)) return task?.taskId.replace('tsk_', 'dlv_');
    if (/job/i.test(name) || routeKey.includes('/jobs/{id}')) return task?.jobId;
    if (/external/i.test(name)) return random.pick(['A', 'B', 'J1']);
    if (/order/.test(routeKey)) return client.any(known.orders);
    return client.any(known.others[area] ?? []);
  };
  return Object.fromEntries(
    [...routeKey.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => [
      name,
      (random.chance(0.9) ? idOf(name) : undefined) ?? `unknown-${random.between(1, 9)}`,
    ]),
  );
}
