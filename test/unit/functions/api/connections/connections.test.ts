import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { connectionsArea } from '../../../../../functions/api/connections/index.ts';
import { worker as doWork } from '../../../../../functions/workers/do-workflow-work.ts';
import { requestSender } from '../../../../../lib/reactions/connections/index.ts';
import { type Automations, act, startAutomations } from '../../../../support/automations.ts';
import { memoryCredentials } from '../../../../support/memory-credentials.ts';
import { startWebhookReceiver, type WebhookReceiver } from '../../../../support/webhook-receiver.ts';

let api: Automations;
let store: ReturnType<typeof memoryCredentials>;
let receiver: WebhookReceiver;
beforeEach(async () => {
  store = memoryCredentials();
  receiver = await startWebhookReceiver();
  api = await startAutomations([], {
    areas: [connectionsArea],
    workers: [doWork],
    extra: () => {
      const destinations = { allowLoopback: true };
      return { store, send: requestSender(destinations), destinations };
    },
  });
});
afterEach(async () => {
  await api.stop();
  await receiver.stop();
});

const TOKEN = { type: 'bearer', token: 'tok_secret_1' };

const connect = (fields: object = {}) =>
  api.must('POST /v1/connections', {
    body: {
      name: 'Loyalty',
      origin: receiver.url,
      auth: TOKEN,
      methods: ['POST'],
      pathPrefix: '/v2',
      requestFields: ['orderId', 'X-Team', 'at', 'note'],
      ...fields,
    },
  });

const refused = async (fields: object) => {
  const body = { name: 'L', origin: 'https://api.example.com', auth: TOKEN, methods: ['GET'], ...fields };
  const { status, json } = await api.call('POST /v1/connections', { body });
  return [status, json.error?.code ?? json.pathPrefix];
};

describe('4.6.15 connections', () => {
  it('never show their credentials, in replies, lists, the audit log or refusals', async () => {
    const made = await connect();
    expect(made).toMatchObject({ pathPrefix: '/v2/', auth: { type: 'bearer' }, version: 1 });
    const list = await api.must('GET /v1/connections');
    const one = await api.must('GET /v1/connections/{id}', { params: { id: made.id } });
    const changed = await api.must('PATCH /v1/connections/{id}', {
      params: { id: made.id },
      body: { auth: { type: 'basic', username: 'ada', password: 'pass_secret_2' } },
    });
    expect(changed.auth).toEqual({ type: 'basic', username: 'ada' });
    expect(store.values.get(`org_test/${made.id}`)).toMatchObject({ password: 'pass_secret_2' });
    const everything = JSON.stringify([made, list, one, changed, await api.db.items()]);
    expect(everything).not.toContain('tok_secret_1');
    expect(everything).not.toContain('pass_secret_2');
  });

  it.each([
    ['an address on the inside', { origin: 'https://169.254.169.254' }],
    ['a name without a dot', { origin: 'https://intranet' }],
    ['plain HTTP', { origin: 'http://api.example.com' }],
    ['a path behind the origin', { origin: 'https://api.example.com/v1' }],
    ['a password in the origin', { origin: 'https://ada:pw@api.example.com' }],
    ['a prefix with a step up', { pathPrefix: '/a/../b' }],
    ['a header that HTTP owns', { auth: { type: 'header', name: 'Host', value: 'x' } }],
  ])('refuse %s', async (_, fields) => {
    expect(await refused(fields)).toEqual([400, 'INVALID_VALUE']);
  });

  it.each([
    ['bearer', TOKEN],
    ['basic', { type: 'basic', username: 'ada', password: 'pass_secret_2' }],
    ['header', { type: 'header', name: 'X-Key', value: 'value_secret_3' }],
  ])('are changed with what a read returned, and keep their credentials: %s', async (_, auth) => {
    const { id } = await connect({ auth });
    const kept = store.values.get(`org_test/${id}`);
    const read = await api.must('GET /v1/connections/{id}', { params: { id } });
    const body = { ...read, name: 'Renamed' };
    const changed = await api.must('PATCH /v1/connections/{id}', { params: { id }, body });
    expect(changed).toMatchObject({ name: 'Renamed', auth: read.auth });
    expect(store.values.get(`org_test/${id}`)).toEqual(kept);
    for (const more of [
      { auth: { type: 'basic', username: 'grace' } },
      { auth: read.auth, origin: 'https://api.example.com' },
    ]) {
      const { status, json } = await api.call('PATCH /v1/connections/{id}', { params: { id }, body: more });
      expect([status, json.error.code]).toEqual([400, 'INVALID_VALUE']);
    }
  });

  it('refuse what is malformed', async () => {
    expect((await refused({ auth: { type: 'bearer' } }))[0]).toBe(422);
    expect((await refused({ auth: { type: 'bearer', token: 'a\r\nX: y' } }))[0]).toBe(422);
    expect((await refused({ methods: [] }))[0]).toBe(422);
    expect((await refused({ requestFields: ['a b'] }))[0]).toBe(422);
  });

  it('keep the credentials of one address from another', async () => {
    const { id } = await connect();
    const body = { origin: 'https://other.example.com' };
    const moved = await api.call('PATCH /v1/connections/{id}', { params: { id }, body });
    expect(moved.json.error).toMatchObject({ code: 'INVALID_VALUE', details: { field: 'auth' } });
    const both = { ...body, auth: { type: 'none' } };
    expect((await api.call('PATCH /v1/connections/{id}', { params: { id }, body: both })).status).toBe(200);
  });

  it('heed If-Match, and are not deleted while a workflow uses them', async () => {
    const { id } = await connect();
    const stale = { params: { id }, headers: { 'if-match': '7' }, body: { name: 'X' } };
    expect((await api.call('PATCH /v1/connections/{id}', stale)).status).toBe(409);
    await api.workflow('order.created', [sending(id)], { name: 'Points' });
    const kept = await api.call('DELETE /v1/connections/{id}', { params: { id } });
    expect(kept.json.error).toMatchObject({ code: 'CONFLICT', details: { usedBy: [{ name: 'Points' }] } });
    const { workflows } = await api.must('GET /v1/workflows');
    const archive = { params: { id: workflows[0].id }, body: { status: 'archived' } };
    await api.must('POST /v1/workflows/{id}/status', archive);
    await api.must('DELETE /v1/connections/{id}', { params: { id } });
    expect(store.values.size).toBe(0);
  });

  it('are tested by one request', async () => {
    const { id } = await connect();
    const test = (body: object) => api.must('POST /v1/connections/{id}/test', { params: { id }, body });
    expect(await test({ path: 'health' })).toMatchObject({ ok: true, status: 204, stage: null });
    expect(receiver.received[0]).toMatchObject({ path: '/v2/health' });
    expect(receiver.received[0]?.headers.authorization).toBe('Bearer tok_secret_1');
    receiver.answerWith(() => ({ status: 503 }));
    expect(await test({})).toMatchObject({ ok: false, status: 503, stage: 'http_status' });
    await receiver.stop();
    expect(await test({})).toMatchObject({ ok: false, status: null, stage: 'connecting' });
    const out = await api.call('POST /v1/connections/{id}/test', { params: { id }, body: { path: '../x' } });
    expect(out.json.error.code).toBe('INVALID_VALUE');
  });
});

const sending = (connectionId: string, config: object = {}) =>
  act('send_http_request', {
    connectionId,
    method: 'POST',
    path: 'points',
    body: { orderId: '{{order.id}}', at: '{{order.createdAt}}', note: '{{order.orderMetadata.none}}' },
    ...config,
  });

describe('4.6.15 send HTTP request', () => {
  const tagged = act('add_tag', { tag: 'p{{node_var_send_http_request__points}}' }, 'tag');
  const extract = [{ name: 'points', pointer: '/points' }];

  const runOf = async () => {
    const { id } = await api.order();
    await api.drain();
    const { results } = await api.must('GET /v1/order/{id}/workflow-executions', { params: { id } });
    const run = await api.must('GET /v1/workflow-executions/{id}', { params: { id: results[0].id } });
    const step = run.steps.findLast(({ nodeId }: { nodeId: string }) => nodeId === 'send_http_request');
    return { id, run, step };
  };

  it('sends once through the connection, with a stable key, and reads the reply', async () => {
    receiver.answerWith(() => ({ status: 200, body: '{"points": 12}' }));
    const { id: connectionId } = await connect();
    const headers = { 'X-Team': 'night' };
    await api.workflow('order.created', [sending(connectionId, { headers, extract }), tagged]);
    const { id, run } = await runOf();
    expect(run.status).toBe('completed');
    expect(receiver.received).toHaveLength(1);
    const [request] = receiver.received;
    expect(request?.path).toBe('/v2/points');
    expect(request?.headers).toMatchObject({
      authorization: 'Bearer tok_secret_1',
      'x-team': 'night',
      'idempotency-key': `${run.id}:send_http_request`,
      'content-type': 'application/json',
    });
    const body = JSON.parse(request?.body ?? '');
    expect(body).toMatchObject({ orderId: id, note: null });
    expect(body.at).toMatch(/^\d{4}-\d{2}-\d{2}T.*Z$/);
    expect((await api.must('GET /v1/order/{id}', { params: { id } })).tags).toContain('p12');
    expect(JSON.stringify(run)).not.toContain('tok_secret_1');
  });

  it.each([
    ['http_status', { status: 500 }],
    ['http_status', { status: 302, headers: { location: 'https://elsewhere.example.com' } }],
    ['reading_response', { status: 200, body: 'not JSON' }],
    ['reading_response', { status: 200, body: `"${'x'.repeat(70_000)}"` }],
  ])('fails at the stage %s', async (stage, answer) => {
    receiver.answerWith(() => answer);
    const { id } = await connect();
    await api.workflow('order.created', [sending(id, { extract })]);
    const { run, step } = await runOf();
    expect(run.status).toBe('failed');
    expect(step).toMatchObject({ status: 'failed', stage });
    expect(receiver.received).toHaveLength(1);
  });

  it('fails at connecting, transport, authenticating and building', async () => {
    receiver.answerWith(() => 'never');
    const { id } = await connect();
    const workflow = await api.workflow('order.created', [sending(id, { timeoutSeconds: 1 })]);
    expect((await runOf()).step).toMatchObject({ stage: 'transport' });
    store.values.clear();
    expect((await runOf()).step).toMatchObject({ stage: 'authenticating' });
    await api.must('PATCH /v1/connections/{id}', { params: { id }, body: { methods: ['GET'] } });
    expect((await runOf()).step).toMatchObject({ stage: 'building' });
    await api.must('PATCH /v1/connections/{id}', {
      params: { id },
      body: { methods: ['POST'], auth: TOKEN, origin: 'http://127.0.0.1:9' },
    });
    expect((await runOf()).step).toMatchObject({ stage: 'connecting' });
    expect(workflow).toMatch(/^wf_/);
  });

  it('a failure that is to be passed over lets the run go on', async () => {
    receiver.answerWith(() => ({ status: 500 }));
    const { id: connectionId } = await connect();
    const node = sending(connectionId, { onFailure: 'continue' });
    await api.workflow('order.created', [node, act('add_tag', { tag: 'went-on' }, 'tag')]);
    const { id, run } = await runOf();
    expect(run.status).toBe('completed');
    expect((await api.must('GET /v1/order/{id}', { params: { id } })).tags).toContain('went-on');
  });

  it('is refused at save where the connection does not let it: method, field, unknown connection', async () => {
    const { id } = await connect();
    const save = (node: object) =>
      api.call('POST /v1/workflows', {
        body: {
          name: 'X',
          nodes: [{ nodeKey: 'start', nodeType: 'trigger' }, node],
          edges: [
            { edgeKey: 'e', sourceNodeKey: 'start', targetNodeKey: 'send_http_request', executionOrder: 0 },
          ],
          trigger: { triggerType: 'event', eventName: 'order.created' },
        },
      });
    for (const config of [{ method: 'PUT' }, { body: { other: 1 } }, { connectionId: 'con_x' }]) {
      const { json } = await save(sending(id, config));
      expect(json.error.details.problems[0]).toMatchObject({ nodeKey: 'send_http_request' });
    }
  });
});
