import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { deliveryEntity, readJob } from '../../../../../../lib/fulfilment/jobs/index.ts';
import { orderEntity } from '../../../../../../lib/ordering/orders/index.ts';
import { create, replace } from '../../../../../../lib/platform/table/index.ts';
import { positionWatchEntity } from '../../../../../../lib/reactions/notifications/positions/position-watch.ts';
import { triggerEntity } from '../../../../../../lib/reactions/notifications/triggers/trigger.ts';
import { anyJob } from '../../../../../support/builders/any-job.ts';
import { anyOrder } from '../../../../../support/builders/any-order.ts';
import {
  type NotificationsAtWork,
  startNotifications,
} from '../../../../../support/notifications-at-work.ts';

let work: NotificationsAtWork;
let jobId: string;
let calls: { reads: number; writes: number };

beforeEach(async () => {
  work = await startNotifications();
  jobId = work.db.deps.ids.next('job');
  const made = anyJob({
    organizationId: work.organizationId,
    id: jobId,
    delivery: { status: 'dropoff_enroute' },
  });
  await work.db.deps.table.write(made.operations);
  calls = { reads: 0, writes: 0 };
  work.db.client.middlewareStack.add(
    (next, context) => (call) => {
      const isRead = /Query|Get/.test(String(context.commandName));
      calls[isRead ? 'reads' : 'writes'] += 1;
      return next(call);
    },
    { step: 'initialize' },
  );
});
afterEach(() => work.stop());

/** The courier is there a minute later, and the triggers are notified. */
async function drive(lat: number, lng: number): Promise<typeof calls> {
  const { table, clock } = work.db.deps;
  clock.advance(60_000);
  const aggregate = (await readJob(table, work.organizationId, jobId))!;
  const stored = aggregate.deliveries[0]!;
  const courierLocation = { lat, lng, updatedAt: new Date(clock.now()).toISOString() };
  await table.write([replace(deliveryEntity, stored, { ...stored.value, courierLocation })]);
  const { taskId, id: deliveryId } = stored.value;
  const before = { ...calls };
  await work.position(work.event('courier_location.updated', { jobId, taskId, deliveryId, lat, lng }));
  return { reads: calls.reads - before.reads, writes: calls.writes - before.writes };
}

const within = (miles: number, deliveryStatus = 'dropoff_enroute') => ({
  type: 'driver_geolocation',
  parameters: {
    deliveryStatus,
    condition: 'within',
    metricValue: miles,
    metricName: 'miles',
    location: 'dropoff_location',
  },
});

describe('6.3 triggers on positions', () => {
  it('cost one read and at most one write a position, with 50 triggers as with one', async () => {
    const to = [await work.destination()];
    for (let count = 0; count < 50; count += 1) {
      await work.trigger({ ...within(0.001 * (count + 1)), notificationGroupIds: to, name: `T${count}` });
    }
    await drive(51.6, -0.3);
    work.db.deps.clock.advance(-60_000);
    // The settings are cached for 15 seconds; here each position finds them in the cache.
    const costs = [];
    for (let count = 0; count < 5; count += 1) {
      work.db.deps.clock.advance(-50_000);
      costs.push(await drive(51.6 - count * 0.005, -0.3));
    }
    for (const { reads, writes } of costs) {
      expect(reads).toBeLessThanOrEqual(1);
      expect(writes).toBeLessThanOrEqual(1);
    }
    expect(await work.all()).toEqual([]);
  });

  it('read and write nothing without triggers on positions', async () => {
    await work.trigger({});
    await drive(51.6, -0.3);
    work.db.deps.clock.advance(-55_000);
    expect(await drive(51.59, -0.3)).toEqual({ reads: 0, writes: 0 });
  });

  it('fire once per delivery, however often the courier comes near', async () => {
    await work.trigger(within(1));
    for (const lat of [51.6, 51.511, 51.6, 51.51]) await drive(lat, -0.07);
    expect(await work.all()).toHaveLength(1);
  });

  it('fire once for each time that the courier stands still', async () => {
    await work.trigger({
      type: 'driver_geolocation',
      parameters: {
        deliveryStatusIncludes: ['dropoff_enroute'],
        condition: 'stopped_for',
        metricValue: 3,
        metricName: 'minutes',
      },
    });
    for (let minute = 0; minute < 6; minute += 1) await drive(51.55, -0.07);
    expect(await work.all()).toHaveLength(1);
    await drive(51.56, -0.07);
    for (let minute = 0; minute < 6; minute += 1) await drive(51.57, -0.07);
    expect(await work.all()).toHaveLength(2);
  });

  it('a position that comes late, or twice, changes nothing', async () => {
    await work.trigger(within(1));
    await drive(51.6, -0.07);
    const { table } = work.db.deps;
    const aggregate = await table.readAggregate({
      organizationId: work.organizationId,
      type: 'job',
      id: jobId,
    });
    const [watch] = aggregate.all(positionWatchEntity);
    const stored = (await readJob(table, work.organizationId, jobId))!.deliveries[0]!.value;
    const data = { jobId, taskId: stored.taskId, deliveryId: stored.id, lat: 51.51, lng: -0.07 };
    await work.position(work.event('courier_location.updated', data));
    const again = await table.readAggregate({ organizationId: work.organizationId, type: 'job', id: jobId });
    expect(again.all(positionWatchEntity)[0]?.version).toBe(watch?.version);
    expect(await work.all()).toEqual([]);
  });

  it('fire only for the driver groups, zones and metadata that the trigger is limited to', async () => {
    const limits = [
      { contractIds: ['dgr_other'] },
      { zoneIds: ['zone_other'] },
      { conditionalLogic: { field: 'tier', operator: 'equals', value: 'gold' } },
    ];
    const { table } = work.db.deps;
    for (const limit of limits) {
      const id = await work.trigger(within(1));
      const stored = (await table.get(triggerEntity, { organizationId: work.organizationId, id }))!;
      await table.write([replace(triggerEntity, stored, { ...stored.value, ...limit })]);
    }
    await drive(51.511, -0.07);
    expect(await work.all()).toEqual([]);
  });

  it('see the order of the delivery: its metadata and its variables', async () => {
    const { db, organizationId } = work;
    const orderId = db.deps.ids.next('ord');
    await db.deps.table.write([
      create(orderEntity, anyOrder({ organizationId, id: orderId, orderMetadata: { tier: 'gold' } })),
    ]);
    jobId = db.deps.ids.next('job');
    const made = anyJob({
      organizationId,
      id: jobId,
      delivery: { status: 'dropoff_enroute' },
      configuration: { orderId },
    });
    await db.deps.table.write(made.operations);
    await work.trigger({
      ...within(1),
      message: 'Order {{order.id}}',
      conditionalLogic: { field: 'tier', operator: 'equals', value: 'gold' },
    });
    await drive(51.511, -0.07);
    expect((await work.all()).map(({ body }) => body)).toEqual([`Order ${orderId}`]);
  });
});
