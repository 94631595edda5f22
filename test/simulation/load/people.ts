import type { Client } from '../world/merchant.ts';
import { defineLoad } from './define-load.ts';
import { anyOrder } from './orders.ts';

const ROLES = ['role_planner', 'role_operator', 'role_read_only'];

/** Users, roles and further keys that come and go. Nobody removes the access of those who make the other requests. */
export const peopleLoad = defineLoad({
  area: 'people',
  isDrawn: true,
  drives: [
    'POST /v1/organization-management/users',
    'POST /v1/organization-management/users/invite',
    'PATCH /v1/organization-management/users/{user_id}',
    'POST /v1/organization-management/users/{user_id}/roles',
    'PATCH /v1/organization-management/users/{user_id}/roles',
    'DELETE /v1/organization-management/users/{user_id}/roles',
    'POST /v1/organization-management/roles',
    'PATCH /v1/organization-management/roles/{role_id}',
    'DELETE /v1/organization-management/roles/{role_id}',
    'GET /v1/organization-management/roles/{role_id}/users',
    'POST /v1/organization-management/api-keys',
    'POST /v1/organization-management/api-keys/{id}/rotate',
    'DELETE /v1/organization-management/api-keys/{id}',
    'PATCH /v1/organization',
    'PUT /v1/organization-management/me/saved-views',
    'GET /v1/audit-log',
  ],
  actions: [
    {
      name: 'two people add the same user',
      weight: 7,
      async run(client) {
        const email = `user${client.random.between(1, 3)}@example.com`;
        const body = { email, firstName: 'Ada', roleIds: [client.random.pick(ROLES)] };
        const add = () =>
          client.call(
            client.random.pick([
              'POST /v1/organization-management/users',
              'POST /v1/organization-management/users/invite',
            ]),
            { body },
          );
        for (const reply of await Promise.all([add(), add()])) learn(client, 'users', reply?.json?.id);
      },
    },
    {
      name: 'a user gets and loses roles',
      weight: 6,
      async run(client) {
        const id = client.any(client.known.others.users ?? []);
        if (!id) return;
        const params = { user_id: id };
        const body = { roleIds: [client.random.pick([...ROLES, ...(client.known.others.roles ?? [])])] };
        const method = client.random.pick(['POST', 'PATCH', 'DELETE']);
        await client.call(`${method} /v1/organization-management/users/{user_id}/roles`, { params, body });
        await client.call('PATCH /v1/organization-management/users/{user_id}', {
          params,
          body: { firstName: client.nextMark() },
        });
      },
    },
    {
      name: 'a role is made, changed and deleted',
      weight: 6,
      async run(client) {
        const made = await client.call('POST /v1/organization-management/roles', {
          body: { name: `Shift ${client.random.between(1, 3)}`, permissions: ['READ_ROUTE'] },
        });
        learn(client, 'roles', made?.json?.id);
        const id = client.any(client.known.others.roles ?? []);
        if (!id) return;
        const params = { role_id: id };
        await client.call('PATCH /v1/organization-management/roles/{role_id}', {
          params,
          body: { permissions: ['READ_ROUTE', 'READ_ORDER'] },
        });
        await client.call('GET /v1/organization-management/roles/{role_id}/users', { params });
        if (client.random.chance(0.4))
          await client.call('DELETE /v1/organization-management/roles/{role_id}', { params });
      },
    },
    {
      name: 'a key is made, rotated and revoked',
      weight: 6,
      async run(client) {
        const made = await client.call('POST /v1/organization-management/api-keys', {
          body: { name: client.nextMark(), permissions: ['READ_ORDER'] },
        });
        learn(client, 'keys', made?.json?.id);
        const id = client.any(client.known.others.keys ?? []);
        if (!id) return;
        const params = { id };
        await client.call('POST /v1/organization-management/api-keys/{id}/rotate', { params, body: {} });
        if (client.random.chance(0.5))
          await client.call('DELETE /v1/organization-management/api-keys/{id}', { params });
      },
    },
    {
      name: 'a key that expires is used until then, and afterwards',
      weight: 3,
      async run(client) {
        const { random, world } = client;
        const expiresMs = world.now() + random.between(1, 30) * 60_000;
        const made = await client.call('POST /v1/organization-management/api-keys', {
          body: {
            name: client.nextMark(),
            permissions: ['WRITE_ORDER'],
            expiresAt: new Date(expiresMs).toISOString(),
          },
        });
        const { key: secret } = made?.json ?? {};
        if (typeof secret !== 'string') return;
        for (const aroundMs of [-5_000, random.between(-1_000, 1_000), 5_000]) {
          await world.scheduler.pause(Math.max(0, expiresMs + aroundMs - world.now()));
          await client.call('POST /v1/order', { body: anyOrder(client), secret });
        }
      },
    },
    {
      name: 'a preference is changed, and somebody reads the audit log',
      weight: 1,
      async run(client) {
        await client.call('PATCH /v1/organization', {
          body: { preferences: { routingLayout: client.random.pick(['cards', 'grid']) } },
        });
        await client.call('PUT /v1/organization-management/me/saved-views', {
          body: { list: 'orders', views: [{ name: 'Late', query: 'status=dispatched' }] },
        });
        await client.call('GET /v1/audit-log');
      },
    },
  ],
});

function learn(client: Client, kind: string, id: unknown): void {
  if (typeof id === 'string') client.known.others[kind] = [...(client.known.others[kind] ?? []), id];
}
