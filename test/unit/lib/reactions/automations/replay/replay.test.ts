import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { activitiesArea } from '../../../../../../functions/api/activities/index.ts';
import { worker as performWork } from '../../../../../../functions/workers/do-workflow-work.ts';
import { worker as replayWorkflows } from '../../../../../../functions/workers/replay-workflows.ts';
import { scriptedModel } from '../../../../../../lib/engines/models/index.ts';
import { type Automations, act, chain, startAutomations, when } from '../../../../../support/automations.ts';

let api: Automations;
let asked: number;
beforeEach(async () => {
  asked = 0;
  const model = {
    converse: scriptedModel.converse,
    ask: (request: Parameters<typeof scriptedModel.ask>[0]) => {
      asked += 1;
      return scriptedModel.ask(request);
    },
  };
  api = await startAutomations([], {
    areas: [activitiesArea],
    workers: [replayWorkflows, performWork],
    extra: () => ({ model, defaultModel: 'scripted' }),
  });
});
afterEach(() => api.stop());

const worth = (least: number) =>
  when('worth', { field: 'order.valueCents', operator: 'greater_than', value: least });
const tag = act('add_tag', { tag: 'dear' });

/** The result of a replay. */
async function replay(id: string, body: object = {}) {
  const activity = await api.must('POST /v1/workflows/{id}/replay', { params: { id }, body });
  await api.drain();
  const ended = await api.must('GET /v1/activities/{id}', { params: { id: activity.id } });
  expect(ended.status).toBe('SUCCESS');
  return ended.result;
}

const definition = (nodes: Parameters<typeof chain>[0], eventName = 'order.created') => ({
  ...chain(nodes),
  trigger: { triggerType: 'event', eventName },
});

describe('replay', () => {
  it('of the version that ran reports no difference', async () => {
    const id = await api.workflow('order.created', [worth(4_000), tag]);
    await api.order({ valueCents: 5_000 });
    await api.order({ valueCents: 3_000 });
    await api.drain();
    expect(await replay(id, { name: 'As it was' })).toEqual({
      ...{ name: 'As it was', workflow: { id, name: expect.any(String), version: 1 } },
      ...{ evaluated: 2, differingCount: 0, isComplete: true, differing: [] },
    });
  });

  it('of a proposed definition reports by node and order what would differ, and changes nothing', async () => {
    const id = await api.workflow('order.created', [worth(4_000), tag]);
    const dear = await api.order({ valueCents: 5_000 });
    const cheap = await api.order({ valueCents: 3_000 });
    await api.drain();
    const items = JSON.stringify(
      (await api.db.items()).filter(({ type }) => ['order', 'workflowRun'].includes(String(type))),
    );
    const result = await replay(id, { definition: definition([worth(2_000), tag]) });
    expect(result).toMatchObject({ evaluated: 2, differingCount: 2 });
    const nodes = result.differing.map(({ orderId, node, before, after }: never) => [
      orderId,
      node,
      (before as { status: string } | null)?.status ?? null,
      (after as { status: string } | null)?.status ?? null,
    ]);
    expect(nodes).toEqual([
      [cheap.id, 'worth', 'completed_filter_negative', 'completed_filter_success'],
      [cheap.id, 'add_tag', null, 'completed'],
    ]);
    expect(JSON.stringify(result)).not.toContain(dear.id);
    const now = JSON.stringify(
      (await api.db.items()).filter(({ type }) => ['order', 'workflowRun'].includes(String(type))),
    );
    expect(now).toBe(items);
  });

  it('sees what an effect would be given otherwise', async () => {
    const id = await api.workflow('order.created', [tag]);
    await api.order();
    await api.drain();
    const result = await replay(id, { definition: definition([act('add_tag', { tag: 'other' })]) });
    expect(result.differing).toMatchObject([
      {
        node: 'add_tag',
        before: { effect: { payload: { add: ['dear'] } } },
        after: { effect: { payload: { add: ['other'] } } },
      },
    ]);
  });

  it('decides on what the run had, not on what the order became', async () => {
    const id = await api.workflow('order.created', [worth(4_000), tag]);
    const order = await api.order({ valueCents: 3_000 });
    await api.drain();
    await api.must('PATCH /v1/order/{id}', { params: { id: order.id }, body: { valueCents: 9_000 } });
    await api.drain();
    expect((await replay(id)).differingCount).toBe(0);
  });

  it('tells what a workflow that never ran would have done', async () => {
    await api.order({ valueCents: 5_000 });
    await api.drain();
    const id = await api.workflow('order.created', [worth(4_000), tag], { status: 'draft' });
    const result = await replay(id);
    expect(result).toMatchObject({ evaluated: 1, differingCount: 2 });
    expect(result.differing[0]).toMatchObject({ before: null, executionId: null });
    const creating = await replay(id, { definition: definition([worth(4_000), tag], 'order.creating') });
    expect(creating.differingCount).toBe(2);
  });

  it('asks no model: the answer of the run holds', async () => {
    const decide = (information: string) =>
      act('ai_decision', { question: 'Urgent?', information, decision: { type: 'yes_no' } }, 'ask');
    const branch = (key: string) => ({
      edgeKey: key,
      sourceNodeKey: 'ask',
      targetNodeKey: 'add_tag',
      executionOrder: 0,
      edgeType: 'decision',
      branchKey: key,
    });
    const graph = (key: string) => ({
      nodes: [{ nodeKey: 'start', nodeType: 'trigger' }, decide('reply: {"probability": 0.95}'), tag],
      edges: [{ edgeKey: 'a', sourceNodeKey: 'start', targetNodeKey: 'ask', executionOrder: 0 }, branch(key)],
      trigger: { triggerType: 'event', eventName: 'order.created' },
    });
    const { id } = await api.must('POST /v1/workflows', {
      body: { name: 'Ask', status: 'active', ...graph('yes') },
    });
    await api.order();
    await api.drain();
    expect(asked).toBe(1);
    expect((await replay(id)).differingCount).toBe(0);
    const other = await replay(id, { definition: graph('no') });
    expect(other.differing).toMatchObject([{ node: 'add_tag', after: null }]);
    expect(asked).toBe(1);
  });

  it('looks at the last N events, portion by portion, and is one however often it is carried', async () => {
    const id = await api.workflow('order.created', [tag]);
    for (let made = 0; made < 30; made += 1) await api.order();
    await api.drain();
    expect((await replay(id, { events: 28 })).evaluated).toBe(28);
    expect((await replay(id)).evaluated).toBe(30);
    const due = (await api.db.events()).filter(({ name }) => name === 'workflow.replay_due');
    for (const event of due) await replayWorkflows.handle(api.deps, event as never);
    expect(due).toHaveLength(4);
  });

  it('refuses a definition with problems, unknown versions and too many events', async () => {
    const id = await api.workflow('order.created', [tag]);
    const call = (body: object) => api.call('POST /v1/workflows/{id}/replay', { params: { id }, body });
    const broken = await call({ definition: definition([act('no_such_action')]) });
    expect(broken.json.error.details.problems).toHaveLength(1);
    expect((await call({ version: 9 })).status).toBe(404);
    expect((await call({ events: 10_001 })).status).toBe(422);
  });
});
