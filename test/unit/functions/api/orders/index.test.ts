import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { dispatchedOrder, orderEntity } from '../../../../../lib/ordering/orders/index.ts';
import { anyStore, storeOperations } from '../../../../support/builders/any-store.ts';
import { type OrdersApi, startOrdersApi, validOrder } from '../../../../support/orders-api.ts';
import { meetParallelWrites, tenAtOnce } from '../../../../support/parallel-writes.ts';

let api: OrdersApi;
beforeEach(async () => {
  api = await startOrdersApi();
});
afterEach(() => api.stop());

const get = (id: string) => api.call('GET /v1/order/{id}', { params: { id } });
const patch = (id: string, body: object) => api.call('PATCH /v1/order/{id}', { params: { id }, body });
const confirm = (id: string) => api.call('PATCH /v1/order/{id}/confirm', { params: { id } });
const archive = (id: string) => api.call('DELETE /v1/order/{id}', { params: { id } });
const unarchive = (id: string) => api.call('PATCH /v1/order/{id}/unarchive', { params: { id } });
const eventNames = async () => (await api.db.events()).map(({ name }) => name);

/** Puts the order into the state in which dispatch leaves it. */
async function dispatch(id: string): Promise<void> {
  const stored = await api.db.deps.table.get(orderEntity, { organizationId: 'org_test', id });
  const outcome = await api.db.deps.table.write(
    dispatchedOrder(stored!, { jobId: 'job_1', occurredAt: '2026-03-02T09:00:00.000Z' }),
  );
  expect(outcome.ok).toBe(true);
}

describe('3.1 POST /v1/order', () => {
  it('makes a valid order and says so in one event', async () => {
    const order = await api.make({ externalId: 'shop-1', tags: ['fragile'], orderMetadata: { floor: 3 } });
    expect(order).toMatchObject({
      ...validOrder,
      externalId: 'shop-1',
      status: 'valid',
      jobId: null,
      routeId: null,
      tags: ['fragile'],
      orderMetadata: { floor: 3 },
      validationErrors: {},
      quotes: [],
      failedQuotes: [],
      createdAt: '2026-03-02T09:00:00.000Z',
      updatedAt: '2026-03-02T09:00:00.000Z',
    });
    expect(order.id).toMatch(/^ord_[0-9A-Z]{26}$/);
    expect(order.portalUrl).toMatch(new RegExp(`^https?://.+/console#/orders/${order.id}$`));
    expect(order.publicTrackingUrl).toMatch(/^https?:\/\/.+/);
    expect((await get(order.id)).json).toEqual(order);
    expect((await get('shop-1')).json).toEqual(order);
    const events = await api.db.events();
    expect(events.map(({ name }) => name)).toEqual(['order.created']);
    expect(events[0]?.data).toMatchObject({ orderId: order.id, status: 'valid', version: 1 });
  });

  it('returns every field that it takes', async () => {
    const sent = {
      ...validOrder,
      referenceId: 'R1',
      pickupLastName: 'Baker',
      pickupFirstName: 'Bo',
      pickupEmail: 'bakery@example.com',
      dropoffEmail: 'ada@example.com',
      dropoffLastName: 'Moss',
      dropoffBusinessName: 'Moss Ltd',
      pickupInstructions: 'Back door.',
      dropoffInstructions: 'Ring twice.',
      pickupBarcodes: ['p1'],
      dropoffBarcodes: ['d1', 'd2'],
      pickupAddressSecondarynumber: '2a',
      pickupAddressCounty: 'San Francisco',
      deliveryMode: 'scheduled',
      pickupStartTime: '2026-03-02T10:00:00.000Z',
      pickupEndTime: '2026-03-02T11:00:00.000Z',
      dropoffStartTime: '2026-03-02T11:00:00.000Z',
      dropoffEndTime: '2026-03-02T12:00:00.000Z',
      description: 'Bread',
      itemsCount: 2,
      requirements: ['photo_proof_of_delivery', 'custom:gloves'],
      minimumVehicleSize: 'car',
      weight: 1.5,
      height: 10,
      width: 20,
      depth: 30,
      tipAmountCents: 300,
      dueAmountCents: 2_500,
      maxDeliveryFeeCents: 1_500,
      dispatchStrategyId: 'opn_known',
      pickupPayment: { barcode: { type: 'qr', value: 'x' }, providerCard: true },
      optimizationParameters: { sequencePriority: 499, assignmentPriority: 3, mxLabel: 'm' },
      items: [
        {
          id: 'i1',
          count: 2,
          dimensions: { height: 1, width: 2, depth: 3 },
          metadata: { cold: null },
          subItems: [
            {
              sku: 's',
              substitution: {
                preference: 'best_match',
                source: 'customer',
                substituteItems: [{ id: 'x', sku: 't', quantity: 1 }],
              },
              subItems: [{ id: 'deep' }],
            },
          ],
        },
      ],
    };
    const order = await api.make(sent);
    expect(order).toMatchObject({ ...sent, status: 'valid', volume: 6_000 });
    const after = await get(order.id);
    expect(after.json).toEqual(order);
    const every = await api.call('POST /v1/order', { body: validOrder });
    // The contract has no null for the size of the vehicle.
    const { minimumVehicleSize: _, ...others } = order;
    expect(Object.keys(every.json).toSorted()).toEqual(Object.keys(others).toSorted());
  });

  it.each(['pickupDoorstepTimeSeconds', 'dropoffDoorstepTimeSeconds'])(
    '7.2 %s of an order is from 0 seconds to a day, because no plan can keep another',
    async (name) => {
      const sent = (seconds: number) => {
        const body = { ...validOrder, optimizationParameters: { [name]: seconds } };
        return api.call('POST /v1/order', { body });
      };
      expect([(await sent(0)).status, (await sent(86_400)).status]).toEqual([200, 200]);
      for (const wrong of [-1, 86_401]) {
        expect(Object.keys((await sent(wrong)).json.error.details.fields)).toEqual([
          `optimizationParameters.${name}`,
        ]);
      }
    },
  );

  it('stores an order that breaks rules, which then needs attention', async () => {
    const order = await api.make({ valueCents: 0, tipAmountCents: -1 });
    expect(order.status).toBe('needs_attention');
    expect(Object.keys(order.validationErrors).toSorted()).toEqual(['tipAmountCents', 'valueCents']);
    expect(await eventNames()).toEqual(expect.arrayContaining(['order.created', 'order.needs_attention']));
  });

  it('takes numbers that are sent as text where they are exact', async () => {
    const body = { ...validOrder, itemsCount: '3', tipAmountCents: '250', pickupLat: '37.7936' };
    expect((await api.call('POST /v1/order', { body })).json).toMatchObject({
      itemsCount: 3,
      tipAmountCents: 250,
      pickupLat: 37.7936,
    });
  });

  it('shortens a refused value without halving a character', async () => {
    const phone = `${'x'.repeat(58)}😀${'y'.repeat(20)}`;
    const { status, json } = await api.call('POST /v1/order', {
      body: { ...validOrder, dropoffPhoneNumber: phone },
    });
    expect([status, json.status]).toEqual([200, 'needs_attention']);
    expect(json.validationErrors.dropoffPhoneNumber).toContain('xxx');
  });

  it.each(['UK', 'XX', 'ZZ', 'Germany'])('4.2 does not take %s as a country', async (country) => {
    const { json } = await api.call('POST /v1/order', {
      body: { ...validOrder, pickupAddressCountry: country, dropoffAddressCountry: country },
    });
    expect(json.validationErrors.pickupAddressCountry).toContain(
      country.toUpperCase() === 'UK' ? 'GB' : 'ISO 3166',
    );
  });

  it.each([
    ['valueCents', true],
    ['valueCents', 12.5],
    ['valueCents', 'twelve'],
    ['itemsCount', '3.5'],
    ['pickupLat', 'north'],
    ['tags', 'fragile'],
    ['tags', [1]],
    ['orderMetadata', 'x'],
    ['orderMetadata', [1]],
    ['items', {}],
    ['pickupAddress', 5],
    ['pickupStartTime', 5],
    ['externalId', 'x'.repeat(256)],
    ['weight', 1e13],
  ])('refuses %s of another type (%j) with 422 naming it', async (field, value) => {
    const { status, json } = await api.call('POST /v1/order', { body: { ...validOrder, [field]: value } });
    expect(status).toBe(422);
    expect(json.error.code).toBe('VALIDATION_ERRORS');
    expect(Object.keys(json.error.details.fields).some((name) => name.startsWith(field))).toBe(true);
    expect(await api.db.items()).toEqual([]);
  });

  it.each(['nashFoo', 'NASH', '__proto__', 'constructor', 'prototype', 'externalId', 'organizationId'])(
    'refuses the metadata key %s with 422 naming it (4.6.12)',
    async (key) => {
      const body = JSON.stringify(validOrder).replace(/}$/, `,"orderMetadata":{"${key}":1}}`);
      const { status, json } = await api.call('POST /v1/order', { body });
      expect(status).toBe(422);
      expect(json.error.details.fields[`orderMetadata.${key}`]).toContain(`"${key}"`);
    },
  );

  it.each([
    ['a number that the table cannot hold', { n: 1e200 }],
    ['a number too small for the table', { n: 1e-200 }],
    ['a hazardous key inside', JSON.parse('{"a":{"__proto__":1}}')],
    ['too much of it', { text: 'x'.repeat(160_000) }],
    ['too deep a nesting', JSON.parse(`${'{"a":'.repeat(28)}1${'}'.repeat(28)}`)],
  ])('refuses metadata with %s', async (_, orderMetadata) => {
    const body = `${JSON.stringify(validOrder).slice(0, -1)},"orderMetadata":${JSON.stringify(orderMetadata)}}`;
    const { status, json } = await api.call('POST /v1/order', { body });
    expect(status).toBe(422);
    expect(Object.keys(json.error.details.fields)[0]).toContain('orderMetadata');
  });

  it('takes numbers that are sent as text, and ignores fields that it does not know', async () => {
    const order = await api.make({ valueCents: '4250', weight: '1.5', unheardOf: 1 });
    expect(order).toMatchObject({ valueCents: 4_250, weight: 1.5, status: 'valid' });
    expect(order.unheardOf).toBeUndefined();
  });

  it('keeps several orders of one external id apart', async () => {
    const [a, b] = [await api.make({ externalId: 'same' }), await api.make({ externalId: 'same' })];
    expect(a.id).not.toBe(b.id);
    const { status, json } = await get('same');
    expect(status).toBe(409);
    expect(json.error.code).toBe('ORDER_DUPLICATE_EXTERNAL_ID');
    expect(json.error.details.orderIds.toSorted()).toEqual([a.id, b.id].toSorted());
    await archive(a.id);
    expect((await get('same')).json.id).toBe(b.id);
  });

  it('is carried out once per Idempotency-Key', async () => {
    const request = { body: validOrder, headers: { 'idempotency-key': 'k1' } };
    const [first, second] = [
      await api.call('POST /v1/order', request),
      await api.call('POST /v1/order', request),
    ];
    expect(second.json.id).toBe(first.json.id);
    expect((await api.call('GET /v1/orders')).json.totalCount).toBe(1);
  });
});

describe('3.1 GET /v1/order/{id}', () => {
  it('reads with one call', async () => {
    const { id } = await api.make();
    const calls: string[] = [];
    api.db.client.middlewareStack.add(
      (next, context) => (args) => {
        calls.push(String(context.commandName));
        return next(args);
      },
      { step: 'initialize' },
    );
    await get(id);
    expect(calls).toEqual(['QueryCommand']);
  });

  it('answers foreign and unknown ids alike', async () => {
    const { id } = await api.make({ externalId: 'mine' });
    const foreign = { organizations: [{ id: 'org_other', listShards: 1 }] };
    for (const each of [id, 'mine']) {
      const unknown = await get(`${each.slice(0, -1)}${each.endsWith('Z') ? 'Y' : 'Z'}`);
      const other = await api.call('GET /v1/order/{id}', { params: { id: each }, grant: foreign });
      expect([unknown.status, other.status]).toEqual([404, 404]);
      expect(other.json.error.code).toBe('ORDER_NOT_FOUND');
    }
  });
});

describe('3.1 PATCH /v1/order/{id}', () => {
  it('changes the fields that are sent, clears those sent as null, and names them in the event', async () => {
    const { id } = await api.make({ tags: ['a'], dropoffInstructions: 'Ring.' });
    const before = (await get(id)).json;
    api.db.deps.clock.advance(1_000);
    const { json } = await patch(id, { tipAmountCents: 100, dropoffInstructions: null });
    expect(json).toEqual({
      ...before,
      version: 2,
      tipAmountCents: 100,
      dropoffInstructions: null,
      updatedAt: '2026-03-02T09:00:01.000Z',
    });
    const [event] = await api.db.events('order.updated');
    expect(event?.data).toMatchObject({
      changedFields: ['dropoffInstructions', 'tipAmountCents'],
      reapplyAutomations: false,
      version: 2,
    });
  });

  it('that satisfies the rule clears its key, and the order is valid again', async () => {
    const order = await api.make({ valueCents: null, pickupPhoneNumber: '12' });
    expect(Object.keys(order.validationErrors).toSorted()).toEqual(['pickupPhoneNumber', 'valueCents']);
    const half = await patch(order.id, { valueCents: 100 });
    expect(Object.keys(half.json.validationErrors)).toEqual(['pickupPhoneNumber']);
    expect(half.json.status).toBe('needs_attention');
    const whole = await patch(order.id, { pickupPhoneNumber: '+14155550100' });
    expect(whole.json).toMatchObject({ status: 'valid', validationErrors: {} });
  });

  it('of nothing writes nothing', async () => {
    const { id } = await api.make({ tags: ['a'], items: [{ id: 'i' }], orderMetadata: { a: { b: 1 } } });
    const items = await api.db.items();
    api.db.deps.clock.advance(5_000);
    await patch(id, { tags: ['a'], items: [{ id: 'i' }], orderMetadata: { a: { b: 1 } } });
    expect(await api.db.items()).toEqual(items);
  });

  it('keeps a confirmed order confirmed while it breaks no rule (B1)', async () => {
    const { id } = await api.make();
    await confirm(id);
    expect((await patch(id, { tipAmountCents: 5 })).json.status).toBe('confirmed');
    expect((await patch(id, { valueCents: -5 })).json.status).toBe('needs_attention');
    expect(await eventNames()).toContain('order.needs_attention');
    expect((await patch(id, { valueCents: 5 })).json.status).toBe('valid');
  });

  it('is refused for dispatched and archived orders', async () => {
    const { id } = await api.make();
    await dispatch(id);
    const late = await patch(id, { tipAmountCents: 5 });
    expect([late.status, late.json.error.code]).toEqual([400, 'ORDER_ALREADY_DISPATCHED']);
    const { id: other } = await api.make();
    await archive(other);
    const dead = await patch(other, { tipAmountCents: 5 });
    expect([dead.status, dead.json.error.code]).toEqual([409, 'INVALID_STATE_TRANSITION']);
    expect(dead.json.error.details.status).toBe('archived');
  });

  it('moves an order to another external id', async () => {
    const { id } = await api.make({ externalId: 'old' });
    await patch(id, { externalId: 'new' });
    expect((await get('new')).json.id).toBe(id);
    expect((await get('old')).status).toBe(404);
    await patch('new', { externalId: null });
    expect((await get('new')).status).toBe(404);
    expect((await get(id)).json.externalId).toBeNull();
  });

  it('passes reapplyAutomations on with the event, also when nothing else changes', async () => {
    const { id } = await api.make();
    await patch(id, { reapplyAutomations: true });
    const [event] = await api.db.events('order.updated');
    expect(event?.data).toMatchObject({ changedFields: [], reapplyAutomations: true });
  });

  it('of two at the same time loses none', async () => {
    const { id } = await api.make();
    const replies = await Promise.all([
      patch(id, { tipAmountCents: 7 }),
      patch(id, { description: 'Changed' }),
    ]);
    expect(replies.map(({ status }) => status)).toEqual([200, 200]);
    expect((await get(id)).json).toMatchObject({ tipAmountCents: 7, description: 'Changed' });
  });
});

describe('3.1 confirm, archive and unarchive', () => {
  it('49 confirm and unarchive refuse an order that has changed since the version that the caller names', async () => {
    const { id } = await api.make();
    const params = { id };
    const at = (version: string) => ({ params, headers: { 'if-match': version } });
    const call = async (route: string, version: string) => (await api.call(route, at(version))).status;
    const confirmAt = (version: string) => call('PATCH /v1/order/{id}/confirm', version);
    expect([await confirmAt('7'), await confirmAt('1')]).toEqual([409, 200]);
    expect((await archive(id)).status).toBe(200);
    const unarchiveAt = (version: string) => call('PATCH /v1/order/{id}/unarchive', version);
    expect([await unarchiveAt('2'), await unarchiveAt('3')]).toEqual([409, 200]);
  });

  it('confirm takes a valid order only, and names the present status', async () => {
    const { id } = await api.make();
    expect((await confirm(id)).json.status).toBe('confirmed');
    const again = await confirm(id);
    expect([again.status, again.json.error.code]).toEqual([409, 'INVALID_STATE_TRANSITION']);
    expect(again.json.error.details.status).toBe('confirmed');
    const flawed = await api.make({ valueCents: null });
    expect((await confirm(flawed.id)).json.error.details.status).toBe('needs_attention');
    expect(await eventNames()).toContain('order.confirmed');
  });

  it('41.3.6 ten confirmations at once confirm it once, and the others are refused', async () => {
    const { id } = await api.make();
    meetParallelWrites(api.db);
    expect(await tenAtOnce(() => confirm(id))).toEqual({ '200': 1, '409 INVALID_STATE_TRANSITION': 9 });
    expect((await eventNames()).filter((name) => name === 'order.confirmed')).toHaveLength(1);
  });

  it('archive takes any order that is not dispatched, and is harmless twice', async () => {
    const { id } = await api.make();
    const { id: flawed } = await api.make({ valueCents: null });
    const { id: confirmed } = await api.make();
    await confirm(confirmed);
    for (const each of [id, flawed, confirmed, id]) {
      expect((await archive(each)).json.status).toBe('archived');
    }
    expect((await api.db.events('order.archived')).length).toBe(3);
    const { id: gone } = await api.make();
    await dispatch(gone);
    const refused = await archive(gone);
    expect([refused.status, refused.json.error.code]).toEqual([400, 'ORDER_ALREADY_DISPATCHED']);
  });

  it('unarchive checks the order anew', async () => {
    const { id } = await api.make({
      deliveryMode: 'scheduled',
      pickupStartTime: '2026-03-02T10:00:00Z',
      externalId: 'x',
    });
    expect((await unarchive(id)).json.error.code).toBe('INVALID_STATE_TRANSITION');
    await archive('x');
    expect((await unarchive('x')).json.status).toBe('valid');
    await archive(id);
    api.db.deps.clock.advance(7_200_000);
    const late = await unarchive(id);
    expect(late.json.status).toBe('needs_attention');
    expect(late.json.validationErrors.pickupStartTime).toContain('2026-03-02T10:00:00.000Z');
    expect(await eventNames()).toEqual(expect.arrayContaining(['order.unarchived', 'order.needs_attention']));
  });
});

describe('5 a key that is limited to store locations', () => {
  const grant = { storeLocationIds: ['store_a'] };
  beforeEach(async () => {
    for (const id of ['store_a', 'store_b']) {
      await api.db.deps.table.write(storeOperations(anyStore({ organizationId: 'org_test', id })));
    }
  });

  it('sees and changes what touches its stores, and nothing else', async () => {
    const mine = await api.make({ pickupStoreLocationId: 'store_a', externalId: 'mine' });
    const other = await api.make({ pickupStoreLocationId: 'store_b', externalId: 'other' });
    const scoped = (route: string, id: string, body?: object) =>
      api.call(route, { params: { id }, grant, ...(body ? { body } : {}) });
    expect((await scoped('GET /v1/order/{id}', mine.id)).status).toBe(200);
    for (const id of [other.id, 'other']) {
      expect((await scoped('GET /v1/order/{id}', id)).status).toBe(404);
      expect((await scoped('PATCH /v1/order/{id}', id, { tipAmountCents: 1 })).status).toBe(404);
      expect((await scoped('DELETE /v1/order/{id}', id)).status).toBe(404);
    }
    const list = await api.call('GET /v1/orders', { grant });
    expect(list.json.results.map(({ id }: { id: string }) => id)).toEqual([mine.id]);
  });

  it('cannot make or move an order out of its sight', async () => {
    const made = await api.call('POST /v1/order', { body: validOrder, grant });
    expect([made.status, made.json.error.code]).toEqual([400, 'PICKUP_NOT_IN_SCOPE']);
    const many = await api.call('POST /v1/orders', {
      body: { orders: [{ ...validOrder, pickupStoreLocationId: 'store_a' }, validOrder] },
      grant,
    });
    expect(many.json.error.details.index).toBe(1);
    expect((await api.call('GET /v1/orders')).json.totalCount).toBe(0);
  });
});
