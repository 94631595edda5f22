import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { runMessageDue, sendRunMessage } from '../../../../../../lib/reactions/automations/index.ts';
import { teamsChannel } from '../../../../../../lib/reactions/notifications/index.ts';
import {
  type NotificationsAtWork,
  recorder,
  startNotifications,
} from '../../../../../support/notifications-at-work.ts';

let work: NotificationsAtWork;
beforeEach(async () => {
  work = await startNotifications();
});
afterEach(() => work.stop());

/** A step of a run sends a message, and its worker gets the event twice, as queues may do. */
async function send(effectKey: string, action: string, payload: object): Promise<void> {
  const data = { effectKey, action, payload, orderId: null, jobId: null, ...ofRun };
  const event = work.event(runMessageDue.name, data);
  await sendRunMessage(work.db.deps, event);
  await sendRunMessage(work.db.deps, event);
}

const ofRun = { runId: 'wfx_1', workflowId: 'wf_1', nodeKey: 'n' };
const look = (to: string) => ({ destinationIds: [to], subject: null, body: 'Look.', onceKey: null });
const statuses = async () => (await work.all()).map(({ status }) => status).sort();

describe('4.6.14 messages of workflows', () => {
  it('go to each recipient of a destination once, at once', async () => {
    const to = await work.destination({ recipients: ['+14155550100', '+14155550101'] });
    await send('wfx_1:n', 'send_to_destinations', look(to));
    const channel = recorder('sms');
    await work.sendAll(channel);
    expect(channel.sent.map(({ recipient, body }) => [recipient, body]).sort()).toEqual([
      ['+14155550100', 'Look.'],
      ['+14155550101', 'Look.'],
    ]);
  });

  it('wait out the quiet hours of a destination', async () => {
    const quietHours = { from: '08:00', to: '10:00', timeZone: 'UTC' };
    const to = await work.destination({}, { quietHours });
    await send('wfx_1:n', 'send_to_destinations', look(to));
    const channel = recorder('sms');
    await work.sendAll(channel);
    expect(channel.sent).toEqual([]);
    const [timer] = (await work.db.items()).filter(({ type }) => type === 'timer');
    expect(timer?.data.dueAt).toBe('2026-03-02T10:00:00.000Z');
  });

  it('are listed in the digest of a destination', async () => {
    const to = await work.destination({}, { digestMinutes: 30 });
    for (const key of ['wfx_1:n', 'wfx_2:n']) {
      await send(key, 'send_to_destinations', look(to));
    }
    expect(await statuses()).toEqual(['queued', 'skipped', 'skipped']);
  });

  it('to a channel that nothing leads to fail with the reason, and do not come back for ever', async () => {
    await send('wfx_1:n', 'send_teams_channel_message', {
      channel: 'Operations',
      body: 'Look.',
      onceKey: null,
    });
    await work.sendAll(teamsChannel({ send: async () => ({ status: 200, body: '' }) }));
    expect(await work.all()).toMatchObject([
      { status: 'failed', error: '"Operations" is not a URL such as https://example.com/hooks.' },
    ]);
  });
});
