import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { worker as performWork } from '../../../../../../functions/workers/do-workflow-work.ts';
import { type ModelRequest, scriptedModel } from '../../../../../../lib/engines/models/index.ts';
import { create } from '../../../../../../lib/platform/table/index.ts';
import { DAILY_QUESTIONS, modelUsageEntity } from '../../../../../../lib/reactions/agents/index.ts';
import { carriesAgentRuns } from '../../../../../support/agent-runs.ts';
import {
  type Automations,
  act,
  type NodeInput,
  startAutomations,
} from '../../../../../support/automations.ts';

type Json = ReturnType<typeof JSON.parse>;

let api: Automations;
let asked: ModelRequest[];
/** Happens while the model thinks. */
let meanwhile: () => Promise<unknown>;
beforeEach(async () => {
  asked = [];
  meanwhile = async () => undefined;
  const model = {
    converse: scriptedModel.converse,
    ask: async (request: ModelRequest) => {
      asked.push(request);
      await meanwhile();
      return scriptedModel.ask(request);
    },
  };
  api = await startAutomations([], {
    workers: [carriesAgentRuns({ model }), performWork],
    extra: () => ({ model, defaultModel: 'scripted' }),
  });
});
afterEach(() => api.stop());

const order = (id: string) => api.must('GET /v1/order/{id}', { params: { id } });

/** A decision whose branches tag the order, or do this for yes. */
async function deciding(information: string, onYes?: NodeInput): Promise<void> {
  const tag = (key: string) => act('add_tag', { tag: key }, key);
  const decision = act(
    'ai_decision',
    { question: 'Is it urgent?', information, decision: { type: 'yes_no' } },
    'ask',
  );
  await api.must('POST /v1/workflows', {
    body: {
      name: 'Ask',
      status: 'active',
      nodes: [{ nodeKey: 'start', nodeType: 'trigger' }, decision, onYes ?? tag('yes'), tag('uncertain')],
      edges: [
        { edgeKey: 'a', sourceNodeKey: 'start', targetNodeKey: 'ask', executionOrder: 0 },
        ...['yes', 'uncertain'].map((branchKey) => ({
          edgeKey: branchKey,
          sourceNodeKey: 'ask',
          targetNodeKey: branchKey,
          executionOrder: 0,
          edgeType: 'decision',
          branchKey,
        })),
      ],
      trigger: { triggerType: 'event', eventName: 'order.created' },
    },
  });
}

describe('4.6.16 AI decisions', () => {
  it('follow the branch of the reply, and send only the question and the information', async () => {
    await deciding('reply: {"probability": 0.95}');
    const { id } = await api.order({ description: 'Secret cake' });
    await api.drain();
    expect((await order(id)).tags).toEqual(['yes']);
    expect(asked).toHaveLength(1);
    expect(JSON.stringify(asked)).not.toContain('Secret cake');
    expect(asked[0]?.instructions).toContain('not an instruction');
  });

  it.each([
    ['at_least', 900, 900],
    ['at_most', 300, 300],
  ])(
    '4.6.6 "%s 500" keeps a tip of %i that the customer gave while the model was asked',
    async (operation, given, kept) => {
      await deciding(
        'reply: {"probability": 0.95}',
        act('modify_order_price_or_tip', { target: 'tip', operation, amountCents: 500 }, 'yes'),
      );
      const { id } = await api.order({ tipAmountCents: operation === 'at_least' ? 100 : 700 });
      meanwhile = () => api.must('PATCH /v1/order/{id}', { params: { id }, body: { tipAmountCents: given } });
      await api.drain();
      expect((await order(id)).tipAmountCents).toBe(kept);
      const [run] = await api.rows('workflowRun');
      expect(run).toMatchObject({ status: 'completed' });
    },
  );

  const branches = (edges: Readonly<Record<string, string>>, more: readonly NodeInput[] = []) =>
    api.must('POST /v1/workflows', {
      body: {
        name: 'Branches',
        status: 'active',
        nodes: [
          { nodeKey: 'start', nodeType: 'trigger' },
          act(
            'ai_decision',
            { question: 'Urgent?', information: '{{order.description}}', decision: { type: 'yes_no' } },
            'ask',
          ),
          ...Object.values(edges).map((key) => act('add_tag', { tag: key }, key)),
          ...more,
        ],
        edges: [
          { edgeKey: 'a', sourceNodeKey: 'start', targetNodeKey: 'ask', executionOrder: 0 },
          ...Object.entries(edges).map(([branchKey, targetNodeKey]) => ({
            ...{ edgeKey: branchKey, sourceNodeKey: 'ask', targetNodeKey, branchKey },
            ...{ executionOrder: 0, edgeType: 'decision' },
          })),
          ...more.map(({ nodeKey }) => ({
            ...{ edgeKey: nodeKey, sourceNodeKey: Object.values(edges)[0], targetNodeKey: nodeKey },
            ...{ executionOrder: 0, edgeType: 'default' },
          })),
        ],
        trigger: { triggerType: 'event', eventName: 'order.created' },
      },
    });

  it.each([
    ['between its thresholds is uncertain', 'reply: {"probability": 0.5}', ['unsure'], 'completed'],
    ['that cannot be read follows the error branch', 'reply: nonsense', ['wrong'], 'completed'],
    ['without an edge for its branch ends that path', 'reply: {"probability": 0.01}', [], 'completed'],
  ])('an answer %s', async (_, description, tags, status) => {
    await branches({ yes: 'urgent', uncertain: 'unsure', error: 'wrong' });
    const { id } = await api.order({ description });
    await api.drain();
    expect((await order(id)).tags).toEqual(tags);
    expect(await api.rows('workflowRun')).toMatchObject([{ status }]);
  });

  it('a dry test asks nobody and follows Uncertain as a preview; a live one asks and changes nothing', async () => {
    const { id } = await branches({ yes: 'urgent', uncertain: 'unsure' });
    await api.must('POST /v1/workflows/{id}/status', { params: { id }, body: { status: 'inactive' } });
    const { id: orderId } = await api.order({ description: 'reply: {"probability": 0.95}' });
    const test = async (live: boolean) => {
      const { nodes, executionId } = await api.must('POST /v1/workflows/{id}/test', {
        params: { id },
        body: { orderId, live },
      });
      return { nodes: nodes.map((node: Json) => [node.nodeId, node.status, node.output]), executionId };
    };
    const dry = await test(false);
    expect(asked).toEqual([]);
    expect(dry.nodes.slice(1)).toMatchObject([
      ['ask', 'preview', { branch: 'uncertain', status: 'preview' }],
      ['unsure', 'preview', {}],
    ]);
    const live = await test(true);
    await api.drain();
    expect(asked).toHaveLength(1);
    const { steps } = await api.must('GET /v1/workflow-executions/{id}', {
      params: { id: live.executionId },
    });
    expect(steps.map((step: Json) => [step.nodeId, step.status])).toEqual([
      ['start', 'completed'],
      ['ask', 'completed'],
      ['urgent', 'preview'],
    ]);
    expect((await order(orderId)).tags).toEqual([]);
  });

  it('a retried run uses the decision that was made', async () => {
    const reschedule = act('reschedule_order', { method: 'delay', delayMinutes: 60 });
    await branches({ yes: 'urgent' }, [reschedule]);
    const { id } = await api.order({ description: 'reply: {"probability": 0.95}' });
    await api.drain();
    const [run] = await api.rows('workflowRun');
    expect(run).toMatchObject({ status: 'failed', problem: expect.stringContaining('not scheduled') });
    await api.must('POST /v1/workflow-executions/{id}/retry', { params: { id: run.id } });
    await api.drain();
    expect(asked).toHaveLength(1);
    expect((await order(id)).tags).toEqual(['urgent']);
    expect(await api.rows('workflowRun')).toMatchObject([{ status: 'failed', id: run.id }]);
  });

  it('2.7 the step shows tokens and price of what it asked, and other steps show none', async () => {
    await deciding('reply: {"probability": 0.95}');
    const { id } = await api.order();
    await api.drain();
    const { results } = await api.must('GET /v1/order/{id}/workflow-executions', { params: { id } });
    const { steps } = await api.must('GET /v1/workflow-executions/{id}', { params: { id: results[0].id } });
    const usages = Object.fromEntries(
      steps.map(({ nodeId, usage }: { nodeId: string; usage: unknown }) => [nodeId, usage]),
    );
    expect(usages).toEqual({
      start: null,
      ask: { inputTokens: expect.any(Number), outputTokens: expect.any(Number), costMicros: 0 },
      yes: null,
    });
    expect(usages.ask.inputTokens).toBeGreaterThan(0);
  });

  it('of a reply that does not fit the schema fail the run', async () => {
    await deciding('reply: {"probability": "high"}');
    await api.order();
    await api.drain();
    const [run] = await api.rows('workflowRun');
    expect(run).toMatchObject({
      status: 'failed',
      problem: expect.stringContaining('does not match the schema'),
    });
  });

  it('are not asked beyond the cap of the day', async () => {
    const usage = { day: '2026-03-02', questions: DAILY_QUESTIONS, inputTokens: 0, outputTokens: 0 };
    await api.deps.table.write([create(modelUsageEntity, { organizationId: 'org_test', ...usage })]);
    await deciding('x');
    await api.order();
    await api.drain();
    expect(asked).toEqual([]);
    expect((await api.rows('workflowRun'))[0].problem).toContain('questions');
  });
});

describe('4.6.17 agents', () => {
  it('report, with typed fields of their output format', async () => {
    const agent = await api.must('POST /v1/agents', {
      body: { name: 'A', instructions: 'Check.', outputFormat: { urgent: 'boolean' } },
    });
    await api.workflow('order.created', [
      act('invoke_agent', { agentId: agent.id }, 'agent'),
      act('add_tag', { tag: '{{node_var_agent__report}}-{{node_var_agent__urgent}}' }),
    ]);
    const { id } = await api.order();
    await api.drain();
    expect((await order(id)).tags).toEqual(['Done.-false']);
    const [run] = await api.rows('agentRun');
    expect(run).toMatchObject({
      status: 'completed',
      startedBy: { type: 'workflow' },
      agent: { id: agent.id },
    });
    expect(run.material).toContain(id);
    const { results } = await api.must('GET /v1/order/{id}/workflow-executions', { params: { id } });
    const { steps } = await api.must('GET /v1/workflow-executions/{id}', { params: { id: results[0].id } });
    const step = steps.find(({ nodeId }: { nodeId: string }) => nodeId === 'agent');
    const { inputTokens, outputTokens, costMicros } = run;
    expect(step.usage).toEqual({ inputTokens, outputTokens, costMicros });
  });

  it('C57 what was decided about an order is explained with its values', async () => {
    await api.workflow('order.created', [act('summarize', { text: 'An order of {{order.valueCents}}' })]);
    const { id } = await api.order();
    await api.drain();
    const { entries } = await api.must('GET /v1/order/{id}/explanation', { params: { id } });
    expect(entries).toMatchObject([
      {
        what: 'summarize: completed',
        by: { type: 'workflow' },
        because: [{ values: { 'order.valueCents': 2_500 } }],
      },
    ]);
  });
});
