import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type TestCloud, testCloud } from '../support/local-cloud.ts';
import { validOrder } from '../support/orders-api.ts';

interface Order {
  readonly id: string;
  readonly error?: { readonly code: string };
}

describe('an Idempotency-Key over HTTP', () => {
  let local: TestCloud;
  let key: string;
  beforeAll(async () => {
    local = await testCloud();
    ({ apiKey: key } = await local.tenant());
  });
  afterAll(() => local?.stop());

  const create = (idempotencyKey: string, fields: object = {}, apiKey = key) =>
    local.request<Order>('POST', '/v1/order', {
      key: apiKey,
      body: { ...validOrder, ...fields },
      headers: { 'idempotency-key': idempotencyKey },
    });
  const count = async (apiKey = key) => {
    const { body } = await local.request<{ totalCount: number }>('GET', '/v1/orders', { key: apiKey });
    return body.totalCount;
  };

  test('gives the first reply again for the same request, and makes one order', async () => {
    const before = await count();
    const first = await create('again');
    const second = await create('again');
    expect(first.status).toBe(200);
    expect(second).toMatchObject({ status: 200, body: first.body });
    expect(second.headers.get('idempotent-replayed')).toBe('true');
    expect(first.headers.get('idempotent-replayed')).toBeNull();
    expect(await count()).toBe(before + 1);
  });

  test('refuses another body, and a key that is none, with 422', async () => {
    expect((await create('not a key')).status).toBe(422);
    await create('other-body');
    const reply = await create('other-body', { description: 'Another' });
    expect(reply).toMatchObject({ status: 422, body: { error: { code: 'IDEMPOTENCY_KEY_REUSED' } } });
  });

  test('lets one of many parallel requests through; the others get its reply or 409', async () => {
    const before = await count();
    const replies = await Promise.all(Array.from({ length: 12 }, () => create('parallel')));
    const ids = new Set(replies.filter(({ status }) => status === 200).map(({ body }) => body.id));
    expect(ids.size).toBe(1);
    expect(replies.map(({ status }) => status).filter((status) => status !== 200 && status !== 409)).toEqual(
      [],
    );
    expect(await count()).toBe(before + 1);
  });

  test('belongs to its organization', async () => {
    const { apiKey: stranger } = await local.tenant('Stranger');
    const mine = await create('shared-by-chance');
    const theirs = await create('shared-by-chance', { description: 'Theirs' }, stranger);
    expect(theirs.status).toBe(200);
    expect(theirs.body.id).not.toBe(mine.body.id);
    expect(await count(stranger)).toBe(1);
  });
});
