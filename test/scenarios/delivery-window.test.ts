import { expect } from 'vitest';
import { eventually } from '../support/dispatch-story.ts';
import { scenario } from '../support/scenario.ts';

const HOUR = 3_600_000;

scenario(
  'orders of a delivery window go out together after its cutoff, and the merchant is told',
  async ({ local, story }) => {
    const at = (ms: number) => new Date(local.cloud.clock.now() + ms).toISOString();
    const window = await story.call<{ id: string }>('POST', '/v1/delivery-window', {
      startTime: at(6 * HOUR),
      endTime: at(8 * HOUR),
      cutoffTime: at(2 * HOUR),
      maximumCapacity: 2,
    });
    const dispatchStrategyId = await story.strategy(['FleetSimulatorFast']);
    const orders = [];
    for (const externalId of ['window-a', 'window-b']) {
      orders.push(await story.order({ externalId, deliveryMode: 'scheduled', dispatchStrategyId }));
      const path = `/v1/order/external-identifier/${externalId}/delivery-window`;
      await story.call('POST', `${path}/book`, { deliveryWindowId: window.id, expiresAt: at(HOUR) });
    }
    await story.call('POST', '/v1/order/external-identifier/window-a/delivery-window/confirm');
    const [a, b] = orders;
    const read = (order: { id: string } | undefined) =>
      story.call<{ status: string; jobId: string | null; deliveryWindowId: string | null }>(
        'GET',
        `/v1/order/${order?.id}`,
      );

    await local.untilIdle();
    local.cloud.clock.advance(HOUR + 1_000);
    await eventually(
      () => read(b),
      ({ deliveryWindowId }) => deliveryWindowId === null,
    );
    expect(await read(a)).toMatchObject({ status: 'valid', deliveryWindowId: window.id });

    await local.untilIdle();
    local.cloud.clock.advance(HOUR);
    const sent = await eventually(
      () => read(a),
      ({ status }) => status === 'dispatched',
    );
    const messages = await eventually(
      () =>
        story.call<{ results: readonly { payload: unknown }[] }>(
          'GET',
          '/v1/webhooks/messages?eventTypes=shift.dispatched',
        ),
      ({ results }) => results.length > 0,
    );
    expect(messages.results.map(({ payload }) => payload)).toMatchObject([
      { type: 'shift', event: 'dispatched', data: { created_job_ids: [sent.jobId], errors: {} } },
    ]);
  },
);
