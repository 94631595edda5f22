import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { worker as doWork } from '../../../../../../functions/workers/do-workflow-work.ts';
import type { ModelReply } from '../../../../../../lib/engines/models/index.ts';
import { type Automations, act, startAutomations, when } from '../../../../../support/automations.ts';
import { faultyProvider } from '../../../../../support/faulty-provider.ts';
import { killerOf } from '../../../../../support/killer.ts';

const SECOND = 1000;
const ANSWER: ModelReply = { reply: 'fine', usage: { inputTokens: 1, outputTokens: 1 } };

let api: Automations;
beforeEach(async () => {
  const { provider } = faultyProvider({ id: 'prv_one', name: 'One', priceCents: 500 });
  // Models answer when a test says so.
  api = await startAutomations([provider], {
    extra: () => ({ model: { ask: async () => ANSWER }, defaultModel: 'scripted' }),
  });
});
afterEach(() => api.stop());

/** Lets the models answer what the runs have asked so far. */
async function answer(): Promise<void> {
  for (const event of await api.db.events('workflow_run.work_due'))
    await doWork.handle(api.deps as never, event);
  await api.drain();
}

const question = act('agent_call', { prompt: 'Is {{order.id}} a fraud?' }, 'ask');
const checked = (nodes: Parameters<Automations['workflow']>[1] = [], more: object = {}) =>
  api.workflow('order.created', [question, ...nodes], { name: 'Fraud check', ...more });

async function anOrder(settings: object = {}, fields: object = {}): Promise<string> {
  const { id: dispatchStrategyId } = await api.strategy({
    ...{ enableAutoDispatch: true, workflowWaitSeconds: 60, ...settings },
  });
  const { id } = await api.order({ dispatchStrategyId, ...fields });
  await api.drain();
  return id;
}

const statusOf = async (id: string) => (await api.must('GET /v1/order/{id}', { params: { id } })).status;
const told = async () =>
  (await api.db.events())
    .filter(({ name }) => /^order\.dispatch_(held|released)$/.test(name))
    .map(({ name, data }) => [name, data] as const);

describe('41.3.5 an order that is due waits for the workflows of its events', () => {
  it('goes out when they have ended, and its explanation shows the wait', async () => {
    await checked();
    const id = await anOrder();
    expect(await statusOf(id)).toBe('valid');
    await api.pass(10 * SECOND);
    expect(await statusOf(id)).toBe('valid');
    await answer();
    await api.pass(5 * SECOND);
    expect(await statusOf(id)).toBe('dispatched');
    expect(await told()).toEqual([
      ['order.dispatch_held', { orderId: id, workflows: ['Fraud check'], until: '2026-03-02T09:01:00.000Z' }],
      ['order.dispatch_released', { orderId: id, unanswered: [] }],
    ]);
    const { entries } = await api.must('GET /v1/order/{id}/explanation', { params: { id } });
    const waits = entries.filter(({ by }: { by: { name: string } }) => by.name === 'Automatic dispatch');
    expect(waits).toMatchObject([
      { what: 'Dispatch waits for workflows', because: [{ values: { workflows: ['Fraud check'] } }] },
      { what: 'Dispatch no longer waits', because: [{ text: 'The workflows have ended.' }] },
    ]);
  });

  it('waits for a run that no worker has started yet', async () => {
    await checked();
    const { id: dispatchStrategyId } = await api.strategy({
      enableAutoDispatch: true,
      workflowWaitSeconds: 60,
    });
    const { id } = await api.order({ dispatchStrategyId });
    const [created] = await api.db.events('order.created');
    const { worker } = await import('../../../../../../functions/workers/dispatch-orders.ts');
    await worker.handle(api.deps, created!);
    expect(await api.rows('workflowRun')).toEqual([]);
    expect(await statusOf(id)).toBe('valid');
    expect((await told()).map(([name]) => name)).toEqual(['order.dispatch_held']);
  });

  it('does not go out when a workflow cancels it', async () => {
    await checked([act('cancel_order', { reason: 'Fraud' })]);
    const id = await anOrder();
    await answer();
    await api.pass(90 * SECOND);
    expect(await statusOf(id)).toBe('canceled');
    expect(await api.rows('job')).toEqual([]);
  });

  it.each([
    ['dispatch', 'dispatched'],
    ['fail', 'dispatch_failure'],
  ] as const)('when the wait is over, %s', async (afterWorkflowWait, status) => {
    await checked();
    const id = await anOrder({ afterWorkflowWait });
    for (let passed = 0; passed < 58; passed += 2) await api.pass(2 * SECOND);
    expect(await statusOf(id)).toBe('valid');
    await api.pass(3 * SECOND);
    expect(await statusOf(id)).toBe(status);
    expect((await told()).at(-1)).toEqual([
      'order.dispatch_released',
      { orderId: id, unanswered: ['Fraud check'] },
    ]);
    // A late answer changes nothing, and a failed dispatch can be repeated by hand.
    await answer();
    expect(await statusOf(id)).toBe(status);
    if (status === 'dispatched') return;
    const order = await api.must('GET /v1/order/{id}', { params: { id } });
    expect(order.dispatchFailureCode).toBe('WORKFLOWS_UNANSWERED');
    const [failed] = await api.db.events('dispatch.autodispatch_failed');
    expect(failed?.data).toMatchObject({ orderId: id, reason: expect.stringContaining('"Fraud check"') });
    await api.must('POST /v1/order/{id}/autodispatch', { params: { id } });
    expect(await statusOf(id)).toBe('dispatched');
  });

  it('waits again for the workflows of what happens meanwhile', async () => {
    await checked();
    await api.workflow('order.updated', [question], { name: 'Change check' });
    const id = await anOrder();
    await api.pass(30 * SECOND);
    await api.must('PATCH /v1/order/{id}', { params: { id }, body: { tipAmountCents: 100 } });
    await api.drain();
    await api.pass(45 * SECOND);
    expect(await statusOf(id)).toBe('valid');
    await api.pass(16 * SECOND);
    expect(await statusOf(id)).toBe('dispatched');
    expect((await told()).map(([name]) => name)).toEqual([
      ...['order.dispatch_held', 'order.dispatch_held', 'order.dispatch_released'],
    ]);
  });

  it('does not wait without the setting, for a request, or when nothing is to answer', async () => {
    expect(await statusOf(await anOrder())).toBe('dispatched');
    await checked();
    expect(await statusOf(await anOrder({ workflowWaitSeconds: null }))).toBe('dispatched');
    const id = await anOrder();
    await api.must('POST /v1/order/{id}/autodispatch', { params: { id } });
    expect(await statusOf(id)).toBe('dispatched');
    expect((await told()).filter(([name]) => name === 'order.dispatch_released')).toEqual([]);
  });

  it('is not held by a workflow that was activated after its event', async () => {
    const scheduled = { deliveryMode: 'scheduled', pickupStartTime: '2026-03-02T10:30:00Z' };
    const id = await anOrder({}, { ...scheduled, dropoffEndTime: '2026-03-02T18:00:00Z' });
    await api.pass(29 * 60 * SECOND);
    await checked();
    await api.pass(61 * SECOND);
    expect(await statusOf(id)).toBe('dispatched');
  });
});

describe('41.3.5 a killed process', () => {
  const outcome = async (id: string) => ({
    status: await statusOf(id),
    jobs: (await api.rows('job')).length,
    told: (await told()).map(([name]) => name),
  });

  const moments = (['before', 'after'] as const).flatMap((moment) =>
    [1, 2].flatMap((nth) =>
      (['begins', 'is looked at', 'ends'] as const).map((step) => [step, nth, moment] as const),
    ),
  );

  it.each(moments)('when the wait %s, at write %i, %s it, changes nothing', async (step, nth, moment) => {
    await checked([when('late', { field: 'order.status', operator: 'equals', value: 'valid' })]);
    const { id: dispatchStrategyId } = await api.strategy({
      enableAutoDispatch: true,
      workflowWaitSeconds: 60,
    });
    const { id } = await api.order({ dispatchStrategyId });
    const killer = killerOf(api.db);
    let deaths = 0;
    const survive = async (name: typeof step, run: () => Promise<unknown>) => {
      if (name === step) killer.aim(nth, moment);
      try {
        await run();
      } catch (error) {
        if (!killer.revive()) throw error;
        deaths += 1;
        await run();
      }
    };
    await survive('begins', () => api.drain());
    await survive('is looked at', () => api.pass(10 * SECOND));
    expect(await statusOf(id)).toBe('valid');
    await answer();
    await survive('ends', () => api.pass(10 * SECOND));
    expect([deaths, await outcome(id)]).toEqual([
      1,
      { status: 'dispatched', jobs: 1, told: ['order.dispatch_held', 'order.dispatch_released'] },
    ]);
  });
});
