import { toInstant } from '../../../lib/platform/core/clock.ts';
import type { Client } from '../world/merchant.ts';
import { defineLoad } from './define-load.ts';
import { openFleet } from './fleet.ts';
import { makeOrdersToPlan } from './orders.ts';

/** A subscription of a phone; the push service of the simulation knows those that are gone by their address. */
const subscriptionAt = (name: string) => ({
  endpoint: `https://push.example.com/${name}`,
  keys: {
    p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
    auth: 'BTBZMqHH6r4Tts7J_aSIgg',
  },
});

const FORM = {
  key: 'door',
  name: 'At the door',
  moment: 'dropoff',
  isRequired: true,
  fields: [{ key: 'floor', label: 'Floor', type: 'text', isRequired: true }],
};

/** Drivers with the app: their phones, what these report again and again, and what dispatchers write to them. */
export const phonesLoad = defineLoad({
  area: 'phones',
  chance: 0.2,
  drives: [
    'POST /v1/driver-phones/invitations',
    'POST /v1/driver-phones/sign-in',
    'POST /v1/driver-phones/renew',
    'GET /v1/driver-phones/push',
    'PUT /v1/driver-phones/push',
    'GET /v1/driver-phones',
    'GET /v1/driver-phones/drivers',
    'DELETE /v1/driver-phones/{id}',
    'GET /v1/driver-phones/messages',
    'POST /v1/driver-phones/messages',
    'POST /v1/driver-phones/calls',
    'GET /v1/driver-phones/forms',
    'PUT /v1/driver-phones/forms',
    'GET /v1/driver-phones/form-submissions',
    'GET /v1/driver/work',
    'POST /v1/driver/reports',
  ],
  async setUp(client) {
    await openFleet(client);
    for (const courierId of client.known.others.couriers ?? []) await signIn(client, courierId);
  },
  actions: [
    {
      name: 'a driver gets another phone',
      weight: 1,
      async run(client) {
        const courierId = client.any(client.known.others.couriers ?? []);
        if (courierId) await signIn(client, courierId);
      },
    },
    {
      name: 'a route is dispatched to a driver, who drives it by the phone',
      weight: 8,
      async run(client) {
        const phone = client.any(client.known.others.phones ?? []);
        if (!phone) return;
        const { courierId } = readPhone(phone);
        const orderIds = await makeOrdersToPlan(client, {});
        const route = await client.call('POST /v1/routes', {
          body: { externalId: client.nextMark(), name: 'By phone', stops: [] },
        });
        const id = route?.json?.route?.id;
        if (typeof id !== 'string' || orderIds.length === 0) return;
        await client.call('POST /v1/routes/{id}/orders', { params: { id }, body: { orderIds } });
        const [driverGroupId] = client.known.others.groups ?? [];
        await client.call('POST /v1/routes/{id}/assign', {
          params: { id },
          body: { providerId: 'prv_own_fleet', driverGroupId, courierId },
        });
        await client.call('POST /v1/routes/dispatch', { body: { routeIds: [id], autoDispatch: true } });
        await client.pause(60_000);
        await work(client, phone);
      },
    },
    {
      name: 'a phone reads the work and reports',
      weight: 10,
      async run(client) {
        const phone = client.any(client.known.others.phones ?? []);
        if (phone) await work(client, phone);
      },
    },
    {
      name: 'dispatchers look at the drivers and write to them',
      weight: 3,
      async run(client) {
        const courierId = client.any(client.known.others.couriers ?? []);
        if (!courierId) return;
        const query = { courierId };
        await client.call('POST /v1/driver-phones/messages', {
          body: { courierId, text: `Take the tunnel ${client.nextMark()}.` },
        });
        await client.call('GET /v1/driver-phones/messages', { query });
        await client.call('GET /v1/driver-phones', { query });
        await client.call('GET /v1/driver-phones/form-submissions', { query });
        await client.call('GET /v1/driver-phones/drivers');
      },
    },
    {
      name: 'the forms of drivers change',
      weight: 1,
      async run(client) {
        const isRequired = client.random.chance(0.5);
        await client.call('PUT /v1/driver-phones/forms', { body: { forms: [{ ...FORM, isRequired }] } });
        await client.call('GET /v1/driver-phones/forms');
      },
    },
    {
      name: 'a phone is signed out',
      weight: 1,
      async run(client) {
        const phone = client.any(client.known.others.phones ?? []);
        if (!phone) return;
        await client.call('DELETE /v1/driver-phones/{id}', { params: { id: readPhone(phone).id } });
      },
    },
  ],
});

interface Phone {
  readonly id: string;
  readonly courierId: string;
  readonly token: string;
}

/** Known things are texts: a phone is its parts. */
function readPhone(text: string): Phone {
  const [id = '', courierId = '', token = ''] = text.split(' ');
  return { id, courierId, token };
}

async function signIn(client: Client, courierId: string): Promise<void> {
  const invited = await client.call('POST /v1/driver-phones/invitations', { body: { courierId } });
  const code = invited?.json?.code;
  if (typeof code !== 'string') return;
  const device = { key: `phone-of-${markOf(client)}`.padEnd(16, '-'), name: 'Phone', platform: 'android' };
  const reply = await client.call('POST /v1/driver-phones/sign-in', { body: { code, device } });
  const { token, phone } = reply?.json ?? {};
  if (typeof token !== 'string') return;
  client.known.others.phones = [...(client.known.others.phones ?? []), `${phone.id} ${courierId} ${token}`];
  await client.call('GET /v1/driver-phones/push', { secret: token });
  await client.call('PUT /v1/driver-phones/push', {
    secret: token,
    body: { subscription: subscriptionAt(client.random.chance(0.2) ? 'gone' : phone.id) },
  });
}

const markOf = (client: Client) =>
  client
    .nextMark()
    .replaceAll(/[^\w-]/g, '-')
    .slice(-40);

/** Reads the work, answers offers, and reports on the stops; some reports are sent twice, or by two phones. */
async function work(client: Client, text: string): Promise<void> {
  const { courierId, token } = readPhone(text);
  const { random } = client;
  const reply = await client.call('GET /v1/driver/work', { secret: token });
  if (reply?.status !== 200) return;
  const { offers, routes, assignments } = reply.json as Work;
  const common = () => ({ key: `report-${markOf(client)}`, occurredAt: toInstant(client.world.now()) });
  const reports: object[] = [];
  for (const { taskId } of offers) {
    reports.push({ kind: 'offer', ...common(), taskId, accepts: random.chance(0.7) });
  }
  for (const { id: routeId, stops } of routes) {
    for (const { id: stopId, deliveryIds } of stops) {
      if (random.chance(0.2)) continue;
      const about = { routeId, stopId };
      reports.push({ kind: 'stop', ...common(), ...about, status: 'ENROUTE' });
      reports.push({ kind: 'stop', ...common(), ...about, status: 'IN_PROGRESS' });
      const [deliveryId] = deliveryIds;
      if (deliveryId && random.chance(0.7)) {
        const answers = { floor: '3' };
        reports.push({ kind: 'form', ...common(), formKey: FORM.key, answers, ...about, deliveryId });
      }
      const status = random.pick(['COMPLETED', 'COMPLETED', 'COMPLETED', 'SKIPPED', 'FAILED']);
      reports.push({ kind: 'stop', ...common(), ...about, status });
    }
  }
  reports.push({ kind: 'position', ...common(), latitude: 37.79, longitude: -122.39 });
  reports.push({ kind: 'message', ...common(), text: 'On my way.' });
  const unsentReports = reports.length;
  while (reports.length > 0) {
    const body = { reports: reports.splice(0, random.between(1, 12)), batteryLevel: 0.5, unsentReports };
    await client.call('POST /v1/driver/reports', { secret: token, body });
    // A phone that did not hear the reply sends the same reports in another request.
    if (random.chance(0.2)) await client.call('POST /v1/driver/reports', { secret: token, body });
    await client.pause(20_000);
  }
  const contact = assignments.flatMap(({ packages }) => packages)[0]?.dropoff.phoneExtension;
  if (contact && random.chance(0.3)) {
    await client.call('POST /v1/driver-phones/calls', { body: { from: '+14155550142', extension: contact } });
  }
  if (random.chance(0.1)) await client.call('POST /v1/driver-phones/renew', { secret: token });
  await client.call('GET /v1/driver-phones', { query: { courierId } });
}

/** What a phone uses of the reply of GET /v1/driver/work. */
interface Work {
  readonly offers: readonly { readonly taskId: string }[];
  readonly routes: readonly {
    readonly id: string;
    readonly stops: readonly { readonly id: string; readonly deliveryIds: readonly string[] }[];
  }[];
  readonly assignments: readonly {
    readonly packages: readonly { readonly dropoff: { readonly phoneExtension: string | null } }[];
  }[];
}
