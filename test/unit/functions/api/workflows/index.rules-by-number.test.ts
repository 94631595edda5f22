import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { worker as doWork } from '../../../../../functions/workers/do-workflow-work.ts';
import { scriptedModel } from '../../../../../lib/engines/models/index.ts';
import { windowCutoffs } from '../../../../../lib/ordering/windows/index.ts';
import {
  type Automations,
  act,
  chain,
  type NodeInput,
  startAutomations,
  when,
} from '../../../../support/automations.ts';

let api: Automations;
beforeEach(async () => {
  api = await startAutomations([], {
    workers: [doWork],
    extra: (deps) => ({
      model: scriptedModel,
      defaultModel: 'scripted',
      cutoffs: windowCutoffs(deps),
    }),
  });
});
afterEach(() => api.stop());

const tag = (name = 'x') => act('add_tag', { tag: name });
const order = (id: string) => api.must('GET /v1/order/{id}', { params: { id } });
const patch = (id: string, body: object) => api.must('PATCH /v1/order/{id}', { params: { id }, body });
const runsOf = async (id: string) =>
  (await api.must('GET /v1/order/{id}/workflow-executions', { params: { id } })).results;
const run = (id: string) => api.must('GET /v1/workflow-executions/{id}', { params: { id } });

/** Saves a workflow. Returns the code of the refusal and those of its problems. */
async function refusal(eventName: string, nodes: readonly NodeInput[], more: object = {}) {
  const { status, json } = await api.call('POST /v1/workflows', {
    body: { name: 'X', ...chain(nodes), trigger: { triggerType: 'event', eventName }, ...more },
  });
  if (status === 200) return 'saved';
  const { code, details } = json.error;
  return [code, ...(details.problems ?? []).map((problem: { code: string }) => problem.code)].join(' ');
}

const WINDOWS = {
  deliveryMode: 'scheduled',
  pickupStartTime: '2026-03-02T12:00:00.000Z',
  pickupEndTime: '2026-03-02T13:00:00.000Z',
  dropoffStartTime: '2026-03-02T14:00:00.000Z',
  dropoffEndTime: '2026-03-02T15:00:00.000Z',
};

describe('rules of 4.6 by number', () => {
  it('4.6.1 runs by hand take active and inactive workflows only', async () => {
    const id = await api.workflow('order.updated', [tag()]);
    const about = { entityRefs: { order: (await api.order()).id }, sync: true };
    const trigger = () => api.call('POST /v1/workflows/{id}/trigger', { params: { id }, body: about });
    const status = (next: string) =>
      api.must('POST /v1/workflows/{id}/status', { params: { id }, body: { status: next } });
    expect((await trigger()).status).toBe(200);
    await status('inactive');
    expect((await trigger()).status).toBe(200);
    for (const next of ['draft', 'archived']) {
      await status(next);
      const { status: code, json } = await trigger();
      expect([code, json.error.code]).toEqual([409, 'INVALID_STATE_TRANSITION']);
    }
    await status('inactive');
    await status('template');
    expect((await trigger()).status).toBe(409);
  });

  it.each([false, true])(
    '4.6.2 a test (live %s) changes nothing and shows what would be done',
    async (live) => {
      const id = await api.workflow('order.updated', [tag(), act('cancel_order', { reason: 'r' })]);
      const { id: orderId } = await api.order();
      await api.drain();
      const before = JSON.stringify(await order(orderId));
      const tested = await api.must('POST /v1/workflows/{id}/test', {
        params: { id },
        body: { orderId, live },
      });
      await api.drain();
      expect(tested.nodes.map(({ status }: { status: string }) => status)).toContain('preview');
      expect(JSON.stringify(await order(orderId))).toBe(before);
    },
  );

  it('4.6.3 events: both names or neither, an unknown and an archived definition are refused', async () => {
    const made = await api.must('POST /v1/custom-event-definitions', { body: { key: 'ready', name: 'R' } });
    const { id } = await api.order();
    const emit = async (body: object) =>
      (await api.call('POST /v1/order/{id}/events', { params: { id }, body })).status;
    expect(await emit({ name: 'ready', customEventDefinitionId: made.id })).toBe(400);
    expect(await emit({})).toBe(400);
    expect(await emit({ customEventDefinitionId: 'ced_other' })).toBeGreaterThanOrEqual(400);
    expect(await emit({ name: 'ready' })).toBe(200);
    await api.must('POST /v1/custom-event-definitions/{id}/archive', { params: { id: made.id } });
    expect(await emit({ customEventDefinitionId: made.id })).toBeGreaterThanOrEqual(400);
    const both = act('emit_custom_event', { name: 'a', customEventDefinitionId: 'b' });
    expect(await refusal('order.created', [both])).toContain('action.config');
  });

  it('4.6.4 a definition that a workflow listens to is not archived', async () => {
    const made = await api.must('POST /v1/custom-event-definitions', { body: { key: 'ready', name: 'R' } });
    await api.workflow('ready', [tag()], { name: 'Listens' });
    const { status, json } = await api.call('POST /v1/custom-event-definitions/{id}/archive', {
      params: { id: made.id },
    });
    expect([status, json.error.details.usedBy[0].name]).toEqual([409, 'Listens']);
  });

  it('4.6.5 the cutoff trigger fires at the cutoff or after it, and moves with the booking', async () => {
    const window = (name: string, cutoffTime: string) =>
      api.must('POST /v1/delivery-window', {
        body: {
          ...{ name, cutoffTime, maximumCapacity: 5 },
          ...{ startTime: '2026-03-03T10:00:00Z', endTime: '2026-03-03T12:00:00Z' },
        },
      });
    const early = await window('Early', '2026-03-02T11:00:00Z');
    const late = await window('Late', '2026-03-02T16:00:00Z');
    const cutoff = { direction: 'after', offset_minutes: 30 };
    await api.workflow('order_cutoff_time', [tag()], { trigger: cutoff });
    const booking = (externalId: string, step: string, body?: object) =>
      api.must(`POST /v1/order/external-identifier/{externalId}/delivery-window/${step}`, {
        params: { externalId },
        ...(body ? { body } : {}),
      });
    const stays = await api.order({ ...WINDOWS, externalId: 'stays' });
    const moves = await api.order({ ...WINDOWS, externalId: 'moves' });
    for (const id of ['stays', 'moves']) {
      await booking(id, 'book', { deliveryWindowId: early.id });
      await booking(id, 'confirm');
    }
    await api.drain();
    await booking('moves', 'revoke');
    await booking('moves', 'book', { deliveryWindowId: late.id });
    await booking('moves', 'confirm');
    await api.drain();
    await api.pass(149 * 60_000);
    expect((await order(stays.id)).tags).toEqual([]);
    await api.pass(60_000);
    expect((await order(stays.id)).tags).toEqual(['x']);
    expect((await order(moves.id)).tags).toEqual([]);
    await api.pass(300 * 60_000);
    expect((await order(moves.id)).tags).toEqual(['x']);
    expect(await api.rows('workflowRun')).toHaveLength(2);
  });

  it('4.6.6 a price or tip inside its bound is left alone', async () => {
    const bound = act('modify_order_price_or_tip', {
      target: 'tip',
      operation: 'at_least',
      amountCents: 300,
    });
    await api.workflow('order.created', [bound]);
    const [below, above] = [
      await api.order({ tipAmountCents: 100 }),
      await api.order({ tipAmountCents: 500 }),
    ];
    await api.drain();
    expect((await order(below.id)).tipAmountCents).toBe(300);
    expect((await order(above.id)).tipAmountCents).toBe(500);
  });

  it('4.6.7 presence takes no value; 0, empty text and empty lists are set', async () => {
    const isSet = { field: 'order.orderMetadata.n', operator: 'is_set' };
    expect(await refusal('order.created', [when('f', { ...isSet, value: 1 })])).toContain('filter.value');
    await api.workflow('order.created', [when('f', isSet), tag()]);
    const tagged = [];
    for (const orderMetadata of [{ n: 0 }, { n: '' }, { n: [] }, { n: null }, {}]) {
      const { id } = await api.order({ orderMetadata });
      await api.drain();
      tagged.push((await order(id)).tags.length);
    }
    expect(tagged).toEqual([1, 1, 1, 0, 0]);
  });

  it('4.6.8 "has occurred" is what it was when the trigger fired', async () => {
    await api.must('POST /v1/custom-event-definitions', { body: { key: 'ready', name: 'R' } });
    const occurred = { field: 'order.custom_event', operator: 'has_occurred', value: 'ready' };
    await api.workflow('order.updated', [when('f', occurred), tag()]);
    const { id } = await api.order();
    await patch(id, { description: 'one' });
    await api.drain();
    expect((await order(id)).tags).toEqual([]);
    await api.must('POST /v1/order/{id}/events', { params: { id }, body: { name: 'ready' } });
    await patch(id, { description: 'two' });
    await api.drain();
    expect((await order(id)).tags).toEqual(['x']);
  });

  it('4.6.9 a broken pattern is refused at save; of a list every item has to match', async () => {
    const matches = (value: string) => ({ field: 'order.tags', operator: 'matches_regex', value });
    expect(await refusal('order.created', [when('f', matches('('))])).toContain('filter.pattern');
    await api.workflow('order.created', [when('f', matches('^cold')), tag()]);
    const one = await api.order({ tags: ['cold', 'colder'] });
    const two = await api.order({ tags: ['cold', 'warm'] });
    await api.drain();
    expect((await order(one.id)).tags).toContain('x');
    expect((await order(two.id)).tags).not.toContain('x');
  });

  it('4.6.10 order.validating marks orders, fails closed, and is not run by hand', async () => {
    const invalid = act('add_validation_error', {
      field: 'valueCents',
      message: 'Too dear: {{order.valueCents}}',
    });
    const dear = { field: 'order.valueCents', operator: 'greater_than', value: 9_000 };
    const id = await api.workflow('order.validating', [when('dear', dear), invalid]);
    const made = await api.order({ valueCents: 10_000 });
    expect(made.status).toBe('needs_attention');
    expect((await order(made.id)).validationErrors).toEqual({ valueCents: 'Too dear: 10000' });
    const body = { entityRefs: { order: made.id } };
    expect((await api.call('POST /v1/workflows/{id}/trigger', { params: { id }, body })).status).toBe(409);
    expect(await refusal('order.validating', [tag()])).toContain('action.trigger');
    const broken = { field: 'order.orderMetadata.n', operator: 'starts_with', value: 'a' };
    await api.workflow('order.validating', [when('odd', broken), invalid], { name: 'Odd' });
    const odd = await api.order({ orderMetadata: { n: 5 } });
    expect((await order(odd.id)).validationErrors.workflowValidation).toContain('"Odd"');
  });

  it('4.6.11 order text: on order.creating only, and over 280 characters the step fails', async () => {
    const text = (value: string) =>
      act('modify_order_instructions', { target: 'dropoff_instructions', text: value });
    expect(await refusal('order.created', [text('x')])).toContain('action.trigger');
    await api.workflow('order.creating', [text('Ring twice')]);
    expect((await api.order({ dropoffInstructions: 'Door 3' })).dropoffInstructions).toBe(
      'Ring twice\nDoor 3',
    );
    const long = 'y'.repeat(275);
    const kept = await api.order({ dropoffInstructions: long });
    expect(kept.dropoffInstructions).toBe(long);
    const [failed] = await runsOf(kept.id);
    expect(failed.status).toBe('failed');
  });

  it('4.6.12 metadata: on order.creating only, keys of the service refused, types kept', async () => {
    const set = (key: string, value: unknown) => act('modify_order_metadata', { key, value });
    expect(await refusal('order.created', [set('a', 1)])).toContain('action.trigger');
    expect(await refusal('order.creating', [set('nashTeam', 1)])).toContain('action.config');
    expect(await refusal('order.creating', [set('a.*', 1)])).toContain('action.config');
    await api.workflow('order.creating', [set('copy', '{{order.valueCents}}')]);
    const { orderMetadata } = await api.order({ valueCents: 700, orderMetadata: { kept: true } });
    expect(orderMetadata).toEqual({ kept: true, copy: 700 });
  });

  it('4.6.13 a delay moves every bound once; an order on its way is left alone', async () => {
    const delay = act('reschedule_order', { method: 'delay', delayMinutes: 60 });
    expect(await refusal('order.creating', [delay])).toContain('action.trigger');
    await api.workflow('order.created', [delay]);
    const scheduled = await api.order(WINDOWS);
    const now = await api.order();
    await api.drain();
    await api.drain();
    expect(await order(scheduled.id)).toMatchObject({
      pickupStartTime: '2026-03-02T13:00:00.000Z',
      dropoffEndTime: '2026-03-02T16:00:00.000Z',
    });
    expect((await runsOf(now.id))[0].status).toBe('failed');
  });

  it('4.6.14 an unknown variable is refused with the nearest one, and a missing key fails a message', async () => {
    const mail = (body: string) =>
      act('send_email', { to: 'a@example.com, b@example.com', subject: 'S', body });
    const { json } = await api.call('POST /v1/workflows', {
      body: {
        ...{ name: 'X', ...chain([mail('{{order.externalld}}')]) },
        trigger: { triggerType: 'event', eventName: 'order.created' },
      },
    });
    expect(json.error.details.problems[0].suggestion).toContain('order.externalId');
    await api.workflow('order.created', [mail('{{order.orderMetadata.team}}')]);
    const found = await api.order({ orderMetadata: { team: 'night' } });
    await api.drain();
    expect((await runsOf(found.id))[0].status).toBe('completed');
    const sent = await api.rows('notification');
    expect(sent.map(({ recipient }) => recipient).sort()).toEqual(['a@example.com', 'b@example.com']);
    const missing = await api.order({ orderMetadata: { other: 1 } });
    await api.drain();
    expect((await runsOf(missing.id))[0].status).toBe('failed');
  });

  it('4.6.16 forward references and branches that are none are refused', async () => {
    const ask = (information: string) =>
      act('ai_decision', { question: 'Q?', information, decision: { type: 'yes_no' } }, 'ask');
    const later = act('add_tag', { tag: 'x' }, 'later');
    expect(await refusal('order.created', [ask('{{node_var_ask____branch}}'), later])).toContain('variable.');
    const wrong = {
      edges: [
        { edgeKey: 'a', sourceNodeKey: 'start', targetNodeKey: 'ask', executionOrder: 0 },
        {
          ...{ edgeKey: 'b', sourceNodeKey: 'ask', targetNodeKey: 'later', executionOrder: 0 },
          ...{ edgeType: 'decision', branchKey: 'perhaps' },
        },
      ],
    };
    expect(await refusal('order.created', [ask('x'), later], wrong)).toContain('edge.');
  });

  it('4.6.17 only agents that report can be used', async () => {
    const acting = await api.must('POST /v1/agents', {
      body: { name: 'A', instructions: 'Act.', isReportOnly: false },
    });
    const invoke = act('invoke_agent', { agentId: acting.id });
    expect(await refusal('order.created', [invoke])).toContain('action.reference');
  });

  it.each(['order.creating', 'order.validating'])(
    '4.6.18 nothing that takes time sits on %s',
    async (event) => {
      const slow = [
        act('send_http_request', { connectionId: 'con_1', method: 'POST', path: 'x' }),
        act('ai_decision', { question: 'Q?', information: 'i', decision: { type: 'yes_no' } }),
        act('invoke_agent', { agentId: 'agt_1' }),
        act('summarize', { text: 'x' }),
      ];
      for (const node of slow) expect(await refusal(event, [node])).toContain('action.trigger');
    },
  );

  it('2.7 a run shows its steps with the data in hand, its duration and what it is about', async () => {
    const id = await api.workflow('order.created', [
      when('f', { field: 'order.status', operator: 'equals', value: 'valid' }),
      tag(),
    ]);
    const made = await api.order();
    await api.drain();
    const [listed] = await runsOf(made.id);
    const whole = await run(listed.id);
    expect(whole).toMatchObject({ status: 'completed', runtimeSeconds: 0, orderIds: [made.id] });
    expect(whole.steps.map(({ nodeId, status }: Record<string, string>) => [nodeId, status])).toEqual([
      ['start', 'completed'],
      ['f', 'completed_filter_success'],
      ['add_tag', 'completed'],
    ]);
    expect(whole.steps[1].nodeVariables).toMatchObject({ 'order.status': 'valid' });
    const count = await api.must('GET /v1/workflows/{id}/executions/count', { params: { id } });
    expect(count.count ?? count.totalCount).toBe(1);
  });
});
