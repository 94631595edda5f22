import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createJobOfOrders } from '../../../../../lib/fulfilment/dispatch/index.ts';
import { type DispatchApi, startDispatchApi } from '../../../../support/dispatch-api.ts';
import { faultyProvider } from '../../../../support/faulty-provider.ts';

let api: DispatchApi;
beforeEach(async () => {
  const one = faultyProvider({ id: 'prv_one', name: 'One', priceCents: 100 });
  api = await startDispatchApi([one.provider]);
});
afterEach(() => api.stop());

const order = (id: string) => api.must('GET /v1/order/{id}', { params: { id } });
const list = (query: Record<string, string> = {}) => api.must('GET /v1/orders', { query });
const ids = (page: { results: { id: string }[] }) => page.results.map(({ id }) => id);

async function dispatched(externalId: string): Promise<string> {
  const { id } = await api.order({ externalId });
  await api.must('POST /v1/order/{id}/autodispatch', { params: { id } });
  await api.drain();
  return id;
}

describe('C65: an order says how it fares', () => {
  it('in its reply and its row: status and id of the delivery and the page of the provider', async () => {
    const waiting = await api.order({ externalId: 'waits' });
    const id = await dispatched('goes');
    const { jobId } = await order(id);
    const job = await api.must('GET /v1/jobs/{id}', { params: { id: jobId } });
    const { delivery } = job.jobConfigurations[0].advancedTask;
    const fares = {
      jobId,
      deliveryStatus: delivery.status,
      deliveryId: delivery.id,
      trackingUrl: delivery.trackingUrl,
    };
    expect(fares).toMatchObject({ deliveryStatus: 'created', deliveryId: expect.stringMatching(/^dlv_/) });
    expect(await order(id)).toMatchObject(fares);
    const nothing = { jobId: null, deliveryStatus: null, deliveryId: null, trackingUrl: null };
    expect(await order(waiting.id)).toMatchObject(nothing);
    const { results } = await list();
    expect(results.find((row: { id: string }) => row.id === id)).toMatchObject(fares);
    expect(results.find((row: { id: string }) => row.id === waiting.id)).toMatchObject(nothing);
  });

  it('each order of a batch by its own delivery', async () => {
    const orders = [await api.order({ externalId: 'a' }), await api.order({ externalId: 'b' })];
    const actor = { organizationId: 'org_test', storeLocationIds: null, listShards: 1 };
    const asked = { jobId: api.deps.ids.next('job'), routeId: 'rte_1', autoDispatch: true };
    await createJobOfOrders(api.deps, actor, { ...asked, orderIds: orders.map(({ id }) => id) });
    await api.drain();
    const replies = await Promise.all(orders.map(({ id }) => order(id)));
    const job = await api.must('GET /v1/jobs/{id}', { params: { id: asked.jobId } });
    expect(replies.map(({ deliveryId }) => deliveryId)).toEqual(
      job.jobConfigurations.map(
        (one: { advancedTask: { delivery: { id: string } } }) => one.advancedTask.delivery.id,
      ),
    );
    expect(new Set(replies.map(({ deliveryId }) => deliveryId)).size).toBe(2);
  });

  it('and is found by it, over pages that fit together; the old spellings are known', async () => {
    const goes = await dispatched('one');
    const other = await dispatched('two');
    await api.order({ externalId: 'waits' });
    expect(ids(await list({ deliveryStatus: 'created' }))).toEqual([other, goes]);
    expect(ids(await list({ deliveryStatus: 'dropoff_complete' }))).toEqual([]);
    const query = { deliveryStatus: 'CREATED,dropoff_complete', limit: '1' };
    expect(await list(query)).toMatchObject({ totalCount: 2, results: [{ id: other }] });
    expect(await list({ ...query, offset: '1' })).toMatchObject({ totalCount: 2, results: [{ id: goes }] });
    expect((await list({ deliveryStatus: 'canceled_by_nash' })).notices).toBeUndefined();
  });

  it('a status that nothing can have matches nothing, and the page says so', async () => {
    await dispatched('one');
    const page = await list({ status: 'shipped', deliveryStatus: 'flying' });
    expect(page).toMatchObject({ results: [], totalCount: 0 });
    expect(page.notices).toEqual([
      expect.stringContaining('No order can have the status "shipped"'),
      expect.stringContaining('No delivery can have the status "flying"'),
    ]);
  });
});
