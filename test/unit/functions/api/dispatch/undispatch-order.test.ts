import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createJobOfOrders, orderTakenOffRoute } from '../../../../../lib/fulfilment/dispatch/index.ts';
import { renderJob } from '../../../../../lib/fulfilment/jobs/index.ts';
import { isRefusal } from '../../../../../lib/platform/core/refusal.ts';
import { type DispatchApi, startDispatchApi } from '../../../../support/dispatch-api.ts';
import { type FaultyProvider, faultyProvider } from '../../../../support/faulty-provider.ts';
import { meetParallelWrites, tenAtOnce } from '../../../../support/parallel-writes.ts';

let one: FaultyProvider;
let api: DispatchApi;
beforeEach(async () => {
  one = faultyProvider({ id: 'prv_one', name: 'One', priceCents: 100 });
  api = await startDispatchApi([one.provider]);
});
afterEach(() => api.stop());

const ACTOR = { organizationId: 'org_test', storeLocationIds: null, listShards: 1 };
const JOB_ID = 'job_01KJQ8Z6Q4T9V2N5X7C3B1M0K8';
const order = (externalId: string, tags: string[]) => api.order({ externalId, tags });
const together = async (orderIds: string[], more: object = {}) => {
  const asked = { jobId: JOB_ID, routeId: 'rte_1', orderIds, autoDispatch: true, ...more };
  const job = await createJobOfOrders(api.deps, ACTOR, asked);
  if (isRefusal(job)) throw new Error(job.message);
  return renderJob(job);
};
const get = (id: string) => api.must('GET /v1/order/{id}', { params: { id } });
const undispatch = (order_id: string) =>
  api.call('POST /v1/orders/{order_id}/undispatch', { params: { order_id } });

describe('4.2 one job per route', () => {
  it('carries the orders in their sequence with the tags that all of them share', async () => {
    const made = [
      await order('a', ['cold', 'x']),
      await order('b', ['y', 'cold']),
      await order('c', ['cold']),
    ];
    const ids = made.map(({ id }) => id);
    const stops = ids.flatMap((orderId) => [
      { orderId, type: 'PICKUP' as const },
      { orderId, type: 'DROPOFF' as const },
    ]);
    const job = await together(ids, { stops });
    expect(job).toMatchObject({ id: JOB_ID, isBatch: true, routeId: 'rte_1', tags: ['cold'] });
    expect(job.jobConfigurations.map(({ orderId }) => orderId)).toEqual(ids);
    expect(job.batch?.stopTypes).toEqual(['PICKUP', 'DROPOFF', 'PICKUP', 'DROPOFF', 'PICKUP', 'DROPOFF']);
    const read = await api.must('GET /v1/jobs/{id}', { params: { id: JOB_ID } });
    expect(read.route).toMatchObject({
      id: 'rte_1',
      stops: stops.map(({ orderId, type }) => ({ stopType: type, objectIds: [orderId] })),
    });
    // Repeating it creates no second job.
    expect((await together(ids)).id).toBe(JOB_ID);
    await api.drain();
    expect(one.held()).toHaveLength(3);
    for (const id of ids) expect(await get(id)).toMatchObject({ status: 'dispatched', jobId: JOB_ID });
  });

  it('of one order is no batch and has all its tags; without autoDispatch it waits', async () => {
    const { id } = await order('a', ['x', 'y']);
    const job = await together([id], { autoDispatch: false });
    expect(job).toMatchObject({ isBatch: false, batch: null, tags: ['x', 'y'], isActive: true });
    const { job: sent } = await api.must('POST /v1/jobs/{id}/autodispatch', { params: { id: JOB_ID } });
    expect(sent.jobConfigurations[0].advancedTask.providerId).toBe('prv_one');
  });

  it('takes no order when one of them cannot be dispatched', async () => {
    const good = await order('a', []);
    const bad = await api.order({ pickupPhoneNumber: 'none' });
    await expect(together([good.id, bad.id])).rejects.toThrow();
    expect((await get(good.id)).status).toBe('valid');
  });
});

describe('4.3 undispatch', () => {
  it('takes one order of a route out of dispatch, and the others go on', async () => {
    const a = await order('a', []);
    const b = await order('b', []);
    await together([a.id, b.id]);
    await api.drain();
    const { status, json } = await undispatch(a.id);
    expect([status, json.status, json.jobId, json.routeId]).toEqual([200, 'valid', null, null]);
    const [event] = await api.db.events(orderTakenOffRoute.name);
    expect(event?.data).toEqual({ orderId: a.id, jobId: JOB_ID, routeId: 'rte_1' });
    await api.drain();
    expect(one.held()).toHaveLength(1);
    expect((await get(b.id)).status).toBe('dispatched');
    const again = await api.must('POST /v1/orders/external-identifier/{external_id}/undispatch', {
      params: { external_id: 'b' },
    });
    expect(again.status).toBe('valid');
    await api.drain();
    expect(one.held()).toEqual([]);
    // The identifier of its package is free for the next dispatch.
    const sent = await api.call('POST /v1/order/{id}/autodispatch', { params: { id: a.id } });
    expect(sent.status).toBe(200);
  });

  it('41 1.3 the job does not list an order that was taken out of dispatch, the last one only as its record', async () => {
    const [a, b, c] = [await order('a', []), await order('b', []), await order('c', [])];
    await together([a.id, b.id, c.id]);
    await api.drain();
    await undispatch(a.id);
    await api.drain();
    const job = () => api.must('GET /v1/jobs/{id}', { params: { id: JOB_ID } });
    const left = await job();
    expect(left.jobConfigurations.map(({ orderId }: { orderId: string }) => orderId)).toEqual([b.id, c.id]);
    const ids = left.jobConfigurations.map(({ id }: { id: string }) => id);
    expect(left.batch).toMatchObject({
      objectSequence: [...ids, ...ids],
      stopTypes: ['PICKUP', 'PICKUP', 'DROPOFF', 'DROPOFF'],
    });
    expect(left.route.stops.flatMap(({ objectIds }: { objectIds: string[] }) => objectIds)).not.toContain(
      a.id,
    );
    const { results } = await api.must('GET /v1/jobs');
    expect(results[0]).toMatchObject({
      id: JOB_ID,
      isActive: true,
      status: left.jobConfigurations[0].delivery.status,
    });
    await undispatch(b.id);
    await undispatch(c.id);
    await api.drain();
    const over = await job();
    expect(over.isActive).toBe(false);
    expect(over.jobConfigurations).toHaveLength(3);
  });

  it('41.3.6 ten at once take it out once, and the others are refused', async () => {
    const a = await order('a', []);
    await together([a.id, (await order('b', [])).id]);
    await api.drain();
    meetParallelWrites(api.db);
    expect(await tenAtOnce(() => undispatch(a.id))).toEqual({ '200': 1, '409 INVALID_STATE_TRANSITION': 9 });
    expect((await get(a.id)).status).toBe('valid');
    expect(await api.db.events(orderTakenOffRoute.name)).toHaveLength(1);
  });

  it('7 refuses an order that is on no route, is not dispatched or is unknown', async () => {
    const { id } = await order('a', []);
    expect((await undispatch(id)).json.error.code).toBe('INVALID_STATE_TRANSITION');
    await api.must('POST /v1/order/{id}/autodispatch', { params: { id } });
    expect((await undispatch(id)).json.error.code).toBe('DISALLOWED_OPERATION');
    expect((await undispatch('ord_none')).status).toBe(404);
  });
});
