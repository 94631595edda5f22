import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isRefusal } from '../../../../../lib/platform/core/refusal.ts';
import {
  createEndpoint,
  httpSender,
  listAttempts,
  makeMessage,
  type WebhookAttempt,
  type WebhookEndpoint,
} from '../../../../../lib/reactions/webhooks/index.ts';
import {
  MISBEHAVIOURS,
  type MisbehavingReceiver,
  startMisbehaving,
} from '../../../../support/misbehaving-receivers.ts';
import { startWebhooks, type WebhooksAtWork } from '../../../../support/webhooks-at-work.ts';

/** In place of 15 s. Milliseconds. */
const LIMIT_MS = 250;

const CASES = Object.entries(MISBEHAVIOURS);

describe('a receiver of webhooks that', () => {
  let hooks: WebhooksAtWork;
  let receivers: readonly MisbehavingReceiver[];
  let attempts: readonly WebhookAttempt[];
  const endpoints = new Map<string, WebhookEndpoint>();

  /** One event is sent to all of them, as the workers do. */
  beforeAll(async () => {
    hooks = await startWebhooks();
    const destinations = { allowLoopback: true };
    const deps = { ...hooks.deps, destinations, sender: httpSender(destinations, LIMIT_MS) };
    Object.assign(hooks.deps, deps);
    receivers = await Promise.all(CASES.map(([, { does }]) => startMisbehaving(does)));
    for (const [index, [name]] of CASES.entries()) {
      const made = await createEndpoint(deps, hooks.organizationId, { url: receivers[index]!.url });
      if (isRefusal(made)) throw new Error(made.message);
      endpoints.set(name, made);
    }
    await makeMessage(deps, hooks.event(), async () => ({ data: { id: 'job_1' }, tags: [] }));
    await hooks.work();
    const page = await listAttempts(deps, hooks.organizationId, await hooks.onlyMessage(), {
      limit: 200,
      cursor: undefined,
    });
    if (isRefusal(page)) throw new Error(page.message);
    attempts = page.results;
  });
  afterAll(async () => {
    for (const receiver of receivers) receiver.stop();
    await hooks.stop();
  });

  it.each(CASES)('%s: its attempt ends and is recorded', (name, { replies = false }) => {
    const own = attempts.filter(({ endpointId }) => endpointId === endpoints.get(name)?.id);
    expect(own.length).toBeGreaterThan(0);
    for (const attempt of own) {
      expect(attempt.responseStatusCode !== null).toBe(replies);
      if (!replies) expect(attempt).toMatchObject({ status: 'fail', response: expect.stringMatching(/./) });
    }
  });

  it('are at least 30 in this test', () => {
    expect(CASES.length).toBeGreaterThanOrEqual(30);
  });
});
