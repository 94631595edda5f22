import { describe, expect } from 'vitest';
import { eventually } from '../support/dispatch-story.ts';
import { notifyWebhooks } from '../support/notify-webhooks.ts';
import type { TestCloud } from '../support/running-cloud.ts';
import { scenario as test } from '../support/scenario.ts';
import { startWebhookReceiver, type WebhookReceiver } from '../support/webhook-receiver.ts';

/** Number of a neighbour's messages that are timed, one after the other. */
const TIMED = 20;

/** Messages to the receiver that never answers: more than one organization's share of everything. */
const HANGING = 60;

describe('beside a receiver that never answers', () => {
  test('the webhooks of another organization come in under twice their median', async ({
    local,
    receiver,
    onTestFinished,
  }) => {
    const hanging = await startWebhookReceiver();
    onTestFinished(hanging.stop);
    hanging.answerWith(() => 'never');
    const [slow, neighbour] = [await organization(local, hanging), await organization(local, receiver)];
    const tell = (organizationId: string, events: readonly string[]) => {
      const { awsEndpoint, clock } = local.cloud;
      return notifyWebhooks(
        { awsEndpoint, tableName: local.cloud.tableName(), now: clock.now() },
        organizationId,
        events,
      );
    };
    const median = async (name: string) => {
      const times: number[] = [];
      for (let index = 0; index < TIMED; index += 1) {
        const before = receiver.received.length;
        const startedAt = performance.now();
        await tell(neighbour, [`${name}-${index}`]);
        await eventually(
          async () => receiver.received.length,
          (count) => count > before,
        );
        times.push(performance.now() - startedAt);
      }
      return times.toSorted((a, b) => a - b)[TIMED / 2]!;
    };
    await median('warm');
    const alone = await median('alone');
    await tell(
      slow,
      Array.from({ length: HANGING }, (_, index) => `slow-${index}`),
    );
    await eventually(
      async () => hanging.received.length,
      (count) => count > 3,
    );
    // The first one may find no free thread, as with a cold start; only the following ones count.
    const beside = await median('beside');
    expect(beside).toBeLessThan(2 * alone);
  });
});

/** A new organization whose messages go to this receiver. */
async function organization(local: TestCloud, receiver: WebhookReceiver): Promise<string> {
  const { organizationId, apiKey } = await local.tenant();
  const body = { url: receiver.url, eventTypes: ['delivery.dropoff_complete'] };
  const { status } = await local.request('POST', '/v1/webhooks/endpoints', { body, key: apiKey });
  expect(status).toBe(200);
  return organizationId;
}
