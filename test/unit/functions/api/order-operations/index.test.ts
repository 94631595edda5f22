import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { activitiesArea } from '../../../../../functions/api/activities/index.ts';
import { deliveriesArea } from '../../../../../functions/api/deliveries/index.ts';
import { orderOperationsArea } from '../../../../../functions/api/order-operations/index.ts';
import { worker as doBulkWork } from '../../../../../functions/workers/do-bulk-work.ts';
import { simulatedProviders } from '../../../../../lib/fulfilment/providers/simulators/index.ts';
import { organizationEntity } from '../../../../../lib/platform/organization/index.ts';
import { create } from '../../../../../lib/platform/table/index.ts';
import { type DispatchApi, startDispatchApi } from '../../../../support/dispatch-api.ts';

let api: DispatchApi;
beforeAll(async () => {
  api = await startDispatchApi(simulatedProviders, {
    areas: [orderOperationsArea, activitiesArea, deliveriesArea as never],
    workers: [doBulkWork],
  });
  await api.deps.table.write([
    create(organizationEntity, {
      ...organizationEntity.definition.schema.parse({
        id: 'org_test',
        name: 'Test',
        listShards: 1,
        createdAt: '2026-03-01T00:00:00.000Z',
        updatedAt: '2026-03-01T00:00:00.000Z',
      }),
    }),
  ]);
});
afterAll(() => api.stop());

const resolve = (ids: unknown, grant = {}) => api.call('POST /v1/orders/resolve', { body: { ids }, grant });
const act = (body: object, grant = {}) => api.call('POST /v1/orders/actions', { body, grant });
const activity = async (id: string) => (await api.call('GET /v1/activities/{id}', { params: { id } })).json;
const orderOf = async (id: string) => (await api.call('GET /v1/order/{id}', { params: { id } })).json;

/** Carries an action out. Returns the activity at its end. */
async function carriedOut(body: object) {
  const { status, json } = await act(body);
  expect(status).toBe(200);
  await api.drain();
  return activity(json.id);
}

describe('4.8.1 paste ids', () => {
  it('finds orders by id, external id and reference id in the four separators', async () => {
    const a = await api.order({ externalId: 'paste-a', referenceId: 'ref-ab' });
    const b = await api.order({ externalId: 'paste-b', referenceId: 'ref-ab' });
    const { json } = await resolve(`${a.id},paste-b;ref-ab\tmissing\r\n paste-a `);
    expect(json.results).toEqual([
      { input: a.id, orderIds: [a.id] },
      { input: 'paste-b', orderIds: [b.id] },
      { input: 'ref-ab', orderIds: expect.arrayContaining([a.id, b.id]) },
      { input: 'paste-a', orderIds: [a.id] },
    ]);
    expect(json.unmatched).toEqual(['missing']);
  });

  it('matches exactly and case-sensitively, whole ids only', async () => {
    await api.order({ externalId: 'Exact-1', referenceId: 'Ref-1' });
    const { json } = await resolve(['exact-1', 'Exact', 'Exact-11', 'ref-1', 'Exact-1 ']);
    expect(json.results).toEqual([]);
    expect(json.unmatched).toHaveLength(5);
  });

  it('brings every order of a shared external id, archived ones too, whatever its date', async () => {
    const first = await api.order({ externalId: 'shared' });
    await api.call('DELETE /v1/order/{id}', { params: { id: first.id }, body: { reason: 'twice' } });
    const second = await api.order({ externalId: 'shared' });
    const { json } = await resolve('shared');
    expect(new Set(json.results[0].orderIds)).toEqual(new Set([first.id, second.id]));
  });

  it('takes 1,000 ids and refuses 1,001, of which repeated ones count once', async () => {
    const ids = Array.from({ length: 1_000 }, (_, index) => `none-${index}`);
    expect((await resolve([...ids, ...ids].join('\n'))).json.unmatched).toHaveLength(1_000);
    const refused = await resolve([...ids, 'one more']);
    expect(refused).toMatchObject({ status: 422, json: { error: { code: 'VALIDATION_ERRORS' } } });
  });

  it('organization and location access still apply', async () => {
    const { id } = await api.order({ externalId: 'scoped', referenceId: 'scoped-ref' });
    const limited = await resolve([id, 'scoped', 'scoped-ref'], { storeLocationIds: ['store_other'] });
    expect(limited.json).toEqual({ results: [], unmatched: [id, 'scoped', 'scoped-ref'] });
    const foreign = await resolve([id, 'scoped', 'scoped-ref'], {
      organizations: [{ id: 'org_other', listShards: 1 }],
    });
    expect(foreign.json.results).toEqual([]);
  });

  it.each([[''], [' ,;\n'], [[]]])('nothing pasted finds nothing: %j', async (ids) => {
    expect((await resolve(ids)).json).toEqual({ results: [], unmatched: [] });
  });

  it('an id that no key could hold is unmatched', async () => {
    expect((await resolve(['x'.repeat(5_000), '#%#'])).json.unmatched).toHaveLength(2);
  });
});

describe('4.8.1 actions on many orders', () => {
  it('archives with a reason on each order, skips what it does not apply to, and counts', async () => {
    const valid = await api.order();
    const flawed = await api.order({ pickupPhoneNumber: 'none' });
    const archived = await api.order();
    await api.call('DELETE /v1/order/{id}', { params: { id: archived.id }, body: { reason: 'before' } });
    const dispatched = await api.order();
    await api.must('POST /v1/order/{id}/autodispatch', { params: { id: dispatched.id } });
    const orderIds = [valid.id, flawed.id, archived.id, dispatched.id, valid.id];
    const ended = await carriedOut({ action: 'archive', orderIds, reason: 'Closed on Monday' });
    expect(ended).toMatchObject({
      action: 'act_orders_bulk_action',
      status: 'SUCCESS',
      progress: { total: 4, handled: 4, done: 2, skipped: 2, failed: 0 },
      result: {
        done: 2,
        skipped: 2,
        failed: 0,
        results: [
          { orderId: valid.id, outcome: 'done' },
          { orderId: flawed.id, outcome: 'done' },
          { orderId: archived.id, outcome: 'skipped' },
          { orderId: dispatched.id, outcome: 'skipped' },
        ],
      },
    });
    expect((await orderOf(dispatched.id)).status).toBe('dispatched');
    const items = await api.db.items();
    const reasons = items.filter(({ type }) => type === 'order').map(({ data }) => data.archiveReason);
    expect(reasons.filter((reason) => reason === 'Closed on Monday')).toHaveLength(2);
    expect(reasons.filter((reason) => reason === 'before')).toHaveLength(1);
  });

  it('archiving asks for a reason', async () => {
    const { id } = await api.order();
    expect(await act({ action: 'archive', orderIds: [id] })).toMatchObject({
      status: 422,
      json: { error: { details: { fields: { reason: expect.any(String) } } } },
    });
    expect(await act({ action: 'archive', orderIds: [id], reason: '  ' })).toMatchObject({ status: 422 });
  });

  it('unarchives archived orders and skips the others', async () => {
    const archived = await api.order();
    await api.call('DELETE /v1/order/{id}', { params: { id: archived.id }, body: { reason: 'x' } });
    const valid = await api.order();
    const { result } = await carriedOut({ action: 'unarchive', orderIds: [archived.id, valid.id] });
    expect(result).toMatchObject({ done: 1, skipped: 1, failed: 0 });
    expect((await orderOf(archived.id)).status).toBe('valid');
  });

  it('dispatches, skips what is dispatched or needs attention, then marks as picked up', async () => {
    const valid = await api.order();
    const flawed = await api.order({ pickupPhoneNumber: 'none' });
    const orderIds = [valid.id, flawed.id];
    const sent = await carriedOut({ action: 'dispatch', orderIds });
    expect(sent.result).toMatchObject({ done: 1, skipped: 1, failed: 0 });
    const again = await carriedOut({ action: 'dispatch', orderIds });
    expect(again.result).toMatchObject({ done: 0, skipped: 2 });
    const picked = await carriedOut({ action: 'mark_picked_up', orderIds });
    expect(picked.result).toMatchObject({ done: 1, skipped: 1, failed: 0 });
    const job = await api.must('GET /v1/jobs/{id}', { params: { id: (await orderOf(valid.id)).jobId } });
    expect(job.jobConfigurations[0].delivery.status).toBe('pickup_complete');
    const twice = await carriedOut({ action: 'mark_picked_up', orderIds });
    expect(twice.result).toMatchObject({ done: 0, skipped: 2 });
  });

  it('a run changes at most 1,000 orders', async () => {
    const orderIds = Array.from({ length: 1_001 }, (_, index) => `ord_${index}`);
    expect(await act({ action: 'dispatch', orderIds })).toMatchObject({
      status: 422,
      json: { error: { details: { fields: { orderIds: expect.stringContaining('1000') } } } },
    });
  });

  it('orders that the caller may not see refuse the whole call, and nothing changes', async () => {
    const { id } = await api.order();
    const refused = await act(
      { action: 'archive', orderIds: [id], reason: 'x' },
      { storeLocationIds: ['store_other'] },
    );
    expect(refused).toMatchObject({ status: 422, json: { error: { details: { unknownIds: [id] } } } });
    expect((await orderOf(id)).status).toBe('valid');
  });

  it.each([
    ['dispatch', 'WRITE_JOB'],
    ['mark_picked_up', 'WRITE_DELIVERY'],
  ])('%s takes the permission %s as well', async (action, permission) => {
    const { id } = await api.order();
    const refused = await act({ action, orderIds: [id] }, { permissions: ['WRITE_ORDER'] });
    expect(refused).toMatchObject({ status: 403, json: { error: { details: { permission } } } });
  });

  it('a canceled activity stops', async () => {
    const orders = await Promise.all(Array.from({ length: 3 }, () => api.order()));
    const { json } = await act({ action: 'archive', orderIds: orders.map(({ id }) => id), reason: 'x' });
    await api.call('POST /v1/activities/{id}/cancel', { params: { id: json.id } });
    await api.drain();
    expect((await activity(json.id)).status).toBe('CANCELLED');
    expect((await orderOf(orders[0].id)).status).toBe('valid');
  });
});

describe('POST /v1/orders/bulk (contract)', () => {
  const bulk = async (rows: unknown) => {
    const { status, json } = await api.call('POST /v1/orders/bulk', { body: rows });
    expect(status).toBe(200);
    const params = { id: json.id };
    const queued = await api.call('GET /v1/orders/bulk/{id}', { params });
    expect(queued.json).toMatchObject({ status: 'QUEUED', results: [] });
    await api.drain();
    return (await api.call('GET /v1/orders/bulk/{id}', { params })).json;
  };

  it('creates, updates, upserts and archives, row by row and in order', async () => {
    const { validOrder } = await import('../../../../support/orders-api.ts');
    const known = await api.order({ externalId: 'bulk-known' });
    const report = await bulk([
      { action: 'create', data: { ...validOrder, externalId: 'bulk-1', valueCents: 100 } },
      { action: 'update', data: { externalId: 'bulk-1', valueCents: 200 } },
      { action: 'upsert', data: { externalId: 'bulk-1', valueCents: 300 } },
      { action: 'upsert', data: { valueCents: 300 } },
      { action: 'update', data: { id: known.id, valueCents: 'many' } },
      { action: 'delete', data: { id: known.id } },
      { action: 'delete', data: { id: 'unknown' } },
    ]);
    expect(report).toMatchObject({
      status: 'SUCCESS',
      summary: { totalOperations: 7, successfulOperations: 4, failedOperations: 3 },
    });
    expect(report.results.map(({ status }: { status: string }) => status)).toEqual([
      'success',
      'success',
      'success',
      'error',
      'error',
      'success',
      'error',
    ]);
    expect(report.results[4].errorMessage).toContain('valueCents');
    expect((await orderOf('bulk-1')).valueCents).toBe(300);
    expect((await orderOf(known.id)).status).toBe('archived');
  });

  it('41 2.6 an upsert finds its order by its id', async () => {
    const known = await api.order({ externalId: 'bulk-by-id' });
    const report = await bulk([
      { action: 'upsert', data: { id: known.id, valueCents: 700 } },
      { action: 'upsert', data: { id: 'ord_unknown', valueCents: 700 } },
    ]);
    expect(report.results).toMatchObject([{ id: known.id, status: 'success' }, { status: 'error' }]);
    expect((await orderOf('bulk-by-id')).valueCents).toBe(700);
  });

  it('goes on in legs of a hundred rows', async () => {
    const rows = Array.from({ length: 130 }, (_, index) => ({
      action: 'delete',
      data: { id: `none-${index}` },
    }));
    const report = await bulk(rows);
    expect(report).toMatchObject({
      status: 'SUCCESS',
      summary: { totalOperations: 130, successfulOperations: 0, failedOperations: 130 },
    });
    expect(report.results).toHaveLength(130);
  });

  it.each([[[]], [[{ action: 'explode', data: {} }]], [{ orders: [] }]])('refuses %j', async (body) => {
    expect(await api.call('POST /v1/orders/bulk', { body })).toMatchObject({ status: 422 });
  });

  it('is as unknown to strangers as none', async () => {
    const { json } = await api.call('POST /v1/orders/bulk', {
      body: [{ action: 'delete', data: { id: 'x' } }],
    });
    const grants = [
      { organizations: [{ id: 'org_other', listShards: 1 }] },
      { storeLocationIds: ['store_x'] },
    ];
    for (const grant of grants) {
      const foreign = await api.call('GET /v1/orders/bulk/{id}', { params: { id: json.id }, grant });
      expect(foreign).toMatchObject({ status: 404, json: { error: { code: 'NOT_FOUND' } } });
    }
  });
});
