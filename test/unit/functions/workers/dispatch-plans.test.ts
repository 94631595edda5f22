import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { planningArea } from '../../../../functions/api/planning/index.ts';
import { routeExecutionArea } from '../../../../functions/api/route-execution/index.ts';
import { routesArea } from '../../../../functions/api/routes/index.ts';
import { worker } from '../../../../functions/workers/dispatch-plans.ts';
import { DEFAULT_PREFERENCES } from '../../../../lib/core/preferences.ts';
import { readJob } from '../../../../lib/jobs/index.ts';
import { orderEntity } from '../../../../lib/orders/index.ts';
import { dispatchRoute, readRoute } from '../../../../lib/routes/index.ts';
import { create, type Table } from '../../../../lib/table/index.ts';
import { createOrganization, tenancyDeps } from '../../../../lib/tenancy/index.ts';
import { estimatedTravel } from '../../../../lib/travel/index.ts';
import { anyOrder } from '../../../support/builders/any-order.ts';
import { carryOptimization } from '../../../support/carry-optimization.ts';
import { type DispatchApi, startDispatchApi } from '../../../support/dispatch-api.ts';
import { type FaultyProvider, faultyProvider } from '../../../support/faulty-provider.ts';
import { memoryBucket } from '../../../support/memory-bucket.ts';
import { DEPOT } from '../../../support/routes-api.ts';

let one: FaultyProvider;
let api: DispatchApi;
let organizationId: string;
beforeEach(async () => {
  one = faultyProvider({ id: 'prv_one', name: 'One', priceCents: 100 });
  api = await startDispatchApi([one.provider], {
    areas: [routeExecutionArea, routesArea, planningArea],
    workers: [worker],
    extra: () => ({ travel: estimatedTravel() }),
  });
  ({
    organization: { id: organizationId },
  } = await createOrganization(tenancyDeps(api.db.deps), { name: 'Planner' }));
});
afterEach(() => api.stop());

const grant = () => ({ organizations: [{ id: organizationId, listShards: 1 }] });
const call = (routeKey: string, body?: object, params = {}) =>
  api.call(routeKey, { params, grant: grant(), ...(body ? { body } : {}) });

const planner = () => ({
  organizationId,
  keyId: 'key_test',
  storeLocationIds: null,
  driverGroupIds: null,
  listShards: 1,
  preferences: DEFAULT_PREFERENCES,
});

/** Orders at the depot, to be picked up from 14:00. */
async function orders(count: number, more: object = {}): Promise<readonly string[]> {
  const made = Array.from({ length: count }, (_, index) =>
    anyOrder({
      organizationId,
      id: `ord_01KJQ0000000000000000${String(index + 1).padStart(5, '0')}`,
      pickupLat: DEPOT.lat,
      pickupLng: DEPOT.lng,
      dropoffLat: 37.75 + index / 10_000,
      dropoffLng: -122.42,
      pickupStartTime: '2026-03-02T14:00:00.000Z',
      pickupEndTime: '2026-03-02T15:00:00.000Z',
      dropoffStartTime: '2026-03-02T14:00:00.000Z',
      dropoffEndTime: '2026-03-02T20:00:00.000Z',
      ...more,
    }),
  );
  for (let from = 0; from < count; from += 50)
    await api.deps.table.write(made.slice(from, from + 50).map((order) => create(orderEntity, order)));
  return made.map(({ id }) => id);
}

async function routeOf(ids: readonly string[]): Promise<string> {
  const stops = ids.map((id) => ({ stopType: 'DROPOFF', objectIds: [id] }));
  const { json } = await call('POST /v1/routes', {
    stops: [{ stopType: 'ROUTE_START', location: DEPOT }, ...stops],
  });
  return json.route.id;
}

/** The table of a request that dies at its nth write. */
function dyingTable(atWrite: number): Table {
  let writes = 0;
  return new Proxy(api.deps.table, {
    get(table, name) {
      const member = Reflect.get(table, name, table);
      if (name === 'write') {
        writes += 1;
        if (writes === atWrite) throw new Error('killed');
      }
      return typeof member === 'function' ? member.bind(table) : member;
    },
  });
}

async function jobOf(routeId: string) {
  const found = await readRoute(api.deps.table, planner(), routeId);
  const jobId = 'route' in found ? found.route.jobId : null;
  return jobId === null ? undefined : readJob(api.deps.table, organizationId, jobId);
}

describe('a dispatch of routes that died', () => {
  it('after the mark of a route of 240 orders, or in the midst of its job, is brought to its end', async () => {
    const ids = await orders(240);
    const routeId = await routeOf(ids);
    // The first write marks the route; the second and later ones make the job.
    await expect(
      dispatchRoute({ ...api.deps, table: dyingTable(4) }, planner(), routeId, { autoDispatch: false }),
    ).rejects.toThrow('killed');
    expect(await jobOf(routeId)).toBeUndefined();
    await api.pass(200_000);
    const job = await jobOf(routeId);
    expect(job?.configurations).toHaveLength(240);
    expect(job?.job.value).toMatchObject({ routeId, isBatch: true });
    expect((await api.db.events('job.created')).length).toBe(1);
  });

  it('after its job was made, and before it was answered, is answered when it is repeated', async () => {
    const routeId = await routeOf(await orders(2));
    const jobId = api.deps.ids.next('job');
    const dispatch = (more: { readonly jobId?: string }) =>
      dispatchRoute(api.deps, planner(), routeId, { autoDispatch: false, ...more });
    const first = await dispatch({ jobId });
    expect(first).toMatchObject({ job: { job: { value: { id: jobId } } } });
    expect(await dispatch({ jobId })).toMatchObject({ job: { job: { value: { id: jobId } } } });
    expect(await dispatch({})).toMatchObject({ kind: { code: 'ROUTE_ALREADY_DISPATCHED' } });
  });
});

/** Optimizes orders by a strategy and lets everything follow from it. */
async function optimized(settings: object, ids: readonly string[], more: object = {}) {
  const strategy = await call('POST /v1/optimization-strategies', { label: 'Day', ...settings });
  expect(strategy.status).toBe(200);
  const { json } = await call('POST /v1/activities/optimization', {
    orderIds: ids,
    optimizationStrategyId: strategy.json.id,
    ...more,
  });
  const deps = { ...api.deps, travel: estimatedTravel(), bucket: memoryBucket(), iterations: 100 };
  await carryOptimization(deps, { organizationId, activityId: json.id });
  await api.drain();
  const { json: list } = await call('GET /v1/routes');
  return list.data ?? list.routes ?? list.results;
}

describe('7.2 what strategies do with routes that were optimized', () => {
  it('enableAutoDispatch saves and dispatches them so many minutes before their first pickup', async () => {
    const routes = await optimized(
      { enableAutoDispatch: true, autodispatchWithinXMinutesOfPickupTime: 60 },
      await orders(4),
    );
    expect(routes).toMatchObject([{ isDispatched: false }]);
    await api.pass(3 * 3_600_000);
    expect(await jobOf(routes[0].id)).toBeUndefined();
    await api.pass(3_600_000 + 1_000);
    expect((await jobOf(routes[0].id))?.configurations).toHaveLength(4);
    expect(one.held()).toHaveLength(4);
  });

  it('a request with `save: false` saves and dispatches nothing', async () => {
    const routes = await optimized({ enableAutoDispatch: true }, await orders(3), { save: false });
    expect(routes).toEqual([]);
  });

  it('unassignedOrdersOptionsGroupId sends out alone what found no place', async () => {
    const made = await call('POST /v1/options_group', { label: 'Alone', enableAutoDispatch: false });
    const ids = await orders(3, { dropoffEndTime: '2026-03-02T14:00:01.000Z' });
    await optimized({ unassignedOrdersOptionsGroupId: made.json.id, saveOptimizedRoutes: true }, ids);
    for (const id of ids) {
      const stored = await api.deps.table.get(orderEntity, { organizationId, id });
      expect(stored?.value).toMatchObject({ status: 'dispatched' });
      const job = await readJob(api.deps.table, organizationId, stored!.value.jobId!);
      expect(job?.job.value.strategy).toMatchObject({ id: made.json.id });
    }
  });
});
