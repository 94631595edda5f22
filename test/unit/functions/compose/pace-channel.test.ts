import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { paceChannel } from '../../../../functions/compose/pace-channel.ts';
import { notificationTimers, sendNotification } from '../../../../lib/reactions/notifications/index.ts';
import { anyJob } from '../../../support/builders/any-job.ts';
import {
  type NotificationsAtWork,
  recorder,
  startNotifications,
  tell,
} from '../../../support/notifications-at-work.ts';

let work: NotificationsAtWork;
beforeEach(async () => {
  work = await startNotifications();
});
afterEach(() => work.stop());

/** An instance lets one message through on its own; every second one synchronizes with the others. */
const slow = {
  organization: { perSecond: 1, burst: 8 },
  recipient: { perSecond: 1, burst: 4 },
};

async function messages(count: number, recipients: readonly string[]) {
  await work.trigger({ notificationGroupIds: [await work.destination({ recipients: [...recipients] })] });
  const { db, organizationId } = work;
  for (let index = 0; index < count; index += 1) {
    const made = anyJob({ organizationId, id: db.deps.ids.next('job') });
    await db.deps.table.write(made.operations);
    const { id: deliveryId, taskId, jobId } = made.next.deliveries[0]!.value;
    const data = { jobId, taskId, deliveryId, status: 'dropoff_complete', historyLength: 1 };
    await tell(work, work.event('delivery.dropoff_complete', data));
  }
}

const statuses = async () => (await work.all()).map(({ status, attempts }) => `${status} ${attempts}`).sort();

describe('4 rate limits of channels', () => {
  it('a message too many waits, without having been tried, and leaves later', async () => {
    await messages(7, ['+14155550100']);
    const channel = recorder('sms');
    const paced = paceChannel(work.db.deps, channel, slow);
    await work.sendAll(paced);
    expect(channel.sent).toHaveLength(5);
    const [first, second, ...others] = await statuses();
    expect([first, second]).toEqual(['queued 0', 'queued 0']);
    expect(new Set(others)).toEqual(new Set(['sent 1']));
    // What is requested again meanwhile is sent no earlier than the limit allows.
    await work.sendAll(paced);
    expect(channel.sent).toHaveLength(5);
    await work.wait(1);
    for (const fired of await work.db.events('timer.notification-sms')) {
      const due = notificationTimers.sms.fired.parse(fired).data.data;
      await sendNotification(
        { ...work.db.deps, channel: paced },
        { organizationId: work.organizationId, ...due },
      );
    }
    expect(await statuses()).toEqual(Array(7).fill('sent 1'));
  });

  it('a busy recipient holds no other up, and an organization has a limit over all of them', async () => {
    await messages(7, ['+14155550100']);
    await messages(
      1,
      ['1', '2', '3', '4', '5', '6', '7', '8', '9'].map((last) => `+1415555019${last}`),
    );
    const channel = recorder('sms');
    await work.sendAll(paceChannel(work.db.deps, channel, slow));
    const to = channel.sent.map(({ recipient }) => recipient);
    expect(to.filter((one) => one === '+14155550100')).toHaveLength(5);
    expect(channel.sent).toHaveLength(9);
  });

  it('instances share the limit', async () => {
    await messages(12, ['+14155550100']);
    const channels = [recorder('sms'), recorder('sms'), recorder('sms')];
    for (const channel of channels) await work.sendAll(paceChannel(work.db.deps, channel, slow));
    expect(channels.map(({ sent }) => sent.length)).toEqual([5, 1, 1]);
  });
});
