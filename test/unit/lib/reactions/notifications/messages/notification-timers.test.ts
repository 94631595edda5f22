import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { configurationEntity, deliveryEntity, readJob } from '../../../../../../lib/fulfilment/jobs/index.ts';
import { orderEntity } from '../../../../../../lib/ordering/orders/index.ts';
import { create, replace } from '../../../../../../lib/platform/table/index.ts';
import { type AnyJobOptions, anyJob } from '../../../../../support/builders/any-job.ts';
import { anyOrder } from '../../../../../support/builders/any-order.ts';
import {
  type NotificationsAtWork,
  startNotifications,
  tell,
} from '../../../../../support/notifications-at-work.ts';

let work: NotificationsAtWork;
beforeEach(async () => {
  work = await startNotifications();
});
afterEach(() => work.stop());

const AT = Date.parse('2026-03-02T09:00:00.000Z');
const minutesAfter = (minutes: number) => new Date(AT + minutes * 60_000).toISOString();

/** For each type that waits for a time of the job: its parameters, and a job with its time at that minute. */
const WAITING: Readonly<Record<string, { parameters: object; job: (minute: number) => AnyJobOptions }>> = {
  pickup_delayed: {
    parameters: { metricValue: 5 },
    job: (minute) => ({ package: { pickupEndTime: minutesAfter(minute - 5) } }),
  },
  dropoff_delayed: {
    parameters: { metricValue: 5 },
    job: (minute) => ({ package: { dropoffEndTime: minutesAfter(minute - 5) } }),
  },
  internal_driver_not_assigned: {
    parameters: { minutes: 5, referenceStatus: 'pickup_start_time' },
    job: (minute) => ({
      package: { pickupStartTime: minutesAfter(minute - 5) },
      delivery: { providerIsInternal: true },
    }),
  },
  stuck_status: {
    parameters: {
      deliveryStatus: 'created',
      metricValue: 1,
      activateBeforePickup: true,
      metricValue2: 5,
      metricName2: 'minutes',
    },
    job: (minute) => ({ package: { pickupStartTime: minutesAfter(minute + 5) } }),
  },
};

/**
 * Creates a job with its time at one minute, moves it to another, and returns the minute at which the trigger fired.
 */
async function firesAt(type: string, from: number, to: number): Promise<number | undefined> {
  const { db, organizationId } = work;
  const { parameters, job } = WAITING[type]!;
  await work.trigger({ type, parameters: { ...parameters } });
  const made = anyJob({ ...job(from), organizationId, id: db.deps.ids.next('job') });
  await db.deps.table.write(made.operations);
  const { jobId, taskId, id: deliveryId } = made.next.deliveries[0]!.value;
  const ids = { jobId, taskId, deliveryId };
  await tell(work, work.event('delivery.created', { ...ids, status: 'created', historyLength: 1 }));
  await work.wait(1);
  const stored = (await readJob(db.deps.table, organizationId, jobId))!.configurations[0]!;
  const moved = { ...stored.value.package, ...job(to).package };
  await db.deps.table.write([
    replace(configurationEntity, stored, { ...stored.value, package: moved as typeof stored.value.package }),
  ]);
  await tell(work, work.event('job.updated', { jobId, orderIds: [] }));
  for (let minute = 1; minute < 120; minute += 5) {
    if ((await work.all()).length > 0) return minute;
    await work.wait(5);
  }
  return undefined;
}

it.each(Object.keys(WAITING))('6.3 %s waits for a window that was moved to later', async (type) => {
  expect(await firesAt(type, 20, 50)).toBe(51);
  expect(await work.all()).toHaveLength(1);
});

it.each(Object.keys(WAITING))('6.3 %s does not miss a window that was moved to earlier', async (type) => {
  expect(await firesAt(type, 90, 30)).toBe(31);
  await work.wait(90);
  expect(await work.all()).toHaveLength(1);
});

describe('6.3 a delay that is expected', () => {
  const play = async (side: 'pickup' | 'dropoff', eta: number) => {
    const { db, organizationId } = work;
    await work.trigger({ type: `${side}_delayed`, parameters: { metricValue: 5 } });
    const made = anyJob({
      organizationId,
      id: db.deps.ids.next('job'),
      package: { [`${side}EndTime`]: minutesAfter(60) },
    });
    await db.deps.table.write(made.operations);
    const { jobId, taskId, id: deliveryId } = made.next.deliveries[0]!.value;
    const ids = { jobId, taskId, deliveryId };
    await tell(work, work.event('delivery.created', { ...ids, status: 'created', historyLength: 1 }));
    const stored = (await readJob(db.deps.table, organizationId, jobId))!.deliveries[0]!;
    await db.deps.table.write([
      replace(deliveryEntity, stored, { ...stored.value, [`${side}Eta`]: minutesAfter(eta) }),
    ]);
    const timing = { ...ids, pickupEta: null, dropoffEta: null };
    await tell(work, work.event('delivery.timing_updated', timing));
    return timing;
  };

  it.each(['pickup', 'dropoff'] as const)('fires once, however often it is reported: %s', async (side) => {
    const timing = await play(side, 66);
    expect(await work.all()).toHaveLength(1);
    await tell(work, work.event('delivery.timing_updated', timing));
    await work.wait(90);
    expect(await work.all()).toHaveLength(1);
  });

  it.each(['pickup', 'dropoff'] as const)('does not fire for fewer minutes: %s', async (side) => {
    await play(side, 65);
    expect(await work.all()).toHaveLength(0);
  });
});

describe('6.3 an order that comes back', () => {
  const comeBack = async (type: string, parameters: object, minutes: number, name: string) => {
    const { db, organizationId } = work;
    const id = db.deps.ids.next('ord');
    const pickupStartTime = minutesAfter(minutes);
    const order = anyOrder({ organizationId, id, pickupStartTime });
    await db.deps.table.write([create(orderEntity, order)]);
    await work.trigger({ type, parameters: { ...parameters } });
    await tell(work, work.event(name, { orderId: id, status: order.status, pickupStartTime }));
    return (await work.all()).length;
  };

  it.each(['order.undispatched', 'order.unarchived'])(
    'near its pickup is not dispatched then: %s',
    async (name) => {
      const type = 'order_not_dispatched_close_to_pickup';
      expect(await comeBack(type, { metricValue: 60 }, 60, name)).toBe(1);
    },
  );

  it('earlier than that waits for its check', async () => {
    const type = 'order_not_dispatched_close_to_pickup';
    expect(await comeBack(type, { metricValue: 60 }, 61, 'order.undispatched')).toBe(0);
  });

  it('from the archive may be ready for the first time', async () => {
    expect(await comeBack('order_ready_to_fulfill', {}, 60, 'order.unarchived')).toBe(1);
  });
});
