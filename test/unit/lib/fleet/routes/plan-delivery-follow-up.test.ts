import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { routeExecutionArea } from '../../../../../functions/api/route-execution/index.ts';
import { routesArea } from '../../../../../functions/api/routes/index.ts';
import { worker as followRoutes } from '../../../../../functions/workers/follow-routes.ts';
import { followDeliveries, loadRoute, ROUTE_FOLLOWS } from '../../../../../lib/fleet/routes/index.ts';
import { withDelivery } from '../../../../../lib/fleet/routes/with-delivery.ts';
import { cancelJob } from '../../../../../lib/fulfilment/dispatch/index.ts';
import {
  type DeliveryUpdate,
  deliveryOf,
  readDelivery,
  readJob,
  updateDelivery,
} from '../../../../../lib/fulfilment/jobs/index.ts';
import { isRefusal } from '../../../../../lib/platform/core/refusal.ts';
import { type DispatchApi, startDispatchApi } from '../../../../support/dispatch-api.ts';
import { faultyProvider } from '../../../../support/faulty-provider.ts';
import { DEPOT } from '../../../../support/routes-api.ts';

let api: DispatchApi;
beforeEach(async () => {
  const providers = [
    faultyProvider({ id: 'prv_one', name: 'One', priceCents: 100 }),
    faultyProvider({ id: 'prv_two', name: 'Two', priceCents: 200 }),
  ].map(({ provider }) => provider);
  api = await startDispatchApi(providers, {
    areas: [routeExecutionArea, routesArea],
    workers: [followRoutes],
  });
});
afterEach(() => api.stop());

type Json = ReturnType<typeof JSON.parse>;

const WINDOWS = {
  pickupStartTime: '2026-03-02T10:00:00.000Z',
  pickupEndTime: '2026-03-02T11:00:00.000Z',
  dropoffStartTime: '2026-03-02T10:00:00.000Z',
  dropoffEndTime: '2026-03-02T14:00:00.000Z',
};

/** A dispatched route with this many orders, which are collected at a pickup. */
async function onTheRoad(count: number, fields: object = {}) {
  const orders: Json[] = [];
  for (let index = 0; index < count; index += 1) orders.push(await api.order({ ...WINDOWS, ...fields }));
  const ids = orders.map(({ id }) => id as string);
  const { route } = await api.must('POST /v1/routes', {
    body: {
      stops: [
        { stopType: 'PICKUP', objectIds: ids, location: DEPOT },
        ...ids.map((id) => ({ stopType: 'DROPOFF', objectIds: [id] })),
      ],
    },
  });
  const { jobs } = await api.must('POST /v1/routes/dispatch', { body: { routeIds: [route.id] } });
  await api.drain();
  return { ids, routeId: route.id as string, jobId: jobs[0].id as string };
}

const get = (id: string) => api.must('GET /v1/routes/{id}', { params: { id } });

/** The current delivery of the job's package at this place. */
async function deliveryAt(jobId: string, place: number) {
  const job = (await readJob(api.deps.table, 'org_test', jobId))!;
  const configurationId = job.configurations[place]!.value.id;
  const task = job.tasks.findLast(({ value }) => value.configurationId === configurationId)!.value;
  return deliveryOf(job, task)!;
}

async function report(jobId: string, place: number, update: DeliveryUpdate) {
  const { id: deliveryId } = await deliveryAt(jobId, place);
  const of = { organizationId: 'org_test', deliveryId, may: () => true };
  const done = await updateDelivery(api.deps, of, update);
  if (isRefusal(done)) throw new Error(done.message);
  api.db.deps.clock.advance(60_000);
  await api.drain();
}

describe('a route shows the provider that carries it', () => {
  it('2.4 that the strategy chose, and the next one after a failover', async () => {
    const { routeId, jobId } = await onTheRoad(2);
    expect(await get(routeId)).toMatchObject({ providerName: 'One', status: 'ASSIGNED' });
    const listed = await api.must('GET /v1/routes', {});
    expect(listed.results).toMatchObject([{ id: routeId, providerName: 'One' }]);
    await report(jobId, 0, { status: 'canceled_by_provider' });
    await api.drain();
    const route = await get(routeId);
    expect(route.providerName).toBe('Two');
    expect((await api.db.events('route.updated')).length).toBeGreaterThan(0);
  });
});

describe('B9 what a provider gives up', () => {
  it('leaves the stops open while another provider takes it over, and the route goes on', async () => {
    const { routeId, jobId } = await onTheRoad(1);
    await report(jobId, 0, { status: 'pickup_enroute' });
    await report(jobId, 0, { status: 'canceled_by_provider' });
    const between = await get(routeId);
    expect(between.status).toBe('STARTED');
    expect(between.stops.map(({ status }: Json) => status)).toEqual(['ENROUTE', 'PENDING']);
    await report(jobId, 0, { status: 'pickup_complete' });
    await report(jobId, 0, { status: 'dropoff_complete' });
    expect(await get(routeId)).toMatchObject({
      status: 'COMPLETED',
      providerName: 'Two',
      stops: [{ status: 'COMPLETED' }, { status: 'COMPLETED' }],
    });
  });

  it('fails its stops when its attempts are exhausted, and the route when nothing was delivered', async () => {
    const { routeId, jobId } = await onTheRoad(1);
    await report(jobId, 0, { status: 'canceled_by_provider' });
    await report(jobId, 0, { status: 'canceled_by_provider' });
    expect(await get(routeId)).toMatchObject({
      status: 'FAILED',
      stops: [{ status: 'FAILED' }, { status: 'FAILED' }],
    });
  });

  it('fails its dropoff at once when the courier has it', async () => {
    const { routeId, jobId } = await onTheRoad(2);
    await report(jobId, 0, { status: 'pickup_complete' });
    await report(jobId, 0, { status: 'failed', failure: { code: 'customer_unavailable' } });
    await report(jobId, 1, { status: 'dropoff_complete' });
    expect(await get(routeId)).toMatchObject({
      status: 'COMPLETED',
      stops: [{ status: 'COMPLETED' }, { status: 'FAILED' }, { status: 'COMPLETED' }],
    });
  });
});

describe('B6 a stop and its package', () => {
  it('a skipped stop is done when its package is delivered nevertheless, and the route with it', async () => {
    const { routeId, jobId } = await onTheRoad(1);
    const { stops } = await get(routeId);
    await report(jobId, 0, { status: 'pickup_complete' });
    await api.must('PATCH /v1/fleet/routes/{id}/stops/{stopId}', {
      params: { id: routeId, stopId: stops[1].id },
      body: { status: 'SKIPPED', reason: 'Gate closed.' },
    });
    expect((await get(routeId)).stops[1].status).toBe('SKIPPED');
    await report(jobId, 0, { status: 'dropoff_complete' });
    expect(await get(routeId)).toMatchObject({
      status: 'COMPLETED',
      stops: [{ status: 'COMPLETED' }, { status: 'COMPLETED' }],
    });
  });

  it('a canceled route shows its orders as their deliveries ended', async () => {
    const { routeId, jobId } = await onTheRoad(2);
    const actor = { organizationId: 'org_test', storeLocationIds: null } as const;
    const canceled = await cancelJob(api.deps, actor, { id: jobId });
    expect(isRefusal(canceled)).toBe(false);
    await api.drain();
    const found = await loadRoute(api.deps.table, { organizationId: 'org_test', id: routeId });
    expect(found?.route.status).toBe('CANCELED');
    expect(found?.orders.map(({ deliveryStatus }) => deliveryStatus)).toEqual(
      Array(2).fill('canceled_by_customer'),
    );
  });
});

describe('2.4 proofs of a stop', () => {
  it('those of the pickup are at the pickup, the others at the dropoff, also after the end', async () => {
    const { routeId, jobId } = await onTheRoad(1);
    const photo = (podType: 'photo_proof_of_pickup' | 'photo_proof_of_delivery', name: string) => ({
      podType,
      imageUrl: `https://example.com/${name}.jpg`,
    });
    await report(jobId, 0, {
      status: 'pickup_complete',
      proofOfDelivery: [photo('photo_proof_of_pickup', 'box')],
    });
    await report(jobId, 0, { status: 'dropoff_complete' });
    await report(jobId, 0, { proofOfDelivery: [photo('photo_proof_of_delivery', 'door')] });
    const { stops, status } = await get(routeId);
    expect(status).toBe('COMPLETED');
    const shown = stops.map(({ orders }: Json) => orders.flatMap(({ pod }: Json) => pod));
    expect(shown).toEqual([
      [{ type: 'photo_proof_of_pickup', url: 'https://example.com/box.jpg', uploadedAt: expect.any(String) }],
      [
        {
          type: 'photo_proof_of_delivery',
          url: 'https://example.com/door.jpg',
          uploadedAt: expect.any(String),
        },
      ],
    ]);
  });
});

describe('7.1 items of orders', () => {
  it('show at both stops what became of them, in the route that is read', async () => {
    const { routeId, jobId } = await onTheRoad(1, { items: [{ id: 'milk', count: 2 }, { id: 'bread' }] });
    const items = async () =>
      (await get(routeId)).stops.map(({ orders: [order] }: Json) =>
        order.orderItems.map(({ id, status }: Json) => `${id} ${status}`),
      );
    expect(await items()).toEqual(Array(2).fill(['milk pending', 'bread pending']));
    await report(jobId, 0, {
      status: 'pickup_complete',
      pickedItems: [{ requestedId: 'bread', status: 'not_found' }],
    });
    expect(await items()).toEqual(Array(2).fill(['milk picked', 'bread failed']));
    await report(jobId, 0, { status: 'failed', failure: { code: 'customer_unavailable' } });
    const { stops } = await get(routeId);
    const [milk] = stops[1].orders[0].orderItems;
    expect(milk).toMatchObject({
      count: 2,
      status: 'failed',
      statusMetadata: {
        deliveredAt: null,
        failureReason: 'customer_unavailable',
        failureLocation: 'DROPOFF',
      },
    });
    expect(milk.statusHistory.map(({ status }: Json) => status)).toEqual(['picked', 'failed']);
  });

  it('are null where only the route itself was read', async () => {
    const { id } = await api.order({ ...WINDOWS, items: [{ id: 'milk' }] });
    const { route } = await api.must('POST /v1/routes', {
      body: { stops: [{ stopType: 'PICKUP', objectIds: [id] }] },
    });
    expect(route.stops[0].orders).toMatchObject([{ id, orderItems: null }]);
  });
});

describe('events of deliveries', () => {
  it('that were read before others were followed take nothing back', async () => {
    const { routeId, jobId } = await onTheRoad(1);
    const { id } = await deliveryAt(jobId, 0);
    const read = async () => (await readDelivery(api.deps.table, 'org_test', id))!;
    const earlier = await read();
    await report(jobId, 0, { status: 'pickup_complete' });
    const route = await loadRoute(api.deps.table, { organizationId: 'org_test', id: routeId });
    const [order] = route!.orders;
    const { stored, configuration } = earlier;
    const after = withDelivery(order!, stored, configuration, 99);
    expect(after.deliveryStatus).toBe('pickup_complete');
    expect(after.delivery).toMatchObject({ pickedAt: order!.delivery?.pickedAt });
    expect(after.delivery?.followed).toContain(99);
  });

  it('in any order and twice leave the route as they would in order', async () => {
    const { routeId, jobId } = await onTheRoad(2);
    for (const place of [0, 1]) {
      await report(jobId, place, { status: 'pickup_complete' });
      await report(jobId, place, { status: 'dropoff_complete' });
    }
    const { version, updatedAt, ...inOrder } = await get(routeId);
    expect(inOrder.status).toBe('COMPLETED');
    const events = (await api.db.events()).filter(({ name }) =>
      ROUTE_FOLLOWS.some((kind) => kind.name === name),
    );
    for (const event of events.toReversed()) await followDeliveries(api.deps, event);
    expect(await get(routeId)).toMatchObject({ version, ...inOrder });
  });
});
