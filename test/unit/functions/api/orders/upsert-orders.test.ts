import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { upsertOrder } from '../../../../../functions/api/orders/upsert-order.ts';
import {
  dispatchedOrder,
  invalidStateTransition,
  orderEntity,
} from '../../../../../lib/ordering/orders/index.ts';
import { replace } from '../../../../../lib/platform/table/index.ts';
import { type OrdersApi, startOrdersApi, validOrder } from '../../../../support/orders-api.ts';

let api: OrdersApi;
beforeEach(async () => {
  api = await startOrdersApi();
});
afterEach(() => api.stop());

const upsert = (externalId: string, body: object = validOrder) =>
  api.call('POST /v1/order/external-identifier/{externalId}', { params: { externalId }, body });
const upsertMany = (orders: readonly object[]) =>
  api.call('POST /v1/orders/external-identifier', { body: { orders } });
const bulk = (orders: readonly unknown[], headers = {}) =>
  api.call('POST /v2/orders/upsert/bulk', { body: { orders }, headers });
const allOrders = async () => (await api.db.items()).filter(({ type }) => type === orderEntity.name);

async function dispatch(id: string): Promise<void> {
  const stored = await api.db.deps.table.get(orderEntity, { organizationId: 'org_test', id });
  await api.db.deps.table.write(
    dispatchedOrder(stored!, { jobId: 'job_1', occurredAt: '2026-03-02T09:00:00.000Z' }),
  );
}

describe('3.1 the upsert of one order', () => {
  it('makes it, then changes the fields that are sent', async () => {
    const first = await upsert('x1');
    expect(first.json).toMatchObject({ externalId: 'x1', status: 'valid' });
    const second = await upsert('x1', { tipAmountCents: 9 });
    expect(second.json).toMatchObject({ id: first.json.id, tipAmountCents: 9, valueCents: 2_500 });
  });

  it('makes another one when the first is archived', async () => {
    const first = await upsert('x1');
    await api.call('DELETE /v1/order/{id}', { params: { id: 'x1' } });
    const second = await upsert('x1');
    expect(second.json.id).not.toBe(first.json.id);
    expect((await api.call('GET /v1/order/{id}', { params: { id: 'x1' } })).json.id).toBe(second.json.id);
  });

  it('is refused when the order is dispatched, when several carry the id, when the body names another', async () => {
    await dispatch((await upsert('gone')).json.id);
    expect((await upsert('gone')).json.error.code).toBe('ORDER_ALREADY_DISPATCHED');
    await api.make({ externalId: 'twice' });
    await api.make({ externalId: 'twice' });
    expect((await upsert('twice')).json.error.code).toBe('ORDER_DUPLICATE_EXTERNAL_ID');
    const other = await upsert('x1', { externalId: 'x2' });
    expect([other.status, other.json.error.code]).toEqual([422, 'VALIDATION_ERRORS']);
  });

  it('is refused with a declared code when the order is cancelled', async () => {
    const { id } = (await upsert('off')).json;
    const stored = await api.db.deps.table.get(orderEntity, { organizationId: 'org_test', id });
    await api.db.deps.table.write([replace(orderEntity, stored!, { ...stored!.value, status: 'canceled' })]);
    const { status, json } = await upsert('off');
    expect([status, json.error.code]).toEqual([409, 'INVALID_STATE_TRANSITION']);
    expect(upsertOrder.refusals).toContain(invalidStateTransition);
  });

  it('thirty at the same time all succeed', async () => {
    const replies = await Promise.all(
      Array.from({ length: 30 }, (_, index) => upsert('hot', { ...validOrder, valueCents: 100 + index })),
    );
    expect(replies.map(({ status }) => status)).toEqual(Array(30).fill(200));
    expect(new Set(replies.map(({ json }) => json.id)).size).toBe(1);
  });

  it('many at the same time leave exactly one order, whatever they send', async () => {
    let round = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.integer({ min: 1, max: 9_999 }), { minLength: 2, maxLength: 12 }),
        async (values) => {
          round += 1;
          const externalId = `race-${round}`;
          const replies = await Promise.all(
            values.map((valueCents) => upsert(externalId, { ...validOrder, valueCents })),
          );
          const taken = replies.filter(({ status }) => status === 200);
          expect(new Set(taken.map(({ json }) => json.id)).size).toBe(1);
          expect(replies.every(({ status }) => status === 200 || status === 409)).toBe(true);
          const orders = (await allOrders()).filter(({ data }) => data.externalId === externalId);
          expect(orders).toHaveLength(1);
          expect(values).toContain(orders[0]?.data.valueCents);
        },
      ),
      { numRuns: 12, seed: 20_261_122 },
    );
  });
});

describe('4.7 POST /v1/orders and POST /v1/orders/external-identifier', () => {
  it('make all orders and answer in the order of the request', async () => {
    const orders = Array.from({ length: 60 }, (_, index) => ({ ...validOrder, externalId: `m${index}` }));
    const made = await api.call('POST /v1/orders', { body: { orders } });
    expect(made.json.map(({ externalId }: { externalId: string }) => externalId)).toEqual(
      orders.map(({ externalId }) => externalId),
    );
    const again = await upsertMany(orders.map(({ externalId }) => ({ externalId, tipAmountCents: 1 })));
    expect(again.json.map(({ id }: { id: string }) => id)).toEqual(
      made.json.map(({ id }: { id: string }) => id),
    );
    expect(again.json.every((order: { tipAmountCents: number }) => order.tipAmountCents === 1)).toBe(true);
  });

  it('write nothing when a row is not of the schema, has no external id or is dispatched', async () => {
    await dispatch((await upsert('gone')).json.id);
    const before = await api.db.items();
    const fresh = { ...validOrder, externalId: 'fresh' };
    const typed = await upsertMany([fresh, { externalId: 'y', valueCents: true }]);
    expect(Object.keys(typed.json.error.details.fields)).toEqual(['orders[1].valueCents']);
    const nameless = await upsertMany([fresh, validOrder]);
    expect([nameless.status, nameless.json.error.code]).toEqual([400, 'ORDER_EXTERNAL_ID_REQUIRED']);
    const late = await upsertMany([fresh, { externalId: 'gone' }]);
    expect([late.json.error.code, late.json.error.details.index]).toEqual(['ORDER_ALREADY_DISPATCHED', 1]);
    expect(await api.db.items()).toEqual(before);
  });

  it('carry rows of one external id out one after the other', async () => {
    const reply = await upsertMany([
      { ...validOrder, externalId: 'x', tipAmountCents: 1 },
      { externalId: 'x', tipAmountCents: 2 },
    ]);
    expect(reply.json.map(({ tipAmountCents }: { tipAmountCents: number }) => tipAmountCents)).toEqual([
      1, 2,
    ]);
    expect(await allOrders()).toHaveLength(1);
  });
});

describe('4.7 POST /v2/orders/upsert/bulk', () => {
  it('answers every row on its own, in the order of the rows', async () => {
    await dispatch((await upsert('gone')).json.id);
    const { status, json } = await bulk([
      { ...validOrder, externalId: 'a' },
      { externalId: 'b', valueCents: 'many', tags: 'x' },
      validOrder,
      { externalId: 'gone', tipAmountCents: 1 },
      'nonsense',
      { externalId: 'c' },
      { externalId: 'a', tipAmountCents: 3 },
    ]);
    expect(status).toBe(200);
    expect(json.summary).toEqual({ success: 3, failed: 4 });
    const short = json.results.map(
      (row: { externalId: string; status: string; errors: { code: string }[] }) => [
        row.externalId,
        row.status,
        ...row.errors.map(({ code }) => code),
      ],
    );
    expect(short).toEqual([
      ['a', 'success'],
      ['b', 'failed', 'VALIDATION_ERRORS', 'VALIDATION_ERRORS'],
      [null, 'failed', 'ORDER_EXTERNAL_ID_REQUIRED'],
      ['gone', 'failed', 'ORDER_ALREADY_DISPATCHED'],
      [null, 'failed', 'VALIDATION_ERRORS'],
      ['c', 'success'],
      ['a', 'success'],
    ]);
    expect(json.results[1].errors[0].message).toContain('orders[1].');
    expect(json.results[5].data.status).toBe('needs_attention');
    expect(json.results[6].id).toBe(json.results[0].id);
    expect(json.results[6].data.tipAmountCents).toBe(3);
  });

  it.each([
    ['valueCents', { valueCents: 1e300 }],
    ['orderMetadata.a', { orderMetadata: { a: '\ud800' } }],
    ['items[0].dimensions.constructor', { items: [{ dimensions: JSON.parse('{"constructor":1}') }] }],
  ])('fails a row alone whose %s no field could take', async (field, row) => {
    const { status, json } = await bulk([{ externalId: 'a', ...row }, { externalId: 'b' }]);
    expect([status, json.summary]).toEqual([200, { success: 1, failed: 1 }]);
    expect(json.results[0].errors[0].message).toContain(`orders[0].${field}: `);
  });

  it('takes 1,000 rows, and no more', async () => {
    const orders = Array.from({ length: 1_000 }, (_, index) => ({ ...validOrder, externalId: `b${index}` }));
    const { json } = await bulk(orders);
    expect(json.summary).toEqual({ success: 1_000, failed: 0 });
    expect(json.results.map(({ externalId }: { externalId: string }) => externalId)).toEqual(
      orders.map(({ externalId }) => externalId),
    );
    const more = await bulk([...orders.map(({ externalId }) => ({ externalId })), { externalId: 'z' }]);
    expect(more.status).toBe(422);
  }, 60_000);

  it('repeated with its Idempotency-Key makes nothing twice', async () => {
    const orders = [{ ...validOrder, externalId: 'a' }];
    const [first, second] = [
      await bulk(orders, { 'idempotency-key': 'k' }),
      await bulk(orders, { 'idempotency-key': 'k' }),
    ];
    expect(second.json).toEqual(first.json);
    expect(await allOrders()).toHaveLength(1);
  });
});
