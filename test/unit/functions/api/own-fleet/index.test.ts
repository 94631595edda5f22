import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { reportStop } from '../../../../../lib/fleet/routes/index.ts';
import { defaultPreferences } from '../../../../../lib/platform/organization/preferences.ts';
import type { Table } from '../../../../../lib/platform/table/index.ts';
import { faultyProvider } from '../../../../support/faulty-provider.ts';
import { type OwnFleetWorld, startOwnFleet } from '../../../../support/own-fleet-world.ts';

/** The pickup of the example job is at 37.7936, -122.3958. */
const NEAR = { latitude: 37.79, longitude: -122.4 };
const FAR = { latitude: 37.7, longitude: -122.5 };

let world: OwnFleetWorld;
const rival = () => faultyProvider({ id: 'prv_rival', name: 'Rival', priceCents: 5_000 }).provider;
const start = async (settings: object = {}) => {
  world = await startOwnFleet([rival()], settings);
};
beforeEach(() => start());
afterEach(() => world.stop());

const answer = (taskId: string, courierId: string, how: 'accept' | 'refuse') =>
  world.call(`POST /v1/fleet/tasks/{taskId}/${how}`, { params: { taskId }, body: { courierId } });
const assign = (jobId: string, taskId: string, courierId: string) =>
  world.call('POST /v1/jobs/{jobId}/tasks/{taskId}/assign-courier', {
    params: { jobId, taskId },
    body: { courierId },
  });

describe('4.7 quotes of the own fleet', () => {
  it('cost what the rates of the driver group say', async () => {
    await world.courier(NEAR);
    const order = await world.order();
    const { quotes } = await world.must('POST /v1/order/refresh_quotes', { body: { orderId: order.id } });
    const own = quotes.find(({ providerId }: { providerId: string }) => providerId === 'prv_own_fleet');
    expect(own).toMatchObject({ providerIsInternal: true, currency: 'USD', providerName: 'Own fleet' });
    expect(own.priceCents).toBeGreaterThan(100);
    expect(own.pickupEta ?? own.pickupWindow).not.toBeNull();
  });

  it('44 6 keep a rate per mile exactly and are in whole cents', async () => {
    const perKilometerCents = 62.137119;
    const rates = [{ driverGroupId: world.groupId, baseCents: 0, perKilometerCents }];
    await world.must('PUT /v1/own-fleet', { body: { rates } });
    expect((await world.must('GET /v1/own-fleet')).rates).toMatchObject(rates);
    const priced = async () => {
      const order = await world.order();
      const { quotes } = await world.must('POST /v1/order/refresh_quotes', { body: { orderId: order.id } });
      return quotes.find(({ providerId }: { providerId: string }) => providerId === 'prv_own_fleet')
        .priceCents;
    };
    await world.courier(NEAR);
    const exact = await priced();
    await world.must('PUT /v1/own-fleet', {
      body: { rates: [{ ...rates[0], perKilometerCents: 6_213.7119 }] },
    });
    expect(Number.isInteger(exact)).toBe(true);
    // Changes take effect within half a minute.
    await world.pass(31_000);
    expect(Math.abs((await priced()) / 100 - exact)).toBeLessThanOrEqual(0.51);
  });

  it('4.7 follow rates that name their driver groups by id or external identifier, each group once', async () => {
    const { driverGroup } = await world.must('PUT /v1/fleet/driver-groups/upsert', {
      body: { externalIdentifier: 'harbour' },
    });
    const rate = (driverGroupId: string) => ({ driverGroupId, baseCents: 400, perKilometerCents: 60 });
    const rates = [rate('harbour'), rate(world.groupId)];
    const saved = await world.must('PUT /v1/own-fleet', { body: { rates } });
    expect(saved.rates).toMatchObject([rate(driverGroup.id), rate(world.groupId)]);
    const refusedOf = async (...named: string[]) =>
      (await world.call('PUT /v1/own-fleet', { body: { rates: named.map(rate) } })).json.error.details;
    expect(await refusedOf('harbour', driverGroup.id)).toMatchObject({
      fields: { rates: expect.any(String) },
    });
    expect(await refusedOf('harbour', 'desert')).toMatchObject({ unknownIds: ['desert'] });
  });

  it('are refused with the reason while nobody who could carry it is on shift', async () => {
    await world.courier(NEAR, { vehicleInfo: { type: 'bike' } });
    const order = await world.order({ minimumVehicleSize: 'van' });
    const { failedQuotes } = await world.must('POST /v1/order/refresh_quotes', {
      body: { orderId: order.id },
    });
    expect(JSON.stringify(failedQuotes)).toContain('No courier of the own fleet is on shift');
  });

  it('44 6 come from drivers with the skill that the package requires', async () => {
    await world.courier(NEAR);
    const order = await world.order({ requirements: ['custom:fridge'] });
    const quotesOf = async () =>
      (await world.must('POST /v1/order/refresh_quotes', { body: { orderId: order.id } })).quotes.map(
        ({ providerId }: { providerId: string }) => providerId,
      );
    expect(await quotesOf()).not.toContain('prv_own_fleet');
    const id = await world.courier(NEAR, { skills: ['fridge', 'fridge'], email: 'kim@example.com' });
    const driver = await world.must('GET /v1/courier/{id}', { params: { id } });
    expect(driver).toMatchObject({ skills: ['fridge'], email: 'kim@example.com' });
    expect(await quotesOf()).toContain('prv_own_fleet');
  });
});

describe('4.7 a delivery of the own fleet', () => {
  it('is offered to the nearest free courier, who accepts it and is told to the delivery', async () => {
    const [far, near] = [await world.courier(FAR), await world.courier(NEAR)];
    const jobId = await world.dispatch();
    const { id: taskId } = await world.task(jobId);
    expect(await world.assignments(far)).toEqual([]);
    expect(await world.assignments(near)).toMatchObject([{ id: taskId, status: 'offered' }]);
    expect((await answer(taskId, far, 'accept')).status).toBe(404);
    expect((await answer(taskId, near, 'accept')).json).toMatchObject({ status: 'accepted' });
    expect((await answer(taskId, near, 'accept')).status).toBe(200);
    const refused = await answer(taskId, near, 'refuse');
    expect(refused).toMatchObject({ status: 409, json: { error: { code: 'INVALID_STATE_TRANSITION' } } });
    expect(refused.json.error.message).toContain('already');
    const { delivery } = await world.task(jobId);
    expect(delivery).toMatchObject({ status: 'assigned_driver', courierName: 'Kim Lee' });
    const second = await world.dispatch();
    expect(await world.assignments(far)).toMatchObject([{ id: (await world.task(second)).id }]);
  });

  it('goes to the next courier after a refusal or no answer, and to the next provider when nobody is left', async () => {
    const [far, near] = [await world.courier(FAR), await world.courier(NEAR)];
    const jobId = await world.dispatch();
    const { id: taskId } = await world.task(jobId);
    expect((await answer(taskId, near, 'refuse')).json.refusedBy).toEqual([near]);
    await world.drain();
    expect(await world.assignments(far)).toMatchObject([{ id: taskId, status: 'offered' }]);
    await world.pass(121_000);
    expect((await answer(taskId, far, 'accept')).status).toBe(404);
    const next = await world.task(jobId);
    expect(next).toMatchObject({ providerId: 'prv_rival', status: 'running' });
    expect(await world.assignments(far)).toEqual([]);
    expect(await world.assignments(near)).toEqual([]);
  });

  it('waits for a busy courier, and frees them when a delivery ends', async () => {
    const only = await world.courier(NEAR);
    const first = await world.dispatch();
    await answer((await world.task(first)).id, only, 'accept');
    const second = await world.dispatch();
    expect(await world.assignments(only)).toHaveLength(1);
    await world.must('PATCH /v1/fleet/deliveries/{delivery_id}', {
      params: { delivery_id: String((await world.task(first)).delivery.id) },
      body: { status: 'dropoff_complete' },
    });
    await world.pass(31_000);
    expect(await world.assignments(only)).toMatchObject([{ id: (await world.task(second)).id }]);
  });

  it('is given up when no courier was free in time', async () => {
    await world.stop();
    await start({ searchMinutes: 2 });
    const only = await world.courier(NEAR);
    const first = await world.dispatch();
    await answer((await world.task(first)).id, only, 'accept');
    const second = await world.dispatch();
    for (let minute = 0; minute < 3; minute += 1) await world.pass(60_000);
    expect(await world.task(second)).toMatchObject({ providerId: 'prv_rival', status: 'running' });
  });

  it('is not asked about when couriers are not to be asked', async () => {
    await world.stop();
    await start({ acceptanceSeconds: null });
    const only = await world.courier(NEAR);
    const jobId = await world.dispatch();
    expect((await world.task(jobId)).delivery).toMatchObject({ status: 'assigned_driver' });
    expect(await world.assignments(only)).toMatchObject([{ status: 'accepted' }]);
  });

  it('is given to another courier by a person until it is picked up, never to two', async () => {
    const couriers = await Promise.all([1, 2, 3].map(() => world.courier(NEAR)));
    const jobId = await world.dispatch();
    const { id: taskId } = await world.task(jobId);
    const replies = await Promise.all([
      ...couriers.map((id) => assign(jobId, taskId, id)),
      ...couriers.map((id) => answer(taskId, id, 'accept')),
    ]);
    for (const { status } of replies) expect([200, 404, 409]).toContain(status);
    await world.drain();
    const holding = await Promise.all(couriers.map((id) => world.assignments(id)));
    expect(holding.flat()).toHaveLength(1);
    const { delivery } = await world.task(jobId);
    await world.must('PATCH /v1/fleet/deliveries/{delivery_id}', {
      params: { delivery_id: String(delivery.id) },
      body: { status: 'pickup_complete' },
    });
    expect((await assign(jobId, taskId, couriers[0]!)).status).toBe(409);
  });

  it('frees its courier when the job is cancelled, and is never carried by a courier and another provider', async () => {
    const only = await world.courier(NEAR);
    const jobId = await world.dispatch();
    const { id: taskId } = await world.task(jobId);
    await Promise.all([
      answer(taskId, only, 'accept'),
      world.must('POST /v1/jobs/{jobId}/cancel', { params: { jobId } }),
    ]);
    await world.drain();
    await world.pass(200_000);
    expect(await world.assignments(only)).toEqual([]);
    expect((await world.job(jobId)).isActive).toBe(false);
  });

  it('of a batch goes to one courier', async () => {
    const couriers = [await world.courier(NEAR), await world.courier(FAR)];
    const { id: optionsGroupId } = await world.strategy({ enableAutoDispatch: true });
    const { jobBodyExample } = await import('../../../../../functions/api/jobs/job-schemas.ts');
    const { id } = await world.must('POST /v1/batch_job', {
      body: { packages: [jobBodyExample, jobBodyExample, jobBodyExample], optionsGroupId },
    });
    await world.drain();
    const job = await world.job(id);
    const [first] = job.jobConfigurations[0].tasks;
    expect((await answer(first.id, couriers[0]!, 'accept')).status).toBe(200);
    await world.drain();
    const { jobConfigurations } = await world.job(id);
    for (const { delivery } of jobConfigurations) expect(delivery.status).toBe('assigned_driver');
    expect(await world.assignments(couriers[0]!)).toHaveLength(1);
    expect(await world.assignments(couriers[1]!)).toEqual([]);
  });

  it('is offered only to a courier whose vehicle the strategy takes and carries every package of a batch', async () => {
    const bike = await world.courier(NEAR, { vehicleInfo: { type: 'bike' } });
    const van = await world.courier(FAR, { vehicleInfo: { type: 'van' } });
    const settings = { enableAutoDispatch: true, minimumVehicleSize: 'motorbike' };
    const { id: optionsGroupId } = await world.strategy(settings);
    const { jobBodyExample } = await import('../../../../../functions/api/jobs/job-schemas.ts');
    const single = await world.must('POST /v1/jobs', { body: { ...jobBodyExample, optionsGroupId } });
    await world.drain();
    expect(await world.assignments(van)).toMatchObject([{ jobId: single.id, status: 'offered' }]);
    await answer((await world.task(single.id)).id, van, 'refuse');
    const large = { ...jobBodyExample, packageMinimumVehicleSize: 'van' };
    await world.must('POST /v1/batch_job', { body: { packages: [jobBodyExample, large], optionsGroupId } });
    await world.drain();
    expect(await world.assignments(bike)).toEqual([]);
    expect(await world.assignments(van)).toMatchObject([{ status: 'offered' }]);
  });

  it('on a route goes to the courier of the route, follows their stops and a change of courier', async () => {
    const [first, second] = [await world.courier(FAR), await world.courier(NEAR)];
    const grant = {
      preferences: {
        organizationId: 'org_test',
        values: { ...defaultPreferences(), editRoutesAfterDispatch: true },
      },
    };
    const must = async (routeKey: string, request: object) => {
      const { status, json } = await world.call(routeKey, { ...request, grant });
      expect([status, json.error]).toEqual([200, undefined]);
      return json;
    };
    const at = (hours: number) => new Date(world.db.deps.clock.now() + hours * 3_600_000).toISOString();
    const windows = {
      pickupStartTime: at(0),
      pickupEndTime: at(3),
      dropoffStartTime: at(0),
      dropoffEndTime: at(4),
    };
    const orders = [await world.order(windows), await world.order(windows)];
    const stops = ['PICKUP', 'DROPOFF'].map((stopType) => ({
      stopType,
      objectIds: orders.map(({ id }) => id),
    }));
    const { route } = await must('POST /v1/routes', { body: { stops } });
    const assigned = { driverGroupId: world.groupId, courierId: first };
    await must('POST /v1/routes/{id}/assign', { params: { id: route.id }, body: assigned });
    const { jobs } = await must('POST /v1/routes/dispatch', {
      body: { routeIds: [route.id], autoDispatch: true },
    });
    await world.drain();
    const deliveries = async (): Promise<readonly { status: string; courierExternalId?: string }[]> =>
      (await world.job(jobs[0].id)).jobConfigurations.map(({ delivery }: { delivery: object }) => delivery);
    expect((await deliveries()).map(({ status }) => status)).toEqual(['assigned_driver', 'assigned_driver']);
    expect(await world.assignments(first)).toHaveLength(1);
    await must('POST /v1/routes/{id}/assign', { params: { id: route.id }, body: { courierId: second } });
    await world.drain();
    expect(await world.assignments(first)).toEqual([]);
    expect(await world.assignments(second)).toHaveLength(1);
    const { stops: made } = await must('GET /v1/routes/{id}', { params: { id: route.id } });
    const report = (index: number, status: string) =>
      must('PATCH /v1/fleet/routes/{id}/stops/{stopId}', {
        params: { id: route.id, stopId: made[index].id },
        body: { status },
      });
    await report(0, 'IN_PROGRESS');
    await report(0, 'COMPLETED');
    // The stop changes with it, before any event is handled.
    expect((await deliveries()).map(({ status }) => status)).toEqual(['pickup_complete', 'pickup_complete']);
    await world.drain();
    await report(1, 'IN_PROGRESS');
    await report(1, 'COMPLETED');
    expect((await deliveries()).map(({ status }) => status)).toEqual([
      'dropoff_complete',
      'dropoff_complete',
    ]);
    await world.drain();
    expect(await world.assignments(second)).toEqual([]);
  });

  it('3.2 a report about a stop of many deliveries that loses every race goes on where it was when it is sent again', async () => {
    const courierId = await world.courier(NEAR);
    const at = (hours: number) => new Date(world.db.deps.clock.now() + hours * 3_600_000).toISOString();
    const windows = { pickupStartTime: at(0), pickupEndTime: at(3), dropoffStartTime: at(0) };
    // More than one transaction takes.
    const orders: { readonly id: string }[] = [];
    while (orders.length < 25) orders.push(await world.order({ ...windows, dropoffEndTime: at(5) }));
    const stops = ['PICKUP', 'DROPOFF'].map((stopType) => ({
      stopType,
      objectIds: orders.map(({ id }) => id),
    }));
    const { route } = await world.must('POST /v1/routes', {
      body: { stops, driverGroupId: world.groupId, courierId },
    });
    const { jobs } = await world.must('POST /v1/routes/dispatch', { body: { routeIds: [route.id] } });
    await world.drain();
    let writes = 0;
    const busy: Table = new Proxy(world.deps.table, {
      get(target, name) {
        const member = Reflect.get(target, name);
        if (name !== 'write') return typeof member === 'function' ? member.bind(target) : member;
        // The first deliveries are written; for the others another writer is always faster.
        writes += 1;
        return writes === 1 ? member.bind(target) : async () => ({ ok: false, conflicts: [] });
      },
    });
    const actor = {
      organizationId: 'org_test',
      storeLocationIds: null,
      driverGroupIds: null,
      listShards: 1,
      keyId: 'key',
    };
    const of = { routeId: route.id, stopId: route.stops[0].id };
    const report = (table: Table) => reportStop({ ...world.deps, table }, actor, of, { status: 'COMPLETED' });
    const state = async () => {
      const { jobConfigurations } = await world.job(jobs[0].id);
      const { stops: present } = await world.must('GET /v1/routes/{id}', { params: { id: route.id } });
      const pickedUp = jobConfigurations.filter(
        ({ delivery }: { delivery: { status: string } }) => delivery.status === 'pickup_complete',
      );
      return { pickedUp: pickedUp.length, stop: present[0].status };
    };
    expect(await report(busy)).toMatchObject({ kind: { code: 'LOCK_ACQUISITION_FAILURE' } });
    const part = await state();
    expect(part.pickedUp).toBeGreaterThan(0);
    expect(part.pickedUp).toBeLessThan(25);
    // A stop is never done before its deliveries are.
    expect(part.stop).toBe('PENDING');
    await report(world.deps.table);
    expect(await state()).toEqual({ pickedUp: 25, stop: 'COMPLETED' });
    await world.drain();
    expect(await state()).toEqual({ pickedUp: 25, stop: 'COMPLETED' });
  });

  it('on a route is found near the point that its courier reports, also across the date line', async () => {
    const courierId = await world.courier(NEAR);
    const at = (hours: number) => new Date(world.db.deps.clock.now() + hours * 3_600_000).toISOString();
    const windows = { pickupStartTime: at(0), pickupEndTime: at(3), dropoffStartTime: at(0) };
    const order = await world.order({ ...windows, dropoffEndTime: at(4) });
    const stops = ['PICKUP', 'DROPOFF'].map((stopType) => ({ stopType, objectIds: [order.id] }));
    const { route } = await world.must('POST /v1/routes', {
      body: { stops, driverGroupId: world.groupId, courierId },
    });
    const report = (latitude: number, longitude: number) =>
      world.must('PUT /v1/fleet/couriers/{id}/position', {
        params: { id: courierId },
        body: { latitude, longitude },
      });
    const near = async () => {
      const query = { lat: '10', lng: '-179.999' };
      const { couriers } = await world.must('GET /v1/routes/nearby-couriers', { query });
      return couriers.map(({ courierId: found }: { courierId: string }) => found);
    };
    // Before the route is dispatched, its courier drives nothing.
    await report(10, 179.999);
    expect(await near()).toEqual([]);
    await world.must('POST /v1/routes/dispatch', { body: { routeIds: [route.id] } });
    await world.pass(1_000);
    await report(10, 179.999);
    expect(await near()).toEqual([courierId]);
    const { courierPosition } = await world.must('GET /v1/routes/{id}', { params: { id: route.id } });
    expect(courierPosition).toMatchObject({ lat: 10, lng: 179.999 });
  });

  it('7.1 gets a dispatched route from another provider when a driver is assigned to it', async () => {
    const grant = { preferences: { organizationId: 'org_test', values: defaultPreferences() } };
    const must = async (routeKey: string, request: object) => {
      const { status, json } = await world.call(routeKey, { ...request, grant });
      expect([status, json.error]).toEqual([200, undefined]);
      return json;
    };
    const at = (hours: number) => new Date(world.db.deps.clock.now() + hours * 3_600_000).toISOString();
    const orders: string[] = [];
    for (const end of [4, 5]) {
      const order = await world.order({
        pickupStartTime: at(0),
        pickupEndTime: at(3),
        dropoffStartTime: at(0),
        dropoffEndTime: at(end),
      });
      orders.push(order.id);
    }
    const stops = ['PICKUP', 'DROPOFF'].map((stopType) => ({ stopType, objectIds: orders }));
    const { route } = await must('POST /v1/routes', { body: { stops } });
    // Nobody of the own fleet is on shift yet.
    const { jobs } = await must('POST /v1/routes/dispatch', { body: { routeIds: [route.id] } });
    await world.drain();
    const providers = async () =>
      (await world.job(jobs[0].id)).jobConfigurations.map(
        ({ tasks }: { tasks: { providerId: string }[] }) => tasks.at(-1)?.providerId,
      );
    expect(await providers()).toEqual(['prv_rival', 'prv_rival']);
    const courierId = await world.courier(NEAR);
    const assigned = await must('POST /v1/routes/{id}/assign', {
      params: { id: route.id },
      body: { driverGroupId: world.groupId, courierId },
    });
    expect(assigned).toMatchObject({ courier: { id: courierId }, providerName: 'Own fleet' });
    await world.pass(1_000);
    expect(await providers()).toEqual(['prv_own_fleet', 'prv_own_fleet']);
    expect(await world.assignments(courierId)).toHaveLength(1);
    // Another driver of the own fleet takes over without new quotes.
    const next = await world.courier(FAR);
    await must('POST /v1/routes/{id}/assign', { params: { id: route.id }, body: { courierId: next } });
    await world.drain();
    expect(await world.assignments(courierId)).toEqual([]);
    expect(await world.assignments(next)).toHaveLength(1);
  });

  it('is unknown to another organization and to keys of other groups or stores', async () => {
    const only = await world.courier(NEAR);
    const jobId = await world.dispatch();
    const { id: taskId } = await world.task(jobId);
    const request = { params: { taskId }, body: { courierId: only } };
    for (const grant of [{ driverGroupIds: ['cntr_other'] }, { storeLocationIds: ['store_other'] }]) {
      const reply = await world.call('POST /v1/fleet/tasks/{taskId}/accept', { ...request, grant });
      expect(reply.status).toBe(404);
    }
    expect((await answer(taskId, only, 'accept')).status).toBe(200);
  });
});
