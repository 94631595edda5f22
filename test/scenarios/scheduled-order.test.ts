import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type DispatchStory, dispatchStory, eventually } from '../support/dispatch-story.ts';
import { type TestCloud, testCloud } from '../support/local-cloud.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const LEAD_TIME_MINUTES = 30;

describe('a scheduled order', { timeout: 60_000 }, () => {
  let local: TestCloud;
  let story: DispatchStory;
  beforeAll(async () => {
    local = await testCloud();
    story = await dispatchStory(local);
  });
  afterAll(async () => {
    await story?.stop();
    await local?.stop();
  });

  const instant = (afterMs: number) => new Date(local.cloud.clock.now() + afterMs).toISOString();
  const advance = async (ms: number) => {
    await local.untilIdle(20_000);
    local.cloud.clock.advance(ms);
    await local.untilIdle(20_000);
  };
  const window = (afterMs: number) => ({
    pickupStartTime: instant(afterMs),
    pickupEndTime: instant(afterMs + HOUR),
    dropoffStartTime: instant(afterMs + HOUR),
    dropoffEndTime: instant(afterMs + 3 * HOUR),
  });
  const schedule = async () => {
    const dispatchStrategyId = await story.strategy(['FleetSimulatorFast'], {
      leadTimeMinutes: LEAD_TIME_MINUTES,
    });
    return story.order({ deliveryMode: 'scheduled', dispatchStrategyId, ...window(6 * HOUR) });
  };

  test('goes out at the lead time before its pickup, and not before', async () => {
    const { id } = await schedule();
    await advance(6 * HOUR - (LEAD_TIME_MINUTES + 5) * MINUTE);
    expect(await story.read(id)).toMatchObject({ jobId: null });
    await advance(6 * MINUTE);
    await eventually(
      () => story.read(id),
      ({ status }) => status === 'dispatched',
    );
  });

  test('has its timer moved with its window', async () => {
    const { id } = await schedule();
    await advance(HOUR);
    await story.call('PATCH', `/v1/order/${id}`, window(10 * HOUR));
    await advance(5 * HOUR + 45 * MINUTE);
    expect(await story.read(id)).toMatchObject({ jobId: null });
    await advance(4 * HOUR);
    await eventually(
      () => story.read(id),
      ({ status }) => status === 'dispatched',
    );
    expect(await story.tasks(id)).toHaveLength(1);
  });

  test('stays when it is archived before its time', async () => {
    const { id } = await schedule();
    await local.untilIdle(20_000);
    await story.call('DELETE', `/v1/order/${id}`);
    await advance(12 * HOUR);
    expect(await story.read(id)).toMatchObject({ status: 'archived', jobId: null });
  });
});
