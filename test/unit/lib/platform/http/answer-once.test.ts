import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { contentionOver, lostRace } from '../../../../../lib/platform/core/commit.ts';
import { conflict } from '../../../../../lib/platform/core/common-refusals.ts';
import { defineArea, endpointFor, serveArea } from '../../../../../lib/platform/http/index.ts';
import type { CoreDeps } from '../../../../../lib/platform/runtime/index.ts';
import { anyGrant, httpEvent } from '../../../../support/http-event.ts';
import { recordingLog } from '../../../../support/recording-log.ts';
import { startTestTable, type TestTable } from '../../../../support/test-table.ts';

/** What the handler does next, and its calls so far. */
interface Work {
  readonly made: string[];
  next: () => Promise<'ok' | 'taken' | 'raced' | 'big'>;
}

interface WorkDeps extends CoreDeps {
  readonly work: Work;
}

const doWork = endpointFor<WorkDeps>()({
  name: 'doWork',
  method: 'POST',
  path: '/v1/work/{id}',
  area: 'Work',
  summary: 'Work',
  permission: 'WRITE_ORDER',
  forLimited: 'narrowed',
  params: z.object({ id: z.string() }),
  body: z.object({ a: z.int().optional(), b: z.int().optional() }),
  reply: z.object({ id: z.string(), resumed: z.boolean(), text: z.string() }),
  replyExample: { id: 'ord_1', resumed: false, text: '' },
  refusals: [conflict, contentionOver('user')],
  async handle({ ctx }) {
    const id = ctx.ids.next('ord');
    ctx.work.made.push(id);
    const result = await ctx.work.next();
    if (result === 'taken') return conflict('Taken.');
    if (result === 'raced') return lostRace({ what: 'user', id: 'usr_1' });
    const text = result === 'big' ? bigText : '';
    return { id, resumed: ctx.resumed, text };
  },
});

/** 1.5 million characters that do not compress well, so that the stored reply takes several items. */
const bigText = Array.from({ length: 120_000 }, (_, index) => Math.sin(index).toString(36)).join('');

const area = defineArea<WorkDeps>({ name: 'work', uses: { table: 'readWrite' }, endpoints: [doWork] });

describe('a request with an idempotency key', () => {
  let db: TestTable;
  beforeAll(async () => {
    db = await startTestTable();
  });
  afterAll(() => db.stop());

  /** A new organization with its own handler; `send` repeats the same request by default. */
  function start() {
    const { clock } = db.deps;
    const work: Work = { made: [], next: async () => 'ok' };
    const log = recordingLog();
    const handler = serveArea(area, () => ({ ...db.deps, log, work }));
    const id = db.deps.ids.next('org');
    const send = async (
      change: {
        body?: unknown;
        path?: string;
        key?: string;
        organizationId?: string;
        requestId?: string;
      } = {},
    ) => {
      const { body = { a: 1, b: 2 }, path = 'w1', key = 'k1', organizationId = id, requestId } = change;
      const grant = anyGrant({ organizations: [{ id: organizationId, listShards: 1 }] });
      const headers = { 'idempotency-key': key };
      const reply = await handler(
        httpEvent(doWork.routeKey, { params: { id: path }, body, headers, verdict: { grant }, requestId }),
      );
      return { ...reply, json: JSON.parse(reply.body) };
    };
    return { clock, work, send, log };
  }

  it('is carried out once and answered alike, whatever the order of its fields', async () => {
    const { work, send } = start();
    const first = await send({ requestId: 'req-1' });
    const second = await send({ requestId: 'req-2', body: { b: 2, a: 1 } });
    expect(work.made).toHaveLength(1);
    expect(second.body).toBe(first.body);
    expect(first.headers).not.toHaveProperty('idempotent-replayed');
    expect(second.headers).toMatchObject({ 'idempotent-replayed': 'true', 'x-request-id': 'req-2' });
  });

  it('is refused with another body', async () => {
    const { work, send } = start();
    await send();
    const second = await send({ body: { a: 2 } });
    expect(second.statusCode).toBe(422);
    expect(second.json.error.code).toBe('IDEMPOTENCY_KEY_REUSED');
    expect(work.made).toHaveLength(1);
  });

  it.each([{ path: 'w2' }, { key: 'k2' }, { organizationId: 'org_other' }])(
    'is another one with another %o',
    async (change) => {
      const { work, send } = start();
      await send();
      await send(change);
      expect(new Set(work.made).size).toBe(2);
    },
  );

  it('is refused with 409 while the first attempt is under way', async () => {
    const { work, send } = start();
    const { promise, resolve } = Promise.withResolvers<'ok'>();
    work.next = () => promise;
    const first = send();
    await expect.poll(() => work.made).toHaveLength(1);
    const second = await send();
    resolve('ok');
    expect(second.statusCode).toBe(409);
    expect(second.json.error.code).toBe('IDEMPOTENCY_KEY_IN_USE');
    expect(second.headers['retry-after']).toBe('1');
    expect((await first).statusCode).toBe(200);
  });

  it('is carried out once when many arrive together', async () => {
    const { work, send } = start();
    const replies = await Promise.all(Array.from({ length: 8 }, () => send()));
    expect(work.made).toHaveLength(1);
    expect(replies.map(({ statusCode }) => statusCode).filter((status) => status !== 409)).not.toHaveLength(
      0,
    );
  });

  it('is taken over with the same identifiers when the first attempt died', async () => {
    const { clock, work, send } = start();
    work.next = () => new Promise(() => {});
    void send();
    await expect.poll(() => work.made).toHaveLength(1);
    work.next = async () => 'ok';
    clock.advance(34_000);
    expect((await send()).statusCode).toBe(409);
    clock.advance(2_000);
    const second = await send();
    expect(second.json.resumed).toBe(true);
    expect(work.made[1]).toBe(work.made[0]);
  });

  it('is carried out again at once, with the same identifiers, after a fault', async () => {
    const { work, send } = start();
    work.next = async () => {
      throw new Error('outage');
    };
    expect((await send()).statusCode).toBe(500);
    work.next = async () => 'ok';
    const second = await send();
    expect(second.statusCode).toBe(200);
    expect(work.made[1]).toBe(work.made[0]);
  });

  it('that was refused is carried out again: it changed nothing, and the state may be another', async () => {
    const { work, send } = start();
    work.next = async () => 'taken';
    await send();
    work.next = async () => 'ok';
    expect((await send()).statusCode).toBe(200);
  });

  it('is carried out again after a lost race', async () => {
    const { work, send } = start();
    work.next = async () => 'raced';
    await send();
    work.next = async () => 'ok';
    expect((await send()).statusCode).toBe(200);
  });

  it('is a new one after 24 hours, before the table swept the old one', async () => {
    const { clock, work, send } = start();
    await send();
    clock.advance(24 * 3_600_000 + 1_000);
    const second = await send();
    expect(second.headers).not.toHaveProperty('idempotent-replayed');
    expect(new Set(work.made).size).toBe(2);
  });

  it('gets a reply of more than an item again', async () => {
    const { work, send } = start();
    work.next = async () => 'big';
    const first = await send();
    const second = await send();
    expect(second.headers['idempotent-replayed']).toBe('true');
    expect(second.body === first.body).toBe(true);
  });

  it.each(['', 'a b', 'é', 'x'.repeat(256)])('is refused with 422 when the key is "%s"', async (key) => {
    const { send } = start();
    const reply = await send({ key });
    expect(reply.statusCode).toBe(422);
    expect(Object.keys(reply.json.error.details.fields)).toEqual(['Idempotency-Key']);
  });

  it('may be corrected and sent again under its key after a validation error', async () => {
    const { send } = start();
    expect((await send({ body: { a: 'x' } })).statusCode).toBe(422);
    expect((await send({ body: { a: 1 } })).statusCode).toBe(200);
  });
});
