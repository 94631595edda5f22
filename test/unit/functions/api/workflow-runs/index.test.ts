import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { worker as doWork } from '../../../../../functions/workers/do-workflow-work.ts';
import type { ModelReply } from '../../../../../lib/engines/models/index.ts';
import { listensTo } from '../../../../../lib/engines/workflows/index.ts';
import { providerAccountEntity } from '../../../../../lib/fulfilment/providers/accounts/index.ts';
import { isRefusal } from '../../../../../lib/platform/core/refusal.ts';
import { dateIn } from '../../../../../lib/platform/core/zoned-time.ts';
import { defaultPreferences } from '../../../../../lib/platform/organization/index.ts';
import { create } from '../../../../../lib/platform/table/index.ts';
import {
  carryNewRun,
  type RunRow,
  runByHand,
  startRuns,
  testWorkflow,
} from '../../../../../lib/reactions/automations/index.ts';
import { type Automations, act, chain, startAutomations, when } from '../../../../support/automations.ts';
import { faultyProvider } from '../../../../support/faulty-provider.ts';

const { provider } = faultyProvider({ id: 'prv_one', name: 'One', priceCents: 500 });

let api: Automations;
/** What the model answers. */
let answer: ModelReply;
const FINE: ModelReply = { reply: 'fine', usage: { inputTokens: 1, outputTokens: 1 } };
beforeEach(async () => {
  answer = FINE;
  api = await startAutomations([provider], {
    workers: [doWork],
    extra: () => ({ model: { ask: async () => answer }, defaultModel: 'scripted' }),
  });
});
afterEach(() => api.stop());

const order = (id: string) => api.must('GET /v1/order/{id}', { params: { id } });
const trigger = (id: string, body: object) =>
  api.call('POST /v1/workflows/{id}/trigger', { params: { id }, body });
const run = (id: string) => api.must('GET /v1/workflow-executions/{id}', { params: { id } });
const change = (id: string, verb: 'cancel' | 'pause' | 'resume' | 'retry') =>
  api.call(`POST /v1/workflow-executions/{id}/${verb}`, { params: { id } });
const asking = () =>
  api.workflow('order.created', [
    act('agent_call', { prompt: 'Look at {{order.id}}' }),
    act('add_tag', { tag: '{{node_var_agent_call__report}}' }),
  ]);

describe('4.6.1 runs by hand', () => {
  it('4.6.18 refuse to run an AI decision inline with sync, unless its node is disabled', async () => {
    const decision = {
      question: 'Is it fragile?',
      information: '{{order.description}}',
      decision: { type: 'yes_no' },
    };
    const id = await api.workflow('order.created', [act('ai_decision', decision)]);
    const made = await api.order();
    const about = { entityRefs: { order: made.id } };
    const inline = await trigger(id, { ...about, sync: true });
    expect([inline.status, inline.json.error.code]).toEqual([409, 'INVALID_STATE_TRANSITION']);
    expect(inline.json.error.details.nodes).toEqual(['ai_decision']);
    expect((await trigger(id, about)).status).toBe(200);
    const off = await api.workflow('order.created', [{ ...act('ai_decision', decision), isEnabled: false }]);
    expect((await trigger(off, { ...about, sync: true })).json.status).toBe('completed');
  });

  it('run inline with sync, and behind the others without', async () => {
    const id = await api.workflow('order.created', [act('add_tag', { tag: '{{trigger_metadata.tag}}' })]);
    await api.must('POST /v1/workflows/{id}/status', { params: { id }, body: { status: 'inactive' } });
    const made = await api.order();
    const inline = await trigger(id, { entityRefs: { order: made.id }, input: { tag: 'a' }, sync: true });
    expect(inline.json).toMatchObject({ status: 'completed', orderIds: [made.id] });
    expect(inline.json.steps).toMatchObject([
      { nodeKey: 'start' },
      { nodeKey: 'add_tag', status: 'completed' },
    ]);
    const queued = await trigger(id, { entityRefs: { order: made.id }, input: { tag: 'b' } });
    expect(queued.json).toMatchObject({ status: 'queued', steps: [] });
    await api.drain();
    expect((await run(queued.json.id)).status).toBe('completed');
    expect((await order(made.id)).tags).toEqual(['a', 'b']);
  });

  it('are refused on drafts, archived workflows and templates', async () => {
    const { id } = await api.must('POST /v1/workflows', {
      body: { name: 'D', ...chain([]), trigger: { triggerType: 'event', eventName: 'order.created' } },
    });
    for (const status of ['draft', 'template', 'archived']) {
      if (status !== 'draft') {
        await api.must('POST /v1/workflows/{id}/status', { params: { id }, body: { status } });
      }
      const refused = await trigger(id, {});
      expect([refused.status, refused.json.error.code]).toEqual([409, 'INVALID_STATE_TRANSITION']);
    }
  });

  it('4.6.10 are refused on order.validating', async () => {
    const id = await api.workflow('order.validating', []);
    const refused = await trigger(id, {});
    expect([refused.status, refused.json.error.code]).toEqual([409, 'INVALID_STATE_TRANSITION']);
  });

  it('refuse entities that there are not', async () => {
    const id = await api.workflow('order.created', []);
    const unknown = await trigger(id, { entityRefs: { order: 'ord_unknown' } });
    expect([unknown.status, unknown.json.error.code]).toEqual([404, 'ORDER_NOT_FOUND']);
    const noJob = await trigger(id, { jobId: 'job_unknown' });
    expect([noJob.status, noJob.json.error.code]).toEqual([404, 'NOT_FOUND']);
  });
});

describe('41.3.3 what a run by hand is about', () => {
  const dispatched = async () => {
    const made = await api.order();
    await api.must('POST /v1/order/{id}/autodispatch', { params: { id: made.id } });
    await api.drain();
    const { jobId } = await order(made.id);
    const job = await api.must('GET /v1/jobs/{id}', { params: { id: jobId } });
    const [task] = job.jobConfigurations[0].tasks;
    return { order: made.id, job: jobId, task: task.id, delivery: task.delivery.id };
  };

  it('41 3.4 finds the chat channel of the provider in its account', async () => {
    const id = await api.workflow('chat', [
      act('send_slack', { channel: '{{provider.chat_channel}}', body: 'Hello' }),
    ]);
    const refs = await dispatched();
    const run = async () => (await trigger(id, { entityRefs: refs, sync: true })).json.steps.at(-1);
    expect((await run()).status).toBe('failed');
    const at = '2026-03-02T09:00:00.000Z';
    const account = { organizationId: 'org_test', id: provider.id, kind: 'carrier' as const, name: 'One' };
    const rest = { baseUrl: null, isEnabled: true, credentialsVersion: 1, ownFleet: null };
    await api.db.deps.table.write([
      create(providerAccountEntity, {
        ...{ ...account, ...rest, createdAt: at, updatedAt: at },
        chatChannel: '#riders',
      }),
    ]);
    const step = await run();
    expect(step.status).toBe('completed');
    expect(JSON.stringify(step)).toContain('#riders');
  });

  it('is looked up: each unknown id is refused, whatever else is named', async () => {
    const id = await api.workflow('order.created', []);
    const refs = await dispatched();
    for (const noun of ['order', 'job', 'task', 'delivery', 'route'] as const) {
      const { status, json } = await trigger(id, { entityRefs: { ...refs, [noun]: `${noun}_unknown` } });
      expect([noun, status]).toEqual([noun, 404]);
      expect(json.error.message).toContain(`${noun}_unknown`);
    }
    const whole = await trigger(id, { entityRefs: refs, sync: true });
    expect(whole.json).toMatchObject({ orderIds: [refs.order], jobIds: [refs.job] });
  });

  it('is one thing: ids that do not belong together are refused', async () => {
    const id = await api.workflow('order.created', []);
    const [one, other] = [await dispatched(), await dispatched()];
    for (const refs of [
      { order: one.order, job: other.job },
      { job: one.job, task: other.task },
      { task: one.task, delivery: other.delivery },
    ]) {
      const { status, json } = await trigger(id, { entityRefs: refs });
      expect([status, json.error.code]).toEqual([400, 'INVALID_VALUE']);
    }
    const { status } = await trigger(id, { jobId: one.job, entityRefs: { job: other.job } });
    expect(status).toBe(400);
  });

  it('is needed by actions and conditions, and the refusal says what to send', async () => {
    const acting = await api.workflow('order.created', [act('add_tag', { tag: 'x' })]);
    const filtering = await api.workflow('order.created', [
      when('f', { field: 'order.status', operator: 'equals', value: 'valid' }),
    ]);
    const onRoutes = await api.workflow('route.created', [
      act('raise_route_flag', { type: 'late_departure', severity: 'P1' }),
    ]);
    const runs = (await api.rows('workflowRun')).length;
    for (const [id, byHand, test] of [
      [acting, 'entityRefs.order', 'orderId'],
      [filtering, 'entityRefs.order', 'orderId'],
      [onRoutes, 'entityRefs.route', 'routeId'],
    ]) {
      const run = await trigger(id!, { sync: true });
      const tested = await api.call('POST /v1/workflows/{id}/test', { params: { id: id! }, body: {} });
      for (const [reply, field] of [
        [run, byHand],
        [tested, test],
      ] as const) {
        expect([reply.status, reply.json.error.details.field]).toEqual([400, field]);
        expect(reply.json.error.message).toContain(`Send \`${field}\``);
      }
    }
    expect(await api.rows('workflowRun')).toHaveLength(runs);
  });

  it('is not needed by nodes that only send', async () => {
    const id = await api.workflow('order.created', [act('send_slack', { channel: '#ops', body: 'Hello' })]);
    expect((await trigger(id, { sync: true })).json).toMatchObject({ status: 'completed', orderIds: [] });
  });
});

describe('41.3.4 a workflow on a custom event', () => {
  it('finds in a run by hand the input as the payload of the event', async () => {
    await api.must('POST /v1/custom-event-definitions', { body: { key: 'packed', name: 'Packed' } });
    const id = await api.workflow('packed', [
      act('add_tag', { tag: '{{custom_event.name}}-{{custom_event.payload.size}}' }),
    ]);
    const made = await api.order();
    await trigger(id, { entityRefs: { order: made.id }, input: { size: 'xl' }, sync: true });
    expect((await order(made.id)).tags).toEqual(['packed-xl']);
  });
});

describe('41.3.3 dates without a time', () => {
  it("are days in the organization's time zone, as a start and as an end", async () => {
    const id = await api.workflow('order.created', []);
    await trigger(id, { sync: true });
    const at = api.db.deps.clock.now();
    const caller = {
      preferences: {
        organizationId: 'org_test',
        values: { ...defaultPreferences(), timeZone: 'Pacific/Auckland' },
      },
    };
    const day = dateIn(at, 'Pacific/Auckland');
    const count = async (query: Record<string, string>) => {
      const request = { params: { id }, query, grant: caller };
      return (await api.call('GET /v1/workflows/{id}/executions/count', request)).json.count;
    };
    expect(await count({ startDate: day, endDate: day })).toBe(1);
    const dayFrom = (days: number) => dateIn(at + days * 86_400_000, 'Pacific/Auckland');
    expect(await count({ endDate: dayFrom(-1) })).toBe(0);
    expect(await count({ startDate: dayFrom(1) })).toBe(0);
    const wrong = await api.call('GET /v1/workflows/{id}/executions', {
      ...{ params: { id }, query: { startDate: '2026-02-30' } },
    });
    expect(wrong.status).toBe(422);
  });
});

describe('5.4 callers who see some stores only', () => {
  it('run and test no workflow, and find no order or job of another store', async () => {
    const id = await api.workflow('order.created', [act('add_tag', { tag: 'x' })]);
    const made = await api.order();
    await api.must('POST /v1/order/{id}/autodispatch', { params: { id: made.id } });
    await api.drain();
    const { jobId } = await order(made.id);
    const runs = (await api.rows('workflowRun')).length;
    const storeLocationIds = ['str_other'];
    const body = { entityRefs: { order: made.id }, orderId: made.id, sync: true };
    for (const path of ['trigger', 'test']) {
      const { status, json } = await api.call(`POST /v1/workflows/{id}/${path}`, {
        ...{ params: { id }, body, grant: { storeLocationIds } },
      });
      expect([status, json.error.code]).toEqual([403, 'FORBIDDEN']);
    }
    const deps = { ...api.deps, carryInRequest: (row: RunRow) => carryNewRun(api.deps, row) };
    const caller = {
      ...{ organizationId: 'org_test', storeLocationIds, driverGroupIds: null },
      ...{ keyId: 'key_test', listShards: 1 },
    };
    const fields = { order: 'orderId', job: 'jobId' };
    for (const about of [{ order: made.id }, { job: jobId }]) {
      const ran = await runByHand(deps, caller, id, { about, fields, sync: true, by: 'key_test' });
      const tested = await testWorkflow(deps, caller, id, { about, fields, live: false, by: 'key_test' });
      expect([ran, tested].map((outcome) => isRefusal(outcome) && outcome.kind.status)).toEqual([404, 404]);
    }
    expect(await api.rows('workflowRun')).toHaveLength(runs);
  });
});

describe('4.6.2 tests', () => {
  it('change nothing: actions are previews, later nodes see what they would do', async () => {
    const id = await api.workflow('order.created', [
      act('add_tag', { tag: 'x' }),
      when('tagged', { field: 'order.tags', operator: 'contains', value: 'x' }),
      act('cancel_order', {}),
    ]);
    const made = await api.order();
    for (const live of [false, true]) {
      const { nodes, executionId } = await api.must('POST /v1/workflows/{id}/test', {
        params: { id },
        body: { orderId: made.id, live },
      });
      expect(nodes.map(({ nodeKey, status }: Record<string, string>) => [nodeKey, status])).toEqual([
        ['start', 'completed'],
        ['add_tag', 'preview'],
        ['tagged', 'completed_filter_success'],
        ['cancel_order', 'preview'],
      ]);
      expect(executionId === null).toBe(!live);
    }
    expect(await order(made.id)).toMatchObject({ status: 'valid', tags: [] });
  });

  it('44 5 try a definition that was not saved, and say what variables read', async () => {
    const id = await api.workflow('order.created', [act('add_tag', { tag: 'x' })]);
    const made = await api.order();
    const proposed = (tag: string) => ({
      trigger: { triggerType: 'event', eventName: 'order.created' },
      nodes: [
        { nodeKey: 'start', nodeType: 'trigger' },
        { nodeKey: 'tag', nodeType: 'action', nodeAction: 'add_tag', nodeActionConfig: { tag } },
      ],
      edges: [{ edgeKey: 'e1', sourceNodeKey: 'start', targetNodeKey: 'tag', executionOrder: 0 }],
    });
    const test = (body: object) =>
      api.call('POST /v1/workflows/{id}/test', { params: { id }, body: { orderId: made.id, ...body } });
    const tried = await test({ definition: proposed('for {{order.id}}') });
    expect(tried.json.nodes.at(-1)).toMatchObject({
      status: 'preview',
      preview: { payload: { add: [`for ${made.id}`] } },
    });
    expect(tried.json.entities.order).toMatchObject({ id: made.id, status: 'valid' });
    const wrong = await test({ definition: proposed('{{order.idd}}') });
    expect([wrong.status, wrong.json.error.details.problems]).toMatchObject([
      400,
      [{ code: 'variable.unknown', nodeKey: 'tag', field: 'nodeActionConfig.tag', suggestion: 'order.id' }],
    ]);
    expect((await test({ definition: proposed('y'), live: true })).json.error.details.field).toBe('live');
    const { nodes } = await api.must('GET /v1/workflows/{id}', { params: { id } });
    expect(nodes.at(-1).nodeActionConfig).toEqual({ tag: 'x' });
  });

  it('send messages when they are live only', async () => {
    const id = await api.workflow('order.created', [
      act('send_sms', { to: '{{customer.phone_number}}', body: 'Hello' }),
    ]);
    await api.must('POST /v1/workflows/{id}/status', { params: { id }, body: { status: 'inactive' } });
    const { id: orderId } = await api.order();
    const test = (live: boolean) =>
      api.must('POST /v1/workflows/{id}/test', { params: { id }, body: { orderId, live } });
    await test(false);
    expect(await api.db.events('workflow_run.message_due')).toHaveLength(0);
    await test(true);
    expect(await api.db.events('workflow_run.message_due')).toHaveLength(1);
  });
});

describe('runs that wait for work', () => {
  it('go on with its result', async () => {
    await asking();
    const made = await api.order();
    await api.drain();
    expect((await order(made.id)).tags).toEqual(['fine']);
    const [stored] = await api.rows('workflowRun');
    expect(stored).toMatchObject({ status: 'completed', legs: 2 });
  });

  it('fail with it, and tried again go on from where they failed', async () => {
    answer = { problem: 'The model is asleep.' };
    const workflow = await api.workflow('order.created', [
      act('modify_order_price_or_tip', { target: 'tip', operation: 'set', amountCents: 100 }),
      act('agent_call', { prompt: 'Look' }),
      act('add_tag', { tag: 'done' }),
    ]);
    const made = await api.order();
    await api.drain();
    const { results } = await api.must('GET /v1/workflows/{id}/executions', { params: { id: workflow } });
    const [{ id }] = results;
    expect(results).toMatchObject([{ status: 'failed', problem: 'agent_call: The model is asleep.' }]);
    await api.must('PATCH /v1/order/{id}', { params: { id: made.id }, body: { tipAmountCents: 900 } });
    answer = FINE;
    expect((await change(id, 'retry')).json.status).toBe('running');
    await api.drain();
    expect(await run(id)).toMatchObject({ status: 'completed', problem: null });
    // What was done is not done again.
    expect(await order(made.id)).toMatchObject({ tipAmountCents: 900, tags: ['done'] });
    expect((await change(id, 'retry')).status).toBe(409);
  });

  it('paused keep the result until they are resumed, cancelled drop it', async () => {
    await asking();
    const made = await api.order();
    const [event] = await api.db.events('order.created');
    if (event) await startRuns(api.deps, event);
    const [{ id }] = await api.rows('workflowRun');
    expect((await change(id, 'pause')).json.status).toBe('paused');
    await api.drain();
    expect((await order(made.id)).tags).toEqual([]);
    expect((await change(id, 'resume')).json.status).toBe('running');
    await api.drain();
    expect((await order(made.id)).tags).toEqual(['fine']);
    expect((await change(id, 'cancel')).status).toBe(409);
  });

  it('that are cancelled say once that they ended, and the result of their work does nothing', async () => {
    await asking();
    const made = await api.order();
    const [event] = await api.db.events('order.created');
    if (event) await startRuns(api.deps, event);
    const [{ id }] = await api.rows('workflowRun');
    expect((await change(id, 'cancel')).json.status).toBe('cancelled');
    expect((await change(id, 'cancel')).json.status).toBe('cancelled');
    await api.drain();
    expect((await order(made.id)).tags).toEqual([]);
    const ended = await api.db.events('workflow_run.ended');
    expect(ended.map(({ data }) => data)).toMatchObject([{ runId: id, status: 'cancelled' }]);
    for (const verb of ['pause', 'resume', 'retry'] as const) {
      expect((await change(id, verb)).status).toBe(409);
    }
  });
});

describe('lists of runs', () => {
  it('are filtered, counted, paged and found by order', async () => {
    const id = await api.workflow('order.created', [
      when('dear', { field: 'order.valueCents', operator: 'greater_than', value: 5_000 }),
      act('reschedule_order', { method: 'delay' }),
    ]);
    const cheap = await api.order();
    await api.drain();
    api.db.deps.clock.advance(60_000);
    const dear = await api.order({ valueCents: 9_000 });
    await api.drain();
    const list = async (query: Record<string, string> = {}) =>
      (await api.must('GET /v1/workflows/{id}/executions', { params: { id }, query })).results.map(
        ({ orderIds }: { orderIds: string[] }) => orderIds[0],
      );
    expect(await list()).toEqual([dear.id, cheap.id]);
    expect(await list({ sortDirection: 'asc' })).toEqual([cheap.id, dear.id]);
    expect(await list({ status: 'failed' })).toEqual([dear.id]);
    expect(await list({ search: cheap.id })).toEqual([cheap.id]);
    expect(await list({ limit: '1', offset: '1' })).toEqual([cheap.id]);
    expect(await list({ startDate: '2026-03-02T09:00:30.000Z' })).toEqual([dear.id]);
    expect(await list({ startDate: '2026-03-02T08:00:00.000Z' })).toEqual([dear.id, cheap.id]);
    expect(await list({ endDate: '2026-03-02T09:00:30.000Z' })).toEqual([cheap.id]);
    const count = await api.must('GET /v1/workflows/{id}/executions/count', {
      params: { id },
      query: { status: 'completed' },
    });
    expect(count).toEqual({ count: 1, countIsExact: true });
    const ofOrder = await api.must('GET /v1/order/{id}/workflow-executions', { params: { id: dear.id } });
    expect(ofOrder.results).toMatchObject([{ workflowId: id, status: 'failed' }]);
  });
});

describe('4.6.3 emission of custom events', () => {
  beforeEach(async () => {
    await api.must('POST /v1/custom-event-definitions', { body: { key: 'ready', name: 'Ready' } });
  });
  const emit = (id: string, body: object) => api.call('POST /v1/order/{id}/events', { params: { id }, body });

  it('takes a name or a definition, never both, and starts what listens', async () => {
    await api.workflow('ready', [act('add_tag', { tag: '{{custom_event.payload.tag}}' })]);
    const { id } = await api.order();
    const [definition] = (await api.must('GET /v1/custom-event-definitions')).customEventDefinitions;
    const both = await emit(id, { name: 'ready', customEventDefinitionId: definition.id });
    expect([both.status, both.json.error.code]).toEqual([400, 'BAD_REQUEST']);
    expect((await emit(id, {})).status).toBe(400);
    const builtIn = await emit(id, { name: 'order.created' });
    expect([builtIn.status, builtIn.json.error.code]).toEqual([400, 'INVALID_VALUE']);
    const emitted = await emit(id, { customEventDefinitionId: definition.id, payload: { tag: 'now' } });
    expect(emitted.json).toMatchObject({ name: 'ready', entityId: id, payload: { tag: 'now' } });
    await api.drain();
    expect((await order(id)).tags).toEqual(['now']);
  });

  it.each(['a\r\nb', 'a\u0000b'])('49 3 the name %j is no single line', async (name) => {
    const { id } = await api.order();
    expect((await emit(id, { name })).status).toBe(422);
  });

  it('41 2.1 takes names that nobody defined; triggers and "has occurred" know them by name', async () => {
    const name = 'gift wrapped';
    await api.workflow(name, [act('add_tag', { tag: '{{custom_event.payload.tag}}' })]);
    await api.workflow('order.updated', [
      when('wrapped', { field: 'order.custom_event', operator: 'has_occurred', value: name }),
      act('add_tag', { tag: 'after' }),
    ]);
    const { id } = await api.order();
    const timestamp = '2026-03-02T08:00:00.000Z';
    const { json } = await emit(id, { name, payload: { tag: 'ribbon' }, timestamp });
    expect(json.event).toEqual({
      id: json.id,
      eventName: name,
      orderId: id,
      payload: { tag: 'ribbon' },
      eventCreatedAt: timestamp,
    });
    expect(json).toMatchObject({ name, customEventDefinitionId: null });
    await api.drain();
    expect((await order(id)).tags.toSorted()).toEqual(['after', 'ribbon']);
    const other = await api.order();
    await emit(other.id, { name: 'gift' });
    await api.drain();
    expect((await order(other.id)).tags).toEqual([]);
  });

  it('41 2.1 does not mistake an event of the service for a custom one of the same name', () => {
    const on = (eventName: string) => ({ triggerType: 'event' as const, eventName });
    expect(listensTo(on('job.refreshed'), { name: 'job.refreshed' })).toBe(false);
    expect(listensTo(on('job.refreshed'), { name: 'job.refreshed', isCustom: true })).toBe(true);
    expect(listensTo(on('order.created'), { name: 'order.created', isCustom: true })).toBe(false);
  });

  it('41 2.1 an event of a job has the id of the job', async () => {
    const { id } = await api.order();
    const { job } = await api.must('POST /v1/order/{id}/autodispatch', { params: { id } });
    const { event } = await api.must('POST /v1/jobs/{id}/events', {
      params: { id: job.id },
      body: { name: 'x' },
    });
    expect(event).toMatchObject({ eventName: 'x', jobId: job.id });
  });

  it('takes 3 a second on one order, each of 1 KB at most', async () => {
    const { id } = await api.order();
    const replies = [];
    for (let count = 0; count < 4; count += 1) replies.push(await emit(id, { name: 'ready' }));
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 429]);
    api.db.deps.clock.advance(1_000);
    expect((await emit(id, { name: 'ready' })).status).toBe(200);
    expect((await emit(id, { name: 'ready', payload: { text: 'x'.repeat(1_024) } })).status).toBe(422);
  });

  it('is refused for an archived definition', async () => {
    const { id } = await api.order();
    const [definition] = (await api.must('GET /v1/custom-event-definitions')).customEventDefinitions;
    await api.must('POST /v1/custom-event-definitions/{id}/archive', { params: { id: definition.id } });
    expect((await emit(id, { name: 'ready' })).json.error.message).toContain('archived');
  });
});
