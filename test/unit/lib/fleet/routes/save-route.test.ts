import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type RoutePlanner, saveRoute } from '../../../../../lib/fleet/routes/index.ts';
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

/** A table on which somebody else writes an order just before each of the first writes. */
function busyTable(orderId: string, times: number): Table {
  let writes = 0;
  return new Proxy(api.db.deps.table, {
    get(table, name) {
      const member = Reflect.get(table, name);
      if (name !== 'write') return typeof member === 'function' ? member.bind(table) : member;
      return async (...input: Parameters<Table['write']>) => {
        writes += 1;
        if (writes <= times) {
          const stored = await table.get(orderEntity, { organizationId: 'org_test', id: orderId });
          await table.write([replace(orderEntity, stored!, stored!.value)]);
        }
        return table.write(...input);
      };
    },
  });
}

async function saveBeside(times: number) {
  const [orderId] = await api.orders(1);
  const deps = { ...api.db.deps, table: busyTable(orderId!, times) };
  const id = deps.ids.next('rte');
  const stops = [{ stopType: 'DROPOFF' as const, objectIds: [orderId!] }];
  return { id, orderId, outcome: await saveRoute(deps, planner, { stops }, { id }) };
}

describe('a new route whose order others are changing', () => {
  it('is saved as soon as its write is the first', async () => {
    const { id, orderId, outcome } = await saveBeside(5);
    expect(isRefusal(outcome) ? outcome : outcome.isNew).toBe(true);
    expect((await api.order(orderId!)).routeId).toBe(id);
  });

  it('is refused when they do not stop, and the order stays free', async () => {
    const { id, orderId, outcome } = await saveBeside(Number.POSITIVE_INFINITY);
    expect(outcome).toMatchObject({
      kind: { code: 'LOCK_ACQUISITION_FAILURE' },
      message: `Someone else was changing the route "${id}" at that moment; send the request again.`,
    });
    expect((await api.order(orderId!)).routeId).toBeUndefined();
  });
});
