import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { notificationsArea } from '../../../../../../functions/api/notifications/index.ts';
import { upsertDriverGroup } from '../../../../../../lib/fleet/fleet/index.ts';
import { createZone } from '../../../../../../lib/places/zones/index.ts';
import { isRefusal } from '../../../../../../lib/platform/core/refusal.ts';
import { type DispatchApi, startDispatchApi } from '../../../../../support/dispatch-api.ts';

let api: DispatchApi;
let group: string;
let zone: string;

beforeAll(async () => {
  api = await startDispatchApi([], { areas: [notificationsArea] as never[] });
  const actor = { type: 'key', id: 'key_test', name: 'Key' } as const;
  const origin = { organizationId: 'org_test', actor, cause: 'request:1' };
  const editor = { organizationId: 'org_test', storeLocationIds: null, driverGroupIds: null, origin };
  group = api.db.deps.ids.next('cntr');
  const made = await upsertDriverGroup(
    api.deps as never,
    editor,
    { externalIdentifier: 'north' },
    { id: group },
  );
  if (isRefusal(made)) throw new Error(made.message);
  const input = { name: 'Zone', zipCodes: ['94111'] };
  const area = await createZone(api.db.deps, origin, input as never);
  if (isRefusal(area)) throw new Error(area.message);
  zone = area.value.id;
});
afterAll(() => api.stop());

const fields = {
  type: 'delivery_status_transition',
  name: 'Picked up',
  notificationGroupIds: [],
  parameters: { deliveryStatus: 'pickup_complete' },
};
const create = (more: object) => api.call('POST /v1/notification-triggers', { body: { ...fields, ...more } });

describe('2.8 what a trigger is limited to', () => {
  it.each([
    ['notificationGroupIds', { notificationGroupIds: ['ntg_none'] }],
    ['optionsGroupIds', { optionsGroupIds: ['none'] }],
    ['contractIds', { contractIds: ['none'] }],
    ['zoneIds', { zoneIds: ['none'] }],
    ['parameters.zoneIds', { type: 'zone_geolocation', parameters: { zoneIds: ['none'] } }],
  ])('is refused when it does not exist: %s', async (field, more) => {
    const { status, json } = await create(more);
    expect([status, json.error.code]).toEqual([422, 'VALIDATION_ERRORS']);
    expect(json.error.details.unknownIds).toEqual([expect.stringContaining('none')]);
    expect(Object.keys(json.error.details.fields)).toEqual([field]);
  });

  it('is kept by id, although a driver group was named by its external identifier', async () => {
    const strategy = await api.strategy();
    const more = { optionsGroupIds: [strategy.id], contractIds: ['north', group], zoneIds: [zone] };
    const { json } = await create(more);
    expect(json).toMatchObject({ ...more, contractIds: [group] });
  });

  it('keeps a dispatch strategy from being deleted, and names the trigger', async () => {
    const strategy = await api.strategy();
    const { json: trigger } = await create({ optionsGroupIds: [strategy.id] });
    const params = { id: strategy.id };
    const refused = await api.call('DELETE /v1/options_group/{id}', { params });
    expect(refused.status).toBe(409);
    expect(refused.json.error.details.usedBy).toEqual([{ type: 'notification_trigger', id: trigger.id }]);
    await api.must('PATCH /v1/notification-triggers/{id}', {
      params: { id: trigger.id },
      body: { optionsGroupIds: [] },
    });
    await api.must('DELETE /v1/options_group/{id}', { params });
  });

  it('also keeps the strategy that another one escalates to', async () => {
    const last = await api.strategy();
    const first = await api.strategy({ escalateToOptionsGroupId: last.id });
    const refused = await api.call('DELETE /v1/options_group/{id}', { params: { id: last.id } });
    expect(refused.json.error.details.usedBy).toEqual([{ type: 'dispatch_strategy', id: first.id }]);
    await api.must('DELETE /v1/options_group/{id}', { params: { id: first.id } });
    await api.must('DELETE /v1/options_group/{id}', { params: { id: last.id } });
  });
});

describe('4.6.3 names of built-in events', () => {
  it.each([
    ['customEventName', { customEventName: 'order.created' }],
    [
      'parameters.eventNames',
      { type: 'custom_event_listener', parameters: { eventNames: ['packed', 'order.created'] } },
    ],
  ])('are refused as custom events of a trigger: %s', async (field, more) => {
    const { status, json } = await create(more);
    expect([status, json.error.code, json.error.details.field]).toEqual([400, 'INVALID_VALUE', field]);
  });
});

it('8.3 a trigger on changed orders without parameters watches every field', async () => {
  const { json } = await create({ type: 'order_modified', parameters: null });
  expect(json.parameters.modifiedFields).toHaveLength(11);
});
