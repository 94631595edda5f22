import { Webhook } from 'standardwebhooks';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { worker as syncSchedules } from '../../../../../functions/workers/keep-schedules.ts';
import {
  announceSchedule,
  type WorkflowScheduler,
} from '../../../../../lib/reactions/automations/schedules/index.ts';
import { type Automations, act, chain, startAutomations } from '../../../../support/automations.ts';
import { meetParallelWrites, tenAtOnce } from '../../../../support/parallel-writes.ts';

type Schedule = Parameters<WorkflowScheduler['put']>[0];

let api: Automations;
let schedules: Map<string, Schedule>;
beforeEach(async () => {
  schedules = new Map();
  const book: WorkflowScheduler = {
    put: async (schedule) => void schedules.set(schedule.name, schedule),
    remove: async (name) => void schedules.delete(name),
  };
  api = await startAutomations([], {
    workers: [syncSchedules],
    extra: () => ({ book, signingKeys: async () => ['the key of the service'] }),
  });
});
afterEach(() => api.stop());

const user = { actor: { type: 'user' as const, id: 'usr_1', name: 'Ada' } };

/** A workflow that reports to the outside, saved by a signed-in user. */
const save = (trigger: object, nodes = [act('emit_custom_event', {}, 'n')], more: object = {}) =>
  api.call('POST /v1/workflows', {
    grant: user,
    body: { name: 'Mine', status: 'active', ...chain(nodes), trigger, ...more },
  });

const note = (key = 'sku') =>
  act('send_email', { to: 'a@example.com', subject: 'S', body: `{{trigger_metadata.${key}}}` });

const runs = async (id: string) =>
  (await api.must('GET /v1/workflows/{id}/executions', { params: { id } })).results;

describe('C70 cron triggers', () => {
  const trigger = { triggerType: 'cron', cronExpression: '0 9 * * MON-FRI', timeZone: 'Europe/Berlin' };

  it('have one schedule while the workflow is active, which follows it', async () => {
    const { json } = await save(trigger, [note('scheduledAt')]);
    await api.drain();
    const expression = 'cron(0 9 ? * MON,TUE,WED,THU,FRI *)';
    expect([...schedules.values()]).toMatchObject([{ expression, timeZone: 'Europe/Berlin' }]);
    const status = (next: string) =>
      api.must('POST /v1/workflows/{id}/status', { params: { id: json.id }, body: { status: next } });
    await status('inactive');
    await api.drain();
    expect(schedules.size).toBe(0);
    await status('active');
    const definition = {
      ...chain([note('scheduledAt')]),
      trigger: { ...trigger, cronExpression: '0 10 * * *' },
    };
    const changed = { params: { id: json.id }, grant: user, body: definition };
    expect((await api.call('PATCH /v1/workflows/{id}', changed)).status).toBe(200);
    await api.drain();
    expect([...schedules.values()]).toMatchObject([{ expression: 'cron(0 10 * * ? *)' }]);
    await status('archived');
    await api.drain();
    expect(schedules.size).toBe(0);
  });

  it('what comes late or in another order makes the schedule what the workflow says now', async () => {
    const { json } = await save(trigger, [note('scheduledAt')]);
    const [changed] = (await api.db.events()).filter(({ name }) => name === 'workflow.schedule_changed');
    await api.must('POST /v1/workflows/{id}/status', {
      params: { id: json.id },
      body: { status: 'inactive' },
    });
    await syncSchedules.handle({ ...api.deps, book: bookOf() } as never, changed as never);
    expect(schedules.size).toBe(0);
  });

  const bookOf = (): WorkflowScheduler => ({
    put: async (schedule) => void schedules.set(schedule.name, schedule),
    remove: async (name) => void schedules.delete(name),
  });

  it('start one run for each time, however often the scheduler says it', async () => {
    const { json } = await save(trigger, [note('scheduledAt')]);
    await api.drain();
    const [{ organizationId, workflowId } = { organizationId: '', workflowId: '' }] = schedules.values();
    const fire = (at: string) => announceSchedule(api.deps, { organizationId, workflowId, at });
    await fire('2026-03-05T08:00:00Z');
    await fire('2026-03-05T08:00:00Z');
    await api.drain();
    await fire('2026-03-06T08:00:00Z');
    await api.drain();
    const found = await runs(json.id);
    expect(found).toHaveLength(2);
    expect(found[0]).toMatchObject({ status: 'completed', startedBy: { type: 'cron' } });
    const messages = await api.rows('notification');
    expect(JSON.stringify(messages)).toContain('2026-03-05T08:00:00Z');
  });

  it('a time that comes after the workflow was switched off starts nothing', async () => {
    const { json } = await save(trigger, [note('scheduledAt')]);
    const params = { id: json.id };
    await api.must('POST /v1/workflows/{id}/status', { params, body: { status: 'inactive' } });
    await announceSchedule(api.deps, { organizationId: 'org_test', workflowId: json.id, at: 'x' });
    await api.drain();
    expect(await runs(json.id)).toEqual([]);
  });

  it('are not for API keys', async () => {
    const { status, json } = await api.call('POST /v1/workflows', {
      body: { name: 'X', ...chain([note('scheduledAt')]), trigger },
    });
    expect([status, json.error.code]).toEqual([400, 'INVALID_VALUE']);
  });
});

describe('C70 webhook triggers', () => {
  const HOOK = 'POST /v1/workflow-hooks/{workflowId}';
  const made = async () => {
    const { json } = await save({ triggerType: 'webhook' }, [note()]);
    const hook = await api.must('GET /v1/workflows/{id}/hook', { params: { id: json.id } });
    return { id: json.id as string, secret: hook.secret as string, url: hook.url as string };
  };
  const send = (workflowId: string, headers: Record<string, string>, body: unknown = { sku: 'A-100' }) =>
    api.call(HOOK, { params: { workflowId }, headers, body });
  const bearer = (secret: string) => ({ authorization: `Bearer ${secret}` });

  it('answer 202 with the id of the run, which reads the body', async () => {
    const { id, secret, url } = await made();
    expect(url).toContain(`/v1/workflow-hooks/${id}`);
    const { status, json } = await send(id, bearer(secret));
    expect([status, json.status]).toEqual([202, 'queued']);
    const queued = await api.must('GET /v1/workflow-executions/{id}', { params: { id: json.executionId } });
    expect(queued.status).toBe('queued');
    await api.drain();
    const run = await api.must('GET /v1/workflow-executions/{id}', { params: { id: json.executionId } });
    expect(run).toMatchObject({ status: 'completed', startedBy: { type: 'webhook' } });
    expect(JSON.stringify(await api.rows('notification'))).toContain('A-100');
  });

  it('41.3.6 ten at once start one run for each, and one for the same one', async () => {
    const { id, secret } = await made();
    meetParallelWrites(api.db);
    const one = await tenAtOnce(() => send(id, { ...bearer(secret), 'webhook-id': 'msg_1' }));
    expect([one, (await runs(id)).length]).toEqual([{ '202': 10 }, 1]);
    const ten = await tenAtOnce((index) => send(id, { ...bearer(secret), 'webhook-id': `msg_1${index}` }));
    expect([ten, (await runs(id)).length]).toEqual([{ '202': 10 }, 11]);
  });

  it('take a token in the address and a signature, and a webhook that comes twice once', async () => {
    const { id, secret } = await made();
    const query = { token: secret };
    expect((await api.call(HOOK, { params: { workflowId: id }, query, body: {} })).status).toBe(202);
    const body = { sku: 'A-1' };
    const at = new Date(api.deps.clock.now());
    const signed = {
      'webhook-id': 'msg_1',
      'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
      'webhook-signature': new Webhook(secret).sign('msg_1', at, JSON.stringify(body)),
    };
    const [one, two] = await Promise.all([send(id, signed, body), send(id, signed, body)]);
    expect([one.status, two.status]).toEqual([202, 202]);
    expect(one.json.executionId).toBe(two.json.executionId);
    await api.drain();
    expect(await runs(id)).toHaveLength(2);
    const altered = await send(id, signed, { sku: 'B' });
    expect(altered.status).toBe(401);
    api.db.deps.clock.advance(6 * 60_000);
    expect((await send(id, signed, body)).status).toBe(401);
  });

  it('tell nobody whether a workflow exists', async () => {
    const { id, secret } = await made();
    const wrong = await send(id, bearer('whsec_wrong'));
    const unknown = await send('wf_unknown', bearer(secret));
    const none = await send(id, {});
    expect(wrong.status).toBe(401);
    expect(unknown.json.error).toEqual(wrong.json.error);
    expect(none.json.error).toEqual(wrong.json.error);
  });

  it('take the secret before a rotation for another day', async () => {
    const { id, secret } = await made();
    const rotated = await api.must('POST /v1/workflows/{id}/hook/rotate', { params: { id } });
    expect(rotated.secret).not.toBe(secret);
    expect((await send(id, bearer(secret))).status).toBe(202);
    api.db.deps.clock.advance(25 * 3_600_000);
    expect((await send(id, bearer(secret))).status).toBe(401);
    expect((await send(id, bearer(rotated.secret))).status).toBe(202);
  });

  it('are closed while the workflow is off, and refuse what is too large', async () => {
    const { id, secret } = await made();
    const large = await send(id, bearer(secret), { big: 'x'.repeat(200_000) });
    expect([large.status, large.json.error.code]).toEqual([400, 'INVALID_VALUE']);
    await api.must('POST /v1/workflows/{id}/status', { params: { id }, body: { status: 'inactive' } });
    expect((await send(id, bearer(secret))).status).toBe(409);
    expect(await runs(id)).toEqual([]);
  });

  it('exist for webhook triggers only', async () => {
    const id = await api.workflow('order.created', [note()]);
    const { status, json } = await api.call('GET /v1/workflows/{id}/hook', { params: { id } });
    expect([status, json.error.code]).toEqual([400, 'DISALLOWED_OPERATION']);
  });
});
