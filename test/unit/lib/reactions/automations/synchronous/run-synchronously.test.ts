import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type GeocodeQuery, searchGazetteer } from '../../../../../../lib/engines/geocoding/index.ts';
import {
  organizationEntity,
  synchronousGeneration,
} from '../../../../../../lib/platform/organization/index.ts';
import { type Automations, act, chain, startAutomations, when } from '../../../../../support/automations.ts';
import { anyGrant } from '../../../../../support/http-event.ts';

let api: Automations;
beforeEach(async () => {
  api = await startAutomations();
});
afterEach(() => api.stop());

const order = (id: string) => api.must('GET /v1/order/{id}', { params: { id } });
const patch = (id: string, body: object) => api.must('PATCH /v1/order/{id}', { params: { id }, body });
const markInvalid = (field: string, message: string) => act('add_validation_error', { field, message });

describe('4.6.5 order.creating', () => {
  it('4.6.11 4.6.12 changes text, metadata, tags and tip before the order is there', async () => {
    await api.workflow('order.creating', [
      act('modify_order_instructions', {
        target: 'dropoff_instructions',
        mode: 'only_when_missing',
        text: 'Ring {{order.dropoffFirstName}}',
      }),
      act('modify_order_metadata', { key: 'items', value: '{{order.valueCents}}' }),
      act('add_tag', { tag: 'new' }),
      act('modify_order_price_or_tip', { target: 'tip', operation: 'at_least', amountCents: 250 }),
    ]);
    const made = await api.order({ orderMetadata: { own: 'x' } });
    expect(made).toMatchObject({
      dropoffInstructions: 'Ring Ada',
      orderMetadata: { own: 'x', items: 2_500 },
      tags: ['new'],
      tipAmountCents: 250,
    });
    expect(await order(made.id)).toMatchObject({ tipAmountCents: 250 });
    expect(await api.db.events('order.updated')).toEqual([]);
    expect(await api.rows('workflowRun')).toMatchObject([
      { status: 'completed', mode: 'synchronous', orderIds: [made.id] },
    ]);
  });

  it('runs on creation only, also by upsert and in bulk', async () => {
    await api.workflow('order.creating', [act('add_tag', { tag: 'new' })]);
    const body = { ...(await bodyOf()), externalId: 'A-1' };
    const upsert = () =>
      api.must('POST /v1/order/external-identifier/{externalId}', { params: { externalId: 'A-1' }, body });
    expect((await upsert()).tags).toEqual(['new']);
    const { id } = await upsert();
    await patch(id, { tags: [] });
    expect((await upsert()).tags).toEqual([]);
    const bulk = await api.must('POST /v1/orders', { body: { orders: [await bodyOf(), await bodyOf()] } });
    for (const { id: made } of bulk.orders ?? bulk.results ?? bulk) {
      expect((await order(made)).tags).toEqual(['new']);
    }
  });

  it('41 2.6 runs again on an update with reapplyAutomations, by every operation that takes an order', async () => {
    await api.workflow('order.creating', [act('add_tag', { tag: 'new' })]);
    const { id } = await api.order({ externalId: 'A-2' });
    expect((await patch(id, { tags: [] })).tags).toEqual([]);
    expect((await patch(id, { tags: ['kept'], reapplyAutomations: true })).tags).toEqual(['kept', 'new']);
    const row = { externalId: 'A-2', tags: [], reapplyAutomations: true };
    const [upserted] = await api.must('POST /v1/orders/external-identifier', { body: { orders: [row] } });
    expect(upserted.tags).toEqual(['new']);
    expect(await api.rows('workflowRun')).toHaveLength(3);
  });

  it('4.6.18 actions that take time are refused at save', async () => {
    for (const node of [
      act('ai_decision', {
        question: 'q',
        information: 'i',
        decision: { type: 'yes_no' },
      }),
      act('agent_call', { prompt: 'p' }),
    ]) {
      const { status } = await api.call('POST /v1/workflows', {
        body: {
          name: 'W',
          ...chain([node]),
          trigger: { triggerType: 'event', eventName: 'order.creating' },
        },
      });
      expect(status).toBe(400);
    }
  });
});

describe('4.6.10 order.validating', () => {
  it('marks an order invalid at creation and at every update, and clears when it is right', async () => {
    await api.workflow('order.validating', [
      when('noEmail', { field: 'order.dropoffEmail', operator: 'is_missing' }),
      markInvalid('dropoffEmail', 'Order of {{order.dropoffFirstName}} needs an email address.'),
    ]);
    const made = await api.order();
    expect(made).toMatchObject({
      status: 'needs_attention',
      validationErrors: { dropoffEmail: 'Order of Ada needs an email address.' },
    });
    expect(await patch(made.id, { dropoffEmail: 'ada@example.com' })).toMatchObject({
      status: 'valid',
      validationErrors: {},
    });
    expect((await patch(made.id, { dropoffEmail: null })).status).toBe('needs_attention');
  });

  it('runs after order.creating, on what that made', async () => {
    await api.workflow('order.creating', [act('add_tag', { tag: 'checked' })]);
    await api.workflow('order.validating', [
      when('checked', { field: 'order.tags', operator: 'contains', value: 'checked' }),
      markInvalid('tags', 'Seen.'),
    ]);
    expect((await api.order()).validationErrors).toEqual({ tags: 'Seen.' });
  });

  it('42 7 filters on how exactly the map found an address', async () => {
    await api.stop();
    api = await startAutomations([], {
      extra: () => ({ geocoder: { geocode: async (query: GeocodeQuery) => searchGazetteer(query) } }),
    });
    await api.workflow('order.validating', [
      when('street', { field: 'order.dropoffGeocodePrecision', operator: 'equals', value: 'street' }),
      when('vague', { field: 'order.dropoffGeocodeScore', operator: 'less_than', value: 0.9 }),
      markInvalid('dropoffAddress', 'Ask for the number.'),
    ]);
    const parts = await api.order();
    expect(parts).toMatchObject({ validationErrors: {}, dropoffGeocodePrecision: null });
    const clear = Object.keys(parts).filter((name) => /^dropoff(Address|Lat|Lng)/.test(name));
    const line = (dropoffAddress: string) =>
      api.order({ ...Object.fromEntries(clear.map((name) => [name, null])), dropoffAddress });
    expect((await line('99999 Market St, San Francisco')).validationErrors).toEqual({
      dropoffAddress: 'Ask for the number.',
    });
    expect((await line('Market St, San Francisco')).validationErrors).toEqual({});
    expect((await line('900 Market St, San Francisco')).validationErrors).toEqual({});
  });

  it('fails closed when a condition cannot be evaluated, naming the workflow', async () => {
    await api.workflow(
      'order.validating',
      [
        when('odd', { field: 'order.orderMetadata.boxes', operator: 'greater_than', value: 3 }),
        markInvalid('boxes', 'Too many.'),
      ],
      { name: 'Boxes' },
    );
    const made = await api.order({ orderMetadata: { boxes: 'three' } });
    expect(made.status).toBe('needs_attention');
    expect(made.validationErrors.workflowValidation).toContain('"Boxes"');
  });

  it('takes only filters, switches and the mark-invalid action', async () => {
    const { status, json } = await api.call('POST /v1/workflows', {
      body: {
        name: 'W',
        ...chain([act('add_tag', { tag: 'x' })]),
        trigger: { triggerType: 'event', eventName: 'order.validating' },
      },
    });
    expect([status, json.error.details.problems[0].code]).toEqual([400, 'action.trigger']);
  });
});

describe('what synchronous workflows cost', () => {
  const generation = async () => {
    const stored = await api.deps.table.get(organizationEntity, { id: 'org_test' });
    return stored ? synchronousGeneration(stored.value) : -1;
  };
  const grantWith = async () => ({
    preferences: {
      organizationId: 'org_test',
      values: (await api.deps.table.get(organizationEntity, { id: 'org_test' }))?.value.preferences,
      synchronousWorkflows: await generation(),
    },
  });
  const readsOfOrder = async () => {
    const grant = anyGrant((await grantWith()) as never);
    const body = await bodyOf();
    return api.db.rowsRead(async () => {
      await api.call('POST /v1/order', { body, grant });
    });
  };

  it('an organization without any reads nothing more, and one with them nothing once they are known', async () => {
    expect(await generation()).toBe(0);
    const without = await readsOfOrder();
    const id = await api.workflow('order.validating', []);
    expect(await generation()).toBe(1);
    await readsOfOrder();
    expect(await readsOfOrder()).toBe(without);
    await api.must('POST /v1/workflows/{id}/status', { params: { id }, body: { status: 'inactive' } });
    expect(await generation()).toBe(0);
    await api.must('POST /v1/workflows/{id}/status', { params: { id }, body: { status: 'active' } });
    expect(await generation()).toBe(3);
  });
});

async function bodyOf(): Promise<Record<string, unknown>> {
  const { validOrder } = await import('../../../../../support/orders-api.ts');
  return { ...validOrder };
}
