import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { activitiesArea } from '../../../../../functions/api/activities/index.ts';
import { planningArea } from '../../../../../functions/api/planning/index.ts';
import { estimatedTravel } from '../../../../../lib/engines/travel/index.ts';
import { placeOnRoute, routeEntity } from '../../../../../lib/fleet/routes/index.ts';
import type { KeyGrant } from '../../../../../lib/platform/access/key-verdict.ts';
import { serveArea } from '../../../../../lib/platform/http/index.ts';
import { defaultPreferences } from '../../../../../lib/platform/organization/preferences.ts';
import { replace } from '../../../../../lib/platform/table/index.ts';
import { carryOptimization } from '../../../../support/carry-optimization.ts';
import { anyGrant, type HttpRequestOptions, httpEvent } from '../../../../support/http-event.ts';
import { memoryBucket } from '../../../../support/memory-bucket.ts';
import { DEPOT, type RoutesApi, startRoutesApi } from '../../../../support/routes-api.ts';

type Json = ReturnType<typeof JSON.parse>;

let api: RoutesApi;
let deps: Parameters<typeof carryOptimization>[0] & RoutesApi['db']['deps'];
beforeAll(async () => {
  api = await startRoutesApi();
  deps = { ...api.db.deps, travel: estimatedTravel(), bucket: memoryBucket(), timeLimitMs: () => 250 };
});
afterAll(() => api.stop());

async function call(
  routeKey: string,
  { grant, ...request }: HttpRequestOptions & { readonly grant?: Partial<KeyGrant> } = {},
) {
  const area =
    routeKey.includes('activities/{id}') && routeKey.startsWith('GET') ? activitiesArea : planningArea;
  const preferences = { organizationId: 'org_test', values: defaultPreferences() };
  const verdict = { grant: anyGrant({ preferences, ...grant }) };
  const reply = await serveArea(
    area as typeof planningArea,
    () => deps,
  )(httpEvent(routeKey, { verdict, ...request }));
  return { status: reply.statusCode, json: JSON.parse(reply.body) as Json };
}

/** Requests a proposal and lets the worker create it. */
async function propose(...routeIds: string[]) {
  const { json } = await call('POST /v1/routes/replan', { body: { routeIds } });
  const of = { organizationId: 'org_test', activityId: json.id };
  await carryOptimization(deps, of);
  await carryOptimization(deps, of);
  const { json: activity } = await call('GET /v1/activities/{id}', { params: { id: json.id } });
  expect(activity).toMatchObject({ id: json.id, action: 'act_replan_routes', status: 'SUCCESS' });
  return activity;
}
const accept = (id: string) => call('POST /v1/activities/{id}/save-routes', { params: { id } });

/** A route under way that zigzags; its stops without start and end. */
async function zigzag(metadata: object[] = []) {
  const ids = await api.orders(6);
  const order = [0, 5, 1, 4, 2, 3].map((index) => ids[index]!);
  const route = await api.route({
    plannedDeparture: '2026-03-02T09:00:00Z',
    stops: [
      { stopType: 'ROUTE_START', location: DEPOT },
      ...order.map((id, index) => ({
        stopType: 'DROPOFF',
        objectIds: [id],
        metadata: metadata[index] ?? {},
      })),
      { stopType: 'ROUTE_END', location: DEPOT },
    ],
  });
  await dispatched(route.id);
  return { id: route.id as string, stopIds: route.stops.map(({ id }: Json) => id) as string[] };
}

/** Puts a route on the road. */
async function dispatched(id: string) {
  const { table } = api.db.deps;
  const stored = await table.get(routeEntity, { organizationId: 'org_test', id });
  const next = { ...stored!.value, isDispatched: true, jobId: 'job_1', status: 'ASSIGNED' as const };
  await table.write([replace(routeEntity, stored!, next)]);
}
const report = (id: string, stopId: string, status: string) =>
  api.call('PATCH /v1/fleet/routes/{id}/stops/{stopId}', { params: { id, stopId }, body: { status } });

describe('replanning during the day', () => {
  it('proposes a shorter rest; stops that are done or under way stay, and nothing changes before it is accepted', async () => {
    const { id, stopIds } = await zigzag();
    expect((await report(id, stopIds[1]!, 'COMPLETED')).status).toBe(200);
    await report(id, stopIds[2]!, 'ENROUTE');
    const before = await api.get(id);
    const activity = await propose(id);
    const [proposed] = activity.result.routes;
    expect(await api.get(id)).toEqual(before);
    expect(proposed.stops.slice(0, 3).map((stop: Json) => stop.id)).toEqual(stopIds.slice(0, 3));
    expect(proposed.stops.map((stop: Json) => stop.id).toSorted()).toEqual(stopIds.toSorted());
    const { status, json } = await accept(activity.id);
    expect([status, json.failed]).toEqual([200, []]);
    const after = await api.get(id);
    expect(after.stops.map((stop: Json) => stop.id)).toEqual(proposed.stops.map((stop: Json) => stop.id));
    expect(after.stops.slice(1, 3).map((stop: Json) => stop.status)).toEqual(['COMPLETED', 'ENROUTE']);
    // The rest of the zigzag is straight now.
    expect(after.stops.map((stop: Json) => stop.id)).not.toEqual(stopIds);
    expect((await accept(activity.id)).json.failed).toEqual([]);
    expect((await api.get(id)).version).toBe(after.version);
  });

  it('C68 unknown routes and vehicles of a list are refused with all of them named', async () => {
    const ids = await api.orders(2);
    const route = await api.depotRoute(ids);
    const unknownIds = async (path: string, body: object) => {
      const { status, json } = await call(`POST ${path}`, { body });
      return [status, json.error.code, json.error.details.unknownIds];
    };
    const routeIds = [route.id, 'rte_none', 'rte_nor'];
    const refused = [422, 'VALIDATION_ERRORS', ['rte_none', 'rte_nor']];
    expect(await unknownIds('/v1/routes/replan', { routeIds })).toEqual(refused);
    expect(await unknownIds('/v1/activities/optimization', { routeIds })).toEqual(refused);
    const spare = { routeIds: [route.id], spareVehicleIds: ['vhc_none'] };
    expect(await unknownIds('/v1/activities/optimization', spare)).toEqual([
      422,
      'VALIDATION_ERRORS',
      ['vhc_none'],
    ]);
  });

  it('keeps orders that are on board on the route, and their pickup where it was', async () => {
    const ids = await api.orders(4);
    const route = await api.route({
      plannedDeparture: '2026-03-02T09:00:00Z',
      stops: [
        { stopType: 'PICKUP', objectIds: ids, location: DEPOT },
        ...[0, 3, 1, 2].map((index) => ({ stopType: 'DROPOFF', objectIds: [ids[index]!] })),
      ],
    });
    await dispatched(route.id);
    const [pickup] = route.stops;
    await report(route.id, pickup.id, 'COMPLETED');
    const activity = await propose(route.id);
    expect((await accept(activity.id)).json.failed).toEqual([]);
    const after = await api.get(route.id);
    expect(after.stops[0]).toMatchObject({ id: pickup.id, status: 'COMPLETED' });
    const dropped = after.stops.slice(1).flatMap(({ objectIds }: Json) => objectIds);
    expect(dropped.toSorted()).toEqual(ids.toSorted());
    expect(dropped).not.toEqual([0, 3, 1, 2].map((index) => ids[index]));
  });

  it('starts where the courier is, for 15 minutes after the report, unless a stop is being driven to', async () => {
    const { id, stopIds } = await zigzag();
    await report(id, stopIds[1]!, 'COMPLETED');
    const next = async () => (await propose(id)).result.routes[0].stops[2].id;
    const { table, clock } = api.db.deps;
    const stored = await table.get(routeEntity, { organizationId: 'org_test', id });
    const { stops } = await api.get(id);
    // The second stop of the zigzag is its far end.
    const updatedAt = new Date(clock.now()).toISOString();
    await placeOnRoute(api.db.deps, stored!.value, { ...stops[2].location, updatedAt });
    expect(await next()).toBe(stopIds[2]);
    clock.advance(16 * 60_000);
    expect(await next()).not.toBe(stopIds[2]);
    await placeOnRoute(api.db.deps, stored!.value, {
      ...stops[2].location,
      updatedAt: new Date(clock.now()).toISOString(),
    });
    await report(id, stopIds[5]!, 'ENROUTE');
    expect(await next()).toBe(stopIds[5]);
  });

  it('is not accepted once another stop is done, and says so', async () => {
    const { id, stopIds } = await zigzag();
    const activity = await propose(id);
    await report(id, stopIds[1]!, 'COMPLETED');
    const { json } = await accept(activity.id);
    expect(json).toMatchObject({ routes: [], failed: [{ index: 0, code: 'CONFLICT' }] });
    expect((await api.get(id)).stops.map((stop: Json) => stop.id)).toEqual(stopIds);
  });

  it('keeps everything up to a locked stop', async () => {
    const { id, stopIds } = await zigzag([{}, {}, { locked: true }]);
    const { result } = await propose(id);
    expect(result.routes[0].stops.slice(0, 4).map((stop: Json) => stop.id)).toEqual(stopIds.slice(0, 4));
  });

  it('refuses routes that are over or archived; one with nothing left fails alone', async () => {
    const replan = (routeIds: string[]) => call('POST /v1/routes/replan', { body: { routeIds } });
    const archived = await api.route({ name: 'Archived' });
    await api.call('POST /v1/routes/{id}/archive', { params: { id: archived.id } });
    expect((await replan([archived.id])).json.error.code).toBe('ROUTE_ARCHIVED');
    const { id } = await zigzag();
    const empty = await api.route({ name: 'Empty' });
    const { result } = await propose(id, empty.id);
    expect(result.routes).toHaveLength(1);
    expect(result.failed).toMatchObject([{ id: empty.id, code: 'NO_ELIGIBLE_ROUTES' }]);
    const limited = await call('POST /v1/routes/replan', {
      body: { routeIds: [id] },
      grant: { storeLocationIds: ['store_1', 'store_2'] },
    });
    expect(limited.json.error.code).toBe('FORBIDDEN');
  });
});
