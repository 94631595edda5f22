import { afterEach, describe, expect, test } from 'vitest';
import { runDemo } from '../demo/run-demo.ts';
import { eventually } from '../support/dispatch-story.ts';
import { type KillableCloud, killableCloud } from '../support/killable-cloud.ts';
import { validOrder } from '../support/orders-api.ts';
import { startWebhookReceiver } from '../support/webhook-receiver.ts';

/** The demo's progress is of interest only when LOGS is set. */
const OUTPUT = {
  isTTY: false,
  write: (text: string) =>
    process.env.LOGS ? process.stdout.write(`${new Date().toISOString()} ${text}`) : true,
};

describe('a local cloud that is killed with -9 and started again', { timeout: 240_000 }, () => {
  let cloud: KillableCloud;
  afterEach(() => cloud?.remove());

  test('in the middle of the demo: every order is delivered, every webhook arrives', async () => {
    cloud = killableCloud();
    const target = await cloud.start();
    let restarted: Promise<unknown> | undefined;
    const report = await runDemo({
      target,
      fast: false,
      output: OUTPUT,
      halfway() {
        restarted = cloud.kill().then(() => cloud.start());
      },
    });
    expect(await restarted).toEqual(target);
    expect(report.missing).toEqual([]);
  });

  test('in the middle of a webhook, a retry and the wait of a scheduled order: each comes to its end', async () => {
    cloud = killableCloud();
    const target = await cloud.start();
    const call = async <Body>(method: string, path: string, body?: unknown): Promise<Body> => {
      const response = await fetch(target.baseUrl + path, {
        method,
        headers: { authorization: `Bearer ${target.apiKey}`, 'content-type': 'application/json' },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      return (await response.json()) as Body;
    };
    const hanging = await startWebhookReceiver();
    const failing = await startWebhookReceiver();
    try {
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

      await cloud.kill();
      for (const receiver of [hanging, failing]) receiver.answerWith(() => ({ status: 204 }));
      await cloud.start();
      await call('POST', '/_local/clock', { skipping: true });
      await bothHave(2);
      for (const { received } of [hanging, failing]) {
        expect(received[1]?.headers['webhook-id']).toBe(received[0]?.headers['webhook-id']);
        expect(received[1]?.body).toBe(received[0]?.body);
      }
      await eventually(
        () => call<{ status: string }>('GET', `/v1/order/${scheduled.id}`),
        ({ status }) => status === 'dispatched',
      );
    } finally {
      await hanging.stop();
      await failing.stop();
    }
  });
});
