import { Webhook } from 'standardwebhooks';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { isRefusal } from '../../../../../lib/platform/core/refusal.ts';
import {
  activeEventTypes,
  createEndpoint,
  endpointSecret,
  listEndpoints,
  rotateSecret,
} from '../../../../../lib/reactions/webhooks/index.ts';
import { startWebhooks, type WebhooksAtWork } from '../../../../support/webhooks-at-work.ts';

const HOUR_MS = 3_600_000;

describe('webhook endpoints', () => {
  let hooks: WebhooksAtWork;
  beforeEach(async () => {
    hooks = await startWebhooks();
    // The library verifies against the machine's clock.
    hooks.db.deps.clock.advance(Date.now() - hooks.deps.clock.now());
  });
  afterEach(() => hooks.stop());

  const rotate = (id: string) => rotateSecret(hooks.deps, hooks.organizationId, id);

  it('say which event types are asked for, as long as none asks for all', async () => {
    const { organizationId, db } = hooks;
    const active = () => activeEventTypes(db.deps.table, organizationId);
    expect(await active()).toBeUndefined();
    const make = (eventTypes: string[] | null) =>
      createEndpoint(hooks.deps, organizationId, { url: 'https://example.com/hook', eventTypes });
    await make(['task.failed', 'delivery.failed']);
    await make(['task.failed']);
    expect(await active()).toEqual(['delivery.failed', 'task.failed']);
    await make(null);
    expect(await active()).toBeUndefined();
  });

  it('rotated several times are signed for by every secret of the last 24 hours', async () => {
    const endpoint = await hooks.endpoint();
    await rotate(endpoint.id);
    await rotate(endpoint.id);
    await hooks.make();
    await hooks.work();
    const { headers, body } = hooks.sent[0]!;
    for (const generation of [1, 2, 3]) {
      const webhook = new Webhook(endpointSecret(hooks.signingKey, endpoint, generation));
      expect(webhook.verify(body, { ...headers })).toMatchObject({ type: 'delivery' });
    }
  });

  it('rotated at different times drop each secret in its time', async () => {
    const endpoint = await hooks.endpoint();
    await rotate(endpoint.id);
    hooks.db.deps.clock.advance(12 * HOUR_MS);
    await rotate(endpoint.id);
    const signatures: number[] = [];
    for (const hours of [0, 12, 12]) {
      hooks.db.deps.clock.advance(hours * HOUR_MS);
      await hooks.make(hooks.event({ id: `evt_${signatures.length}` }));
      await hooks.work();
      signatures.push(hooks.sent.at(-1)!.headers['webhook-signature']!.split(' ').length);
    }
    expect(signatures).toEqual([3, 2, 1]);
  });

  it('rotated without end have five signatures', async () => {
    const endpoint = await hooks.endpoint();
    for (let count = 0; count < 9; count += 1) await rotate(endpoint.id);
    await hooks.make();
    await hooks.work();
    expect(hooks.sent[0]!.headers['webhook-signature']!.split(' ')).toHaveLength(5);
  });

  it('are 40 at most, however many are registered at once', async () => {
    for (let count = 0; count < 38; count += 1) await hooks.endpoint();
    const create = () =>
      createEndpoint(hooks.deps, hooks.organizationId, { url: 'https://shop.example.com/h' });
    const outcomes = await Promise.all([create(), create(), create(), create(), create()]);
    expect(outcomes.filter(isRefusal)).toHaveLength(3);
    expect(await listEndpoints(hooks.deps, hooks.organizationId)).toHaveLength(40);
  });

  it('with a password in the URL are refused without repeating it', async () => {
    const url = 'http://user:hunter2@shop.example.com/h';
    const refused = await createEndpoint(hooks.deps, hooks.organizationId, { url });
    expect(isRefusal(refused) && refused.message).toContain('user name and password');
    expect(JSON.stringify(refused)).not.toContain('hunter2');
  });

  it('that want every status are not sent what is no status', async () => {
    await hooks.endpoint({ eventTypes: ['delivery.status_updated'] });
    await hooks.make();
    await hooks.make(hooks.event({ id: 'evt_2', name: 'delivery.proof_of_delivery' }));
    await hooks.work();
    expect(hooks.sent).toHaveLength(1);
  });
});
