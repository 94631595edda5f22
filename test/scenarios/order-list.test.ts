import { describe, expect } from 'vitest';
import { validOrder } from '../support/orders-api.ts';
import { scenario } from '../support/scenario.ts';

const PAGE = 7;
const ORDERS = 25;

interface Page {
  readonly results: readonly { readonly id: string; readonly createdAt: string }[];
  readonly totalCount: number;
}

describe('GET /v1/orders while others write', () => {
  scenario.for(['ASC', 'DESC'])('shows every order once, sorted %s', async (direction, { local, tenant }) => {
    const { apiKey: key } = tenant;
    const make = async () => {
      const { body } = await local.request<{ id: string }>('POST', '/v1/order', { key, body: validOrder });
      return body.id;
    };
    const present = await Promise.all(Array.from({ length: ORDERS }, make));
    let isReading = true;
    const write = async () => {
      for (let turn = 0; isReading; turn += 1) {
        await make();
        const id = present[turn % present.length];
        await local.request('PATCH', `/v1/order/${id}`, { key, body: { description: `Turn ${turn}` } });
      }
    };
    const writers = [write(), write()];
    const seen: Page['results'][number][] = [];
    for (let offset = 0, total = 1; offset < total; offset += PAGE) {
      const { status, body } = await local.request<Page>(
        'GET',
        `/v1/orders?limit=${PAGE}&offset=${offset}&sortDirection=${direction}`,
        { key },
      );
      expect(status).toBe(200);
      total = body.totalCount;
      seen.push(...body.results);
    }
    isReading = false;
    await Promise.all(writers);

    const ids = seen.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    expect(present.filter((id) => !ids.includes(id))).toEqual([]);
    const order = seen.map(({ createdAt, id }) => `${createdAt} ${id}`);
    expect(order).toEqual(direction === 'ASC' ? order.toSorted() : order.toSorted().reverse());
  });
});
