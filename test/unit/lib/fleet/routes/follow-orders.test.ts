import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { followOrder } from '../../../../../lib/fleet/routes/index.ts';
import { orderEntity } from '../../../../../lib/ordering/orders/index.ts';
import { replace } from '../../../../../lib/platform/table/index.ts';
import { DEPOT, type RoutesApi, startRoutesApi } from '../../../../support/routes-api.ts';

let api: RoutesApi;
beforeAll(async () => {
  api = await startRoutesApi();
});
afterAll(() => api.stop());

/** Changes an order and notifies its route, twice. */
async function change(id: string, fields: object): Promise<void> {
  const { table } = api.db.deps;
  const stored = (await table.get(orderEntity, { organizationId: 'org_test', id }))!;
  await table.write([replace(orderEntity, stored, { ...stored.value, ...fields })]);
  const event = {
    id: 'evt_1',
    name: 'order.updated',
    organizationId: 'org_test',
    aggregateType: 'order',
    aggregateId: id,
    occurredAt: '2026-03-02T09:00:00.000Z',
    data: { orderId: id },
  };
  await followOrder(api.db.deps, event);
  await followOrder(api.db.deps, event);
}

describe('a route follows its orders', () => {
  it('a window that became earlier makes a stop late', async () => {
    const [a] = await api.orders(1, { dropoffEndTime: '2026-03-02T12:00:00.000Z' });
    const route = await api.route({
      stops: [
        { stopType: 'ROUTE_START', location: DEPOT },
        { stopType: 'DROPOFF', objectIds: [a], arrivalTime: '2026-03-02T11:00:00Z' },
      ],
    });
    expect(route.health.counts.late).toBe(0);
    await change(a!, { dropoffEndTime: '2026-03-02T10:50:00.000Z' });
    expect(await api.get(route.id)).toMatchObject({ version: 2, health: { counts: { late: 1 } } });
  });

  it.each(['archived', 'canceled'])('an order that is %s leaves the route and is free', async (status) => {
    const ids = await api.orders(2);
    const route = await api.depotRoute(ids);
    await change(ids[0]!, { status });
    expect(await api.get(route.id)).toMatchObject({ metrics: { orders: 1 }, timesOutOfDate: true });
    expect((await api.order(ids[0]!)).routeId).toBeUndefined();
  });
});
