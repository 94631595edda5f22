import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { changeFlag, listFlags, planFlag } from '../../../../../lib/fulfilment/flags/index.ts';
import { healthTimer, watchHealth } from '../../../../../lib/fulfilment/health/index.ts';
import { assessHealth } from '../../../../../lib/fulfilment/jobs/deliveries/assess-health.ts';
import {
  planDeliveryUpdate,
  writesOf,
} from '../../../../../lib/fulfilment/jobs/deliveries/plan-delivery-update.ts';
import type { DeliveryUpdate } from '../../../../../lib/fulfilment/jobs/index.ts';
import {
  configurationEntity,
  type Delivery,
  healthChanged,
  nextHealth,
  readJob,
} from '../../../../../lib/fulfilment/jobs/index.ts';
import { replace } from '../../../../../lib/platform/table/index.ts';
import { fireTimer } from '../../../../../lib/platform/timers/index.ts';
import { notify } from '../../../../../lib/reactions/notifications/index.ts';
import { type AnyJobOptions, anyJob, anyPackage } from '../../../../support/builders/any-job.ts';
import {
  must,
  type NotificationsAtWork,
  startNotifications,
} from '../../../../support/notifications-at-work.ts';

const AT = Date.parse('2026-03-02T09:00:00.000Z');
const at = (minutes: number) => new Date(AT + minutes * 60_000).toISOString();

/** The health of a delivery some minutes after nine. */
function fares(minutes: number, { delivery, package: item }: AnyJobOptions): string {
  const value = anyJob({ delivery: delivery ?? {} }).next.deliveries[0]!.value;
  return assessHealth(value, anyPackage(item), AT + minutes * 60_000).status;
}

describe('5 health of a delivery', () => {
  const window = { pickupStartTime: at(0), pickupEndTime: at(30), dropoffEndTime: at(60) };
  const onTheWay: Partial<Delivery> = {
    status: 'dropoff_enroute',
    statusHistory: [
      { status: 'pickup_complete', created_at: at(5) },
      { status: 'dropoff_enroute', created_at: at(6) },
    ],
    courierLocation: { lat: 51.5, lng: 0, updatedAt: at(10) },
  };
  it.each([
    ['on_time', 10, { package: window, delivery: onTheWay }],
    ['late', 61, { package: window, delivery: onTheWay }],
    ['lost_contact', 26, { package: window, delivery: onTheWay }],
    ['at_risk', 10, { package: window, delivery: { ...onTheWay, dropoffEta: at(61) } }],
    ['late', 31, { package: window }],
    ['at_risk', 10, { package: { ...window, pickupStartTime: at(20), pickupEndTime: at(50) } }],
    ['stuck', 46, { delivery: { status: 'assigned_driver' } }],
    ['on_time', 44, { delivery: { status: 'assigned_driver' } }],
    ['on_time', 500, { delivery: { status: 'canceled_by_customer' } }],
  ] as const)('is %s after %i minutes: %j', (expected, minutes, options) => {
    expect(fares(minutes, options as AnyJobOptions)).toBe(expected);
  });
});

let work: NotificationsAtWork;
beforeEach(async () => {
  work = await startNotifications();
});
afterEach(() => work.stop());

/** A delivery with its health, and the data of the event of its creation. */
async function delivery(options: AnyJobOptions) {
  const { db, organizationId } = work;
  const of = { ...options, organizationId, id: db.deps.ids.next('job') };
  const { next } = anyJob(of);
  const item = next.configurations[0]!.value.package;
  const health = nextHealth(next.deliveries[0]!.value, item, db.deps.clock.now());
  const made = anyJob({ ...of, delivery: { ...options.delivery, health } });
  await db.deps.table.write(made.operations);
  const { id: deliveryId, taskId, jobId } = made.next.deliveries[0]!.value;
  return { jobId, deliveryId, taskId, status: 'created', historyLength: 1, checkAt: health.checkAt };
}

async function wait(minutes: number): Promise<void> {
  const { db, organizationId } = work;
  db.deps.clock.advance(minutes * 60_000);
  const now = new Date(db.deps.clock.now()).toISOString();
  for (const { type, data } of await db.items()) {
    if (type !== 'timer' || String(data.dueAt) > now || data.state !== 'armed') continue;
    await fireTimer(db.deps, {
      organizationId,
      timerId: String(data.id),
      generation: Number(data.generation),
    });
  }
  for (const fired of await db.events(healthTimer.fired.name)) await watchHealth(db.deps, fired);
  for (const changed of await db.events('delivery.health_changed')) await notify(db.deps, changed);
}

/** Applies a courier's report to the first delivery of a job. */
async function report(jobId: string, update: DeliveryUpdate): Promise<void> {
  const { deps } = work.db;
  deps.clock.advance(1000);
  const job = (await readJob(deps.table, work.organizationId, jobId))!;
  const now = new Date(deps.clock.now()).toISOString();
  const { operations } = writesOf(job, [must(planDeliveryUpdate(job, job.deliveries[0]!, update, now))], now);
  expect((await deps.table.write(operations)).ok).toBe(true);
}

async function moveWindow(jobId: string, pickupEndTime: string): Promise<void> {
  const { table } = work.db.deps;
  const stored = (await readJob(table, work.organizationId, jobId))!.configurations[0]!;
  const { value } = stored;
  await table.write([
    replace(configurationEntity, stored, { ...value, package: { ...value.package, pickupEndTime } }),
  ]);
}

const health = async (jobId: string) =>
  (await readJob(work.db.deps.table, work.organizationId, jobId))!.deliveries[0]!;

describe('5 live monitoring', () => {
  const window = { pickupEndTime: at(30), dropoffEndTime: at(60) };

  it('finds by a timer that a delivery is late, tells it, flags it, and clears the flag when it recovers', async () => {
    await work.trigger({
      type: 'task_health_status',
      parameters: { status: 'any', healthStatus: 'late' },
      flag: true,
      autoResolveFlag: true,
    });
    const ids = await delivery({ package: window });
    const { deps } = work.db;
    await watchHealth(deps, work.event('delivery.created', ids));
    await watchHealth(deps, work.event('delivery.created', ids));
    expect((await health(ids.jobId)).value.health?.status).toBe('on_time');
    for (const minutes of [14, 14, 2, 1]) await wait(minutes);
    expect((await health(ids.jobId)).value.health).toMatchObject({ status: 'late' });
    expect(await work.all()).toHaveLength(1);
    const actor = { organizationId: work.organizationId, storeLocationIds: null };
    expect(await listFlags(deps, actor)).toMatchObject([
      { targetId: ids.deliveryId, status: 'NEEDS_ATTENTION' },
    ]);

    await report(ids.jobId, { status: 'pickup_complete' });
    expect((await health(ids.jobId)).value.health?.status).toBe('on_time');
    deps.clock.advance(1000);
    for (const changed of await work.db.events(healthChanged.name)) await watchHealth(deps, changed);
    expect(await listFlags(deps, actor)).toEqual([]);
    expect(await listFlags(deps, actor, { statuses: ['RESOLVED'] })).toMatchObject([
      { resolvedBy: 'delivery' },
    ]);
  });

  it('5 a courier who is heard again is no longer lost, from the position alone, and is watched again', async () => {
    const heard = new Date(AT + 60_000).toISOString();
    const { deps } = work.db;
    const ids = await delivery({
      package: { pickupEndTime: at(300), dropoffEndTime: at(300), pickupStartTime: at(0) },
      delivery: {
        status: 'dropoff_enroute',
        statusHistory: [{ status: 'dropoff_enroute', created_at: at(0) }],
        courierLocation: { lat: 51.5, lng: 0, updatedAt: heard },
      },
    });
    await watchHealth(deps, work.event('delivery.dropoff_enroute', ids));
    for (const minutes of [14, 3]) await wait(minutes);
    expect((await health(ids.jobId)).value.health?.status).toBe('lost_contact');
    await report(ids.jobId, { coordinates: { latitude: 51.51, longitude: 0 } });
    expect((await health(ids.jobId)).value.health?.status).toBe('on_time');
    expect(await work.db.events(healthChanged.name)).toHaveLength(2);
    await report(ids.jobId, { coordinates: { latitude: 51.52, longitude: 0 } });
    expect(await work.db.events(healthChanged.name)).toHaveLength(2);
    for (const changed of await work.db.events(healthChanged.name)) await watchHealth(deps, changed);
    for (const minutes of [14, 3]) await wait(minutes);
    expect((await health(ids.jobId)).value.health?.status).toBe('lost_contact');
  });

  it('5 follows a window that is moved, without waiting for the timer of the old one', async () => {
    const { deps } = work.db;
    const ids = await delivery({ package: window });
    await watchHealth(deps, work.event('delivery.created', ids));
    deps.clock.advance(10 * 60_000);
    await moveWindow(ids.jobId, at(5));
    const changed = work.event('job.updated', { jobId: ids.jobId, orderIds: [] });
    await watchHealth(deps, changed);
    expect((await health(ids.jobId)).value.health?.status).toBe('late');
    await moveWindow(ids.jobId, at(50));
    await watchHealth(deps, changed);
    expect((await health(ids.jobId)).value.health?.status).toBe('on_time');
  });

  it('47 2 reads one timer and writes nothing while a check waits', async () => {
    const ids = await delivery({ package: window });
    const { deps } = work.db;
    await watchHealth(deps, work.event('delivery.created', ids));
    const before = await work.db.items();
    deps.clock.advance(60_000);
    await watchHealth(deps, work.event('delivery.assigned_driver', ids));
    expect(await work.db.items()).toEqual(before);
  });
});

it('47 2: a delivery that moved on has no flag for the status that it left, also while no workflow listens', async () => {
  const ids = await delivery({});
  const { deps } = work.db;
  const { organizationId } = work;
  const { jobId, deliveryId: targetId } = ids;
  const flag = { organizationId, jobId, target: 'delivery' as const, targetId, message: 'It waits.' };
  const raised = { isAutoResolved: true, raisedBy: 'workflow:wf_1', cause: 'run_1' };
  await deps.table.write(planFlag({ ...flag, ...raised }, new Date(deps.clock.now()).toISOString()));
  const actor = { organizationId, storeLocationIds: null };
  deps.clock.advance(1000);
  const late = { ...ids, status: 'failed', lateCount: 1 };
  await watchHealth(deps, work.event('delivery.failed', late));
  expect(await listFlags(deps, actor)).toMatchObject([{ targetId, status: 'NEEDS_ATTENTION' }]);
  await watchHealth(deps, work.event('delivery.assigned_driver', { ...ids, status: 'assigned_driver' }));
  expect(await listFlags(deps, actor)).toEqual([]);
});

describe('5 the queue of flags', () => {
  it('is seen within scopes, and a flag is acknowledged, then resolved for good', async () => {
    await work.trigger({ type: 'delivery_note_added', parameters: {}, flag: true });
    const ids = await delivery({ package: { pickupStoreLocationId: 'store_1' } });
    const { deps } = work.db;
    await notify(deps, work.event('task.note_added', ids));
    const all = { organizationId: work.organizationId, storeLocationIds: null };
    const [flag] = await listFlags(deps, all);
    expect(await listFlags(deps, { ...all, storeLocationIds: ['store_1'] })).toHaveLength(1);
    expect(await listFlags(deps, all, { createdFrom: flag!.createdAt })).toHaveLength(1);
    expect(await listFlags(deps, all, { createdFrom: '2999-01-01T00:00:00.000Z' })).toEqual([]);
    const other = { ...all, storeLocationIds: ['store_2'] };
    expect(await listFlags(deps, other)).toEqual([]);
    expect(await changeFlag(deps, other, flag!.id, { status: 'RESOLVED', by: 'key_2' })).toMatchObject({
      kind: { code: 'NOT_FOUND' },
    });
    must(await changeFlag(deps, all, flag!.id, { status: 'ACKNOWLEDGED', by: 'key_1' }));
    expect(await listFlags(deps, all, { statuses: ['NEEDS_ATTENTION'] })).toEqual([]);
    expect(await listFlags(deps, all, { jobId: ids.jobId, search: 'told' })).toHaveLength(1);
    must(await changeFlag(deps, all, flag!.id, { status: 'RESOLVED', by: 'key_1' }));
    const again = must(await changeFlag(deps, all, flag!.id, { status: 'ACKNOWLEDGED', by: 'key_3' }));
    expect(again).toMatchObject({ status: 'RESOLVED', resolvedBy: 'key_1' });
  });
});
