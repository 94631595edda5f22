import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { worker as dispatchOrders } from '../../../../../functions/workers/dispatch-orders.ts';
import { readJob } from '../../../../../lib/fulfilment/jobs/index.ts';
import { type DispatchApi, startDispatchApi } from '../../../../support/dispatch-api.ts';
import { faultyProvider } from '../../../../support/faulty-provider.ts';

let api: DispatchApi;
beforeEach(async () => {
  const one = faultyProvider({ id: 'prv_one', name: 'One', priceCents: 100 });
  api = await startDispatchApi([one.provider]);
});
afterEach(() => api.stop());

const order = (id: string) => api.must('GET /v1/order/{id}', { params: { id } });
const autodispatch = async (id: string): Promise<string> =>
  (await api.must('POST /v1/order/{id}/autodispatch', { params: { id } })).job.id;
const cancel = (jobId: string) => api.call('POST /v1/jobs/{jobId}/cancel', { params: { jobId } });
const change = (id: string, body: object) => api.must('PATCH /v1/order/{id}', { params: { id }, body });
const undispatched = () => api.db.events('order.undispatched');

/** An order that is dispatched automatically, and its job. */
async function automatic(): Promise<{ readonly orderId: string; readonly jobId: string }> {
  const { id: dispatchStrategyId } = await api.strategy({ enableAutoDispatch: true });
  const { id: orderId } = await api.order({ dispatchStrategyId });
  await api.drain();
  return { orderId, jobId: (await order(orderId)).jobId };
}

describe('3.1 the order of a cancelled job', () => {
  it('is valid again in the same write, without a job, and can be dispatched at once', async () => {
    const { id } = await api.order({ externalId: 'a' });
    const jobId = await autodispatch(id);
    expect((await cancel(jobId)).status).toBe(200);
    expect(await order(id)).toMatchObject({ status: 'valid', jobId: null, isHeld: true });
    expect((await undispatched()).map(({ data }) => data)).toMatchObject([{ orderId: id, status: 'valid' }]);
    const next = await autodispatch(id);
    expect(next).not.toBe(jobId);
    await api.drain();
    expect(await order(id)).toMatchObject({ status: 'dispatched', jobId: next });
  });

  it('can be changed and archived', async () => {
    const { id } = await api.order();
    await cancel(await autodispatch(id));
    expect(await change(id, { dropoffInstructions: 'Ring twice.' })).toMatchObject({
      ...{ status: 'valid', isHeld: false },
    });
    await api.must('DELETE /v1/order/{id}', { params: { id } });
    expect((await order(id)).status).toBe('archived');
  });

  it('stays with the job that it was given since, however often the old one is cancelled', async () => {
    const { id } = await api.order();
    const first = await autodispatch(id);
    await Promise.all([cancel(first), cancel(first)]);
    expect(await undispatched()).toHaveLength(1);
    const second = await autodispatch(id);
    expect((await cancel(first)).status).toBe(200);
    expect(await order(id)).toMatchObject({ status: 'dispatched', jobId: second });
    expect(await undispatched()).toHaveLength(1);
  });

  it('is cancelled by task or configuration as well', async () => {
    const { id } = await api.order();
    const jobId = await autodispatch(id);
    const job = (await readJob(api.deps.table, 'org_test', jobId))!;
    const objectId = job.configurations[0]!.value.id;
    await api.must('POST /v1/jobs/{jobId}/{objectId}/cancel', { params: { jobId, objectId } });
    expect(await order(id)).toMatchObject({ status: 'valid', jobId: null });
  });

  it('does not go out of its own accord, whatever comes late or twice, until its owner changes it', async () => {
    const { orderId, jobId } = await automatic();
    const before = (await api.db.events()).filter(({ aggregateId }) => aggregateId === orderId);
    expect(before.map(({ name }) => name)).toContain('order.dispatched');
    await cancel(jobId);
    await api.drain();
    for (const event of before) {
      if (dispatchOrders.consumes.some(({ name }) => name === event.name)) {
        await dispatchOrders.handle(api.deps, event);
      }
    }
    expect(await order(orderId)).toMatchObject({ status: 'valid', jobId: null });
    await change(orderId, { dropoffInstructions: 'Ring twice.' });
    await api.drain();
    expect((await order(orderId)).status).toBe('dispatched');
    expect(await api.db.events('job.created')).toHaveLength(2);
  });

  it('goes out of its own accord when its owner confirms it', async () => {
    const { orderId, jobId } = await automatic();
    await cancel(jobId);
    await api.must('PATCH /v1/order/{id}/confirm', { params: { id: orderId } });
    await api.drain();
    expect((await order(orderId)).status).toBe('dispatched');
  });
});
