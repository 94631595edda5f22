import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { followDeliveries, reportStop } from '../../../../../lib/fleet/routes/index.ts';
import type { Table } from '../../../../../lib/platform/table/index.ts';
import { type OwnFleetWorld, startOwnFleet } from '../../../../support/own-fleet-world.ts';

let world: OwnFleetWorld;
beforeEach(async () => {
  world = await startOwnFleet([], { acceptanceSeconds: null });
});
afterEach(() => world.stop());

/** A dispatched route with one pickup and one dropoff of two orders, which a courier of the own fleet drives. */
async function startRoute(fields: object = {}) {
  const courierId = await world.courier({ latitude: 37.79, longitude: -122.4 });
  const at = (hours: number) => new Date(world.db.deps.clock.now() + hours * 3_600_000).toISOString();
  const windows = {
    pickupStartTime: at(0),
    pickupEndTime: at(3),
    dropoffStartTime: at(0),
    dropoffEndTime: at(5),
  };
  const orders = [await world.order({ ...windows, ...fields }), await world.order({ ...windows, ...fields })];
  const stops = ['PICKUP', 'DROPOFF'].map((stopType) => ({
    stopType,
    objectIds: orders.map(({ id }) => id),
  }));
  const { route } = await world.must('POST /v1/routes', {
    body: { stops, driverGroupId: world.groupId, courierId },
  });
  const { jobs } = await world.must('POST /v1/routes/dispatch', { body: { routeIds: [route.id] } });
  await world.drain();
  const [pickup, dropoff] = route.stops;
  return { routeId: route.id, jobId: jobs[0].id, pickup: pickup.id, dropoff: dropoff.id };
}

const deliveriesOf = async (jobId: string): Promise<readonly { id: string; status: string }[]> =>
  (await world.job(jobId)).jobConfigurations.map(({ delivery }: { delivery: object }) => delivery);

async function stateOf({ routeId, jobId }: { routeId: string; jobId: string }) {
  const { stops, status } = await world.must('GET /v1/routes/{id}', { params: { id: routeId } });
  return {
    route: status,
    stops: stops.map((stop: { status: string }) => stop.status),
    deliveries: (await deliveriesOf(jobId)).map((delivery) => delivery.status),
  };
}

const report = (routeId: string, stopId: string, status: string, occurred_at?: string) =>
  world.must('PATCH /v1/fleet/routes/{id}/stops/{stopId}', {
    params: { id: routeId, stopId },
    body: { status, occurred_at },
  });

describe('C53 a report about a stop', () => {
  it('ends the route and its deliveries together, and their events change nothing more', async () => {
    const of = await startRoute();
    await report(of.routeId, of.pickup, 'COMPLETED');
    await report(of.routeId, of.dropoff, 'COMPLETED');
    const ended = {
      route: 'COMPLETED',
      stops: ['COMPLETED', 'COMPLETED'],
      deliveries: ['dropoff_complete', 'dropoff_complete'],
    };
    expect(await stateOf(of)).toEqual(ended);
    const route = await world.must('GET /v1/routes/{id}', { params: { id: of.routeId } });
    await world.drain();
    for (const name of ['delivery.pickup_complete', 'delivery.dropoff_complete']) {
      for (const event of await world.db.events(name)) await followDeliveries(world.deps, event);
    }
    expect(await world.must('GET /v1/routes/{id}', { params: { id: of.routeId } })).toEqual(route);
  });

  it('4.7 of the past moves its deliveries when it happened, never before their last status', async () => {
    const of = await startRoute();
    const dispatchedAt = world.deps.clock.now();
    const past = (minutes: number) => new Date(dispatchedAt + minutes * 60_000).toISOString();
    world.db.deps.clock.advance(60 * 60_000);
    await report(of.routeId, of.pickup, 'COMPLETED', past(10));
    await report(of.routeId, of.dropoff, 'IN_PROGRESS', past(5));
    await report(of.routeId, of.dropoff, 'COMPLETED', past(20));
    for (const { delivery } of (await world.job(of.jobId)).jobConfigurations) {
      const times = new Map<string, string>(
        delivery.statusHistory.map((entry: { status: string; created_at: string }) => [
          entry.status,
          entry.created_at,
        ]),
      );
      expect(times.get('pickup_complete')).toBe(past(10));
      expect(times.get('dropoff_arrived')).toBe(past(10));
      expect(times.get('dropoff_complete')).toBe(past(20));
    }
  });

  it('changes neither the stop nor its deliveries when its request dies', async () => {
    const of = await startRoute();
    const before = await stateOf(of);
    const dying: Table = new Proxy(world.deps.table, {
      get(target, name) {
        if (name === 'write') return () => Promise.reject(new Error('killed'));
        const member = Reflect.get(target, name);
        return typeof member === 'function' ? member.bind(target) : member;
      },
    });
    const actor = {
      organizationId: 'org_test',
      storeLocationIds: null,
      driverGroupIds: null,
      listShards: 1,
      keyId: 'key',
    };
    const asked = { routeId: of.routeId, stopId: of.pickup };
    await expect(
      reportStop({ ...world.deps, table: dying }, actor, asked, { status: 'COMPLETED' }),
    ).rejects.toThrow('killed');
    expect(await stateOf(of)).toEqual(before);
  });

  it('leaves a delivery as it is that still lacks a proof, and flags it once', async () => {
    const of = await startRoute({ requirements: ['photo_proof_of_pickup'] });
    await report(of.routeId, of.pickup, 'IN_PROGRESS');
    await report(of.routeId, of.pickup, 'COMPLETED');
    expect(await stateOf(of)).toMatchObject({
      stops: ['COMPLETED', 'PENDING'],
      deliveries: ['pickup_arrived', 'pickup_arrived'],
    });
    await report(of.routeId, of.pickup, 'COMPLETED');
    const raised = await world.db.events('flag.raised');
    const ids = (await deliveriesOf(of.jobId)).map(({ id }) => id);
    expect(raised.map(({ data }) => (data as { targetId: string }).targetId).sort()).toEqual(ids.sort());
  });

  it('41 1.1 does not end the route before a delivery that still lacks its proof has ended', async () => {
    const of = await startRoute({ requirements: ['photo_proof_of_delivery'] });
    await report(of.routeId, of.pickup, 'COMPLETED');
    await report(of.routeId, of.dropoff, 'COMPLETED');
    await world.drain();
    expect(await stateOf(of)).toMatchObject({ route: 'IN_PROGRESS', stops: ['COMPLETED', 'COMPLETED'] });
    const proofOfDelivery = [
      { podType: 'photo_proof_of_delivery', imageUrl: 'https://example.com/door.jpg' },
    ];
    for (const { id } of await deliveriesOf(of.jobId)) {
      expect((await stateOf(of)).route).toBe('IN_PROGRESS');
      await world.must('PATCH /v1/fleet/deliveries/{delivery_id}', {
        params: { delivery_id: id },
        body: { status: 'dropoff_complete', proofOfDelivery },
      });
    }
    for (let round = 0; round < 2; round += 1) {
      for (const event of await world.db.events('delivery.dropoff_complete'))
        await followDeliveries(world.deps, event);
    }
    expect(await stateOf(of)).toMatchObject({
      route: 'COMPLETED',
      deliveries: ['dropoff_complete', 'dropoff_complete'],
    });
    const ends = (await world.db.events('route.completed')).filter(
      ({ aggregateId }) => aggregateId === of.routeId,
    );
    expect(ends).toHaveLength(1);
  });

  it('41 1.1 fails the route whose deliveries all failed, also after the pickup', async () => {
    const of = await startRoute();
    await report(of.routeId, of.pickup, 'COMPLETED');
    await report(of.routeId, of.dropoff, 'FAILED');
    await world.drain();
    expect(await stateOf(of)).toMatchObject({ route: 'FAILED', deliveries: ['failed', 'failed'] });
  });

  it('about a skipped stop is in the timeline of each of its deliveries', async () => {
    const of = await startRoute();
    for (const status of ['SKIPPED', 'PENDING', 'SKIPPED']) await report(of.routeId, of.pickup, status);
    expect(await world.db.events('delivery.stop_skipped')).toHaveLength(4);
    expect(await world.db.events('delivery.stop_resumed')).toHaveLength(2);
  });
});

describe('C53 news of one delivery at a stop of two', () => {
  it('that the courier has reached it count for the other one, in the same transaction as the stop', async () => {
    const of = await startRoute();
    const [first] = await deliveriesOf(of.jobId);
    await world.must('PATCH /v1/fleet/deliveries/{delivery_id}', {
      params: { delivery_id: String(first?.id) },
      body: { status: 'pickup_arrived' },
    });
    expect((await deliveriesOf(of.jobId)).map(({ status }) => status)).toEqual([
      'pickup_arrived',
      'assigned_driver',
    ]);
    for (const event of await world.db.events('delivery.pickup_arrived'))
      await followDeliveries(world.deps, event);
    expect(await stateOf(of)).toMatchObject({
      stops: ['IN_PROGRESS', 'PENDING'],
      deliveries: ['pickup_arrived', 'pickup_arrived'],
    });
  });
});
