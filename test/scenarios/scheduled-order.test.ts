import { describe, expect } from 'vitest';
import { eventually } from '../support/dispatch-story.ts';
import { scenario } from '../support/scenario.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const LEAD_TIME_MINUTES = 30;

describe('a scheduled order', () => {
  const test = scenario
    .extend('pickupIn', ({ local }) => (ms: number) => {
      const at = (afterMs: number) => new Date(local.cloud.clock.now() + ms + afterMs).toISOString();
      return {
        pickupStartTime: at(0),
        pickupEndTime: at(HOUR),
        dropoffStartTime: at(HOUR),
        dropoffEndTime: at(3 * HOUR),
      };
    })
    .extend('id', async ({ story, pickupIn }) => {
      const dispatchStrategyId = await story.strategy(['FleetSimulatorFast'], {
        leadTimeMinutes: LEAD_TIME_MINUTES,
      });
      const order = await story.order({
        deliveryMode: 'scheduled',
        dispatchStrategyId,
        ...pickupIn(6 * HOUR),
      });
      return order.id;
    })
    .extend('pass', ({ local }) => async (ms: number) => {
      await local.untilIdle();
      local.cloud.clock.advance(ms);
      await local.untilIdle();
    });

  test('goes out at the lead time before its pickup, and not before', async ({ story, id, pass }) => {
    await pass(6 * HOUR - (LEAD_TIME_MINUTES + 5) * MINUTE);
    expect(await story.read(id)).toMatchObject({ jobId: null });
    await pass(6 * MINUTE);
    await eventually(
      () => story.read(id),
      ({ status }) => status === 'dispatched',
    );
  });

  test('has its timer moved with its window', async ({ story, id, pass, pickupIn }) => {
    await pass(HOUR);
    await story.call('PATCH', `/v1/order/${id}`, pickupIn(10 * HOUR));
    await pass(5 * HOUR + 45 * MINUTE);
    expect(await story.read(id)).toMatchObject({ jobId: null });
    await pass(4 * HOUR);
    await eventually(
      () => story.read(id),
      ({ status }) => status === 'dispatched',
    );
    expect(await story.tasks(id)).toHaveLength(1);
  });

  test('stays when it is archived before its time', async ({ local, story, id, pass }) => {
    await local.untilIdle();
    await story.call('DELETE', `/v1/order/${id}`);
    await pass(12 * HOUR);
    expect(await story.read(id)).toMatchObject({ status: 'archived', jobId: null });
  });
});
