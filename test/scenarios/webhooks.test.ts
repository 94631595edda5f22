import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type DispatchStory, dispatchStory, eventually } from '../support/dispatch-story.ts';
import { type TestCloud, testCloud } from '../support/local-cloud.ts';
import { startWebhookReceiver, type WebhookReceiver } from '../support/webhook-receiver.ts';

interface Attempts {
  readonly results: readonly { readonly endpointId: string; readonly responseStatusCode: number | null }[];
}

describe('webhooks of an order on its way', { timeout: 60_000 }, () => {
  let local: TestCloud;
  let story: DispatchStory;
  let receiver: WebhookReceiver;
  beforeAll(async () => {
    local = await testCloud();
    local.cloud.clock.setSkipping(true);
  });
  afterAll(() => local?.stop());
  beforeEach(async () => {
    story = await dispatchStory(local);
    receiver = await startWebhookReceiver();
  });
  afterEach(async () => {
    await story?.stop();
    await receiver?.stop();
  });

  const listen = (eventTypes: readonly string[]) =>
    story.call<{ id: string }>('POST', '/v1/webhooks/endpoints', { url: receiver.url, eventTypes });
  const deliver = async () => {
    const dispatchStrategyId = await story.strategy(['FleetSimulatorFast']);
    return story.order({ dispatchStrategyId });
  };
  const received = (count: number) =>
    eventually(
      async () => receiver.received.length,
      (length) => length >= count,
    );

  test('are sent again under the same id by the schedule until they are taken', async () => {
    receiver.answerWith((_, count) => ({ status: count < 4 ? 503 : 204 }));
    const { id } = await listen(['delivery.dropoff_complete']);
    await deliver();
    await received(4);
    const ids = receiver.received.map(({ headers }) => headers['webhook-id']);
    expect(new Set(ids).size).toBe(1);
    const at = receiver.received.map(({ headers }) => Number(headers['webhook-timestamp']));
    const waits = at.slice(1).map((second, index) => second - at[index]!);
    // 5 s, 5 min, 30 min after the attempt before, and a little for the way.
    expect(waits.map((wait, index) => wait >= [5, 300, 1_800][index]!)).toEqual([true, true, true]);
    expect(waits[0]).toBeLessThan(300);
    // The story's own inbox gets the same message.
    const statuses = await eventually(
      async () => {
        const path = `/v1/webhooks/messages/${ids[0]}/attempts`;
        const { results } = await story.call<Attempts>('GET', path);
        return results.filter(({ endpointId }) => endpointId === id);
      },
      ({ length }) => length === 4,
    );
    expect(statuses.map(({ responseStatusCode }) => responseStatusCode)).toEqual([204, 503, 503, 503]);
  });

  test('end for an endpoint that answers 410, which is disabled with the reason', async () => {
    receiver.answerWith(() => ({ status: 410 }));
    const { id } = await listen(['delivery.created']);
    await deliver();
    const endpoint = await eventually(
      () =>
        story.call<{ isEnabled: boolean; disabledReason: string | null }>(
          'GET',
          `/v1/webhooks/endpoints/${id}`,
        ),
      ({ isEnabled }) => !isEnabled,
    );
    expect(endpoint.disabledReason).toContain('410');
    const order = await deliver();
    await eventually(
      () => story.tasks(order.id),
      (tasks) => tasks.at(-1)?.delivery?.status === 'dropoff_complete',
    );
    expect(receiver.received).toHaveLength(1);
  });

  test('are given up when the receiver asks for that', async () => {
    receiver.answerWith(() => ({ status: 500, headers: { 'webhook-delivery': 'abort-message' } }));
    const { id } = await listen(['delivery.dropoff_complete']);
    const order = await deliver();
    await received(1);
    await eventually(
      () => story.tasks(order.id),
      (tasks) => tasks.at(-1)?.status === 'completed',
    );
    local.cloud.clock.advance(15 * 60_000);
    await local.untilIdle(20_000);
    expect(receiver.received).toHaveLength(1);
    expect(await story.call('GET', `/v1/webhooks/endpoints/${id}`)).toMatchObject({ isEnabled: true });
  });
});
