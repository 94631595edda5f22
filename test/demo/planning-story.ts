import { writeFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import type { DemoApi } from './api.ts';
import { demoOrder, STORIES } from './demo-order.ts';
import { type DrawnRoute, mapPicture } from './map-picture.ts';

/** What became of the orders that the demo planned. */
export interface PlanningOutcome {
  readonly planned: number;
  readonly routes: readonly PlannedRoute[];
  /** Path of the picture of the routes; null when there are none. */
  readonly picture: string | null;
}

interface PlannedRoute {
  readonly id: string;
  readonly orders: number;
  readonly kilometers: number;
  readonly departure: string;
  readonly completion: string;
}

interface Stop {
  readonly stopType: string;
  readonly objectIds: readonly string[];
  readonly arrivalTime: string;
  readonly distanceFromPrevious: number | null;
  readonly location: { readonly lat: number; readonly lng: number } | null;
}

/** Number of orders of the story, and maximum number per route, which makes at least four routes. */
const ORDERS = 40;
const MAX_OF_ROUTE = 12;
const VANS = 6;

const HOUR_MS = 3_600_000;
const PATIENCE_MS = 180_000;
const LOOK_EVERY_MS = 500;

/** Creates 40 orders all over town, optimizes them into routes, and draws these into `picture`. */
export async function planningStory(api: DemoApi, run: string, picture: string): Promise<PlanningOutcome> {
  const orderIds = await makeOrders(api, run);
  const { driverGroup } = await api.call<{ driverGroup: { firstVersionContractId: string } }>(
    'PUT',
    '/v1/fleet/driver-groups/upsert',
    { externalIdentifier: `demo-${run}`, name: `Demo vans ${run}` },
  );
  const contractId = driverGroup.firstVersionContractId;
  const strategy = await api.call<{ id: string }>('POST', '/v1/optimization-strategies', {
    label: `Demo ${run}`,
    contractIds: [contractId],
    contractOptimizationOverrideParameters: [
      { contractId, vehicleCount: VANS, maxOrdersPerRoute: MAX_OF_ROUTE },
    ],
    searchLevel: 1,
  });
  const { id } = await api.call<{ id: string }>('POST', '/v1/activities/optimization', {
    orderIds,
    optimizationStrategyId: strategy.id,
    save: true,
  });
  const routeIds = await savedRoutes(api, id);
  const drawn: DrawnRoute[] = [];
  const routes: PlannedRoute[] = [];
  for (const routeId of routeIds) {
    const { stops } = await api.call<{ stops: readonly Stop[] }>('GET', `/v1/routes/${routeId}`);
    drawn.push({
      places: stops.flatMap(({ location, stopType }) => (location ? [{ ...location, stopType }] : [])),
    });
    const metres = stops.reduce((sum, stop) => sum + (stop.distanceFromPrevious ?? 0), 0);
    const dropped = stops
      .filter(({ stopType }) => stopType === 'DROPOFF')
      .flatMap(({ objectIds }) => objectIds);
    routes.push({
      id: routeId,
      orders: dropped.length,
      kilometers: Math.round(metres / 100) / 10,
      departure: stops[0]?.arrivalTime ?? '',
      completion: stops.at(-1)?.arrivalTime ?? '',
    });
  }
  if (drawn.length > 0) writeFileSync(picture, mapPicture(drawn));
  return {
    planned: routes.reduce((sum, { orders }) => sum + orders, 0),
    routes,
    picture: drawn.length > 0 ? picture : null,
  };
}

/** The routes as lines of a table. */
export function planningRows({ routes, picture }: PlanningOutcome): readonly (readonly [string, string])[] {
  const time = (instant: string) => instant.slice(11, 16);
  return [
    ...routes.map(
      ({ orders, kilometers, departure, completion }, index) =>
        [
          `route ${index + 1}`,
          `${orders} orders, ${kilometers} km, ${time(departure)} to ${time(completion)}`,
        ] as const,
    ),
    ['map of the routes', picture ?? 'none'],
  ];
}

/** What is missing: orders on no route, or the picture. */
export function planningMissing({ planned, picture }: PlanningOutcome): readonly string[] {
  return [
    ...(planned === ORDERS ? [] : [`${ORDERS - planned} of ${ORDERS} orders on a route`]),
    ...(picture === null ? ['picture of the routes'] : []),
  ];
}

async function makeOrders(api: DemoApi, run: string): Promise<readonly string[]> {
  const now = Date.now();
  const at = (hours: number) => new Date(now + hours * HOUR_MS).toISOString();
  const orders = Array.from({ length: ORDERS }, (_, index) => ({
    ...demoOrder(STORIES[0], index, run, ''),
    externalId: `demo-${run}-plan-${index}`,
    dispatchStrategyId: undefined,
    deliveryMode: 'scheduled',
    pickupStartTime: at(20),
    pickupEndTime: at(22),
    dropoffStartTime: at(20),
    dropoffEndTime: at(28),
    // Spread over the town by numbers without a common pattern.
    dropoffLat: 37.72 + ((index * 7_919) % 1_000) / 12_500,
    dropoffLng: -122.48 + ((index * 104_729) % 1_000) / 11_000,
  }));
  const { results } = await api.call<{ results: { id: string }[] }>('POST', '/v2/orders/upsert/bulk', {
    orders,
  });
  return results.map(({ id }) => id);
}

async function savedRoutes(api: DemoApi, activityId: string): Promise<readonly string[]> {
  const until = Date.now() + PATIENCE_MS;
  for (;;) {
    const { status, result } = await api.call<{
      status: string;
      result: { routes?: readonly { id: string | null }[] } | null;
    }>('GET', `/v1/activities/${activityId}`);
    if (status === 'SUCCESS') return (result?.routes ?? []).flatMap(({ id }) => id ?? []);
    if ((status !== 'QUEUED' && status !== 'IN_PROGRESS') || Date.now() > until) return [];
    await sleep(LOOK_EVERY_MS);
  }
}
