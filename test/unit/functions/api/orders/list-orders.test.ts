import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { dispatchedOrder, orderEntity, undispatchedOrder } from '../../../../../lib/ordering/orders/index.ts';
import { type OrdersApi, startOrdersApi, validOrder } from '../../../../support/orders-api.ts';

let api: OrdersApi;
beforeEach(async () => {
  api = await startOrdersApi();
});
afterEach(() => api.stop());

/** Shards of the organization's list in these tests. */
const grant = { organizations: [{ id: 'org_test', listShards: 3 }] };
const list = async (query: Record<string, string> = {}) => {
  const { status, json } = await api.call('GET /v1/orders', { query, grant });
  expect(status).toBe(200);
  return json;
};
const names = (page: { results: { externalId: string }[] }) => page.results.map((row) => row.externalId);
const make = async (externalId: string, fields: object = {}) => {
  const { json } = await api.call('POST /v1/order', {
    body: { ...validOrder, externalId, ...fields },
    grant,
  });
  api.db.deps.clock.advance(1_000);
  return json;
};

describe('4.7 GET /v1/orders', () => {
  it('shows rows with their summaries', async () => {
    const order = await make('a', { tags: ['t'], dropoffStartTime: '2026-03-02T12:00:00Z' });
    const page = await list();
    expect(page).toMatchObject({ totalCount: 1, totalCountIsExact: true, limit: 25, offset: 0 });
    expect(page.results[0]).toMatchObject({
      id: order.id,
      externalId: 'a',
      status: 'valid',
      tags: ['t'],
      createdAt: order.createdAt,
      updatedAt: order.updatedAt,
      valueCents: 2_500,
      currency: 'USD',
      routeId: null,
      version: 1,
      portalUrl: order.portalUrl,
      pickup: { businessName: 'Corner Bakery', city: 'San Francisco', state: 'CA', country: 'US' },
      dropoff: {
        firstName: 'Ada',
        address: '900 Valencia Street, San Francisco, CA 94110, US',
        startTime: '2026-03-02T12:00:00.000Z',
        endTime: null,
      },
    });
  });

  it('44 7 with `createdFrom` has only newer ones, and reads nothing older', async () => {
    const made = [await make('o0'), await make('o1'), await make('o2')];
    const since = made[1]?.createdAt as string;
    expect(names(await list({ createdFrom: since }))).toEqual(['o2', 'o1']);
    expect(names(await list({ createdFrom: since, ids: made.map(({ id }) => id).join(',') }))).toEqual([
      'o2',
      'o1',
    ]);
    expect(names(await list({ createdFrom: '2099-01-01T00:00:00Z' }))).toEqual([]);
  });

  it('is newest first, of all shards, in pages', async () => {
    for (let index = 0; index < 7; index += 1) await make(`o${index}`);
    expect(names(await list({ limit: '3' }))).toEqual(['o6', 'o5', 'o4']);
    expect(names(await list({ limit: '3', offset: '3' }))).toEqual(['o3', 'o2', 'o1']);
    expect(names(await list({ limit: '3', offset: '6' }))).toEqual(['o0']);
    expect(names(await list({ limit: '3', offset: '9' }))).toEqual([]);
    expect((await list({ limit: '3', offset: '3' })).totalCount).toBe(7);
  });

  it.each([
    ['created_at', ['a', 'b', 'c']],
    ['updated_at', ['b', 'c', 'a']],
    ['value_cents', ['c', 'a', 'b']],
    ['pickup_start_time', ['b', 'a', 'c']],
    ['pickup_end_time', ['a', 'b', 'c']],
    ['dropoff_start_time', ['c', 'b', 'a']],
    ['dropoff_end_time', ['b', 'c', 'a']],
  ])('is sorted by %s in both directions', async (sortBy, ascending) => {
    const window = (a: number, b: number, c: number, d: number) => ({
      deliveryMode: 'scheduled',
      pickupStartTime: `2026-03-03T0${a}:00:00Z`,
      pickupEndTime: `2026-03-04T0${b}:00:00Z`,
      dropoffStartTime: `2026-03-05T0${c}:00:00Z`,
      dropoffEndTime: `2026-03-06T0${d}:00:00Z`,
    });
    const { id } = await make('a', { valueCents: 20, ...window(2, 1, 3, 3) });
    await make('b', { valueCents: 30, ...window(1, 2, 2, 1) });
    await make('c', { valueCents: 10, ...window(3, 3, 1, 2) });
    await api.call('PATCH /v1/order/{id}', { params: { id }, body: { tags: ['x'] } });
    expect(names(await list({ sortBy, sortDirection: 'ASC' }))).toEqual(ascending);
    expect(names(await list({ sortBy, sortDirection: 'desc' }))).toEqual(ascending.toReversed());
  });

  it('sorts equal ones by id in the direction, and those without a value last', async () => {
    const ids: string[] = [];
    for (const name of ['a', 'b', 'c']) ids.push((await make(name)).id);
    await make('none', { valueCents: null });
    expect(names(await list({ sortBy: 'value_cents', sortDirection: 'ASC' }))).toEqual([
      'a',
      'b',
      'c',
      'none',
    ]);
    expect(names(await list({ sortBy: 'value_cents', sortDirection: 'DESC' }))).toEqual([
      'c',
      'b',
      'a',
      'none',
    ]);
    expect(ids).toEqual(ids.toSorted());
  });

  it('limits by every filter', async () => {
    await make('a', { tags: ['x', 'y'], dispatchStrategyId: 'opn_known', referenceId: 'REF-7' });
    await make('b', {
      tags: ['y'],
      pickupBusinessName: 'Fish, Ltd',
      dropoffBusinessName: 'Harbour Hotel',
      dropoffAddressCity: 'Oakland',
      dropoffAddressState: 'NV',
      valueCents: 0,
    });
    const only = async (query: Record<string, string>) => names(await list(query)).toSorted();
    expect(await only({ tags: 'x' })).toEqual(['a']);
    expect(await only({ tags: 'x,y' })).toEqual(['a', 'b']);
    expect(await only({ status: 'needs_attention' })).toEqual(['b']);
    expect(await only({ status: 'needs_attention,valid' })).toEqual(['a', 'b']);
    expect(await only({ status: 'completed' })).toEqual([]);
    expect(await only({ search: 'harbour' })).toEqual(['b']);
    expect(await only({ search: 'ref-7' })).toEqual(['a']);
    expect(await only({ search: 'valencia street' })).toEqual(['a', 'b']);
    expect(await only({ city: 'oakland' })).toEqual(['b']);
    expect(await only({ state: 'nv' })).toEqual(['b']);
    expect(await only({ country: 'us,gb' })).toEqual(['a', 'b']);
    expect(await only({ country: 'GB' })).toEqual([]);
    expect(await only({ pickupBusinessName: 'fish, ltd' })).toEqual(['b']);
    expect(await only({ dropoffBusinessName: 'Hotel' })).toEqual(['b']);
    expect(await only({ creationSource: 'api' })).toEqual(['a', 'b']);
    expect(await only({ creationSource: 'csv' })).toEqual([]);
    expect(await only({ dispatchStrategyId: 'opn_known' })).toEqual(['a']);
    expect(await only({ hasRoute: 'no_route' })).toEqual(['a', 'b']);
    expect(await only({ hasRoute: 'has_route' })).toEqual([]);
    expect(await only({ hasRoute: 'all' })).toEqual(['a', 'b']);
    expect(await only({ pickupStoreLocationIds: 'store_a' })).toEqual([]);
    expect(await only({ dropoffStoreLocationIds: 'store_a' })).toEqual([]);
    expect(await only({ status: '', tags: '', ids: '' })).toEqual(['a', 'b']);
  });

  it('takes dates over creation and both windows; by default the last 30 days', async () => {
    await make('now');
    await make('far', { deliveryMode: 'scheduled', dropoffStartTime: '2026-04-20T10:00:00Z' });
    const range = { startDate: '2026-04-20T00:00:00Z', endDate: '2026-04-21T00:00:00' };
    expect(names(await list(range))).toEqual(['far']);
    expect(names(await list({ endDate: '2026-03-02T08:00:00Z' }))).toEqual([]);
    api.db.deps.clock.advance(31 * 24 * 3_600_000);
    expect(names(await list())).toEqual([]);
    expect(names(await list({ startDate: '2026-03-01T00:00:00Z' }))).toEqual(['far', 'now']);
  });

  it('finds ids and external ids whatever the dates, archived ones too', async () => {
    const { id } = await make('a');
    await make('b');
    await make('twice');
    await make('twice');
    api.db.deps.clock.advance(60 * 24 * 3_600_000);
    await api.call('DELETE /v1/order/{id}', { params: { id } });
    expect(names(await list({ ids: `${id},b, nothing` })).toSorted()).toEqual(['a', 'b']);
    expect(names(await list({ ids: 'twice,b,b' })).toSorted()).toEqual(['b', 'twice', 'twice']);
    expect(names(await list({ ids: `${id},b`, status: 'valid' }))).toEqual(['b']);
  });

  it('has archived orders only when they are asked for', async () => {
    await make('a');
    await api.call('DELETE /v1/order/{id}', { params: { id: 'a' } });
    expect(names(await list())).toEqual([]);
    expect(names(await list({ status: 'archived' }))).toEqual(['a']);
  });

  it('says of a status that no order can have that it matches nothing', async () => {
    await make('a');
    const { status, json } = await api.call('GET /v1/orders', { query: { status: 'valid,wrong' } });
    expect(status).toBe(200);
    expect(json.notices).toEqual([expect.stringContaining('"wrong"')]);
    expect(
      (await api.call('GET /v1/orders', { query: { status: 'valid', startDate: '' } })).json.notices,
    ).toBeUndefined();
  });

  it.each([
    [{ limit: '0' }, 'limit'],
    [{ limit: '101' }, 'limit'],
    [{ offset: '-1' }, 'offset'],
    [{ sortBy: 'name' }, 'sortBy'],
    [{ sortDirection: 'up' }, 'sortDirection'],
    [{ hasRoute: 'maybe' }, 'hasRoute'],
    [{ startDate: 'yesterday' }, 'startDate'],
  ])('refuses %j', async (query, field) => {
    const { status, json } = await api.call('GET /v1/orders', { query });
    expect(status).toBe(422);
    expect(Object.keys(json.error.details.fields)[0]).toContain(field);
  });

  it.each(['created_at', 'updated_at'])(
    'has each order once in its pages while others are made, changed, dispatched and archived (by %s)',
    async (sortBy) => {
      const made: string[] = [];
      for (let index = 0; index < 25; index += 1) made.push((await make(`o${index}`)).id);
      const query = { limit: '5', sortBy, status: 'valid' };
      const seen: string[] = [];
      for (let offset = 0; offset < 25; offset += 5) {
        const page = await list({ ...query, offset: String(offset) });
        expect(page.totalCount).toBe(25);
        seen.push(...page.results.map(({ id }: { id: string }) => id));
        await make(`late${offset}`);
        const [touched, gone, away] = [made[offset]!, made[offset + 1]!, made[offset + 2]!];
        await api.call('PATCH /v1/order/{id}', { params: { id: touched }, body: { tags: ['x'] } });
        await api.call('DELETE /v1/order/{id}', { params: { id: gone } });
        const key = { organizationId: 'org_test', id: away };
        const stored = await api.deps.table.get(orderEntity, key);
        const occurredAt = stored!.value.updatedAt;
        await api.deps.table.write(dispatchedOrder(stored!, { jobId: 'job_1', occurredAt }));
      }
      expect(seen).toEqual(made.toReversed());
      expect((await list({ ...query, limit: '1' })).totalCount).toBe(20);
    },
  );

  it('shows rows of later pages as they are now', async () => {
    await make('a');
    await make('b');
    await list({ limit: '1' });
    await api.call('PATCH /v1/order/{id}', { params: { id: 'a' }, body: { tags: ['new'] } });
    expect((await list({ limit: '1', offset: '1' })).results[0].tags).toEqual(['new']);
  });

  it('forgets a listing after 15 minutes', async () => {
    await make('a');
    await make('b');
    await list({ limit: '1' });
    await make('c');
    api.db.deps.clock.advance(15 * 60_000);
    expect(names(await list({ limit: '1', offset: '1' }))).toEqual(['b']);
  });

  it('knows an order that went back from dispatch as valid', async () => {
    const { id } = await make('a');
    const key = { organizationId: 'org_test', id };
    const occurredAt = '2026-03-02T09:10:00.000Z';
    const before = await api.deps.table.get(orderEntity, key);
    await api.deps.table.write(dispatchedOrder(before!, { jobId: 'job_1', occurredAt }));
    expect((await list({ status: 'dispatched' })).totalCount).toBe(1);
    const after = await api.deps.table.get(orderEntity, key);
    await api.deps.table.write(undispatchedOrder(after!, { occurredAt }));
    expect((await list({ status: 'valid' })).totalCount).toBe(1);
  });
});
