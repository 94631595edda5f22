import { executeArea } from '../../functions/api/execute/index.ts';
import { routeExecutionArea } from '../../functions/api/route-execution/index.ts';
import { routesArea } from '../../functions/api/routes/index.ts';
import { defineProvider, providerRegistry } from '../../lib/fulfilment/providers/index.ts';
import { simulatedProviders } from '../../lib/fulfilment/providers/simulators/index.ts';
import { type Order, orderEntity } from '../../lib/ordering/orders/index.ts';
import type { KeyGrant } from '../../lib/platform/access/index.ts';
import { serveArea } from '../../lib/platform/http/index.ts';
import { defaultPreferences, type Preferences } from '../../lib/platform/organization/index.ts';
import { create } from '../../lib/platform/table/index.ts';
import { readJson } from './api-call.ts';
import { anyOrder } from './builders/any-order.ts';
import { anyGrant, type HttpRequestOptions, httpEvent } from './http-event.ts';
import { startTestTable, type TestTable } from './test-table.ts';

/** Where routes of tests load. */
export const DEPOT = { lat: 37.7936, lng: -122.3958 };
/** Another depot, some kilometres away. */
export const OTHER_DEPOT = { lat: 37.7, lng: -122.45 };

type Json = ReturnType<typeof JSON.parse>;

/** The organization's own couriers, who take every route that is assigned to them; any other provider is cheaper. */
export const OWN_COURIERS = defineProvider({
  id: 'prv_own_fleet',
  name: 'Own fleet',
  isInternal: true,
  quote: async ({ shipment }) => ({ outcome: 'quoted', priceCents: 99_999, currency: shipment.currency }),
  create: async ({ idempotencyKey }) => ({ outcome: 'accepted', providerDeliveryId: idempotencyKey }),
  update: async () => ({ outcome: 'updated' }),
  cancel: async () => ({ outcome: 'canceled' }),
  refresh: async () => ({ outcome: 'unknown' }),
  normalize: () => [],
});

/** The areas of routes on a table of their own. */
export interface RoutesApi {
  readonly db: TestTable;
  call(
    routeKey: string,
    request?: HttpRequestOptions & { readonly grant?: Partial<KeyGrant> },
  ): Promise<{ readonly status: number; readonly json: Json }>;
  /** Valid orders in the table, located at the depot; ids `ord_...1` and up. */
  orders(count: number, more?: Partial<Order>): Promise<readonly string[]>;
  /** A stored order. */
  order(id: string): Promise<Order>;
  /** Creates a route. Returns the route of the reply. */
  route(body?: object): Promise<Json>;
  /** A route that starts at the depot and drops these orders off in turn. */
  depotRoute(orderIds: readonly string[], more?: object): Promise<Json>;
  get(id: string): Promise<Json>;
  stop(): Promise<void>;
}

/** Starts it; the clock stands at 2026-03-02 09:00 UTC. */
export async function startRoutesApi(preferences: Preferences = defaultPreferences()): Promise<RoutesApi> {
  const db = await startTestTable();
  const providers = providerRegistry([...simulatedProviders(db.deps), OWN_COURIERS]);
  const execution = serveArea(routeExecutionArea, () => ({ ...db.deps, providers }));
  const planning = serveArea(routesArea, () => db.deps);
  const execute = serveArea(executeArea, () => db.deps);
  const keysOf = (area: { readonly endpoints: readonly { readonly routeKey: string }[] }) =>
    new Set(area.endpoints.map(({ routeKey }) => routeKey));
  const [isPlanned, isExecuted] = [keysOf(routesArea), keysOf(executeArea)];
  let made = 0;
  const call: RoutesApi['call'] = async (routeKey, { grant, ...request } = {}) => {
    const prefers = { organizationId: 'org_test', values: preferences };
    const verdict = { grant: anyGrant({ preferences: prefers, ...grant }) };
    const serve = isExecuted.has(routeKey) ? execute : isPlanned.has(routeKey) ? planning : execution;
    const { statusCode, body, headers } = await serve(httpEvent(routeKey, { verdict, ...request }));
    return { status: statusCode, json: readJson(body, headers['content-type']) };
  };
  const route = async (body: object = {}) => {
    const reply = await call('POST /v1/routes', { body });
    if (reply.status !== 200) throw new Error(`No route could be made: ${JSON.stringify(reply.json)}`);
    return reply.json.route;
  };
  return {
    db,
    call,
    route,
    async orders(count, more = {}) {
      const orders = Array.from({ length: count }, () => {
        made += 1;
        const id = `ord_01KJQ0000000000000000${String(made).padStart(5, '0')}`;
        const place = { dropoffLat: 37.75 + made / 10_000, dropoffLng: -122.42 };
        return anyOrder({ organizationId: 'org_test', id, ...place, ...more });
      });
      for (let from = 0; from < orders.length; from += 50) {
        const some = orders.slice(from, from + 50);
        const outcome = await db.deps.table.write(some.map((order) => create(orderEntity, order)));
        if (!outcome.ok) throw new Error('No orders could be made.');
      }
      return orders.map(({ id }) => id);
    },
    async order(id) {
      const stored = await db.deps.table.get(orderEntity, { organizationId: 'org_test', id });
      if (!stored) throw new Error(`There is no order ${id}.`);
      return stored.value;
    },
    depotRoute: (orderIds, more = {}) =>
      route({
        stops: [
          { stopType: 'ROUTE_START', location: DEPOT },
          ...orderIds.map((id) => ({ stopType: 'DROPOFF', objectIds: [id] })),
          { stopType: 'ROUTE_END', location: DEPOT },
        ],
        ...more,
      }),
    async get(id) {
      return (await call('GET /v1/routes/{id}', { params: { id } })).json;
    },
    stop: () => db.stop(),
  };
}
