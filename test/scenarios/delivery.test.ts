import { describe, expect } from 'vitest';
import { WHOLE_WAY } from '../demo/whole-way.ts';
import { type DispatchStory, eventually, type StoryTask } from '../support/dispatch-story.ts';
import { scenario } from '../support/scenario.ts';

scenario.override('skipsWaits', { scope: 'file' }, true);

const statuses = ({ delivery }: StoryTask) => delivery?.statusHistory.map(({ status }) => status);
const last = (tasks: readonly StoryTask[]) => tasks.at(-1)?.delivery;

const untilDelivered = (story: DispatchStory, orderId: string) =>
  eventually(
    () => story.tasks(orderId),
    (tasks) => last(tasks)?.status === 'dropoff_complete',
  );

/** Every status that a delivery of these tasks has had was reported by a webhook with a valid signature. */
const untilTold = async ({ inbox }: DispatchStory, tasks: readonly StoryTask[]) => {
  const expected = tasks.flatMap(
    (task) => statuses(task)?.map((status) => `${task.delivery?.id} ${status}`) ?? [],
  );
  await eventually(
    async () => expected.filter((key) => !inbox.told.has(key)),
    (missing) => missing.length === 0,
  );
  expect(inbox.counts.badSignatures).toBe(0);
};

describe('an order on its way', () => {
  scenario('is quoted, dispatched, carried and delivered, and every step is told of', async ({ story }) => {
    const dispatchStrategyId = await story.strategy(['FleetSimulatorFast']);
    const { id } = await story.order({ dispatchStrategyId });
    const tasks = await untilDelivered(story, id);
    expect(tasks).toMatchObject([{ status: 'completed', delivery: { providerName: 'FleetSimulatorFast' } }]);
    expect(statuses(tasks[0]!)).toEqual(WHOLE_WAY);
    expect(await story.read(id)).toMatchObject({ status: 'dispatched' });
    await untilTold(story, tasks);
  });

  scenario('goes on with the next provider when the first one fails', async ({ story }) => {
    const dispatchStrategyId = await story.strategy(['FailingFleetSimulator', 'FleetSimulatorFast']);
    const { id } = await story.order({ dispatchStrategyId });
    const tasks = await untilDelivered(story, id);
    expect(tasks).toMatchObject([
      { status: 'failed', delivery: { status: 'failed', providerName: 'FailingFleetSimulator' } },
      { status: 'completed', delivery: { providerName: 'FleetSimulatorFast' } },
    ]);
    await untilTold(story, tasks);
  });

  scenario('shows that no attempt is left when every provider fails', async ({ story }) => {
    const dispatchStrategyId = await story.strategy(['FailingFleetSimulator']);
    const { id } = await story.order({ dispatchStrategyId });
    const order = await eventually(
      () => story.read(id),
      ({ status }) => status === 'dispatch_failure',
    );
    expect(order.jobId).not.toBeNull();
    const tasks = await story.tasks(id);
    expect(tasks).toMatchObject([{ status: 'failed' }]);
    await untilTold(story, tasks);
  });

  scenario.for([
    { fault: 'refuse', attempts: 2 },
    { fault: 'refuse-quote', attempts: 1 },
    { fault: 'time-out', attempts: 2 },
    { fault: 'fail', attempts: 2 },
    { fault: 'answer-late', attempts: 1 },
    { fault: 'answer-twice', attempts: 1 },
    { fault: 'out-of-order', attempts: 1 },
  ])('is delivered once although its provider does this: $fault', async ({ fault, attempts }, { story }) => {
    const dispatchStrategyId = await story.strategy(['FaultyFleetSimulator', 'FleetSimulatorFast']);
    const { id } = await story.order({ dispatchStrategyId, requirements: [`custom:simulate:${fault}`] });
    const tasks = await untilDelivered(story, id);
    expect(tasks).toHaveLength(attempts);
    expect(tasks.filter(({ delivery }) => delivery?.status === 'dropoff_complete')).toHaveLength(1);
    const steps = statuses(tasks.at(-1)!)?.map((status) => WHOLE_WAY.indexOf(status)) ?? [];
    expect(steps).toEqual([...new Set(steps)].sort((a, b) => a - b));
    expect(steps).toContain(WHOLE_WAY.indexOf('assigned_driver'));
    await untilTold(story, tasks);
  });

  scenario('is taken back from its provider when its job is cancelled', async ({ local, story }) => {
    local.cloud.clock.setSkipping(false);
    const dispatchStrategyId = await story.strategy(['FleetSimulator']);
    const { id } = await story.order({ dispatchStrategyId });
    await eventually(
      () => story.tasks(id),
      (tasks) => last(tasks)?.status === 'not_assigned_driver',
    );
    const jobId = String((await story.read(id)).jobId);
    await story.call('POST', `/v1/jobs/${jobId}/cancel`);
    expect(await story.read(id)).toMatchObject({ status: 'valid', jobId: null });
    const ended = await story.tasksOf(jobId);
    expect(ended).toMatchObject([
      { status: 'canceled_by_customer', delivery: { status: 'canceled_by_customer' } },
    ]);
    await untilTold(story, ended);
    // Longer than the provider would have taken: it was told, and nothing changes any more.
    local.cloud.clock.advance(120_000);
    local.cloud.clock.setSkipping(true);
    const tasks = await story.tasksOf(jobId);
    expect(tasks.map(statuses)).toEqual(ended.map(statuses));
    await untilTold(story, tasks);
    // The strategy would dispatch it automatically, but its owner has stopped it.
    expect(await story.read(id)).toMatchObject({ status: 'valid', jobId: null });
  });
});
