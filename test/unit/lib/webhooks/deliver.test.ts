import { Webhook } from 'standardwebhooks';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { toInstant } from '../../../../lib/core/clock.ts';
import { isRefusal } from '../../../../lib/core/refusal.ts';
import type { EventRecord } from '../../../../lib/events/index.ts';
import { fireTimer, timerArmed } from '../../../../lib/timers/index.ts';
import {
  attemptDelivery,
  attemptDue,
  createEndpoint,
  deleteEndpoint,
  endpointSecret,
  listAttempts,
  listEndpoints,
  listMessages,
  makeMessage,
  replayMessage,
  retryTimer,
  rotateSecret,
  updateEndpoint,
  type WebhookEndpoint,
} from '../../../../lib/webhooks/index.ts';
import type { SendResult } from '../../../../lib/webhooks/sender.ts';
import { anyEvent } from '../../../support/builders/any-event.ts';
import { startTestTable, type TestTable } from '../../../support/test-table.ts';

const KEY = 'a signing key';
const ORG = 'org_a';
const NEWEST = { filter: {}, cursor: undefined, withContent: false };

describe('webhooks', () => {
  let db: TestTable;
  let sent: { url: string; headers: Readonly<Record<string, string>>; body: string }[];
  let answer: () => Partial<SendResult>;

  beforeEach(async () => {
    db = await startTestTable();
    sent = [];
    answer = () => ({ status: 204 });
  });
  afterEach(() => db.stop());

  const deps = () => ({
    ...db.deps,
    destinations: { allowLoopback: false },
    signingKey: async () => KEY,
    sender: {
      async send(url: string, headers: Readonly<Record<string, string>>, body: string): Promise<SendResult> {
        sent.push({ url, headers, body });
        return { headers: {}, body: '', durationMs: 3, ...answer() };
      },
    },
  });

  const anEndpoint = async (more: object = {}, organizationId = ORG): Promise<WebhookEndpoint> => {
    const made = await createEndpoint(organizationId, { url: 'https://shop.example.com/h', ...more }, deps());
    if (isRefusal(made)) throw new Error(made.message);
    return made;
  };
  const anEvent = (more: Partial<EventRecord> = {}) =>
    anyEvent({ organizationId: ORG, occurredAt: toInstant(db.deps.clock.now()), ...more });
  const make = (event = anEvent()) =>
    makeMessage(event, deps(), async () => ({ data: { id: 'job_1' }, tags: ['job_1', 'dlv_1'] }));
  /** Runs every attempt and timer that is due, as the queues would, each delivered twice. */
  const work = async (upToMs = 0) => {
    db.deps.clock.advance(upToMs);
    for (let round = 0; round < 3; round += 1) {
      for (const event of await db.events()) {
        const twice = async (run: () => Promise<unknown>) => {
          await run();
          await run();
        };
        if (event.name === timerArmed.name) {
          const { timerId, generation, dueAt } = timerArmed.parse(event).data;
          if (Date.parse(dueAt) > db.deps.clock.now()) continue;
          await twice(() =>
            fireTimer({ organizationId: event.organizationId, timerId, generation }, db.deps),
          );
        }
        if (event.name === attemptDue.name) {
          await twice(() =>
            attemptDelivery(
              { organizationId: event.organizationId, ...attemptDue.parse(event).data },
              deps(),
            ),
          );
        }
        if (event.name === retryTimer.fired.name) {
          const { data } = retryTimer.fired.parse(event).data;
          await twice(() => attemptDelivery({ organizationId: event.organizationId, ...data }, deps()));
        }
      }
    }
  };
  const onlyMessage = async () => {
    const page = await listMessages(ORG, { ...NEWEST, limit: 10 }, db.deps);
    expect(page.results).toHaveLength(1);
    return page.results[0]!.id;
  };
  const attempts = async () => {
    const page = await listAttempts(ORG, await onlyMessage(), { limit: 50, cursor: undefined }, db.deps);
    if (isRefusal(page)) throw new Error(page.message);
    return page.results;
  };

  it('are signed so that a Standard Webhooks library verifies them under both header families', async () => {
    db.deps.clock.advance(Date.now() - db.deps.clock.now());
    const endpoint = await anEndpoint();
    await make();
    await work();
    expect(sent).toHaveLength(1);
    const { headers, body } = sent[0]!;
    const payload = new Webhook(endpointSecret(KEY, endpoint, 1)).verify(body, { ...headers });
    expect(payload).toEqual({ type: 'delivery', event: 'dropoff_complete', data: { id: 'job_1' } });
    for (const name of ['id', 'timestamp', 'signature'])
      expect(headers[`svix-${name}`]).toBe(headers[`webhook-${name}`]);
  });

  it('are made once and sent once, whatever is delivered twice', async () => {
    await anEndpoint();
    await Promise.all([make(), make(), make()]);
    await make();
    await work();
    await work();
    expect(sent).toHaveLength(1);
    expect((await attempts()).map(({ status }) => status)).toEqual(['success']);
  });

  it('are sent by one of two invocations at the same time; the other looks again when the lease of the first is over', async () => {
    await anEndpoint();
    await make();
    const due = (await db.events()).find(({ name }) => name === attemptDue.name)!;
    const attempt = () => attemptDelivery({ organizationId: ORG, ...attemptDue.parse(due).data }, deps());
    const outcomes = await Promise.allSettled([attempt(), attempt()]);
    const late = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : []));
    expect(late).toMatchObject([{ stage: 'busy', retryAfterMs: 25_000 }]);
    await attempt();
    expect(sent).toHaveLength(1);
  });

  it('go only to the endpoints that want the type, are on and belong to the organization', async () => {
    await anEndpoint({ url: 'https://a.example.com/', eventTypes: ['delivery.dropoff_complete'] });
    await anEndpoint({ url: 'https://b.example.com/', eventTypes: ['delivery.failed'] });
    await anEndpoint({ url: 'https://c.example.com/', isEnabled: false });
    await anEndpoint({ url: 'https://d.example.com/' }, 'org_b');
    await anEndpoint({ url: 'https://e.example.com/', eventTypes: ['delivery.status_updated'] });
    await make();
    await work();
    expect(sent.map(({ url }) => url).sort()).toEqual(['https://a.example.com/', 'https://e.example.com/']);
  });

  it('are sent again after 5 s, 5 min, 30 min, 2 h, 5 h, 10 h and 10 h, then given up', async () => {
    await anEndpoint();
    answer = () => ({ status: 503, body: 'busy' });
    await make();
    await work();
    const minute = 60_000;
    const delays = [5000, 5 * minute, 30 * minute, 120 * minute, 300 * minute, 600 * minute, 600 * minute];
    for (const [index, delay] of delays.entries()) {
      await work(delay - 1000);
      expect(sent).toHaveLength(index + 1);
      await work(1000);
      expect(sent).toHaveLength(index + 2);
    }
    await work(48 * 60 * minute);
    expect(sent).toHaveLength(8);
    expect(await attempts()).toHaveLength(8);
    expect(new Set(sent.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
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
    await anEndpoint();
    answer = () => reply;
    await make();
    await work();
    await work(60_000);
    expect(sent).toHaveLength(times);
  });

  it.each([
    [{ status: 410 }, '410'],
    [{ status: 200, headers: { 'webhook-delivery': 'disable' } }, 'disable'],
  ])('answered with %j turn the endpoint off, with the reason', async (reply, reason) => {
    await anEndpoint();
    answer = () => reply;
    await make();
    await work();
    const [endpoint] = await listEndpoints(ORG, db.deps);
    expect(endpoint).toMatchObject({ isEnabled: false, disabledReason: expect.stringContaining(reason) });
    await make(anEvent({ id: 'evt_2' }));
    await work();
    expect(sent).toHaveLength(1);
    const on = await updateEndpoint(ORG, endpoint!.id, { isEnabled: true }, deps());
    expect(on).toMatchObject({ isEnabled: true, disabledReason: null });
  });

  it('carry two valid signatures while a rotated secret overlaps, one afterwards', async () => {
    const endpoint = await anEndpoint();
    await rotateSecret(ORG, endpoint.id, db.deps);
    await make();
    await work();
    db.deps.clock.advance(25 * 3_600_000);
    await make(anEvent({ id: 'evt_2' }));
    await work();
    const signatures = sent.map(({ headers }) => headers['webhook-signature']!.split(' ').length);
    expect(signatures).toEqual([2, 1]);
    expect(endpointSecret(KEY, endpoint, 1)).not.toBe(endpointSecret(KEY, endpoint, 2));
  });

  it('are sent again on replay, once per idempotency key, in place of a waiting retry', async () => {
    await anEndpoint();
    answer = () => ({ status: 500 });
    await make();
    await work();
    answer = () => ({ status: 200 });
    const msgId = await onlyMessage();
    const replay = () => replayMessage(ORG, { msgId, idempotencyKey: 'once' }, db.deps);
    expect(await replay()).toMatchObject({ msgId, results: [{ success: true, error: null }] });
    expect(await replay()).toMatchObject({ msgId });
    await work();
    await work(10_000);
    expect(sent).toHaveLength(2);
    expect((await attempts()).map(({ triggerType }) => triggerType).sort()).toEqual(['manual', 'scheduled']);
  });

  it('are replayed by tag and type together, and only so', async () => {
    await anEndpoint();
    await make();
    await work();
    const eventType = 'delivery.dropoff_complete';
    expect(await replayMessage(ORG, { tag: 'dlv_1', eventType }, db.deps)).toMatchObject({ eventType });
    expect(isRefusal(await replayMessage(ORG, { tag: 'dlv_1' }, db.deps))).toBe(true);
    expect(isRefusal(await replayMessage(ORG, {}, db.deps))).toBe(true);
    const unknown = await replayMessage(ORG, { msgId: 'msg_nope' }, db.deps);
    expect(unknown).toMatchObject({
      kind: { code: 'MISSING_RESOURCE', status: 404 },
      details: { msg_id: 'msg_nope' },
    });
    expect(isRefusal(await replayMessage('org_b', { msgId: await onlyMessage() }, db.deps))).toBe(true);
  });

  it('report an endpoint that is gone in the result of a replay', async () => {
    const endpoint = await anEndpoint();
    await make();
    await work();
    await deleteEndpoint(ORG, endpoint.id, db.deps);
    const outcome = await replayMessage(ORG, { msgId: await onlyMessage() }, db.deps);
    expect(outcome).toMatchObject({ results: [{ endpointId: endpoint.id, success: false }] });
    await work();
    expect(sent).toHaveLength(1);
  });

  it.each([
    [{ url: 'https://10.0.0.1/x' }, 'url'],
    [{ url: 'http://shop.example.com/' }, 'url'],
    [{ eventTypes: ['delivery.teleported'] }, 'delivery.teleported'],
  ])('endpoints such as %j are refused naming field and value', async (input, named) => {
    const refused = await createEndpoint(ORG, { url: 'https://shop.example.com/h', ...input }, deps());
    expect(isRefusal(refused) && refused.message).toContain(named);
  });
});
