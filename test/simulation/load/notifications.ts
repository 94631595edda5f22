import type { Client } from '../world/merchant.ts';
import { defineLoad } from './define-load.ts';

/** The phone number of the customers in the examples, and one of the team. */
const PHONES = ['+14155550199', '+14155550142'];

const STATUSES = ['pickup_enroute', 'dropoff_enroute', 'dropoff_complete', 'failed'];

/** Messages to customers and the team, and contacts that are added to the deny list while messages are under way. */
export const notificationsLoad = defineLoad({
  area: 'notifications',
  isDrawn: true,
  drives: [
    'POST /v1/notification-groups',
    'PATCH /v1/notification-groups/{id}',
    'GET /v1/notification-groups/{id}/secret',
    'POST /v1/notification-triggers',
    'PATCH /v1/notification-triggers/{id}',
    'DELETE /v1/notification-triggers/{id}',
    'POST /v1/notification-triggers/{id}/preview',
    'POST /v1/notification/{id}/trigger',
    'GET /v1/notifications',
    'POST /v1/notifications/{id}/resend',
    'POST /v1/messages/send',
    'POST /v1/organization-management/notifications/deny-list',
    'DELETE /v1/organization-management/notifications/deny-list',
    'GET /v1/organization-management/notifications/deny-list',
    'GET /v1/flags',
  ],
  async setUp(client) {
    await makeDestination(client);
    await makeTrigger(client);
    await makeTrigger(client);
  },
  actions: [
    { name: 'a destination is made', weight: 1, run: makeDestination },
    { name: 'a trigger is made', weight: 3, run: makeTrigger },
    {
      name: 'a trigger is changed, switched or deleted',
      weight: 1,
      async run(client) {
        const id = client.any(client.known.others.triggers ?? []);
        if (!id) return;
        const params = { id };
        if (client.random.chance(0.2)) await client.call('DELETE /v1/notification-triggers/{id}', { params });
        else {
          const body = { enabled: client.random.chance(0.7), message: 'Changed: {{customer.first_name}}' };
          await client.call('PATCH /v1/notification-triggers/{id}', { params, body });
        }
      },
    },
    {
      name: 'a contact comes onto the deny list',
      weight: 4,
      async run(client) {
        const body = { type: 'phone', value: client.random.pick(PHONES) };
        await client.call('POST /v1/organization-management/notifications/deny-list', { body });
      },
    },
    {
      name: 'a contact comes off the deny list',
      weight: 2,
      async run(client) {
        const body = { type: 'phone', value: client.random.pick(PHONES) };
        await client.call('DELETE /v1/organization-management/notifications/deny-list', { body });
        await client.call('GET /v1/organization-management/notifications/deny-list');
      },
    },
    {
      name: 'a message is sent by hand, or again',
      weight: 3,
      async run(client) {
        const orderId = client.any(client.known.orders);
        if (orderId && client.random.chance(0.6)) {
          await client.call('POST /v1/messages/send', {
            body: { order_id: orderId, recipient_type: 'customer', message_type: 'sms', message: 'Hello' },
          });
          return;
        }
        const page = await client.call('GET /v1/notifications');
        const sent = client.any((page?.json?.results ?? []) as { readonly id: string }[]);
        if (sent) await client.call('POST /v1/notifications/{id}/resend', { params: { id: sent.id } });
      },
    },
    {
      name: 'a trigger is fired by hand, previewed, and flags are looked at',
      weight: 1,
      async run(client) {
        const id = client.any(client.known.others.triggers ?? []);
        const jobId = client.any(client.known.jobs);
        if (id && jobId) {
          await client.call('POST /v1/notification/{id}/trigger', { params: { id }, body: { jobId } });
          await client.call('POST /v1/notification-triggers/{id}/preview', {
            params: { id },
            body: { jobId },
          });
        }
        await client.call('GET /v1/flags');
      },
    },
    {
      name: 'a destination is changed',
      weight: 1,
      async run(client) {
        const id = client.any(client.known.others.destinations ?? []);
        if (!id) return;
        const params = { id };
        await client.call('PATCH /v1/notification-groups/{id}', { params, body: anyDestination(client) });
        await client.call('GET /v1/notification-groups/{id}/secret', { params });
      },
    },
  ],
});

async function makeDestination(client: Client): Promise<void> {
  const reply = await client.call('POST /v1/notification-groups', { body: anyDestination(client) });
  learn(client, 'destinations', reply?.json?.id);
}

function anyDestination({ random }: Client): Record<string, unknown> {
  return {
    name: `Team ${random.between(1, 1_000_000)}`,
    channels: [{ type: 'sms', recipients: [random.pick(['{{customer.phone_number}}', ...PHONES])] }],
    ...(random.chance(0.2) ? { digestMinutes: random.between(5, 15) } : {}),
  };
}

async function makeTrigger(client: Client): Promise<void> {
  const destination = client.any(client.known.others.destinations ?? []);
  const reply = await client.call('POST /v1/notification-triggers', {
    body: {
      type: 'delivery_status_transition',
      name: `Trigger ${client.random.between(1, 1_000_000)}`,
      notificationGroupIds: destination ? [destination] : [],
      message: 'Hi {{customer.first_name}}',
      oncePerJob: client.random.chance(0.3),
      parameters: { deliveryStatus: client.random.pick(STATUSES) },
    },
  });
  learn(client, 'triggers', reply?.json?.id);
}

function learn(client: Client, kind: string, id: unknown): void {
  if (typeof id === 'string') client.known.others[kind] = [...(client.known.others[kind] ?? []), id];
}
