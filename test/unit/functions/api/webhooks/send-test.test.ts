import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { exampleData } from '../../../../../functions/api/webhooks/example-data.ts';
import { webhooksArea } from '../../../../../functions/api/webhooks/index.ts';
import { serveArea } from '../../../../../lib/platform/http/index.ts';
import { WEBHOOK_EVENT_TYPES } from '../../../../../lib/reactions/webhooks/index.ts';
import { anyGrant, httpEvent } from '../../../../support/http-event.ts';
import { memoryBucket } from '../../../../support/memory-bucket.ts';
import { startWebhooks, type WebhooksAtWork } from '../../../../support/webhooks-at-work.ts';

describe('POST /v1/webhooks/endpoints/{id}/test', () => {
  let hooks: WebhooksAtWork;
  beforeEach(async () => {
    hooks = await startWebhooks();
  });
  afterEach(() => hooks.stop());

  /** Requests a test as the organization `organizationId`. */
  async function test(id: string, body: object, organizationId = hooks.organizationId, key?: string) {
    const handler = serveArea(webhooksArea, () => ({
      ...hooks.deps,
      bucket: memoryBucket(),
      signingKeys: async () => ['key'],
    }));
    const reply = await handler(
      httpEvent('POST /v1/webhooks/endpoints/{id}/test', {
        params: { id },
        body,
        ...(key === undefined ? {} : { headers: { 'idempotency-key': key } }),
        verdict: { grant: anyGrant({ organizations: [{ id: organizationId, listShards: 4 }] }) },
      }),
    );
    return { status: reply.statusCode, body: JSON.parse(reply.body) };
  }

  it('sends an example to this endpoint alone, which is kept and retried as any message', async () => {
    const { id, url } = await hooks.endpoint({ eventTypes: ['delivery.created'] });
    await hooks.endpoint();
    hooks.answerWith(() => ({ status: hooks.sent.length === 1 ? 503 : 204 }));
    const { status, body } = await test(id, { eventType: 'delivery.dropoff_complete' });
    expect({ status, body }).toEqual({
      status: 200,
      body: { msgId: await hooks.onlyMessage(), eventType: 'delivery.dropoff_complete', endpointId: id, url },
    });
    await hooks.work();
    expect(hooks.sent).toHaveLength(1);
    expect(hooks.sent[0]?.headers).toMatchObject({ 'webhook-id': body.msgId });
    expect(JSON.parse(hooks.sent[0]?.body ?? '')).toMatchObject({
      type: 'delivery',
      event: 'dropoff_complete',
      isTest: true,
      data: { jobConfigurations: [{ tasks: [{ delivery: { status: 'dropoff_complete' } }] }] },
    });
    await hooks.work(5_000);
    const attempts = await hooks.attempts();
    expect(attempts.map(({ status: how, triggerType }) => [how, triggerType])).toEqual([
      ['success', 'scheduled'],
      ['fail', 'manual'],
    ]);
  });

  it('takes the default type and any spelling, and sends once under one key', async () => {
    const { id } = await hooks.endpoint();
    expect((await test(id, {})).body.eventType).toBe('delivery.dropoff_complete');
    const spelled = { eventType: 'delivery.canceled_by_nash' };
    const first = await test(id, spelled, undefined, 'k1');
    expect(first.body.eventType).toBe('delivery.canceled_by_system');
    expect((await test(id, spelled, undefined, 'k1')).body).toEqual(first.body);
    await hooks.work();
    expect(hooks.sent).toHaveLength(2);
  });

  it('refuses an unknown type, an endpoint that is off, and one of another organization', async () => {
    const { id } = await hooks.endpoint();
    const off = await hooks.endpoint({ isEnabled: false });
    expect(await test(id, { eventType: 'delivery.eaten' })).toMatchObject({
      status: 400,
      body: { error: { details: { field: 'eventType', value: 'delivery.eaten' } } },
    });
    expect(await test(off.id, {})).toMatchObject({ status: 409, body: { error: { code: 'CONFLICT' } } });
    const [foreign, unknown] = [await test(id, {}, 'org_b'), await test('ep_none', {})];
    expect([foreign.status, unknown.status]).toEqual([404, 404]);
    await hooks.work();
    expect(hooks.sent).toEqual([]);
  });

  it('has an example of every event type', () => {
    for (const eventType of WEBHOOK_EVENT_TYPES) {
      const named = eventType === 'shift.dispatched' ? 'eventSourceId' : 'id';
      expect(exampleData(eventType)).toHaveProperty(named);
    }
  });
});
