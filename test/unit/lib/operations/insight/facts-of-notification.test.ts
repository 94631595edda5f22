import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { askForNotification, factsOfMeasure, MEASURES } from '../../../../../lib/operations/insight/index.ts';
import { isRefusal } from '../../../../../lib/platform/core/refusal.ts';
import { create, replace } from '../../../../../lib/platform/table/index.ts';
import {
  NEW_NOTIFICATION,
  type Notification,
  notificationEntity,
} from '../../../../../lib/reactions/notifications/index.ts';
import {
  EVERYTHING,
  type InsightWorld,
  ORGANIZATION,
  startInsight,
} from '../../../../support/insight-world.ts';

let world: InsightWorld;
beforeEach(async () => {
  world = await startInsight('2026-03-30T12:00:00.000Z');
});
afterEach(() => world.stop());

const PERIOD = { from: '2026-03-30', to: '2026-03-30' };

/** Writes a notification, and has it counted as its sender does. */
async function happened(number: number, status: Notification['status'], more: Partial<Notification> = {}) {
  const notification: Notification = {
    ...NEW_NOTIFICATION,
    ...{ organizationId: ORGANIZATION, id: `ntf_${number}`, triggerId: null, destinationId: null },
    ...{ jobId: 'job_1', orderId: 'ord_1', channel: 'sms', recipient: '+14155550100', subject: null },
    ...{ body: 'It comes.', createdAt: '2026-03-30T11:00:30.000Z', listShard: 0, status },
    storeLocationIds: ['store_x'],
    ...more,
  };
  await world.deps.table.write([create(notificationEntity, notification)]);
  await askForNotification(world.deps, notification);
  return notification;
}

describe('46 1: notifications', () => {
  it('count by what became of them, with the latest word of their channel', async () => {
    const sent = await happened(1, 'sent');
    await happened(2, 'delivered', { channel: 'email', createdAt: '2026-03-30T11:00:59.999Z' });
    await happened(3, 'failed');
    await happened(4, 'suppressed');
    await happened(5, 'queued');
    await happened(6, 'skipped');
    await happened(7, 'sent', { createdAt: '2026-03-30T11:01:00.000Z', storeLocationIds: [] });
    await world.settle();
    const ask = (name: string) => world.ask(name, PERIOD);
    expect((await ask('notifications')).total.parts).toEqual({
      ...{ delivered: 1, sent: 2, failed: 1, suppressed: 1 },
    });
    expect((await ask('notifications-delivered')).total).toMatchObject({ value: 0.75, n: 4 });
    expect((await ask('notifications-by-channel')).total.parts).toMatchObject({ sms: 2, email: 1, slack: 0 });
    const ofStore = { ...EVERYTHING, storeLocationIds: ['store_x'] };
    expect((await world.ask('notifications', PERIOD, ofStore)).total.value).toBe(4);
    // The receipt comes later.
    const stored = await world.deps.table.get(notificationEntity, sent);
    await world.deps.table.write([
      replace(notificationEntity, stored!, { ...stored!.value, status: 'delivered' }),
    ]);
    await askForNotification(world.deps, sent);
    await world.settle();
    expect((await ask('notifications')).total.parts).toMatchObject({ delivered: 2, sent: 1 });
  });

  it('are listed behind their number', async () => {
    await happened(1, 'sent');
    await happened(2, 'failed');
    await world.settle();
    const measure = MEASURES.find(({ name }) => name === 'notifications')!;
    const page = await factsOfMeasure(world.deps, EVERYTHING, {
      ...{ measure, ...PERIOD, filters: {}, parts: ['failed'], hours: [], weekdays: [], limit: 10 },
    });
    if (isRefusal(page)) throw new Error(page.message);
    expect(page.facts.map(({ fact }) => [fact.id, fact.about])).toEqual([
      ['ntf_2', { orderId: 'ord_1', jobId: 'job_1' }],
    ]);
  });
});
