import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { routeExecutionArea } from '../../../../../functions/api/route-execution/index.ts';
import { routesArea } from '../../../../../functions/api/routes/index.ts';
import { advancedTask, readJob, updateDelivery } from '../../../../../lib/fulfilment/jobs/index.ts';
import { orderEntity } from '../../../../../lib/ordering/orders/index.ts';
import { create } from '../../../../../lib/platform/table/index.ts';
import { anyOrder } from '../../../../support/builders/any-order.ts';
import { type DispatchApi, startDispatchApi } from '../../../../support/dispatch-api.ts';
import { type FaultyProvider, faultyProvider } from '../../../../support/faulty-provider.ts';
import { DEPOT } from '../../../../support/routes-api.ts';

let one: FaultyProvider;
let two: FaultyProvider;
let api: DispatchApi;
beforeEach(async () => {
  one = faultyProvider({ id: 'prv_one', name: 'One', priceCents: 100 });
  two = faultyProvider({ id: 'prv_two', name: 'Two', priceCents: 900 });
  const mute = faultyProvider({ id: 'prv_mute', name: 'Mute', priceCents: 1, currency: 'EUR' });
  api = await startDispatchApi([one.provider, two.provider, mute.provider], {
    areas: [routeExecutionArea, routesArea],
  });
});
afterEach(() => api.stop());

const organizationId = 'org_test';

/** A dispatched route with this many orders: its id and its job. */
async function dispatched(count: number, autoDispatch = true) {
  const orders = Array.from({ length: count }, (_, index) =>
    anyOrder({
      organizationId,
      id: `ord_01KJQ0000000000000000${String(index + 1).padStart(5, '0')}`,
      pickupLat: DEPOT.lat,
      pickupLng: DEPOT.lng,
      dropoffLat: 37.75 + index / 10_000,
      dropoffLng: -122.42,
      pickupStartTime: '2026-03-02T14:00:00.000Z',
      pickupEndTime: '2026-03-02T15:00:00.000Z',
      dropoffStartTime: '2026-03-02T14:00:00.000Z',
      dropoffEndTime: '2026-03-02T20:00:00.000Z',
    }),
  );
  await api.deps.table.write(orders.map((order) => create(orderEntity, order)));
  const stops = orders.map(({ id }) => ({ stopType: 'DROPOFF', objectIds: [id] }));
  const { route } = await api.must('POST /v1/routes', {
    body: { stops: [{ stopType: 'ROUTE_START', location: DEPOT }, ...stops] },
  });
  const { jobs } = await api.must('POST /v1/routes/dispatch', {
    body: { routeIds: [route.id], autoDispatch },
  });
  await api.drain();
  return { routeId: String(route.id), jobId: String(jobs[0].id) };
}

async function assign(id: string, body: object) {
  const reply = await api.call('POST /v1/routes/{id}/assign', { params: { id }, body });
  await api.pass(1_000);
  return reply;
}

/** The present tasks of a job. */
async function tasksOf(jobId: string) {
  const job = await readJob(api.deps.table, organizationId, jobId);
  if (!job) throw new Error(`There is no job ${jobId}.`);
  return job.configurations.map(({ value }) => advancedTask(job, value.id));
}
const routeOf = (id: string) => api.must('GET /v1/routes/{id}', { params: { id } });

describe('7.1 POST /v1/routes/{id}/assign after dispatch', () => {
  it.each([1, 3])(
    'takes the %i deliveries from their provider and gives them to the one that is named',
    async (count) => {
      const { routeId, jobId } = await dispatched(count);
      expect(one.held()).toHaveLength(count);
      const { status, json } = await assign(routeId, { providerId: 'prv_two' });
      expect([status, json.providerName]).toEqual([200, 'Two']);
      expect(one.held()).toEqual([]);
      expect(two.held()).toHaveLength(count);
      const tasks = await tasksOf(jobId);
      expect(tasks.map((task) => [task?.providerId, task?.status])).toEqual(
        Array.from({ length: count }, () => ['prv_two', 'running']),
      );
      expect(await routeOf(routeId)).toMatchObject({ providerName: 'Two', jobId, isDispatched: true });
      expect((await assign(routeId, { providerId: 'prv_two' })).status).toBe(200);
      expect(two.held()).toHaveLength(count);
    },
  );

  it.each([1, 3])('gives %i deliveries that wait for a provider to it', async (count) => {
    const { routeId } = await dispatched(count, false);
    expect(one.held()).toEqual([]);
    expect((await assign(routeId, { providerId: 'prv_two' })).status).toBe(200);
    expect(one.held()).toEqual([]);
    expect(two.held()).toHaveLength(count);
  });

  it('can give a route back to a provider that had it', async () => {
    const { routeId } = await dispatched(2);
    await assign(routeId, { providerId: 'prv_two' });
    expect((await assign(routeId, { providerId: 'prv_one' })).status).toBe(200);
    expect([one.held().length, two.held().length]).toEqual([2, 0]);
  });

  it.each([1, 3])('leaves %i deliveries where they are while the provider offers nothing', async (count) => {
    const { routeId, jobId } = await dispatched(count);
    const { json } = await assign(routeId, { providerId: 'prv_mute' });
    expect(json.error.code).toBe('NO_VALID_QUOTES');
    expect(one.held()).toHaveLength(count);
    expect((await tasksOf(jobId)).every((task) => task?.providerId === 'prv_one')).toBe(true);
    expect((await routeOf(routeId)).providerName).toBeNull();
  });

  it('is refused once a package was picked up, without a provider, and for an unknown one', async () => {
    const { routeId, jobId } = await dispatched(2);
    expect((await assign(routeId, { providerId: 'prv_none' })).status).toBe(422);
    expect((await assign(routeId, { providerId: null })).json.error.code).toBe('ROUTE_ALREADY_DISPATCHED');
    const job = await readJob(api.deps.table, organizationId, jobId);
    const target = { organizationId, deliveryId: job!.deliveries[0]!.value.id, may: () => true };
    await updateDelivery(api.deps, target, { status: 'pickup_complete' });
    await api.drain();
    expect((await assign(routeId, { providerId: 'prv_two' })).json.error).toMatchObject({
      code: 'INVALID_STATE_TRANSITION',
      message: expect.stringContaining('already has a package'),
    });
    expect(one.held()).toHaveLength(2);
  });
});
