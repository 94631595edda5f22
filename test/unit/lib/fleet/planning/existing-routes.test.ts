import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { planningArea } from '../../../../../functions/api/planning/index.ts';
import { estimatedTravel } from '../../../../../lib/engines/travel/index.ts';
import type { PlanComparison } from '../../../../../lib/fleet/planning/compare-plans.ts';
import { readActivity } from '../../../../../lib/platform/activities/index.ts';
import { isRefusal } from '../../../../../lib/platform/core/refusal.ts';
import { type HttpHandler, serveArea } from '../../../../../lib/platform/http/index.ts';
import { defaultPreferences } from '../../../../../lib/platform/organization/preferences.ts';
import { Random } from '../../../../simulation/world/random.ts';
import { carryOptimization } from '../../../../support/carry-optimization.ts';
import { anyGrant, type HttpRequestOptions, httpEvent } from '../../../../support/http-event.ts';
import { memoryBucket } from '../../../../support/memory-bucket.ts';
import { type RoutesApi, startRoutesApi } from '../../../../support/routes-api.ts';

interface Planned {
  readonly id: string | null;
  readonly replaces: string | null;
  readonly stops: readonly { readonly stopType: string; readonly objectIds: readonly string[] }[];
  readonly metrics: { readonly costCents: number };
}
interface Result {
  readonly routes: readonly Planned[];
  readonly unassignedOrders: readonly { readonly orderId: string }[];
  readonly costCents: number;
  readonly comparison: PlanComparison;
  readonly notSaved?: readonly { readonly message: string }[];
}

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
  dropoffEndTime: '2026-03-02T18:00:00.000Z',
};

async function call(routeKey: string, request: HttpRequestOptions = {}) {
  const preferences = { organizationId: 'org_test', values: defaultPreferences() };
  const reply = await handler(
    httpEvent(routeKey, { verdict: { grant: anyGrant({ preferences }) }, ...request }),
  );
  return { status: reply.statusCode, json: JSON.parse(reply.body) };
}
const optimize = (body: object) => call('POST /v1/activities/optimization', { body });
const save = (id: string) => call('POST /v1/activities/{id}/save-routes', { params: { id } });

/** Plans with a short search. */
async function planned(body: object, partOrders?: number): Promise<Result & { readonly activityId: string }> {
  const { status, json } = await optimize(body);
  if (status !== 200) throw new Error(JSON.stringify(json));
  await carryOptimization(
    {
      ...api.db.deps,
      travel: estimatedTravel(),
      bucket: memoryBucket(),
      iterations: 300,
      ...(partOrders === undefined ? {} : { partOrders }),
    },
    { organizationId: 'org_test', activityId: json.id },
  );
  const found = await readActivity(api.db.deps.table, actor, json.id);
  if (isRefusal(found)) throw new Error(found.message);
  expect(found.stored.value).toMatchObject({ status: 'SUCCESS' });
  return { ...(found.result as unknown as Result), activityId: json.id };
}

/** Orders scattered around the depot from a seed. */
async function scattered(count: number, seed: string, more: object = {}): Promise<readonly string[]> {
  const chance = new Random(seed);
  const ids: string[] = [];
  for (let made = 0; made < count; made++) {
    const place = { dropoffLat: 37.7 + chance.next() * 0.1, dropoffLng: -122.5 + chance.next() * 0.12 };
    ids.push(...(await api.orders(1, { ...WINDOWS, ...place, ...more })));
  }
  return ids;
}

const dropsOf = ({ stops }: Pick<Planned, 'stops'>) =>
  stops.filter(({ stopType }) => stopType === 'DROPOFF').flatMap(({ objectIds }) => objectIds);

/** Two routes of orders in no good order, and some new orders. */
async function day(seed: string) {
  const old = await scattered(12, seed);
  const routes = [await api.depotRoute(old.slice(0, 6)), await api.depotRoute(old.slice(6))];
  const added = await scattered(3, `${seed} new`);
  const on = new Map(old.map((id, index) => [id, routes[index < 6 ? 0 : 1].id as string]));
  const body = { routeIds: routes.map(({ id }) => id), orderIds: added };
  return { old, routes, added, on, body };
}

const SEEDS = ['a', 'b', 'c', 'd'];

describe('42 8 re-planning a day', () => {
  it.each(SEEDS)(
    'without a price of moves no order leaves its route, and new ones join (%s)',
    async (seed) => {
      const { routes, added, on, body } = await day(seed);
      const { activityId, comparison, ...result } = await planned(body);
      expect(result.unassignedOrders).toEqual([]);
      for (const route of result.routes)
        for (const id of dropsOf(route)) if (on.has(id)) expect(route.replaces).toBe(on.get(id));
      expect(comparison).toMatchObject({ moved: [], leftOut: [] });
      expect(comparison.added.toSorted()).toEqual(added.toSorted());
      expect(comparison.before).toMatchObject({ routes: 2, orders: 12, lateOrders: 0 });
      expect(comparison.after).toMatchObject({ orders: 15, lateOrders: 0 });
      const saved = await save(activityId);
      expect(saved.json.failed).toEqual([]);
      for (const { id } of routes) {
        const route = await api.get(id);
        const own = result.routes.find(({ replaces }) => replaces === id)!;
        expect(dropsOf(route)).toEqual(dropsOf(own));
        expect(route).toMatchObject({ status: 'CREATED', health: { violations: [] } });
        for (const order of dropsOf(own)) expect((await api.order(order)).routeId).toBe(id);
      }
      const again = await save(activityId);
      expect(again.json.routes.map(({ id }: Planned) => id)).toEqual(
        saved.json.routes.map(({ id }: Planned) => id),
      );
      expect(again.json.failed).toEqual([]);
    },
  );

  it.each(SEEDS)('at no price it is as cheap as a plan from nothing (%s)', async (seed) => {
    const { old, added, body } = await day(seed);
    const fresh = await planned({ orderIds: [...old, ...added] });
    const free = await planned({ ...body, moveCents: 0 });
    expect(free.unassignedOrders).toEqual([]);
    expect(Math.abs(free.costCents / fresh.costCents - 1)).toBeLessThan(0.03);
    expect(free.comparison.after.costCents).toBe(free.costCents);
  });

  it.each(SEEDS)('an order moves where that saves more than its price (%s)', async (seed) => {
    const { body } = await day(seed);
    const plans = await Promise.all(
      [undefined, 400, 100, 0].map(async (moveCents) => ({
        moveCents: moveCents ?? 0,
        plan: await planned(moveCents === undefined ? body : { ...body, moveCents }),
      })),
    );
    const [firm] = plans;
    for (const { moveCents, plan } of plans) {
      const { after, moved } = plan.comparison;
      // Moving nothing is always possible, so a plan with its moves is no dearer.
      expect(after.costCents + moveCents * moved.length).toBeLessThanOrEqual(
        1.01 * firm!.plan.comparison.after.costCents,
      );
      expect(plan.costCents).toBe(after.costCents);
    }
  });

  it.each(SEEDS)('frozen stops stay where they are (%s)', async (seed) => {
    const { routes, old, body } = await day(seed);
    const named = routes[1].stops.find(({ objectIds }: { objectIds: string[] }) =>
      objectIds.includes(old[9]!),
    ).id;
    const { routes: next, comparison } = await planned({
      ...body,
      moveCents: 0,
      frozenStops: 2,
      frozenStopIds: [named],
    });
    for (const [index, { id }] of routes.entries()) {
      const stops = dropsOf(next.find(({ replaces }) => replaces === id)!);
      expect(stops.slice(0, 2)).toEqual(old.slice(6 * index, 6 * index + 2));
      if (index === 1) expect(stops[3]).toBe(old[9]);
    }
    const frozen = [...old.slice(0, 2), ...old.slice(6, 8), old[9]];
    expect(comparison.moved.filter(({ orderId }) => frozen.includes(orderId))).toEqual([]);
    const all = await planned({ ...body, moveCents: 0, frozenStops: 500 });
    for (const [index, { id }] of routes.entries()) {
      const stops = dropsOf(all.routes.find(({ replaces }) => replaces === id)!);
      expect(stops.slice(0, 6)).toEqual(old.slice(6 * index, 6 * index + 6));
    }
  });

  it('stops up to a locked one stay too, and routes are planned again without new orders', async () => {
    const ids = await scattered(6, 'locked');
    const route = await api.route({
      stops: ids.map((id, index) => ({
        stopType: 'DROPOFF',
        objectIds: [id],
        ...(index === 2 ? { metadata: { locked: true } } : {}),
      })),
    });
    const { routes, comparison } = await planned({ routeIds: [route.id], moveCents: 0 });
    expect(dropsOf(routes[0]!).slice(0, 3)).toEqual(ids.slice(0, 3));
    expect(comparison.after.costCents).toBeLessThanOrEqual(comparison.before.costCents);
    expect(comparison.added).toEqual([]);
  });

  it('counts the orders that were late before', async () => {
    const first = await scattered(1, 'late', { dropoffStartTime: '2026-03-02T14:00:00.000Z' });
    const soon = await scattered(2, 'soon', { dropoffEndTime: '2026-03-02T12:00:00.000Z' });
    const route = await api.depotRoute([...first, ...soon]);
    const { comparison } = await planned({ routeIds: [route.id] });
    expect([comparison.before.lateOrders, comparison.after.lateOrders]).toEqual([2, 0]);
  });

  it('a large day is planned in parts, and still no order leaves its route', async () => {
    const old = await scattered(60, 'large');
    const routes = await Promise.all(
      [0, 1, 2, 3].map((index) => api.depotRoute(old.slice(15 * index, 15 * index + 15))),
    );
    const added = await scattered(8, 'large new');
    const { routes: next, comparison } = await planned(
      { routeIds: routes.map(({ id }) => id), orderIds: added, frozenStops: 1 },
      40,
    );
    expect(comparison).toMatchObject({ moved: [], leftOut: [], before: { routes: 4, orders: 60 } });
    expect(comparison.added.toSorted()).toEqual(added.toSorted());
    for (const [index, { id }] of routes.entries())
      expect(dropsOf(next.find(({ replaces }) => replaces === id)!)[0]).toBe(old[15 * index]);
  });

  it('a route that got another order meanwhile is not saved, and the others are', async () => {
    const { routes, body } = await day('meanwhile');
    const { activityId } = await planned(body);
    const [late] = await scattered(1, 'meanwhile late');
    await api.call('POST /v1/routes/{id}/orders', {
      params: { id: routes[0].id },
      body: { orderIds: [late] },
    });
    const { json } = await save(activityId);
    expect(json.failed).toMatchObject([{ code: 'CONFLICT', message: expect.stringContaining(late!) }]);
    expect(json.routes.map(({ id }: Planned) => id)).toEqual([routes[1].id]);
  });

  it('refuses what is no day to plan again', async () => {
    const [one, two] = await scattered(2, 'refused');
    const route = await api.depotRoute([one!, two!]);
    const about = async (body: object) => {
      const { status, json } = await optimize(body);
      return [status, json.error?.message];
    };
    expect(await about({ orderIds: [one, two], moveCents: 5 })).toEqual([
      422,
      expect.stringContaining('`moveCents`'),
    ]);
    expect(await about({ orderIds: [one, two], frozenStops: 1 })).toEqual([
      422,
      expect.stringContaining('`frozenStops`'),
    ]);
    expect(await about({ routeIds: [route.id], frozenStopIds: ['stp_none'] })).toEqual([
      422,
      expect.stringContaining('stp_none'),
    ]);
    expect(await about({ routeIds: ['rte_none'] })).toEqual([422, expect.stringContaining('rte_none')]);
    expect(await about({ routeIds: [route.id], moveCents: -1 })).toEqual([
      422,
      expect.stringContaining('moveCents'),
    ]);
    await api.call('POST /v1/routes/{id}/archive', { params: { id: route.id } });
    expect(await about({ routeIds: [route.id] })).toEqual([400, expect.stringContaining('archived')]);
  });
});
