import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { planningArea } from '../../../../functions/api/planning/index.ts';
import { routeExecutionArea } from '../../../../functions/api/route-execution/index.ts';
import { routesArea } from '../../../../functions/api/routes/index.ts';
import { tenancyDeps } from '../../../../functions/compose/tenancy-deps.ts';
import { worker } from '../../../../functions/workers/dispatch-plans.ts';
import { estimatedTravel } from '../../../../lib/engines/travel/index.ts';
import {
  dispatchRoute,
  planRouteDispatch,
  readRoute,
  routeEntity,
} from '../../../../lib/fleet/routes/index.ts';
import { readJob } from '../../../../lib/fulfilment/jobs/index.ts';
import { orderEntity } from '../../../../lib/ordering/orders/index.ts';
import { createOrganization } from '../../../../lib/people/tenancy/index.ts';
import { cancelActivity, readActivity } from '../../../../lib/platform/activities/index.ts';
import { toInstant } from '../../../../lib/platform/core/clock.ts';
import { isRefusal } from '../../../../lib/platform/core/refusal.ts';
import { defaultPreferences } from '../../../../lib/platform/organization/preferences.ts';
import { create, replace, type Table } from '../../../../lib/platform/table/index.ts';
import { anyOrder } from '../../../support/builders/any-order.ts';
import { carryOptimization } from '../../../support/carry-optimization.ts';
import { type DispatchApi, startDispatchApi } from '../../../support/dispatch-api.ts';
import { type FaultyProvider, faultyProvider } from '../../../support/faulty-provider.ts';
import { memoryBucket } from '../../../support/memory-bucket.ts';
import { DEPOT } from '../../../support/routes-api.ts';

let one: FaultyProvider;
/** How long the provider takes for a quote. */
let quoteMs: number;
let api: DispatchApi;
let organizationId: string;
const start = async () => {
  one = faultyProvider({ id: 'prv_one', name: 'One', priceCents: 100 });
  quoteMs = 0;
  const slow = (clock: { advance(milliseconds: number): void }) => ({
    ...one.provider,
    quote(request: Parameters<typeof one.provider.quote>[0]) {
      clock.advance(quoteMs);
      return one.provider.quote(request);
    },
  });
  api = await startDispatchApi((deps) => [slow(deps.clock)], {
    areas: [routeExecutionArea, routesArea, planningArea],
    workers: [worker],
    extra: () => ({ travel: estimatedTravel() }),
  });
  ({
    organization: { id: organizationId },
  } = await createOrganization(tenancyDeps(api.db.deps), { name: 'Planner' }));
};
beforeEach(start);
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
  preferences: defaultPreferences(),
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
    // The first write marks the route; all later ones create the job.
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

/** Each order on a route of its own. */
async function routesOf(ids: readonly string[]): Promise<readonly string[]> {
  const routeIds: string[] = [];
  for (const id of ids) routeIds.push(await routeOf([id]));
  return routeIds;
}

/** Dispatches eight routes in one request, of which three fit into its first seconds. */
async function dispatchedEight() {
  const routeIds = await routesOf(await orders(8));
  quoteMs = 2_000;
  const { status, json } = await call('POST /v1/routes/dispatch', { routeIds, autoDispatch: true });
  quoteMs = 0;
  expect(status).toBe(200);
  return { routeIds, reply: json, pending: routeIds.slice(3) };
}

const activity = async (id: string) => {
  const found = await readActivity(api.deps.table, planner(), id);
  if (isRefusal(found)) throw new Error(found.message);
  return { ...found.stored.value, result: found.result };
};

describe('4.2.2 routes that do not fit into the first seconds of a request', () => {
  it('are dispatched by an activity that has the outcome of each', async () => {
    const { routeIds, reply, pending } = await dispatchedEight();
    expect(reply.jobs.map(({ routeId }: { routeId: string }) => routeId)).toEqual(routeIds.slice(0, 3));
    expect(reply.results).toMatchObject([
      ...routeIds
        .slice(0, 3)
        .map((routeId) => ({ routeId, success: true, isPending: false, errorCode: null })),
      ...pending.map((routeId) => ({
        routeId,
        success: false,
        isPending: true,
        jobId: null,
        errorCode: null,
      })),
    ]);
    expect(await activity(reply.activityId)).toMatchObject({
      action: 'act_dispatch_routes',
      status: 'QUEUED',
    });
    await api.drain();
    const { status, result } = await activity(reply.activityId);
    expect(status).toBe('SUCCESS');
    const jobs = await Promise.all(pending.map(jobOf));
    expect(result).toEqual({
      ...{ done: 5, skipped: 0, failed: 0 },
      results: pending.map((routeId, index) => ({
        ...{ routeId, outcome: 'done', jobId: jobs[index]?.job.value.id, errorCode: null, message: null },
      })),
    });
    expect(one.held()).toHaveLength(8);
  });

  it('have one job each when a leg dies at any of its writes', async () => {
    for (const nth of [1, 2, 3, 4, 6, 8]) {
      const { reply, pending } = await dispatchedEight();
      const [due] = await api.db.events('activity.routes_dispatch_due').then((all) => all.slice(-1));
      const dying = { ...api.deps, table: dyingTable(nth) };
      await Promise.resolve(worker.handle(dying, due!)).catch(() => undefined);
      await api.pass(200_000);
      expect((await activity(reply.activityId)).result).toMatchObject({ done: 5, skipped: 0, failed: 0 });
      for (const routeId of pending) expect((await jobOf(routeId))?.configurations).toHaveLength(1);
      const made = (await api.db.events('job.created')).length;
      expect(made).toBe(8);
      await api.stop();
      await start();
    }
  });

  it('have one job each when a leg is handled twice at the same time', async () => {
    const { reply, pending } = await dispatchedEight();
    const [due] = await api.db.events('activity.routes_dispatch_due').then((all) => all.slice(-1));
    const twice = [1, 2].map(async () => worker.handle(api.deps, due!));
    await Promise.allSettled(twice);
    await api.pass(200_000);
    expect((await activity(reply.activityId)).result).toMatchObject({ failed: 0 });
    for (const routeId of pending) expect((await jobOf(routeId))?.configurations).toHaveLength(1);
    expect(await api.db.events('job.created')).toHaveLength(8);
  });

  it('are skipped when they were dispatched meanwhile, and failed with the reason when they cannot be', async () => {
    const { reply, pending } = await dispatchedEight();
    await call('POST /v1/routes/dispatch', { routeIds: [pending[0]], autoDispatch: true });
    await call('POST /v1/routes/{id}/archive', undefined, { id: pending[1] });
    await api.drain();
    expect((await activity(reply.activityId)).result).toMatchObject({
      ...{ done: 3, skipped: 1, failed: 1 },
      results: [
        { routeId: pending[0], outcome: 'skipped', errorCode: 'ROUTE_ALREADY_DISPATCHED' },
        { routeId: pending[1], outcome: 'failed', errorCode: 'ROUTE_ARCHIVED' },
        { outcome: 'done' },
        { outcome: 'done' },
        { outcome: 'done' },
      ],
    });
  });

  it('stay as they are once the activity is cancelled', async () => {
    const { reply, pending } = await dispatchedEight();
    await cancelActivity(api.deps, planner(), reply.activityId);
    await api.drain();
    for (const routeId of pending) expect(await jobOf(routeId)).toBeUndefined();
  });

  it('are tried for another minute when their leg comes late and finds a route that others are changing', async () => {
    const { reply, pending } = await dispatchedEight();
    const [due] = await api.db.events('activity.routes_dispatch_due').then((all) => all.slice(-1));
    api.db.deps.clock.advance(120_000);
    const stored = await api.deps.table.get(routeEntity, { organizationId, id: pending[0]! });
    const until = toInstant(api.deps.clock.now() + 60_000);
    const busy = { changeId: 'evt_other', until, isNew: false, routeIds: [pending[0]!] };
    await api.deps.table.write([replace(routeEntity, stored!, { ...stored!.value, pending: busy })]);
    await worker.handle(api.deps, due!);
    expect(await activity(reply.activityId)).toMatchObject({ status: 'IN_PROGRESS', result: null });
    const again = (await api.db.events('activity.routes_dispatch_due')).at(-1)!;
    await expect(worker.handle(api.deps, again)).rejects.toThrow(/still in progress/);
    api.db.deps.clock.advance(61_000);
    await worker.handle(api.deps, again);
    await api.drain();
    expect((await activity(reply.activityId)).result).toMatchObject({ done: 5, failed: 0 });
  });

  it('a route that is named twice in a request, by id and by external id, is dispatched and reported once', async () => {
    const [orderId] = await orders(1);
    const stops = [
      { stopType: 'ROUTE_START', location: DEPOT },
      { stopType: 'DROPOFF', objectIds: [orderId] },
    ];
    const { json } = await call('POST /v1/routes', { externalId: 'north', stops });
    const { id } = json.route;
    const routeIds = ['north', id];
    const reply = await call('POST /v1/routes/dispatch', { routeIds, autoDispatch: false });
    expect(reply.json.results).toMatchObject([{ routeId: id, success: true }]);
  });

  it('a request of more than 300 routes is refused', async () => {
    const routeIds = Array.from({ length: 301 }, (_, index) => `route-${index}`);
    expect((await call('POST /v1/routes/dispatch', { routeIds })).status).toBe(422);
  });
});

describe('a route of 200 orders', () => {
  it('is dispatched in fewer than 100 calls of the table, so that it fits into a request', async () => {
    const routeId = await routeOf(await orders(200));
    let calls = 0;
    const counted = new Proxy(api.deps.table, {
      get(table, name) {
        const member = Reflect.get(table, name, table);
        if (typeof member !== 'function') return member;
        return (...given: unknown[]) => {
          calls += 1;
          return Reflect.apply(member, table, given);
        };
      },
    });
    await dispatchRoute({ ...api.deps, table: counted }, planner(), routeId, { autoDispatch: true });
    expect((await jobOf(routeId))?.configurations).toHaveLength(200);
    expect(calls).toBeLessThan(100);
  });
});

describe('a dispatch that is refused', () => {
  const dispatched = async () => (await api.db.events('route.dispatched')).length;
  /** A route with an order that was dispatched on its own. */
  async function routeOfTaken(): Promise<string> {
    const [id = ''] = await orders(1);
    const routeId = await routeOf([id]);
    await call('POST /v1/order/{id}/autodispatch', {}, { id });
    return routeId;
  }

  it('is not tried again by itself', async () => {
    const routeId = await routeOfTaken();
    const refused = await dispatchRoute(api.deps, planner(), routeId, { autoDispatch: true });
    expect(refused).toMatchObject({ kind: { code: 'ORDER_ALREADY_DISPATCHED' } });
    for (let minutes = 0; minutes < 4; minutes += 1) await api.pass(160_000);
    expect(await dispatched()).toBe(1);
  });

  it('leaves the time for which it was planned as it is', async () => {
    const routeId = await routeOfTaken();
    const at = toInstant(api.deps.clock.now() + 3_600_000);
    const plan = { organizationId, routeId, autoDispatch: true };
    await api.deps.table.write(await planRouteDispatch(api.deps, plan, at));
    await dispatchRoute(api.deps, planner(), routeId, { autoDispatch: true });
    await api.pass(1_800_000);
    expect(await dispatched()).toBe(1);
    await api.pass(1_801_000);
    expect(await dispatched()).toBe(2);
    await api.pass(1_800_000);
    expect(await dispatched()).toBe(2);
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
