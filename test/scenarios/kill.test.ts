import { describe, expect } from 'vitest';
import { readRunFile } from '../../cdk/local/run-file.ts';
import { type DemoTarget, demoApi } from '../demo/api.ts';
import { eventually } from '../support/dispatch-story.ts';
import { notifyWebhooks } from '../support/notify-webhooks.ts';
import { validOrder } from '../support/orders-api.ts';
import { scenario as test } from '../support/scenario.ts';
import { startWebhookReceiver, type WebhookReceiver } from '../support/webhook-receiver.ts';

const MESSAGES = 20;

const skipWaits = (target: DemoTarget) => demoApi(target).call('POST', '/_local/clock', { skipping: true });

/**
 * Until the kill everything takes its normal time, so that the kill meets waits; after the restart waits are skipped,
 * so that the test need not wait for them.
 */
describe('a local cloud that is killed with -9 and started again', () => {
  test('in the middle of a webhook, a retry and the wait of a scheduled order: each comes to its end', async ({
    killable,
    receiver: hanging,
    onTestFinished,
  }) => {
    const failing = await startWebhookReceiver();
    onTestFinished(failing.stop);
    const target = await killable.start();
    const { call } = demoApi(target);
    hanging.answerWith(() => 'never');
    failing.answerWith(() => ({ status: 503 }));
    for (const { url } of [hanging, failing]) {
      await call('POST', '/v1/webhooks/endpoints', { url, eventTypes: ['delivery.created'] });
    }
    const { id: dispatchStrategyId } = await call<{ id: string }>('POST', '/v1/options_group', {
      label: 'Kill',
      allowedProviders: ['FleetSimulatorFast'],
      enableAutoDispatch: true,
      leadTimeMinutes: 1,
    });
    const at = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString();
    const scheduled = await call<{ id: string }>('POST', '/v1/order', {
      ...validOrder,
      deliveryMode: 'scheduled',
      dispatchStrategyId,
      pickupStartTime: at(120),
      pickupEndTime: at(150),
      dropoffStartTime: at(150),
      dropoffEndTime: at(240),
    });
    await call('POST', '/v1/order', { ...validOrder, dispatchStrategyId });
    const bothHave = (count: number) =>
      eventually(
        async () => [hanging, failing].map(({ received }) => received.length),
        (lengths) => lengths.every((length) => length >= count),
      );
    await bothHave(1);

    await killable.kill();
    for (const receiver of [hanging, failing]) receiver.answerWith(() => ({ status: 204 }));
    await killable.start();
    await skipWaits(target);
    await bothHave(2);
    for (const { received } of [hanging, failing]) {
      expect(received[1]?.headers['webhook-id']).toBe(received[0]?.headers['webhook-id']);
      expect(received[1]?.body).toBe(received[0]?.body);
    }
    await eventually(
      () => call<{ status: string }>('GET', `/v1/order/${scheduled.id}`),
      ({ status }) => status === 'dispatched',
    );
  });

  test('while webhooks are in the stream, in queues and in the wait for a retry: all arrive', async ({
    killable,
    receiver,
  }) => {
    const { tried, delivered } = takingTheSecondAttempt(receiver);
    const target = await killable.start();
    const { call } = demoApi(target);
    await call('POST', '/v1/webhooks/endpoints', {
      url: receiver.url,
      eventTypes: ['delivery.dropoff_complete'],
    });
    const events = Array.from({ length: MESSAGES }, (_, number) => `event-${number}`);
    const running = readRunFile(killable.directory);
    await notifyWebhooks({ ...running, now: Date.now() }, target.organizationId, events);
    const size = (messages: ReadonlySet<string>) => async () => messages.size;
    await eventually(size(tried), (count) => count > MESSAGES / 4);
    await killable.kill();
    expect(delivered.size).toBeLessThan(MESSAGES);

    await killable.start();
    await skipWaits(target);
    await eventually(size(delivered), (count) => count === MESSAGES);
    const { queues } = await call<{ queues: { deadLetters: boolean; count: number }[] }>(
      'GET',
      '/_local/state',
    );
    expect(queues.filter(({ deadLetters, count }) => deadLetters && count > 0)).toEqual([]);
  });
});

/** Lets every message fail once, so that each of them waits for a timer at some point. */
function takingTheSecondAttempt(receiver: WebhookReceiver) {
  const tried = new Set<string>();
  const delivered = new Set<string>();
  receiver.answerWith(({ headers }) => {
    const id = String(headers['webhook-id']);
    if (tried.has(id)) delivered.add(id);
    tried.add(id);
    return { status: delivered.has(id) ? 204 : 500 };
  });
  return { tried, delivered };
}
