import { describe, expect } from 'vitest';
import { type DispatchStory, eventually } from '../support/dispatch-story.ts';
import { scenario } from '../support/scenario.ts';
import type { WebhookReceiver } from '../support/webhook-receiver.ts';

interface Attempts {
  readonly results: readonly { readonly endpointId: string; readonly responseStatusCode: number | null }[];
}

scenario.override('skipsWaits', { scope: 'file' }, true);

const listen = (story: DispatchStory, receiver: WebhookReceiver, eventTypes: readonly string[]) =>
  story.call<{ id: string }>('POST', '/v1/webhooks/endpoints', { url: receiver.url, eventTypes });

const deliver = async (story: DispatchStory) => {
  const dispatchStrategyId = await story.strategy(['FleetSimulatorFast']);
  return story.order({ dispatchStrategyId });
};

const untilReceived = (receiver: WebhookReceiver, count: number) =>
  eventually(
    async () => receiver.received.length,
    (length) => length >= count,
  );

describe('webhooks of an order on its way', () => {
  scenario(
    'are sent again under the same id by the schedule until they are taken',
    async ({ local, story, receiver }) => {
      receiver.answerWith((_, count) => ({ status: count < 5 ? 503 : 204 }));
      const { id } = await listen(story, receiver, ['delivery.dropoff_complete']);
      await deliver(story);
      await untilReceived(receiver, 5);
      const ids = receiver.received.map(({ headers }) => headers['webhook-id']);
      expect(new Set(ids).size).toBe(1);
      const at = receiver.received.map(({ headers }) => Number(headers['webhook-timestamp']));
      const waits = at.slice(1).map((second, index) => second - at[index]!);
      // 5 s, 5 min, 30 min and 2 h after the previous attempt, plus a little for the transport.
      expect(waits[0]).toBeGreaterThanOrEqual(5);
      expect(waits.map((wait) => Math.round(wait / 60))).toEqual([0, 5, 30, 120]);
      // The story's own inbox gets the same message.
      const statuses = await eventually(
        async () => {
          const path = `/v1/webhooks/messages/${ids[0]}/attempts`;
          const { results } = await story.call<Attempts>('GET', path);
          return results.filter(({ endpointId }) => endpointId === id);
        },
        ({ length }) => length === 5,
      );
      expect(statuses.map(({ responseStatusCode }) => responseStatusCode)).toEqual([204, 503, 503, 503, 503]);
      const { queues } = await local.cloud.state();
      expect(queues.filter(({ deadLetters, count }) => deadLetters && count > 0)).toEqual([]);
    },
  );

  scenario(
    'end for an endpoint that answers 410, which is disabled with the reason',
    async ({ story, receiver }) => {
      receiver.answerWith(() => ({ status: 410 }));
      const { id } = await listen(story, receiver, ['delivery.created']);
      await deliver(story);
      const endpoint = await eventually(
        () =>
          story.call<{ isEnabled: boolean; disabledReason: string | null }>(
            'GET',
            `/v1/webhooks/endpoints/${id}`,
          ),
        ({ isEnabled }) => !isEnabled,
      );
      expect(endpoint.disabledReason).toContain('410');
      const order = await deliver(story);
      await eventually(
        () => story.tasks(order.id),
        (tasks) => tasks.at(-1)?.delivery?.status === 'dropoff_complete',
      );
      expect(receiver.received).toHaveLength(1);
    },
  );

  scenario('are given up when the receiver asks for that', async ({ local, story, receiver }) => {
    receiver.answerWith(() => ({ status: 500, headers: { 'webhook-delivery': 'abort-message' } }));
    const { id } = await listen(story, receiver, ['delivery.dropoff_complete']);
    const order = await deliver(story);
    await untilReceived(receiver, 1);
    await eventually(
      () => story.tasks(order.id),
      (tasks) => tasks.at(-1)?.status === 'completed',
    );
    local.cloud.clock.advance(15 * 60_000);
    await local.untilIdle();
    expect(receiver.received).toHaveLength(1);
    expect(await story.call('GET', `/v1/webhooks/endpoints/${id}`)).toMatchObject({ isEnabled: true });
  });
});
