import { areas } from '../../../functions/api/index.ts';
import type { Asked, Client, Known, Merchant } from '../world/merchant.ts';
import { defineLoad } from './define-load.ts';

/** Operations on one thing, whose id stands in their path; names that everybody gives by itself are no ids. */
const onOneThing = areas.flatMap(({ name: area, endpoints }) =>
  endpoints
    .filter(({ permission, params, path }) => permission !== null && params && !/external/i.test(path))
    .map(({ routeKey, bodyExample: body }) => ({ area, routeKey, body })),
);

/** Operations that name an order or a route in their body. */
const BY_BODY: Readonly<Record<string, (id: string) => object>> = {
  'POST /v1/order/refresh_quotes': (orderId) => ({ orderId }),
  'POST /v1/orders/resolve': (ids) => ({ ids }),
  'POST /v1/orders/actions': (id) => ({ action: 'archive', orderIds: [id], reason: 'Mine now.' }),
  'POST /v1/flags': (orderId) => ({ orderId, reason: 'Mine now.' }),
  'POST /v1/routes/dispatch': (id) => ({ routeIds: [id] }),
};

/** The id with another end: nothing has it. */
const unknownLike = (id: string) => `${id.slice(0, -4)}ZZZZ`;

/** Organizations that know each other's ids, and try every operation with them. */
export const attackersLoad = defineLoad({
  area: 'attackers',
  chance: 0.2,
  organizations: 2,
  drives: [],
  actions: [
    {
      name: "somebody uses another organization's ids",
      weight: 30,
      async run(client) {
        const victim = await victimOf(client);
        if (!victim) return;
        const { area, routeKey, body } = client.random.pick(onOneThing);
        const params = paramsOf(client, victim.known, { area, routeKey });
        if (!params) return;
        await probe(client, routeKey, Object.values(params), (id) => ({
          params: Object.fromEntries(Object.entries(params).map(([name, own]) => [name, id(own)])),
          ...(body === undefined ? {} : { body }),
        }));
      },
    },
    {
      name: "somebody sends another organization's ids in a body",
      weight: 12,
      async run(client) {
        const victim = await victimOf(client);
        const [routeKey, bodyOf] = client.random.pick(Object.entries(BY_BODY));
        const [orders, routes] = [victim?.known.orders ?? [], victim?.known.others.routes ?? []];
        const wanted = client.any(routeKey.includes('/routes/') ? routes : orders);
        if (!victim || wanted === undefined) return;
        await probe(client, routeKey, [wanted], (id) => ({ body: bodyOf(id(wanted)) }));
      },
    },
    {
      name: 'somebody names another organization, and asks for a thing of it',
      weight: 24,
      async run(client) {
        const victim = await victimOf(client);
        const orderId = client.any(victim?.known.orders ?? []);
        if (!victim || orderId === undefined) return;
        const routeKey = client.random.pick(
          ['GET', 'PATCH', 'DELETE'].map((method) => `${method} /v1/order/{id}`),
        );
        const body = routeKey.startsWith('PATCH') ? { description: 'Not yours any more.' } : {};
        await probe(client, routeKey, [victim.organizationId, orderId], (id) => ({
          organizationId: id(victim.organizationId),
          params: { id: id(orderId) },
          ...(routeKey.startsWith('GET') ? {} : { body }),
        }));
      },
    },
  ],
});

/** Another organization, once it has an order: attackers wait for something to attack. */
async function victimOf(client: Client): Promise<Merchant | undefined> {
  const victim = client.any(client.merchants.filter((one) => one !== client.merchant));
  for (let waits = 0; waits < 6 && victim?.known.orders.length === 0; waits += 1) {
    await client.pause(5 * 60_000);
  }
  return victim;
}

/** Asks for what the ids name, and for what nothing is named, and keeps both answers. */
async function probe(
  client: Client,
  routeKey: string,
  ids: readonly string[],
  request: (id: (own: string) => string) => Asked,
): Promise<void> {
  const foreign = await client.call(
    routeKey,
    request((id) => id),
  );
  const unknown = await client.call(routeKey, request(unknownLike));
  if (!foreign || !unknown) return;
  const { organizationId } = client.merchant;
  client.world.probes.push({
    organizationId,
    routeKey,
    foreign: { ids, reply: foreign },
    unknown: { ids: ids.map(unknownLike), reply: unknown },
  });
}

/** Parameters of a path with ids of the victim; undefined when it has nothing of the kind yet. */
function paramsOf(
  client: Client,
  known: Known,
  { area, routeKey }: { readonly area: string; readonly routeKey: string },
): Readonly<Record<string, string>> | undefined {
  const task = client.any(known.tasks);
  const idOf = (name: string) => {
    if (/task/i.test(name)) return task?.taskId;
    if (/delivery/i.test(name)) return task?.taskId.replace('tsk_', 'dlv_');
    if (/job/i.test(name) || routeKey.includes('/jobs/{id}')) return task?.jobId;
    if (/options_group/.test(routeKey)) return client.any(known.strategies);
    if (/webhooks/.test(routeKey)) return client.any(known.endpoints)?.id;
    if (/order/.test(routeKey)) return client.any(known.orders);
    return client.any(known.others[area] ?? known.windows);
  };
  const names = [...routeKey.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
  const found = names.map((name) => [name, idOf(name)] as const);
  return found.every((one): one is readonly [string, string] => one[1] !== undefined)
    ? Object.fromEntries(found)
    : undefined;
}
