import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DEFAULT_PREFERENCES } from '../../../../lib/core/preferences.ts';
import { isRefusal } from '../../../../lib/core/refusal.ts';
import { type RoutePlanner, readRoute, saveRoute } from '../../../../lib/routes/index.ts';
import type { Table } from '../../../../lib/table/index.ts';
import { type RoutesApi, startRoutesApi } from '../../../support/routes-api.ts';

let api: RoutesApi;
beforeAll(async () => {
  api = await startRoutesApi();
});
afterAll(() => api.stop());

const planner: RoutePlanner = {
  organizationId: 'org_test',
  keyId: 'key_test',
  storeLocationIds: null,
  driverGroupIds: null,
  listShards: 1,
  preferences: DEFAULT_PREFERENCES,
};

/** The table of a function that dies at its nth write. */
function dyingTable(atWrite: number): Table {
  let writes = 0;
  return new Proxy(api.db.deps.table, {
    get(table, name) {
      const member = Reflect.get(table, name);
      if (typeof member !== 'function') return member;
      return (...input: unknown[]) => {
        if (name === 'write') {
          writes += 1;
          if (writes === atWrite) throw new Error('killed');
        }
        return member.apply(table, input);
      };
    },
  });
}

const stopsOf = (orderIds: readonly string[]) =>
  orderIds.map((id) => ({ stopType: 'DROPOFF' as const, objectIds: [id] }));

describe('a route of more orders than a transaction holds', () => {
  // Writes: mark, claims of 100, of 100, of 30, commit.
  it.each([2, 3, 4, 5])(
    'killed at write %i shows no order on it, and another route takes them later',
    async (write) => {
      const orderIds = await api.orders(230);
      const { deps } = api.db;
      const id = deps.ids.next('rte');
      await expect(
        saveRoute({ ...deps, table: dyingTable(write) }, planner, { stops: stopsOf(orderIds) }, { id }),
      ).rejects.toThrow('killed');
      const left = await readRoute(deps.table, planner, id);
      expect(isRefusal(left) ? left : left.orders).toEqual([]);
      const listed = await api.call('GET /v1/routes', { query: { search: id } });
      expect(listed.json.totalCount).toBe(0);

      const other = { id: deps.ids.next('rte') };
      const tooEarly = await saveRoute(deps, planner, { stops: stopsOf(orderIds) }, other);
      if (write > 2) expect(isRefusal(tooEarly) && tooEarly.kind.code).toBe('CONFLICT');
      deps.clock.advance(61_000);
      const taken = await saveRoute(deps, planner, { stops: stopsOf(orderIds) }, other);
      if (isRefusal(taken)) throw new Error(taken.message);
      expect(taken.saved.orders.map((order) => order.id)).toEqual(orderIds);
      expect((await api.order(orderIds[229]!)).routeId).toBe(other.id);
    },
  );

  it('is made whole by the same request again', async () => {
    const orderIds = await api.orders(120);
    const { deps } = api.db;
    const id = deps.ids.next('rte');
    const input = { externalId: 'again', stops: stopsOf(orderIds) };
    await expect(saveRoute({ ...deps, table: dyingTable(3) }, planner, input, { id })).rejects.toThrow(
      'killed',
    );
    deps.clock.advance(61_000);
    const saved = await saveRoute(deps, planner, input, { id: deps.ids.next('rte') });
    if (isRefusal(saved)) throw new Error(saved.message);
    expect(saved.saved.route.id).toBe(id);
    expect(saved.saved.route.orderCount).toBe(120);
  });

  it('of which one order is taken by somebody else meanwhile comes to nothing', async () => {
    const orderIds = await api.orders(150);
    const { deps } = api.db;
    const last = orderIds[149]!;
    const rivals = await Promise.all([
      saveRoute(deps, planner, { stops: stopsOf(orderIds) }, { id: deps.ids.next('rte') }),
      saveRoute(deps, planner, { stops: stopsOf([last]) }, { id: deps.ids.next('rte') }),
    ]);
    const owners = rivals.flatMap((rival) =>
      isRefusal(rival) || !rival.saved.orders.some((order) => order.id === last)
        ? []
        : [rival.saved.route.id],
    );
    expect(owners).toHaveLength(1);
    expect((await api.order(last)).routeId).toBe(owners[0]);
  });
});
