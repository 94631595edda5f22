import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { type DemoApi, type DemoTarget, demoApi } from './api.ts';
import { demoOrder, STORIES } from './demo-order.ts';

/** The size of the day, and what happens in the middle of it. */
export interface CityDayOptions {
  readonly target: DemoTarget;
  readonly orders: number;
  readonly couriers: number;
  /**
   * Called while the optimization searches, and when a third of the stops are done, so that a test can kill the cloud
   * then.
   */
  readonly whilePlanning?: () => Promise<unknown>;
  readonly whileDriving?: () => Promise<unknown>;
}

/** How the day ended. */
export interface CityDay {
  readonly orders: number;
  readonly routes: number;
  readonly unassigned: number;
  readonly delivered: number;
  readonly completedRoutes: number;
  /** Orders that are on more than one route, or on none. */
  readonly misplaced: readonly string[];
  readonly seconds: {
    readonly orders: number;
    readonly planning: number;
    readonly dispatch: number;
    readonly driving: number;
  };
}

interface Stop {
  readonly id: string;
  readonly stopType: string;
  readonly status: string;
  readonly objectIds: readonly string[];
}
interface Route {
  readonly id: string;
  readonly status: string;
  readonly stops: readonly Stop[];
}

const HOUR_MS = 3_600_000;
const TOGETHER = 50;
const PATIENCE_MS = 600_000;

/** Number of couriers who work in parallel, because an organization's calls are limited. */
const WIDTH = 8;

/**
 * A day of a city: orders are created, optimized onto the shifts of the organization's own couriers, dispatched, and
 * driven stop by stop until every order is delivered. From then on the local clock skips waits. Uses only HTTP.
 */
export async function cityDay(options: CityDayOptions): Promise<CityDay> {
  const { target, orders: count, couriers, whilePlanning, whileDriving } = options;
  const api = demoApi(target, PATIENCE_MS);
  const run = randomUUID().slice(0, 8);
  const clock = stopwatch();
  const groupId = await fleet(api, run, couriers);
  const ids = await orders(api, run, count);
  const created = clock();
  const { activityId, unassigned } = await planned(api, ids, groupId, whilePlanning);
  const planning = clock();
  const routes = await dispatched(api, activityId);
  const dispatch = clock();
  await api.call('POST', '/_local/clock', { skipping: true });
  const halfway = whileDriving && afterStops(routes, whileDriving);
  await mapConcurrently(routes, (route) => driven(api, route, halfway));
  const ended = await deliveries(api, ids);
  const driving = clock();
  const after = await mapConcurrently(routes, ({ id }) => api.call<Route>('GET', `/v1/routes/${id}`));
  return {
    orders: ids.length,
    routes: routes.length,
    unassigned,
    delivered: ended,
    completedRoutes: after.filter(({ status }) => status === 'COMPLETED').length,
    misplaced: misplaced(ids, after),
    seconds: { orders: created, planning, dispatch, driving },
  };
}

function stopwatch(): () => number {
  let from = performance.now();
  return () => {
    const seconds = Math.round((performance.now() - from) / 100) / 10;
    from = performance.now();
    return seconds;
  };
}

/** Creates a driver group with couriers on shift, who carry at their own rate. Returns its id. */
async function fleet(api: DemoApi, run: string, couriers: number): Promise<string> {
  const { driverGroup } = await api.call<{ driverGroup: { firstVersionContractId: string } }>(
    'PUT',
    '/v1/fleet/driver-groups/upsert',
    { externalIdentifier: `city-${run}`, name: `City ${run}` },
  );
  const groupId = driverGroup.firstVersionContractId;
  await api.call('PUT', '/v1/own-fleet', {
    rates: [{ driverGroupId: groupId, baseCents: 100, perKilometerCents: 10 }],
  });
  const now = Date.now();
  for (let index = 0; index < couriers; index += 1) {
    const { driver } = await api.call<{ driver: { id: string } }>('PUT', '/v1/fleet/drivers/upsert', {
      externalIdentifier: `city-${run}-${index}`,
      addFirstVersionContractIds: [groupId],
      firstName: 'Courier',
      lastName: String(index + 1),
      phoneNumber: '+14155550142',
    });
    await api.call('POST', '/v1/shift', {
      name: `Day ${index + 1}`,
      courierId: driver.id,
      plannedStart: new Date(now).toISOString(),
      plannedEnd: new Date(now + 10 * HOUR_MS).toISOString(),
    });
  }
  return groupId;
}

/** Creates orders all over town, to be delivered today. Returns their ids. */
async function orders(api: DemoApi, run: string, count: number): Promise<readonly string[]> {
  const now = Date.now();
  const at = (hours: number) => new Date(now + hours * HOUR_MS).toISOString();
  const ids: string[] = [];
  for (let from = 0; from < count; from += TOGETHER) {
    const some = Array.from({ length: Math.min(TOGETHER, count - from) }, (_, index) => ({
      ...demoOrder(STORIES[0], from + index, run, ''),
      externalId: `city-${run}-${from + index}`,
      dispatchStrategyId: undefined,
      deliveryMode: 'scheduled',
      pickupStartTime: at(0.5),
      pickupEndTime: at(2),
      dropoffStartTime: at(0.5),
      dropoffEndTime: at(9),
      dropoffLat: 37.72 + (((from + index) * 7_919) % 1_000) / 12_500,
      dropoffLng: -122.48 + (((from + index) * 104_729) % 1_000) / 11_000,
    }));
    const { results } = await api.call<{ results: { id: string; status: string }[] }>(
      'POST',
      '/v2/orders/upsert/bulk',
      { orders: some },
    );
    ids.push(...results.map(({ id }) => id));
  }
  return ids;
}

interface Activity {
  readonly status: string;
  readonly progress: { readonly fraction: number } | null;
  readonly error: { readonly message: string } | null;
  readonly result: {
    readonly routes: readonly { readonly id: string }[];
    readonly unassignedOrders: readonly unknown[];
  };
}

async function planned(
  api: DemoApi,
  orderIds: readonly string[],
  groupId: string,
  whilePlanning: (() => Promise<unknown>) | undefined,
): Promise<{ readonly activityId: string; readonly unassigned: number }> {
  const strategy = await api.call<{ id: string }>('POST', '/v1/optimization-strategies', {
    label: 'City day',
    contractIds: [groupId],
    searchLevel: 1,
  });
  const { id } = await api.call<{ id: string }>('POST', '/v1/activities/optimization', {
    orderIds,
    optimizationStrategyId: strategy.id,
    save: true,
  });
  const until = Date.now() + PATIENCE_MS;
  let toldOf = whilePlanning;
  for (;;) {
    const activity = await api.call<Activity>('GET', `/v1/activities/${id}`);
    if (activity.status === 'SUCCESS') {
      const { unassignedOrders } = activity.result;
      return { activityId: id, unassigned: unassignedOrders.length };
    }
    const isOver = activity.status !== 'QUEUED' && activity.status !== 'IN_PROGRESS';
    if (isOver || Date.now() > until)
      throw new Error(`The optimization is ${activity.status}: ${activity.error?.message}`);
    if (activity.status === 'IN_PROGRESS') {
      await toldOf?.();
      toldOf = undefined;
    }
    await sleep(300);
  }
}

/** Dispatches the saved routes one at a time, because each becomes a job of many packages. Returns the routes. */
async function dispatched(api: DemoApi, activityId: string): Promise<readonly Route[]> {
  const { result } = await api.call<Activity>('GET', `/v1/activities/${activityId}`);
  const ids = result.routes.map(({ id }) => id);
  for (const id of ids) await api.call('POST', '/v1/routes/dispatch', { routeIds: [id], autoDispatch: true });
  return mapConcurrently(ids, (id) => api.call<Route>('GET', `/v1/routes/${id}`));
}

/** Drives a route to its end: arrives at every stop and completes it. */
async function driven(api: DemoApi, { id, stops }: Route, stopDone: (() => void) | undefined): Promise<void> {
  for (const stop of stops) {
    if (stop.stopType !== 'PICKUP' && stop.stopType !== 'DROPOFF') continue;
    for (const status of ['IN_PROGRESS', 'COMPLETED'])
      await api.call('PATCH', `/v1/fleet/routes/${id}/stops/${stop.id}`, { status });
    stopDone?.();
  }
}

function afterStops(routes: readonly Route[], then: () => Promise<unknown>): () => void {
  let left = Math.ceil(routes.reduce((sum, { stops }) => sum + stops.length, 0) / 3);
  return () => {
    left -= 1;
    if (left === 0) then().catch(() => undefined);
  };
}

/** The number of orders that were delivered in the end. */
async function deliveries(api: DemoApi, ids: readonly string[]): Promise<number> {
  const until = Date.now() + PATIENCE_MS;
  const isDelivered = async (id: string) => {
    for (;;) {
      const { jobId } = await api.call<{ jobId: string | null }>('GET', `/v1/order/${id}`);
      if (jobId !== null) return jobId;
      if (Date.now() > until) return undefined;
      await sleep(500);
    }
  };
  const jobIds = new Set((await mapConcurrently(ids, isDelivered)).filter((id) => id !== undefined));
  const counts = await mapConcurrently([...jobIds], async (jobId) => {
    for (;;) {
      const { jobConfigurations } = await api.call<{
        jobConfigurations: { delivery: { status: string } | null }[];
      }>('GET', `/v1/jobs/${jobId}`);
      const done = jobConfigurations.filter(({ delivery }) => delivery?.status === 'dropoff_complete').length;
      if (done === jobConfigurations.length || Date.now() > until) return done;
      await sleep(500);
    }
  });
  return counts.reduce((sum, done) => sum + done, 0);
}

function misplaced(ids: readonly string[], routes: readonly Route[]): readonly string[] {
  const on = routes.flatMap(({ stops }) => [
    ...new Set(stops.filter(({ stopType }) => stopType === 'DROPOFF').flatMap(({ objectIds }) => objectIds)),
  ]);
  return ids.filter((id) => on.filter((other) => other === id).length !== 1);
}

async function mapConcurrently<Item, Result>(
  items: readonly Item[],
  work: (item: Item) => Promise<Result>,
): Promise<readonly Result[]> {
  const results = new Array<Result>(items.length);
  const queue = items.entries();
  await Promise.all(
    Array.from({ length: WIDTH }, async () => {
      for (const [index, item] of queue) results[index] = await work(item);
    }),
  );
  return results;
}
