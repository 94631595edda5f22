import { expect } from 'vitest';
import { demoApi } from '../demo/api.ts';
import { demoOrder, STORIES } from '../demo/demo-order.ts';
import { scenario as test } from '../support/scenario.ts';

/** The most that one request takes. */
const ROUTES = 300;

/** Orders of one upsert. */
const TOGETHER = 50;

interface Outcome {
  readonly routeId: string;
  readonly success: boolean;
  readonly isPending: boolean;
  readonly jobId: string | null;
}
interface Activity {
  readonly status: string;
  readonly result: {
    readonly failed: number;
    readonly results: readonly { readonly routeId: string; readonly jobId: string | null }[];
  };
}

test('4.2.2 a request of 300 routes has an outcome for each, and every route a job of its own', async ({
  local,
  tenant,
}) => {
  const api = demoApi({ baseUrl: local.cloud.baseUrl, ...tenant });
  const at = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();
  const windows = {
    deliveryMode: 'scheduled',
    dispatchStrategyId: undefined,
    pickupStartTime: at(4),
    pickupEndTime: at(6),
    dropoffStartTime: at(4),
    dropoffEndTime: at(9),
  };
  const routeIds: string[] = [];
  for (let from = 0; from < ROUTES; from += TOGETHER) {
    const orders = Array.from({ length: TOGETHER }, (_, index) => ({
      ...demoOrder(STORIES[0], from + index, 'most', ''),
      ...windows,
      externalId: `most-${from + index}`,
    }));
    const { results } = await api.call<{ results: { id: string }[] }>('POST', '/v2/orders/upsert/bulk', {
      orders,
    });
    for (const { id } of results) {
      const stops = ['PICKUP', 'DROPOFF'].map((stopType) => ({ stopType, objectIds: [id] }));
      const { route } = await api.call<{ route: { id: string } }>('POST', '/v1/routes', { stops });
      routeIds.push(route.id);
    }
  }
  const { results, activityId } = await api.call<{ results: Outcome[]; activityId: string | null }>(
    'POST',
    '/v1/routes/dispatch',
    { routeIds, autoDispatch: false },
  );
  expect(results.map(({ routeId }) => routeId)).toEqual(routeIds);
  expect(results.every(({ success, isPending }) => success !== isPending)).toBe(true);
  await local.untilIdle();
  const later = activityId ? await api.call<Activity>('GET', `/v1/activities/${activityId}`) : undefined;
  if (later) expect(later).toMatchObject({ status: 'SUCCESS', result: { failed: 0 } });
  const jobs = new Map([...results, ...(later?.result.results ?? [])].map((one) => [one.routeId, one.jobId]));
  expect(new Set(jobs.values()).size).toBe(ROUTES);
  const { results: shown } = await api.call<{ results: { jobId: string; isDispatched: boolean }[] }>(
    'GET',
    '/v1/routes?limit=100',
  );
  expect(shown.every(({ isDispatched }) => isDispatched)).toBe(true);
});
