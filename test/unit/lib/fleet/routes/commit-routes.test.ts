import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  moveStops,
  type RoutePlanner,
  readRoute,
  saveRoute,
  splitRoute,
} from '../../../../../lib/fleet/routes/index.ts';
import { orderEntity } from '../../../../../lib/ordering/orders/index.ts';
import { isRefusal } from '../../../../../lib/platform/core/refusal.ts';
import { defaultPreferences } from '../../../../../lib/platform/organization/preferences.ts';
import { replace, type Table } from '../../../../../lib/platform/table/index.ts';
import { type RoutesApi, startRoutesApi } from '../../../../support/routes-api.ts';

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
  preferences: defaultPreferences(),
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

describe('3.2 a change of routes with more orders than a transaction holds, whose request dies', () => {
  type Shown = { readonly stops: readonly { readonly objectIds: readonly string[] }[] };
  const shownBy = async (...ids: readonly string[]) => {
    const routes: Shown[] = await Promise.all(ids.map((id) => api.get(id)));
    return routes.flatMap(({ stops }) => stops.flatMap(({ objectIds }) => objectIds));
  };
  const dropoffsOf = async (id: string) => {
    const found = await readRoute(api.db.deps.table, planner, id);
    if (isRefusal(found)) throw new Error(found.message);
    return found.stops.filter(({ stopType }) => stopType === 'DROPOFF').map((stop) => stop.id);
  };
  const steal = async (orderId: string) => {
    const { deps } = api.db;
    const taken = await saveRoute(deps, planner, { stops: stopsOf([orderId]) }, { id: deps.ids.next('rte') });
    return isRefusal(taken) ? taken.kind.code : 'taken';
  };

  // Writes: mark, claims of 98, of 52, commit.
  it.each([2, 3, 4])(
    'a move killed at write %i leaves every order on one route, which no other can take it from, and can be repeated',
    async (write) => {
      const orderIds = await api.orders(150);
      const { id } = await api.depotRoute(orderIds);
      const to = await api.depotRoute([]);
      const { deps } = api.db;
      const move = { stopIds: await dropoffsOf(id), toRouteId: to.id };
      await expect(moveStops({ ...deps, table: dyingTable(write) }, planner, id, move)).rejects.toThrow(
        'killed',
      );
      expect(await shownBy(id, to.id)).toEqual(orderIds);
      deps.clock.advance(61_000);
      expect(await steal(orderIds[0]!)).toBe('CONFLICT');
      expect(await steal(orderIds[149]!)).toBe('CONFLICT');
      const again = await moveStops(deps, planner, id, move);
      expect(isRefusal(again) ? again.message : again.length).toBe(2);
      expect(await shownBy(id)).toEqual([]);
      expect(await shownBy(to.id)).toEqual(orderIds);
      expect((await api.order(orderIds[0]!)).routeId).toBe(to.id);
      expect(await steal(orderIds[0]!)).toBe('CONFLICT');
    },
  );

  it('a move whose order another route took meanwhile is undone without it', async () => {
    const orderIds = await api.orders(150);
    const { id } = await api.depotRoute(orderIds);
    const [to, other] = [await api.depotRoute([]), await api.depotRoute([])];
    const { deps } = api.db;
    const move = { stopIds: await dropoffsOf(id), toRouteId: to.id };
    await expect(moveStops({ ...deps, table: dyingTable(3) }, planner, id, move)).rejects.toThrow('killed');
    const [lost = '', ...others] = orderIds;
    const key = { organizationId: 'org_test', id: lost };
    const stored = (await deps.table.get(orderEntity, key))!;
    await deps.table.write([replace(orderEntity, stored, { ...stored.value, routeId: other.id })]);
    deps.clock.advance(61_000);
    await api.call('PATCH /v1/routes/{id}', { params: { id }, body: { name: 'Undone' } });
    expect((await api.order(lost)).routeId).toBe(other.id);
    expect(await shownBy(id)).toEqual(others);
  });

  it('a split killed between its claims leaves the route whole, and can be repeated', async () => {
    const orderIds = await api.orders(240);
    const { id } = await api.depotRoute(orderIds);
    const { deps } = api.db;
    const split = (table: Table, ids: readonly string[]) =>
      splitRoute({ ...deps, table }, planner, id, { routes: 2 }, ids);
    const lost = deps.ids.next('rte');
    await expect(split(dyingTable(3), [lost])).rejects.toThrow('killed');
    deps.clock.advance(61_000);
    expect(await steal(orderIds[239]!)).toBe('CONFLICT');
    const made = deps.ids.next('rte');
    const done = await split(deps.table, [made]);
    expect(isRefusal(done) ? done.message : done.length).toBe(2);
    expect(await shownBy(id, made)).toEqual(orderIds);
    expect(await shownBy(lost)).toEqual([]);
    expect((await api.order(orderIds[239]!)).routeId).toBe(made);
  });

  it('a request that was taken for dead moves no claims any more', async () => {
    const orderIds = await api.orders(150);
    const { id } = await api.depotRoute(orderIds);
    const to = await api.depotRoute([]);
    const { deps } = api.db;
    const move = { stopIds: await dropoffsOf(id), toRouteId: to.id };
    let writes = 0;
    // Before its second portion of claims a minute passes, and somebody else changes the route.
    const slow: Table = new Proxy(deps.table, {
      get(table, name) {
        const member = Reflect.get(table, name);
        if (name !== 'write') return typeof member === 'function' ? member.bind(table) : member;
        return async (...input: Parameters<Table['write']>) => {
          writes += 1;
          if (writes === 3) {
            deps.clock.advance(61_000);
            const renamed = await api.call('PATCH /v1/routes/{id}', {
              params: { id },
              body: { name: 'Mine' },
            });
            expect(renamed.status).toBe(200);
          }
          return table.write(...input);
        };
      },
    });
    const late = await moveStops({ ...deps, table: slow }, planner, id, move);
    expect(isRefusal(late) && late.kind.code).toBe('LOCK_ACQUISITION_FAILURE');
    expect(await shownBy(id)).toEqual(orderIds);
    const claims = await Promise.all(orderIds.map((orderId) => api.order(orderId)));
    expect(new Set(claims.map(({ routeId }) => routeId))).toEqual(new Set([id]));
  });
});
