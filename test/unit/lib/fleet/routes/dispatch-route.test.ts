import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { faultyProvider } from '../../../../support/faulty-provider.ts';
import {
  type OwnFleetWorld,
  rememberedProviders,
  startOwnFleet,
} from '../../../../support/own-fleet-world.ts';

let world: OwnFleetWorld;
beforeEach(async () => {
  const { provider } = faultyProvider({ id: 'prv_other', name: 'Other', priceCents: 1 });
  world = await startOwnFleet([], {}, { extra: rememberedProviders([provider]) });
});
afterEach(() => world.stop());

/** A driver of the group without a shift. */
async function driver(fields: object = {}): Promise<string> {
  const upserted = await world.must('PUT /v1/fleet/drivers/upsert', {
    body: {
      externalIdentifier: 'off-shift',
      firstName: 'Kim',
      lastName: 'Lee',
      phoneNumber: '+14155550142',
      addFirstVersionContractIds: [world.groupId],
      ...fields,
    },
  });
  return (upserted.driver ?? upserted).id;
}

/** A route of two orders that names this driver. */
async function routeOf(courierId: string | undefined) {
  const at = (hours: number) => new Date(world.db.deps.clock.now() + hours * 3_600_000).toISOString();
  const windows = {
    pickupStartTime: at(1),
    pickupEndTime: at(3),
    dropoffStartTime: at(1),
    dropoffEndTime: at(5),
  };
  const orders = [await world.order(windows), await world.order(windows)];
  const orderIds: readonly string[] = orders.map(({ id }) => id);
  const stops = ['PICKUP', 'DROPOFF'].map((stopType) => ({ stopType, objectIds: orderIds }));
  const named = courierId === undefined ? {} : { driverGroupId: world.groupId, courierId };
  const { route } = await world.must('POST /v1/routes', { body: { stops, ...named } });
  const stopIds: readonly string[] = route.stops.map(({ id }: { id: string }) => id);
  return { orderIds, id: String(route.id), stopIds };
}

const dispatch = (...routeIds: string[]) => world.call('POST /v1/routes/dispatch', { body: { routeIds } });
const report = (id: string, stopId: string, status: string) =>
  world.call('PATCH /v1/fleet/routes/{id}/stops/{stopId}', { params: { id, stopId }, body: { status } });
const orders = (ids: readonly string[]) =>
  Promise.all(ids.map((id) => world.must('GET /v1/order/{id}', { params: { id } })));
const route = (id: string) => world.must('GET /v1/routes/{id}', { params: { id } });

describe('41 1.1 a route that names its driver', () => {
  it('goes to that driver although the own fleet was switched on a moment ago', async () => {
    const courierId = await driver();
    const planned = await routeOf(courierId);
    await world.switchOffAndOn();
    expect((await dispatch(planned.id)).json.results[0]).toMatchObject({ success: true });
    await world.drain();
    expect(await world.assignments(courierId)).toHaveLength(1);
  });

  it('goes to that driver, who is not on shift, although another provider is cheaper, and is delivered with the route', async () => {
    const courierId = await driver();
    const planned = await routeOf(courierId);
    const { status, json } = await dispatch(planned.id);
    expect([status, json.results[0]]).toEqual([200, expect.objectContaining({ success: true })]);
    await world.drain();
    const { jobs } = json;
    const deliveries = async () =>
      (await world.job(jobs[0].id)).jobConfigurations.map(
        ({ delivery }: { delivery: { status: string } }) => delivery.status,
      );
    expect(await deliveries()).toEqual(['assigned_driver', 'assigned_driver']);
    expect(await world.assignments(courierId)).toHaveLength(1);
    for (const stopId of planned.stopIds)
      expect((await report(planned.id, stopId, 'COMPLETED')).status).toBe(200);
    await world.drain();
    expect(await deliveries()).toEqual(['dropoff_complete', 'dropoff_complete']);
    expect(await route(planned.id)).toMatchObject({ status: 'COMPLETED' });
    expect(await world.job(jobs[0].id)).toMatchObject({ isActive: false });
  });

  it('is refused with the reason when that driver is disabled: its orders have it, and others of the request go out', async () => {
    const off = await routeOf(await driver());
    await driver({ enabled: false });
    const fine = await routeOf(await world.courier());
    const { status, json } = await dispatch(off.id, fine.id);
    const reason = expect.stringContaining('The driver of the route is disabled');
    expect([status, json.results]).toEqual([
      200,
      [
        expect.objectContaining({ routeId: off.id, success: false, jobId: null, errorMessage: reason }),
        expect.objectContaining({ routeId: fine.id, success: true }),
      ],
    ]);
    expect(await orders(off.orderIds)).toEqual([
      expect.objectContaining({ status: 'dispatch_failure', dispatchFailureReason: reason, jobId: null }),
      expect.objectContaining({ status: 'dispatch_failure', dispatchFailureReason: reason, jobId: null }),
    ]);
    await world.drain();
    expect(await route(off.id)).toMatchObject({ isDispatched: false, jobId: null });
    // What was wrong is put right, and the same route goes out.
    await driver({ enabled: true });
    expect((await dispatch(off.id)).status).toBe(200);
    expect(await orders(off.orderIds)).toEqual([
      expect.objectContaining({ status: 'dispatched' }),
      expect.objectContaining({ status: 'dispatched' }),
    ]);
  });
});

describe('41 1.1 a dispatched route whose job waits', () => {
  it('takes no report: nobody carries its packages', async () => {
    const planned = await routeOf(await world.courier());
    await world.must('POST /v1/routes/dispatch', { body: { routeIds: [planned.id], autoDispatch: false } });
    const { status, json } = await report(planned.id, planned.stopIds[0]!, 'COMPLETED');
    expect([status, json.error.code]).toEqual([400, 'ROUTE_ACTION_INVALID_STATUS']);
    expect(json.error.message).toContain('Nobody carries order');
    expect((await route(planned.id)).stops[0].status).toBe('PENDING');
  });
});

describe('41 1.1 a route that another provider carries', () => {
  it('ends with its deliveries: a driver cannot end its stops', async () => {
    const planned = await routeOf(undefined);
    const { jobs } = await world.must('POST /v1/routes/dispatch', { body: { routeIds: [planned.id] } });
    await world.drain();
    const { status, json } = await report(planned.id, planned.stopIds[1]!, 'COMPLETED');
    expect([status, json.error.code]).toEqual([400, 'ROUTE_ACTION_INVALID_STATUS']);
    expect(json.error.message).toContain('Other carries order');
    expect(await world.job(jobs[0].id)).toMatchObject({ isActive: true });
  });
});
