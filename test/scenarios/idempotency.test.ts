import { describe, expect } from 'vitest';
import { validOrder } from '../support/orders-api.ts';
import { scenario } from '../support/scenario.ts';

interface Order {
  readonly id: string;
  readonly error?: { readonly code: string };
}

describe('an Idempotency-Key over HTTP', () => {
  const test = scenario.extend('orders', ({ local, tenant }) => ({
    create: (idempotencyKey: string, fields: object = {}, { apiKey } = tenant) =>
      local.request<Order>('POST', '/v1/order', {
        key: apiKey,
        body: { ...validOrder, ...fields },
        headers: { 'idempotency-key': idempotencyKey },
      }),
    async count({ apiKey } = tenant) {
      const { body } = await local.request<{ totalCount: number }>('GET', '/v1/orders', { key: apiKey });
      return body.totalCount;
    },
  }));

  test('gives the first reply again for the same request, and makes one order', async ({ orders }) => {
    const before = await orders.count();
    const first = await orders.create('again');
    const second = await orders.create('again');
    expect(first.status).toBe(200);
    expect(second).toMatchObject({ status: 200, body: first.body });
    expect(second.headers.get('idempotent-replayed')).toBe('true');
    expect(first.headers.get('idempotent-replayed')).toBeNull();
    expect(await orders.count()).toBe(before + 1);
  });

  test('refuses another body, and a key that is none, with 422', async ({ orders }) => {
    expect((await orders.create('not a key')).status).toBe(422);
    await orders.create('other-body');
    const reply = await orders.create('other-body', { description: 'Another' });
    expect(reply).toMatchObject({ status: 422, body: { error: { code: 'IDEMPOTENCY_KEY_REUSED' } } });
  });

  test('lets one of many parallel requests through; the others get its reply or 409', async ({ orders }) => {
    const before = await orders.count();
    const replies = await Promise.all(Array.from({ length: 12 }, () => orders.create('parallel')));
    const ids = new Set(replies.filter(({ status }) => status === 200).map(({ body }) => body.id));
    expect(ids.size).toBe(1);
    expect(replies.map(({ status }) => status).filter((status) => status !== 200 && status !== 409)).toEqual(
      [],
    );
    expect(await orders.count()).toBe(before + 1);
  });

  test('belongs to its organization', async ({ local, orders }) => {
    const stranger = await local.tenant('Stranger');
    const mine = await orders.create('shared-by-chance');
    const theirs = await orders.create('shared-by-chance', { description: 'Theirs' }, stranger);
    expect(theirs.status).toBe(200);
    expect(theirs.body.id).not.toBe(mine.body.id);
    expect(await orders.count(stranger)).toBe(1);
  });
});
