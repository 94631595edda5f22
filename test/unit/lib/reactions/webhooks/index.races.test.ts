import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  attemptDelivery,
  listEndpoints,
  replayMessage,
  updateEndpoint,
} from '../../../../../lib/reactions/webhooks/index.ts';
import { startWebhooks, type WebhooksAtWork } from '../../../../support/webhooks-at-work.ts';

const LEASE_MS = 25_000;
const turnedAway = { ok: false, conflicts: [] } as const;

describe('webhooks, whatever comes between', () => {
  let hooks: WebhooksAtWork;
  beforeEach(async () => {
    hooks = await startWebhooks();
  });
  afterEach(async () => {
    vi.restoreAllMocks();
    await hooks.stop();
  });

  const writes = () => vi.spyOn(hooks.deps.table, 'write');
  const isOn = async () => (await listEndpoints(hooks.deps, hooks.organizationId))[0]?.isEnabled;

  it('a message that two invocations kept each other from making is made when the event comes again', async () => {
    await hooks.endpoint();
    writes().mockResolvedValueOnce(turnedAway);
    await expect(hooks.make()).rejects.toMatchObject({ stage: 'busy', retryAfterMs: 1_000 });
    await hooks.make();
    await hooks.work();
    expect(hooks.sent).toHaveLength(1);
  });

  /** Sends the message again: an attempt that is due. */
  const dueAgain = async () => {
    await replayMessage(hooks.deps, hooks.organizationId, { msgId: await hooks.onlyMessage() });
    return (await hooks.due()).at(-1)!;
  };

  it('a first attempt is recorded in spite of other writes, and not made again', async () => {
    await hooks.endpoint();
    hooks.answerWith(() => {
      writes().mockResolvedValueOnce(turnedAway).mockResolvedValueOnce(turnedAway);
      return { status: 200 };
    });
    await hooks.make();
    expect(hooks.sent).toHaveLength(1);
    expect(await hooks.attempts()).toMatchObject([{ status: 'success', responseStatusCode: 200 }]);
  });

  it('an attempt is recorded in spite of other writes, and not made again', async () => {
    await hooks.endpoint();
    await hooks.make();
    await dueAgain();
    hooks.answerWith(() => {
      writes().mockResolvedValueOnce(turnedAway).mockResolvedValueOnce(turnedAway);
      return { status: 200 };
    });
    await hooks.work();
    expect(hooks.sent).toHaveLength(2);
    const again = (await hooks.attempts()).filter(({ triggerType }) => triggerType === 'manual');
    expect(again).toMatchObject([{ status: 'success', responseStatusCode: 200 }]);
  });

  it('an attempt under which the message is replayed is listed, and the replay is sent', async () => {
    await hooks.endpoint();
    await hooks.make();
    await dueAgain();
    hooks.answerWith(async () => {
      hooks.answerWith(() => ({ status: 200 }));
      await replayMessage(hooks.deps, hooks.organizationId, { msgId: await hooks.onlyMessage() });
      return { status: 503 };
    });
    await hooks.work();
    await hooks.work(60_000);
    expect(hooks.sent).toHaveLength(3);
    const attempts = await hooks.attempts();
    expect(attempts.map(({ triggerType, status }) => `${triggerType} ${status}`).sort()).toEqual([
      'manual fail',
      'manual success',
      'scheduled success',
    ]);
  });

  it('a crash between the first answer and its record leaves nothing half done: the message is sent again', async () => {
    await hooks.endpoint();
    const event = hooks.event();
    hooks.answerWith(() => {
      writes().mockRejectedValueOnce(new Error('crash'));
      return { status: 410 };
    });
    await expect(hooks.make(event)).rejects.toThrow('crash');
    expect(await isOn()).toBe(true);
    await expect(hooks.make(event)).rejects.toMatchObject({ stage: 'busy', retryAfterMs: LEASE_MS });
    hooks.answerWith(() => ({ status: 410 }));
    hooks.db.deps.clock.advance(LEASE_MS);
    await hooks.make(event);
    expect(await isOn()).toBe(false);
    expect(await hooks.attempts()).toMatchObject([{ status: 'fail', responseStatusCode: 410 }]);
    expect(new Set(hooks.sent.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
  });

  it('a crash between an answer and its record leaves nothing half done: the message is sent again', async () => {
    await hooks.endpoint();
    await hooks.make();
    const due = await dueAgain();
    hooks.answerWith(() => {
      writes().mockRejectedValueOnce(new Error('crash'));
      return { status: 410 };
    });
    await expect(attemptDelivery(hooks.deps, due)).rejects.toThrow('crash');
    expect(await isOn()).toBe(true);
    expect(await hooks.attempts()).toHaveLength(1);
    hooks.answerWith(() => ({ status: 410 }));
    await hooks.work(LEASE_MS);
    expect(await isOn()).toBe(false);
    expect((await hooks.attempts())[0]).toMatchObject({ status: 'fail', responseStatusCode: 410 });
    expect(new Set(hooks.sent.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
  });

  it('a receiver turns its endpoint off in the write that records its answer', async () => {
    await hooks.endpoint();
    hooks.answerWith(() => ({ status: 410 }));
    const write = writes();
    await hooks.make();
    expect(await isOn()).toBe(false);
    // The claim and the record.
    expect(write).toHaveBeenCalledTimes(2);
  });

  it('a receiver turns off only the endpoint that still leads to it', async () => {
    const { id } = await hooks.endpoint();
    hooks.answerWith(async () => {
      const url = 'https://moved.example.com/h';
      await updateEndpoint(hooks.deps, hooks.organizationId, id, { url });
      return { status: 410 };
    });
    await hooks.make();
    expect(hooks.sent).toHaveLength(1);
    expect(await isOn()).toBe(true);
  });
});
