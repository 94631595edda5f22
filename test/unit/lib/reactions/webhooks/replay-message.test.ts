import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { isRefusal } from '../../../../../lib/platform/core/refusal.ts';
import { attemptDelivery, listMessages, replayMessage } from '../../../../../lib/reactions/webhooks/index.ts';
import { startWebhooks, type WebhooksAtWork } from '../../../../support/webhooks-at-work.ts';

describe('replay of webhook messages', () => {
  let hooks: WebhooksAtWork;
  beforeEach(async () => {
    hooks = await startWebhooks();
  });
  afterEach(async () => {
    vi.restoreAllMocks();
    await hooks.stop();
  });
  const replay = (request: Parameters<typeof replayMessage>[2]) =>
    replayMessage(hooks.deps, hooks.organizationId, request);

  it('goes to as many endpoints as there can be, each with a retry that waits', async () => {
    for (let count = 0; count < 40; count += 1) await hooks.endpoint();
    hooks.answerWith(() => ({ status: 503 }));
    await hooks.make();
    const first = await hooks.due();
    for (const due of first) await attemptDelivery(hooks.deps, due);
    hooks.answerWith(() => ({ status: 204 }));
    const outcome = await replay({ msgId: await hooks.onlyMessage(), idempotencyKey: 'all' });
    if (isRefusal(outcome)) throw new Error(outcome.message);
    expect(outcome.results.filter(({ success }) => success)).toHaveLength(40);
    const again = (await hooks.due()).filter(({ attempt }) => attempt > 1);
    for (const due of again) await attemptDelivery(hooks.deps, due);
    expect([first, again, hooks.sent].map(({ length }) => length)).toEqual([35, 40, 80]);
  });

  it('by a key that was used for another message is a replay of its own', async () => {
    await hooks.endpoint();
    await hooks.make();
    await hooks.make(hooks.event({ id: 'evt_2' }));
    await hooks.work();
    const newest = { filter: {}, limit: 10, cursor: undefined, withContent: false };
    const { results } = await listMessages(hooks.deps, hooks.organizationId, newest);
    for (const { id: msgId } of [...results, ...results]) {
      expect(await replay({ msgId, idempotencyKey: 'same' })).toMatchObject({ msgId });
    }
    await hooks.work();
    expect(hooks.sent).toHaveLength(4);
  });

  it('is asked for again when others keep writing', async () => {
    await hooks.endpoint();
    await hooks.make();
    const msgId = await hooks.onlyMessage();
    vi.spyOn(hooks.deps.table, 'write').mockResolvedValue({ ok: false, conflicts: [] });
    const refused = await replay({ msgId });
    expect(isRefusal(refused) && refused.kind).toMatchObject({
      code: 'LOCK_ACQUISITION_FAILURE',
      status: 409,
    });
  });
});
