import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { planningArea } from '../../../../../functions/api/planning/index.ts';
import { estimatedTravel, type Travel } from '../../../../../lib/engines/travel/index.ts';
import {
  finishOptimization,
  prepareOptimization,
  type RunDeps,
  solvePart,
} from '../../../../../lib/fleet/planning/index.ts';
import { activityInProgress } from '../../../../../lib/fleet/planning/runs/run-activity.ts';
import { runFiles } from '../../../../../lib/fleet/planning/runs/run-files.ts';
import {
  cancelActivity,
  progressOfPart,
  readActivity,
} from '../../../../../lib/platform/activities/index.ts';
import { isRefusal } from '../../../../../lib/platform/core/refusal.ts';
import { type HttpHandler, serveArea } from '../../../../../lib/platform/http/index.ts';
import { defaultPreferences } from '../../../../../lib/platform/organization/preferences.ts';
import { carryOptimization } from '../../../../support/carry-optimization.ts';
import { anyGrant, type HttpRequestOptions, httpEvent } from '../../../../support/http-event.ts';
import { memoryBucket } from '../../../../support/memory-bucket.ts';
import { OTHER_DEPOT, type RoutesApi, startRoutesApi } from '../../../../support/routes-api.ts';

let api: RoutesApi;
let handler: HttpHandler;
beforeAll(async () => {
  api = await startRoutesApi();
  handler = serveArea(planningArea, () => ({ ...api.db.deps, travel: estimatedTravel() }));
});
afterAll(() => api.stop());

const actor = { organizationId: 'org_test', storeLocationIds: null, driverGroupIds: null };
const WINDOWS = {
  pickupStartTime: '2026-03-02T10:00:00.000Z',
  pickupEndTime: '2026-03-02T11:00:00.000Z',
  dropoffStartTime: '2026-03-02T10:00:00.000Z',
  dropoffEndTime: '2026-03-02T16:00:00.000Z',
};

async function call(routeKey: string, request: HttpRequestOptions = {}) {
  const preferences = { organizationId: 'org_test', values: defaultPreferences() };
  const reply = await handler(
    httpEvent(routeKey, { verdict: { grant: anyGrant({ preferences }) }, ...request }),
  );
  return { status: reply.statusCode, json: JSON.parse(reply.body) };
}

const optimize = (body: object) => call('POST /v1/activities/optimization', { body });

/** Runs an optimization with a short search. Returns the resulting activity. */
async function run(id: string, travel: Travel = estimatedTravel(), more: Partial<RunDeps> = {}) {
  await carryOptimization(
    { ...api.db.deps, travel, bucket: memoryBucket(), iterations: 200, ...more },
    { organizationId: 'org_test', activityId: id },
  );
  const found = await readActivity(api.db.deps.table, actor, id);
  if (isRefusal(found)) throw new Error(found.message);
  return { ...found.stored.value, result: found.result as Record<string, never> };
}

const dropsOf = (routes: readonly { stops: readonly { stopType: string; objectIds: string[] }[] }[]) =>
  routes.flatMap(({ stops }) =>
    stops.filter(({ stopType }) => stopType === 'DROPOFF').flatMap(({ objectIds }) => objectIds),
  );

describe('B17 POST /v1/activities/optimization', () => {
  it('plans every order once and, saved, makes routes of them; running twice makes none twice', async () => {
    const ids = await api.orders(12, WINDOWS);
    const { status, json } = await optimize({ orderIds: ids, save: true });
    expect(status).toBe(200);
    expect(json.status).toBe('QUEUED');
    const done = await run(json.id);
    expect(done).toMatchObject({ status: 'SUCCESS', progress: { fraction: 1, unassigned: 0 } });
    const { routes } = done.result as unknown as { routes: { id: string; stops: never[] }[] };
    expect(dropsOf(routes).toSorted()).toEqual(ids.toSorted());
    for (const { id } of routes) {
      const route = await api.get(id);
      expect(route).toMatchObject({
        id,
        status: 'CREATED',
        validationErrors: {},
        health: { violations: [] },
      });
      expect(route.stops[0].stopType).toBe('ROUTE_START');
    }
    expect((await api.order(ids[0]!)).routeId).toBe(
      routes.find((route) => dropsOf([route]).includes(ids[0]!))!.id,
    );
    const before = (await api.db.events('route.created')).length;
    await run(json.id);
    expect((await api.db.events('route.created')).length).toBe(before);
  });

  it('3.2.9 for review only, orders stay on the routes they are on; save-routes saves later, and again none twice', async () => {
    const ids = await api.orders(4, WINDOWS);
    const { json } = await optimize({ orderIds: ids });
    await run(json.id);
    expect((await api.order(ids[0]!)).routeId).toBeUndefined();
    const saved = await call('POST /v1/activities/{id}/save-routes', { params: { id: json.id } });
    expect(dropsOf(saved.json.routes).toSorted()).toEqual(ids.toSorted());
    const again = await call('POST /v1/activities/{id}/save-routes', { params: { id: json.id } });
    expect(again.json.routes.map(({ id }: { id: string }) => id)).toEqual(
      saved.json.routes.map(({ id }: { id: string }) => id),
    );

    const placed = await api.orders(2, WINDOWS);
    const route = await api.depotRoute(placed);
    const review = await optimize({ orderIds: placed });
    await run(review.json.id);
    expect((await api.order(placed[0]!)).routeId).toBe(route.id);
    const moved = await call('POST /v1/activities/{id}/save-routes', { params: { id: review.json.id } });
    const toRouteId = moved.json.routes[0].id;
    expect(moved.json).toMatchObject({
      moved: expect.arrayContaining(placed.map((orderId) => ({ orderId, fromRouteId: route.id, toRouteId }))),
      failed: [],
    });
    expect((await api.order(placed[0]!)).routeId).toBe(toRouteId);
  });

  it('41 1.4 planned again and saved, orders move from the routes that they are on; emptied routes and what is not placed remain', async () => {
    const ids = await api.orders(6, WINDOWS);
    const stays = await api.orders(1, WINDOWS);
    const [emptied, left] = [
      await api.depotRoute(ids.slice(0, 3)),
      await api.depotRoute([...ids.slice(3), ...stays]),
    ];
    const { json } = await optimize({ orderIds: ids, save: true });
    const done = await run(json.id);
    const { routes, moved, notSaved } = done.result as unknown as {
      routes: { id: string; stops: never[] }[];
      moved: { orderId: string; fromRouteId: string; toRouteId: string }[];
      notSaved: unknown[];
    };
    expect(notSaved).toEqual([]);
    const from = new Map(moved.map(({ orderId, fromRouteId }) => [orderId, fromRouteId]));
    expect(ids.map((id) => from.get(id))).toEqual([
      ...ids.slice(0, 3).map(() => emptied.id),
      ...ids.slice(3).map(() => left.id),
    ]);
    for (const { orderId, toRouteId } of moved) {
      expect((await api.order(orderId)).routeId).toBe(toRouteId);
      expect(dropsOf([await api.get(toRouteId)])).toContain(orderId);
    }
    expect(dropsOf(routes).toSorted()).toEqual(ids.toSorted());
    expect(await api.get(emptied.id)).toMatchObject({
      status: 'CREATED',
      archivedAt: null,
      isDispatched: false,
    });
    expect(dropsOf([await api.get(emptied.id)])).toEqual([]);
    expect(dropsOf([await api.get(left.id)])).toEqual(stays);
    // Saved again, nothing moves, also not an order that a planner has put back since.
    const [first] = ids;
    const of = moved.find(({ orderId }) => orderId === first)!;
    const stops: readonly { id: string; stopType: string; objectIds: string[] }[] = (
      await api.get(of.toRouteId)
    ).stops;
    const stopIds = stops
      .filter(({ stopType, objectIds }) => stopType === 'DROPOFF' && objectIds.includes(first!))
      .map(({ id }) => id);
    const back = await api.call('POST /v1/routes/{id}/move-stops', {
      params: { id: of.toRouteId },
      body: { stopIds, toRouteId: left.id },
    });
    expect(back.status).toBe(200);
    const again = await call('POST /v1/activities/{id}/save-routes', { params: { id: json.id } });
    expect(again.json).toMatchObject({ moved: [], failed: [] });
    expect((await api.order(first!)).routeId).toBe(left.id);
  });

  it('42 10 routes that all take many orders from the same routes are all saved, although each must wait for the others', async () => {
    const ids = await api.orders(160, WINDOWS);
    const OLD = 40;
    for (let old = 0; old < OLD; old += 1)
      await api.depotRoute(ids.filter((_, index) => index % OLD === old));
    const strategy = await call('POST /v1/optimization-strategies', {
      body: { label: 'Long stops', dropoffServiceTimeSeconds: 500 },
    });
    const { json } = await optimize({
      ...{ orderIds: ids, save: true, optimizationStrategyId: strategy.json.id },
    });
    const done = await run(json.id);
    const { routes, notSaved } = done.result as unknown as {
      routes: { id: string; stops: never[] }[];
      notSaved: unknown[];
    };
    expect(routes.length).toBeGreaterThan(3);
    expect(notSaved).toEqual([]);
    for (const route of routes)
      for (const id of dropsOf([route])) expect((await api.order(id)).routeId).toBe(route.id);
  });

  it('42 5 an order with several windows keeps the one in which its saved route reaches it', async () => {
    const others = ['2026-03-02T15:00:00.000Z/2026-03-02T16:00:00.000Z'];
    const [first, ...rest] = await api.orders(3, {
      ...WINDOWS,
      dropoffEndTime: '2026-03-02T10:00:01.000Z',
      dropoffOtherWindows: others,
    });
    const { json } = await optimize({ orderIds: [first!, ...rest], save: true });
    const done = await run(json.id);
    expect(done.result).toMatchObject({ unassignedOrders: [] });
    const order = await api.order(first!);
    expect(order).toMatchObject({
      dropoffStartTime: '2026-03-02T15:00:00.000Z',
      dropoffEndTime: '2026-03-02T16:00:00.000Z',
      dropoffOtherWindows: [`${WINDOWS.dropoffStartTime}/2026-03-02T10:00:01.000Z`],
    });
    expect((await api.get(order.routeId!)).health.counts.late).toBe(0);
  });

  it('tells of every order that finds no place what would have to change', async () => {
    const ids = await api.orders(3, { ...WINDOWS, dropoffEndTime: '2026-03-02T10:00:01.000Z' });
    const { json } = await optimize({ orderIds: ids });
    const done = await run(json.id);
    const { unassignedOrders } = done.result as unknown as {
      unassignedOrders: {
        orderId: string;
        reasons: { code: string; target: object; edits: object }[];
      }[];
    };
    expect(unassignedOrders).toHaveLength(3);
    // 41 1.8: each order has it in its log.
    const logged = (await api.db.events('order.left_out')).filter(({ aggregateId }) =>
      ids.includes(aggregateId),
    );
    expect(logged.map(({ data }) => data)).toEqual(
      expect.arrayContaining(
        unassignedOrders.map((one) => ({
          orderId: one.orderId,
          reasons: one.reasons.map(({ target: _, edits: __, ...said }) => said),
          activityId: json.id,
        })),
      ),
    );
    expect(logged).toHaveLength(3);
    expect(unassignedOrders[0]!.reasons[0]).toMatchObject({
      code: expect.any(String),
      messageCode: 'TIME_WINDOW_ALONE',
      remedy: expect.any(String),
      remedySteps: [{ code: 'END_DELIVERY_WINDOW_LATER', values: { minutes: expect.any(Number) } }],
      target: { type: 'order', id: expect.stringMatching(/^ord_/) },
    });
  });

  it('collects orders that do not lie at the depot', async () => {
    const near = await api.orders(2, WINDOWS);
    const far = await api.orders(1, { ...WINDOWS, pickupLat: OTHER_DEPOT.lat, pickupLng: OTHER_DEPOT.lng });
    const { json } = await optimize({ orderIds: [...near, ...far] });
    const done = await run(json.id);
    const { routes } = done.result as unknown as {
      routes: { stops: { stopType: string; objectIds: string[] }[] }[];
    };
    const picked = routes.flatMap(({ stops }) => stops.filter(({ stopType }) => stopType === 'PICKUP'));
    expect(picked.flatMap(({ objectIds }) => objectIds)).toEqual(far);
  });

  it('the orders of a range of pickup times', async () => {
    const times = {
      ...WINDOWS,
      pickupStartTime: '2026-03-02T22:00:00.000Z',
      pickupEndTime: '2026-03-02T22:30:00.000Z',
      dropoffEndTime: '2026-03-02T23:59:00.000Z',
    };
    const ids = await api.orders(3, times);
    const { json } = await optimize({
      pickupTimeFrom: '2026-03-02T22:00:00Z',
      pickupTimeTo: '2026-03-02T22:00:01Z',
    });
    const done = await run(json.id);
    expect(dropsOf((done.result as unknown as { routes: never[] }).routes).toSorted()).toEqual(
      ids.toSorted(),
    );
  });

  it.each([
    ['one order only', async () => ({ orderIds: [(await api.orders(1))[0], 'ord_unknown'] })],
    [
      'both ways of naming orders',
      async () => ({ orderIds: await api.orders(2), pickupTimeFrom: '2026-03-02T10:00:00Z' }),
    ],
    ['neither way', async () => ({})],
    ['an unknown driver group', async () => ({ orderIds: await api.orders(2), contractIds: ['cntr_none'] })],
  ])('refuses %s', async (_, body) => {
    expect((await optimize(await body())).status).toBe(422);
  });

  it('a run beyond one function is split, solved in parts and along their seams, and ends with one plan', async () => {
    const ids = await api.orders(60, WINDOWS);
    const { json } = await optimize({ orderIds: ids, save: true });
    const done = await run(json.id, estimatedTravel(), { partOrders: 30 });
    expect(done).toMatchObject({ status: 'SUCCESS', progress: { fraction: 1, unassigned: 0 } });
    const { routes } = done.result as unknown as { routes: { id: string; stops: never[] }[] };
    expect(dropsOf(routes).toSorted()).toEqual(ids.toSorted());
    expect(new Set(routes.map(({ id }) => id)).size).toBe(routes.length);
  });

  it('a part whose function was lost goes on from the last plan that it wrote, and the bucket is emptied at the end', async () => {
    const ids = await api.orders(12, WINDOWS);
    const { json } = await optimize({ orderIds: ids });
    const of = { organizationId: 'org_test', activityId: json.id };
    const bucket = memoryBucket();
    const deps = { ...api.db.deps, travel: estimatedTravel(), bucket, iterations: 0 };
    await prepareOptimization(deps, of);
    const vehicle = (await runFiles(bucket, of).read('problem'))!.input.vehicles[3]!.id;
    const jobs = ids.toReversed();
    await runFiles(bucket, of).write('plan', { elapsedMs: 60_000, routes: [{ vehicle, jobs }] }, 0, 0);
    await solvePart(deps, { ...of, round: 0, part: 0 });
    const solution = await runFiles(bucket, of).read('solution', 0, 0);
    expect(solution!.routes.map((route) => route.visits.map(({ job }) => job))).toEqual([jobs]);
    // When it is run again, a part that is solved stays as it is.
    await runFiles(bucket, of).remove('problem');
    await solvePart(deps, { ...of, round: 0, part: 0 });
    expect(await runFiles(bucket, of).read('solution', 0, 0)).toEqual(solution);
    await finishOptimization(deps, of);
    expect([...bucket.objects.keys()]).toEqual([]);
  });

  it('progress is one figure over all parts', async () => {
    const { json } = await optimize({ orderIds: await api.orders(2, WINDOWS) });
    const of = { organizationId: 'org_test', activityId: json.id };
    const deps = { ...api.db.deps, travel: estimatedTravel(), bucket: memoryBucket() };
    await prepareOptimization(deps, of);
    const activity = (await activityInProgress(deps, of))!.value;
    for (const [part, costCents] of [1_000, 2_500].entries()) {
      const figures = {
        seconds: 4,
        iterations: 10,
        costCents,
        routes: 2,
        unassigned: part,
        fraction: part / 2,
      };
      await api.db.deps.table.write([
        progressOfPart(undefined, activity, { round: 1, part, parts: 2 }, figures),
      ]);
    }
    const found = await readActivity(api.db.deps.table, actor, json.id);
    expect(isRefusal(found) || found.stored.value.progress).toEqual({
      seconds: 4,
      iterations: 20,
      costCents: 3_500,
      routes: 4,
      unassigned: 1,
      fraction: 0.25,
    });
  });

  it('cancelled before it runs it does nothing, and its result cannot be saved', async () => {
    const ids = await api.orders(2, WINDOWS);
    const { json } = await optimize({ orderIds: ids, save: true });
    await cancelActivity(api.db.deps, actor, json.id);
    expect(await run(json.id)).toMatchObject({ status: 'CANCELLED', result: null });
    const saved = await call('POST /v1/activities/{id}/save-routes', { params: { id: json.id } });
    expect(saved.json.error).toMatchObject({
      code: 'INVALID_STATE_TRANSITION',
      details: { status: 'CANCELLED' },
    });
  });

  it('4.7 a failed one has vendor_message and vendor_reasons', async () => {
    const { TravelFailure } = await import('../../../../../lib/engines/travel/index.ts');
    const broken: Travel = {
      ...estimatedTravel(),
      matrix: async () => Promise.reject(new TravelFailure('No map.')),
    };
    const { json } = await optimize({ orderIds: await api.orders(2, WINDOWS) });
    expect(await run(json.id, broken)).toMatchObject({
      status: 'FAILED',
      error: { code: 'NO_ELIGIBLE_ROUTES' },
      result: { vendor_message: 'No map.', vendor_reasons: ['No map.'] },
    });
  });
});

describe('optimization strategies', () => {
  it('are created, read, changed and deleted; what cannot be honoured is refused', async () => {
    const { json } = await call('POST /v1/optimization-strategies', {
      body: { label: 'Evening', searchLevel: 3, dropoffServiceTimeSeconds: 600 },
    });
    const params = { id: json.id };
    expect((await call('GET /v1/optimization-strategies/{id}', { params })).json).toEqual(json);
    const changed = await call('PATCH /v1/optimization-strategies/{id}', {
      params,
      body: { searchLevel: 1 },
    });
    expect(changed.json).toMatchObject({ searchLevel: 1, dropoffServiceTimeSeconds: 600, version: 2 });
    const ids = await api.orders(2, WINDOWS);
    const run1 = await optimize({ orderIds: ids, optimizationStrategyId: json.id });
    const { routes } = (await run(run1.json.id)).result as unknown as {
      routes: { stops: { stopType: string; serviceTime: number }[] }[];
    };
    expect(
      routes[0]!.stops.find(({ stopType }) => stopType === 'DROPOFF')!.serviceTime,
    ).toBeGreaterThanOrEqual(600);
    const refused = await call('POST /v1/optimization-strategies', {
      body: { label: 'X', defaultTrafficSource: 'crystal ball', unassignedOrdersOptionsGroupId: 'opt_none' },
    });
    expect(refused).toMatchObject({
      status: 422,
      json: { error: { details: { fields: { defaultTrafficSource: expect.any(String) } } } },
    });
    const unknown = await call('POST /v1/optimization-strategies', {
      body: { label: 'X', unassignedOrdersOptionsGroupId: 'opt_none' },
    });
    expect(unknown.json.error.details.unknownIds).toEqual(['opt_none']);
    expect((await call('DELETE /v1/optimization-strategies/{id}', { params })).json.isDeleted).toBe(true);
    const listed = await call('GET /v1/optimization-strategies');
    expect(listed.json.optimizationStrategies).toContainEqual(
      expect.objectContaining({ id: json.id, isDeleted: true }),
    );
  });
});

describe('7.1 route restrictions', () => {
  const area = [
    [-122.5, 37.7],
    [-122.3, 37.7],
    [-122.3, 37.85],
    [-122.5, 37.85],
  ];

  it('keep optimized routes out of their areas once a strategy uses them, and cannot be deleted while it does', async () => {
    const made = await call('POST /v1/route-restrictions', {
      body: { name: 'Everywhere', polygons: [[area]] },
    });
    const strategy = await call('POST /v1/optimization-strategies', { body: { label: 'Around' } });
    const used = await call('PUT /v1/optimization-strategies/{id}/route-restrictions', {
      params: { id: strategy.json.id },
      body: { route_restriction_ids: [made.json.id] },
    });
    expect(used.json.route_restrictions[0].optimization_strategy_ids).toEqual([strategy.json.id]);
    // Depot and customers are inside the area, so no road leads to any of them.
    const ids = await api.orders(2, WINDOWS);
    const { json } = await optimize({ orderIds: ids, optimizationStrategyId: strategy.json.id });
    const { unassignedOrders } = (await run(json.id)).result as unknown as {
      unassignedOrders: { reasons: { code: string }[] }[];
    };
    expect(unassignedOrders.map(({ reasons }) => reasons[0]!.code)).toEqual(['UNREACHABLE', 'UNREACHABLE']);
    const params = { id: made.json.id };
    const refused = await call('DELETE /v1/route-restrictions/{id}', { params });
    expect(refused).toMatchObject({
      status: 409,
      json: { error: { details: { usedBy: [strategy.json.id] } } },
    });
    await call('PUT /v1/optimization-strategies/{id}/route-restrictions', {
      params: { id: strategy.json.id },
      body: { route_restriction_ids: [] },
    });
    expect((await call('DELETE /v1/route-restrictions/{id}', { params })).json.deleted).toBe(true);
    expect((await call('GET /v1/route-restrictions')).json.route_restrictions).toEqual([]);
  });
});
