import { Webhook } from 'standardwebhooks';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { isRefusal } from '../../../../../lib/platform/core/refusal.ts';
import {
  attemptDelivery,
  createEndpoint,
  deleteEndpoint,
  endpointSecret,
  listEndpoints,
  makeMessage,
  replayMessage,
  rotateSecret,
  updateEndpoint,
} from '../../../../../lib/reactions/webhooks/index.ts';
import { startWebhooks, type WebhooksAtWork } from '../../../../support/webhooks-at-work.ts';

describe('webhooks', () => {
  let hooks: WebhooksAtWork;
  beforeEach(async () => {
    hooks = await startWebhooks();
  });
  afterEach(() => hooks.stop());

  it('are signed so that a Standard Webhooks library verifies them under both header families', async () => {
    hooks.db.deps.clock.advance(Date.now() - hooks.deps.clock.now());
    const endpoint = await hooks.endpoint();
    await hooks.make();
    await hooks.work();
    expect(hooks.sent).toHaveLength(1);
    const { headers, body } = hooks.sent[0]!;
    const payload = new Webhook(endpointSecret(hooks.signingKey, endpoint, 1)).verify(body, { ...headers });
    expect(payload).toEqual({ type: 'delivery', event: 'dropoff_complete', data: { id: 'job_1' } });
    for (const name of ['id', 'timestamp', 'signature'])
      expect(headers[`svix-${name}`]).toBe(headers[`webhook-${name}`]);
  });

  it('are made once and sent once, whatever is delivered twice', async () => {
    await hooks.endpoint();
    await Promise.allSettled([hooks.make(), hooks.make(), hooks.make()]);
    await hooks.make();
    await hooks.work();
    await hooks.work();
    expect(hooks.sent).toHaveLength(1);
    expect((await hooks.attempts()).map(({ status }) => status)).toEqual(['success']);
  });

  it('are made by one of two invocations at the same time; the other looks again when the lease of the first is over', async () => {
    await hooks.endpoint();
    const event = hooks.event();
    let other: unknown;
    hooks.answerWith(async () => {
      other = await hooks.make(event).catch((error) => error);
      return { status: 204 };
    });
    await hooks.make(event);
    expect(other).toMatchObject({ stage: 'busy', retryAfterMs: 25_000 });
    await hooks.make(event);
    expect(hooks.sent).toHaveLength(1);
  });

  it('are sent again by one of two invocations at the same time', async () => {
    await hooks.endpoint();
    await hooks.make();
    await replayMessage(hooks.deps, hooks.organizationId, { msgId: await hooks.onlyMessage() });
    const [due] = await hooks.due();
    const again = () => attemptDelivery(hooks.deps, due!);
    const outcomes = await Promise.allSettled([again(), again()]);
    const late = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : []));
    expect(late).toMatchObject([{ stage: 'busy', retryAfterMs: 25_000 }]);
    await again();
    expect(hooks.sent).toHaveLength(2);
  });

  it('of any size are sent to the byte', async () => {
    await hooks.endpoint();
    const data = Array.from({ length: 6_000 }, (_, index) => ({
      index,
      note: 'Klingelt das Telefon, läutet es „ß“. '.repeat(3),
    }));
    await makeMessage(hooks.deps, hooks.event(), async () => ({ data, tags: [] }));
    await hooks.work();
    expect(JSON.parse(hooks.sent[0]!.body)).toEqual({ type: 'delivery', event: 'dropoff_complete', data });
    expect(hooks.sent[0]!.body.length).toBeGreaterThan(400_000);
  });

  it('go only to the endpoints that want the type, are on and belong to the organization', async () => {
    await hooks.endpoint({ url: 'https://a.example.com/', eventTypes: ['delivery.dropoff_complete'] });
    await hooks.endpoint({ url: 'https://b.example.com/', eventTypes: ['delivery.failed'] });
    await hooks.endpoint({ url: 'https://c.example.com/', isEnabled: false });
    await hooks.endpoint({ url: 'https://d.example.com/' }, 'org_b');
    await hooks.endpoint({ url: 'https://e.example.com/', eventTypes: ['delivery.status_updated'] });
    await hooks.make();
    await hooks.work();
    expect(hooks.sent.map(({ url }) => url).sort()).toEqual([
      'https://a.example.com/',
      'https://e.example.com/',
    ]);
  });

  it('are sent again after 5 s, 5 min, 30 min, 2 h, 5 h, 10 h and 10 h, then given up', async () => {
    await hooks.endpoint();
    hooks.answerWith(() => ({ status: 503, body: 'busy' }));
    await hooks.make();
    await hooks.work();
    const minute = 60_000;
    const delays = [5000, 5 * minute, 30 * minute, 120 * minute, 300 * minute, 600 * minute, 600 * minute];
    for (const [index, delay] of delays.entries()) {
      await hooks.work(delay - 1000);
      expect(hooks.sent).toHaveLength(index + 1);
      await hooks.work(1000);
      expect(hooks.sent).toHaveLength(index + 2);
    }
    await hooks.work(48 * 60 * minute);
    expect(hooks.sent).toHaveLength(8);
    expect(await hooks.attempts()).toHaveLength(8);
    expect(new Set(hooks.sent.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
  });

  it.each([
    [{ status: 200 }, 1],
    [{ status: 500 }, 2],
    [{ status: 408 }, 2],
    [{ status: 409 }, 2],
    [{ status: 429 }, 2],
    [{ error: 'ECONNRESET' }, 2],
    [{ status: 400 }, 1],
    [{ status: 302 }, 1],
    [{ status: 503, headers: { 'webhook-delivery': 'abort-message' } }, 1],
  ])('answered with %j are tried %i times within a minute', async (reply, times) => {
    await hooks.endpoint();
    hooks.answerWith(() => reply);
    await hooks.make();
    await hooks.work();
    await hooks.work(60_000);
    expect(hooks.sent).toHaveLength(times);
  });

  it.each([
    [{ status: 410 }, '410'],
    [{ status: 200, headers: { 'webhook-delivery': 'disable' } }, 'disable'],
  ])('answered with %j turn the endpoint off, with the reason', async (reply, reason) => {
    await hooks.endpoint();
    hooks.answerWith(() => reply);
    await hooks.make();
    await hooks.work();
    const [endpoint] = await listEndpoints(hooks.deps, hooks.organizationId);
    expect(endpoint).toMatchObject({ isEnabled: false, disabledReason: expect.stringContaining(reason) });
    await hooks.make(hooks.event({ id: 'evt_2' }));
    await hooks.work();
    expect(hooks.sent).toHaveLength(1);
    const on = await updateEndpoint(hooks.deps, hooks.organizationId, endpoint!.id, { isEnabled: true });
    expect(on).toMatchObject({ isEnabled: true, disabledReason: null });
  });

  it('carry two valid signatures while a rotated secret overlaps, one afterwards', async () => {
    const endpoint = await hooks.endpoint();
    await rotateSecret(hooks.deps, hooks.organizationId, endpoint.id);
    await hooks.make();
    await hooks.work();
    hooks.db.deps.clock.advance(25 * 3_600_000);
    await hooks.make(hooks.event({ id: 'evt_2' }));
    await hooks.work();
    const signatures = hooks.sent.map(({ headers }) => headers['webhook-signature']!.split(' ').length);
    expect(signatures).toEqual([2, 1]);
    expect(endpointSecret(hooks.signingKey, endpoint, 1)).not.toBe(
      endpointSecret(hooks.signingKey, endpoint, 2),
    );
  });

  it('are sent again on replay, once per idempotency key, in place of a waiting retry', async () => {
    await hooks.endpoint();
    hooks.answerWith(() => ({ status: 500 }));
    await hooks.make();
    await hooks.work();
    hooks.answerWith(() => ({ status: 200 }));
    const msgId = await hooks.onlyMessage();
    const replay = () => replayMessage(hooks.deps, hooks.organizationId, { msgId, idempotencyKey: 'once' });
    expect(await replay()).toMatchObject({ msgId, results: [{ success: true, error: null }] });
    expect(await replay()).toMatchObject({ msgId });
    await hooks.work();
    await hooks.work(10_000);
    expect(hooks.sent).toHaveLength(2);
    expect((await hooks.attempts()).map(({ triggerType }) => triggerType).sort()).toEqual([
      'manual',
      'scheduled',
    ]);
  });

  it('are replayed by tag and type together, and only so', async () => {
    await hooks.endpoint();
    await hooks.make();
    await hooks.work();
    const eventType = 'delivery.dropoff_complete';
    expect(await replayMessage(hooks.deps, hooks.organizationId, { tag: 'dlv_1', eventType })).toMatchObject({
      eventType,
    });
    expect(isRefusal(await replayMessage(hooks.deps, hooks.organizationId, { tag: 'dlv_1' }))).toBe(true);
    expect(isRefusal(await replayMessage(hooks.deps, hooks.organizationId, {}))).toBe(true);
    const unknown = await replayMessage(hooks.deps, hooks.organizationId, { msgId: 'msg_nope' });
    expect(unknown).toMatchObject({
      kind: { code: 'MISSING_RESOURCE', status: 404 },
      details: { msg_id: 'msg_nope' },
    });
    expect(isRefusal(await replayMessage(hooks.deps, 'org_b', { msgId: await hooks.onlyMessage() }))).toBe(
      true,
    );
  });

  it('report an endpoint that is gone in the result of a replay', async () => {
    const endpoint = await hooks.endpoint();
    await hooks.make();
    await hooks.work();
    await deleteEndpoint(hooks.deps, hooks.organizationId, endpoint.id);
    const outcome = await replayMessage(hooks.deps, hooks.organizationId, {
      msgId: await hooks.onlyMessage(),
    });
    expect(outcome).toMatchObject({ results: [{ endpointId: endpoint.id, success: false }] });
    await hooks.work();
    expect(hooks.sent).toHaveLength(1);
  });

  it('of an endpoint that keeps running out of time go through the slow lane until it is quick again', async () => {
    await hooks.endpoint({ url: 'https://slow.example.com/' });
    hooks.answerWith(() => ({ ranOutOfTime: true, error: 'no reply within 15 s' }));
    for (const id of ['evt_1', 'evt_2', 'evt_3']) await hooks.make(hooks.event({ id }));
    expect(hooks.sent).toHaveLength(3);
    await hooks.make(hooks.event({ id: 'evt_4' }));
    expect(hooks.sent).toHaveLength(3);
    expect(await hooks.db.events('webhook.slow_attempt_due')).toHaveLength(1);
    hooks.answerWith(() => ({ status: 204 }));
    await hooks.work();
    expect(hooks.sent).toHaveLength(4);
    await hooks.make(hooks.event({ id: 'evt_5' }));
    expect(hooks.sent).toHaveLength(5);
    expect(await hooks.db.events('webhook.slow_attempt_due')).toHaveLength(1);
  });

  it('whose retry comes up in the quick lane for a slow endpoint are handed over, and sent once', async () => {
    await hooks.endpoint({ url: 'https://slow.example.com/' });
    hooks.answerWith(() => ({ ranOutOfTime: true, error: 'no reply within 15 s' }));
    for (const id of ['evt_1', 'evt_2', 'evt_3']) await hooks.make(hooks.event({ id }));
    hooks.answerWith(() => ({ status: 204 }));
    await hooks.work(5_000);
    await hooks.work();
    expect(hooks.sent).toHaveLength(6);
    expect(new Set(hooks.sent.slice(3).map(({ headers }) => headers['webhook-id'])).size).toBe(3);
  });

  it.each([
    [{ url: 'https://10.0.0.1/x' }, 'url'],
    [{ url: 'http://shop.example.com/' }, 'url'],
    [{ eventTypes: ['delivery.teleported'] }, 'delivery.teleported'],
  ])('endpoints such as %j are refused naming field and value', async (input, named) => {
    const refused = await createEndpoint(hooks.deps, hooks.organizationId, {
      url: 'https://shop.example.com/h',
      ...input,
    });
    expect(isRefusal(refused) && refused.message).toContain(named);
  });
});
