import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { notificationsArea } from '../../../../../../functions/api/notifications/index.ts';
import { planningArea } from '../../../../../../functions/api/planning/index.ts';
import { routeExecutionArea } from '../../../../../../functions/api/route-execution/index.ts';
import { routesArea } from '../../../../../../functions/api/routes/index.ts';
import { worker as performWork } from '../../../../../../functions/workers/do-workflow-work.ts';
import { worker as makeNotifications } from '../../../../../../functions/workers/make-notifications.ts';
import { incidentRaised } from '../../../../../../lib/fulfilment/incidents/index.ts';
import { userEntity } from '../../../../../../lib/people/tenancy/users/user.ts';
import { activityStatusChanged } from '../../../../../../lib/platform/activities/index.ts';
import { create } from '../../../../../../lib/platform/table/index.ts';
import { type Automations, act, startAutomations, when } from '../../../../../support/automations.ts';
import { DEPOT } from '../../../../../support/routes-api.ts';

let api: Automations;
beforeEach(async () => {
  api = await startAutomations([], {
    areas: [routesArea, routeExecutionArea, planningArea, notificationsArea],
    workers: [performWork, makeNotifications],
  });
});
afterEach(() => api.stop());

const mail = (body: string) => act('send_email', { to: 'a@example.com', subject: 'S', body });
const bodies = async () => (await api.rows('notification')).map(({ body }) => body);
const TOMORROW = {
  deliveryMode: 'scheduled',
  pickupStartTime: '2026-03-03T15:00:00.000Z',
  pickupEndTime: '2026-03-03T16:00:00.000Z',
  dropoffStartTime: '2026-03-03T16:00:00.000Z',
  dropoffEndTime: '2026-03-03T18:00:00.000Z',
};
const AT = '2026-03-05T08:00:00.000Z';

const routeWith = async (orderIds: readonly string[]) =>
  (
    await api.must('POST /v1/routes', {
      body: {
        stops: [
          { stopType: 'ROUTE_START', location: DEPOT },
          ...orderIds.map((id) => ({ stopType: 'DROPOFF', objectIds: [id] })),
          { stopType: 'ROUTE_END', location: DEPOT },
        ],
      },
    })
  ).route;

describe('41 2.6 reapplyAutomations', () => {
  it('runs the workflows of order.created again, once for each update that asks for it', async () => {
    await api.workflow('order.created', [mail('created {{order.description}}')]);
    await api.workflow('order.updated', [mail('updated {{order.description}}')]);
    const { id } = await api.order({ description: 'one' });
    await api.drain();
    const patch = (body: object) => api.must('PATCH /v1/order/{id}', { params: { id }, body });
    await patch({ description: 'two' });
    await api.drain();
    expect((await bodies()).toSorted()).toEqual(['created one', 'updated two']);
    await patch({ description: 'three', reapplyAutomations: true });
    await api.drain();
    expect((await bodies()).toSorted()).toEqual([
      'created one',
      'created three',
      'updated three',
      'updated two',
    ]);
  });
});

describe('41 2.6 a workflow on a notification trigger', () => {
  it('runs when a trigger fires whose type has this value in the catalogue, and with that entity', async () => {
    const { triggers } = await api.must('GET /v1/notification-triggers/catalog');
    const catalogued = (wanted: string) =>
      triggers.find(({ type }: { type: string }) => type === wanted).value;
    const listening = (type: string) =>
      api.workflow(
        'notification_trigger.tripped',
        [
          act('send_email', {
            to: 'a@example.com',
            subject: 'S',
            body: `${type} of {{order.id}}`,
          }),
        ],
        { trigger: { eventTriggerType: catalogued(type) } },
      );
    await listening('order_modified');
    await listening('order_needs_attention');
    const { id: team } = await api.must('POST /v1/notification-groups', {
      body: { name: 'Team', channels: [{ type: 'email', recipients: ['team@example.com'] }] },
    });
    await api.must('POST /v1/notification-triggers', {
      body: {
        type: 'order_modified',
        name: 'Changed',
        notificationGroupIds: [team],
        message: 'Changed',
        parameters: { modifiedFields: ['tip'] },
      },
    });
    const { id } = await api.order();
    await api.drain();
    expect(await bodies()).toEqual([]);
    await api.must('PATCH /v1/order/{id}', { params: { id }, body: { tipAmountCents: 300 } });
    await api.drain();
    expect((await bodies()).toSorted()).toEqual(['Changed', `order_modified of ${id}`]);
  });
});

describe('4.6.5 triggers beyond orders and deliveries', () => {
  it('route.created reads the fields of the route, and the route lists the run', async () => {
    const isLong = { field: 'route.total_stops', operator: 'greater_than', value: 0 };
    await api.workflow('route.created', [
      when('long', isLong),
      mail('{{route.id}} has {{route.total_stops}}'),
    ]);
    const { id } = await api.order();
    const route = await routeWith([id]);
    await api.drain();
    expect(await bodies()).toEqual([`${route.id} has 1`]);
    const { results } = await api.must('GET /v1/routes/{id}/workflow-executions', {
      params: { id: route.id },
    });
    expect(results).toMatchObject([{ status: 'completed', routeIds: [route.id] }]);
  });

  it('incidents and refunds bring what was said as trigger_metadata', async () => {
    await api.workflow('incident.raised', [mail('{{trigger_metadata.incidentNotes}}')]);
    const jobId = 'job_01KJQ0000000000000000000AA';
    const data = {
      ...{ jobId, taskId: 'tsk_x', deliveryId: 'dlv_x', historyLength: 1 },
      ...{ incidentType: 'OTHER', incidentSubtype: null, incidentNotes: 'Wet box' },
    };
    const aggregate = { organizationId: 'org_test', type: 'job', id: jobId };
    await api.deps.table.write([incidentRaised.record({ aggregate, cause: 'x', occurredAt: AT, data })]);
    await api.drain();
    expect(await bodies()).toEqual(['Wet box']);
  });

  it('optimization.completed and optimization.failed tell their outcomes apart', async () => {
    await api.workflow('optimization.completed', [mail('done {{trigger_metadata.activityId}}')]);
    await api.workflow('optimization.failed', [mail('failed {{trigger_metadata.activityId}}')]);
    const ended = (activityId: string, action: string, status: string) =>
      activityStatusChanged.record({
        aggregate: { organizationId: 'org_test', type: 'activity', id: activityId },
        cause: status,
        occurredAt: AT,
        data: { activityId, action, status, error: null } as never,
      });
    await api.deps.table.write([
      ended('act_1', 'act_optimize_orders', 'SUCCESS'),
      ended('act_2', 'act_optimize_orders', 'FAILED'),
      ended('act_3', 'act_dispatch_routes', 'SUCCESS'),
      ended('act_4', 'act_optimize_orders', 'IN_PROGRESS'),
    ]);
    await api.drain();
    expect((await bodies()).sort()).toEqual(['done act_1', 'failed act_2']);
  });
});

describe('4.6.6 actions beyond the order', () => {
  it('remove_order_from_route takes the order off a planned route, once', async () => {
    const isOff = { field: 'order.tags', operator: 'contains', value: 'off' };
    await api.workflow('order.updated', [when('off', isOff), act('remove_order_from_route')]);
    const [one, two] = [await api.order(), await api.order()];
    const route = await routeWith([one.id, two.id]);
    await api.must('PATCH /v1/order/{id}', { params: { id: one.id }, body: { tags: ['off'] } });
    await api.drain();
    const { orders } = await api.must('GET /v1/routes/{id}', { params: { id: route.id } }).then((json) => ({
      orders: json.stops.flatMap(({ objectIds }: { objectIds: string[] }) => objectIds),
    }));
    expect(orders).toEqual([two.id]);
    expect((await api.must('GET /v1/order/{id}', { params: { id: one.id } })).tags).toEqual(['off']);
    const again = await api.must('PATCH /v1/order/{id}', {
      params: { id: one.id },
      body: { description: 'Once more' },
    });
    await api.drain();
    const { results } = await api.must('GET /v1/order/{id}/workflow-executions', {
      params: { id: again.id },
    });
    const steps = await Promise.all(
      results.map(({ id }: { id: string }) =>
        api.must('GET /v1/workflow-executions/{id}', { params: { id } }),
      ),
    );
    expect(JSON.stringify(steps)).toContain('The order is not on a route.');
  });

  it('send_to_role writes to every active user who holds the role', async () => {
    const user = (id: string, fields: object) =>
      create(userEntity, {
        organizationId: 'org_test',
        id,
        email: `${id}@example.com`,
        ...{ firstName: null, lastName: null, phoneNumber: null, subject: null },
        ...{ isActive: true, roleIds: ['role_owner'], storeLocationIds: null, driverGroupIds: null },
        ...{ invitedAt: null, createdAt: AT, updatedAt: AT },
        ...fields,
      });
    await api.deps.table.write([
      user('usr_a', {}),
      user('usr_b', { isActive: false }),
      user('usr_c', { roleIds: ['role_viewer'] }),
    ]);
    await api.workflow('order.created', [
      act('send_to_role', { roleId: 'role_owner', body: 'New: {{order.id}}' }),
    ]);
    const { id } = await api.order();
    await api.drain();
    const sent = await api.rows('notification');
    expect(sent.map(({ recipient, body, channel }) => [channel, recipient, body])).toEqual([
      ['email', 'usr_a@example.com', `New: ${id}`],
    ]);
    const unknown = await api.call('POST /v1/workflows', {
      body: {
        name: 'X',
        nodes: [
          { nodeKey: 'start', nodeType: 'trigger' },
          act('send_to_role', { roleId: 'role_ownr', body: 'x' }),
        ],
        edges: [{ edgeKey: 'e', sourceNodeKey: 'start', targetNodeKey: 'send_to_role', executionOrder: 0 }],
        trigger: { triggerType: 'event', eventName: 'order.created' },
      },
    });
    expect(unknown.json.error.details.problems[0].suggestion).toBe('role_owner');
  });

  it('optimization_strategy asks for one optimization of the day, and keeps its strategy from being deleted', async () => {
    const strategy = await api.must('POST /v1/optimization-strategies', { body: { label: 'Night' } });
    const id = strategy.id ?? strategy.optimizationStrategy?.id;
    await api.order(TOMORROW);
    const workflow = await api.workflow('order.updated', [
      act('optimization_strategy', { optimizationStrategyId: id }),
      mail('{{node_var_optimization_strategy__activity_id}}'),
    ]);
    const order = await api.order(TOMORROW);
    await api.must('PATCH /v1/order/{id}', { params: { id: order.id }, body: { description: 'Now' } });
    await api.drain();
    const activities = (await api.rows('activity')).filter(({ action }) => action === 'act_optimize_orders');
    expect(activities).toHaveLength(1);
    expect(await bodies()).toEqual([activities[0].id]);
    const kept = await api.call('DELETE /v1/optimization-strategies/{id}', { params: { id } });
    expect(kept.json.error).toMatchObject({ code: 'CONFLICT', details: { usedBy: [{ id: workflow }] } });
  });
});
