import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { notificationsArea } from '../../../../../functions/api/notifications/index.ts';
import { orderOperationsArea } from '../../../../../functions/api/order-operations/index.ts';
import { routeExecutionArea } from '../../../../../functions/api/route-execution/index.ts';
import { uploadsArea } from '../../../../../functions/api/uploads/index.ts';
import { upsertDriverGroup } from '../../../../../lib/fleet/fleet/index.ts';
import { planFlag } from '../../../../../lib/fulfilment/flags/index.ts';
import { bulkWorkDue, runBulkWork } from '../../../../../lib/operations/bulk/index.ts';
import { isRefusal } from '../../../../../lib/platform/core/refusal.ts';
import { organizationEntity } from '../../../../../lib/platform/organization/index.ts';
import { create } from '../../../../../lib/platform/table/index.ts';
import { NEW_NOTIFICATION, notificationEntity } from '../../../../../lib/reactions/notifications/index.ts';
import { type DispatchApi, startDispatchApi } from '../../../../support/dispatch-api.ts';
import { faultyProvider } from '../../../../support/faulty-provider.ts';
import { validOrder } from '../../../../support/orders-api.ts';

type Json = ReturnType<typeof JSON.parse>;

const NAMES = ['north', 'south', 'free'] as const;

let api: DispatchApi;
const orders: Record<string, string> = {};
const flags: Record<string, string> = {};
let group = '';
let trigger = '';

beforeAll(async () => {
  const { provider } = faultyProvider({ id: 'prv_one', name: 'One', priceCents: 100 });
  const areas = [routeExecutionArea, notificationsArea, orderOperationsArea, uploadsArea] as never[];
  api = await startDispatchApi([provider], { areas });
  const { table, ids, clock } = api.db.deps;
  const at = new Date(clock.now()).toISOString();
  const organization = { id: 'org_test', name: 'Test', listShards: 1, createdAt: at, updatedAt: at };
  await table.write([create(organizationEntity, organizationEntity.definition.schema.parse(organization))]);
  const actor = { type: 'key', id: 'key_test', name: 'Key' } as const;
  const origin = { organizationId: 'org_test', actor, cause: 'request:1' };
  const editor = { organizationId: 'org_test', storeLocationIds: null, driverGroupIds: null, origin };
  for (const name of NAMES) {
    const id = (await api.must('POST /v1/order', { body: { ...validOrder, externalId: name } })).id;
    orders[name] = id;
    await table.write([
      create(notificationEntity, {
        ...NEW_NOTIFICATION,
        organizationId: 'org_test',
        id: `ntf_${name}`,
        triggerId: null,
        destinationId: null,
        jobId: null,
        orderId: id,
        channel: 'sms',
        recipient: `+1415555${name}`,
        subject: null,
        body: `Hello ${name}`,
        status: 'sent',
        createdAt: at,
        listShard: 0,
      }),
    ]);
    await table.write(
      planFlag(
        {
          organizationId: 'org_test',
          jobId: null,
          orderId: id,
          target: 'order',
          targetId: id,
          message: name,
          isAutoResolved: false,
          raisedBy: 'key_test',
          cause: name,
        },
        at,
      ),
    );
    if (name === 'free') continue;
    const groupId = ids.next('cntr');
    if (name === 'north') group = groupId;
    const made = await upsertDriverGroup(
      api.deps as never,
      editor,
      { externalIdentifier: name },
      { id: groupId },
    );
    if (isRefusal(made)) throw new Error(made.message);
    const stops = [
      { stopType: 'ROUTE_START', location: { lat: 37.79, lng: -122.39 } },
      { stopType: 'DROPOFF', objectIds: [id] },
    ];
    await api.must('POST /v1/routes', { body: { name, driverGroupId: groupId, stops } });
  }
  for (const { id, message } of (await api.call('GET /v1/flags')).json.results) flags[message] = id;
  const destination = await api.must('POST /v1/notification-groups', {
    body: { name: 'Customers', channels: [{ type: 'sms', recipients: ['{{order.dropoffPhoneNumber}}'] }] },
  });
  trigger = (
    await api.must('POST /v1/notification-triggers', {
      body: {
        type: 'order_modified',
        parameters: { modifiedFields: ['items'] },
        name: 'Changed',
        message: '{{order.dropoffFirstName}}',
        notificationGroupIds: [destination.id],
      },
    })
  ).id;
});
afterAll(() => api.stop());

/** Calls as a key that is limited to the northern group. */
const north = (routeKey: string, request: object = {}) =>
  api.call(routeKey, { ...request, grant: { driverGroupIds: [group] } });

const body = (orderId: string | undefined) => ({ params: { id: trigger }, body: { orderId } });

describe('49.1.2, 41.4 a limit to driver groups covers messages, flags and bulk work', () => {
  it('notifications are those of the orders that the caller sees now, also when asked by order', async () => {
    expect((await api.call('GET /v1/notifications')).json.totalCount).toBe(3);
    const { json } = await north('GET /v1/notifications');
    expect(json).toMatchObject({ results: [{ id: 'ntf_north' }], totalCount: 1 });
    for (const name of ['south', 'free'] as const) {
      const query = { orderId: orders[name]! };
      expect((await north('GET /v1/notifications', { query })).json).toMatchObject({ totalCount: 0 });
    }
  });

  it('a preview of a hidden order is refused like that of an unknown one', async () => {
    const preview = 'POST /v1/notification-triggers/{id}/preview';
    expect((await api.call(preview, body(orders.south))).status).toBe(200);
    expect((await north(preview, body(orders.north))).status).toBe(200);
    const hidden = await north(preview, body(orders.south));
    const unknown = await north(preview, body('ord_01KJQ000000000000000000009'));
    expect([hidden.status, unknown.status]).toEqual([404, 404]);
    expect(hidden.json.error.code).toBe(unknown.json.error.code);
  });

  it('a message is not sent again, sent or fired by a limited caller', async () => {
    const resent = await north('POST /v1/notifications/{id}/resend', { params: { id: 'ntf_south' } });
    const message = {
      order_id: orders.south,
      recipient_type: 'customer',
      message_type: 'sms',
      message: 'Hi',
    };
    const sent = await north('POST /v1/messages/send', { body: message });
    expect([resent.status, sent.status]).toEqual([403, 403]);
  });

  it('flags are listed, read and resolved only on orders that the caller sees', async () => {
    const { json } = await north('GET /v1/flags');
    expect(json.results.map(({ message }: Json) => message)).toEqual(['north']);
    const resolve = (name: string) => north('POST /v1/flags/{id}/resolve', { params: { id: flags[name]! } });
    expect([(await resolve('south')).status, (await resolve('north')).status]).toEqual([404, 200]);
  });

  it('an export has the orders of its routes alone', async () => {
    const { json } = await north('GET /v1/orders/export');
    const text = JSON.stringify(json);
    expect([text.includes(orders.north!), text.includes(orders.south!)]).toEqual([true, false]);
  });

  it('bulk work leaves hidden orders alone, when it starts and when it is carried out', async () => {
    const hidden = [orders.south!, orders.free!];
    const action = { action: 'archive', orderIds: hidden, reason: 'Hidden' };
    expect((await north('POST /v1/orders/actions', { body: action })).status).toBe(422);

    const rows = hidden.map((id) => ({ action: 'delete', data: { id } }));
    const { json } = await north('POST /v1/orders/bulk', {
      body: [...rows, { action: 'delete', data: { id: orders.north } }],
    });
    const due = (await api.db.events(bulkWorkDue.name)).find(
      (event) => bulkWorkDue.parse(event).data.activityId === json.id,
    );
    await runBulkWork(api.deps as never, due!);
    const statusOf = async (id: string) =>
      (await api.call('GET /v1/order/{id}', { params: { id } })).json.status;
    expect(await Promise.all([...hidden, orders.north!].map(statusOf))).toEqual([
      'valid',
      'valid',
      'archived',
    ]);
  });
});
