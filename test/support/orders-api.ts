import { ordersArea } from '../../functions/api/orders/index.ts';
import { type Geocoder, noMapGeocoder } from '../../lib/engines/geocoding/index.ts';
import type { OrderDeps } from '../../lib/ordering/orders/index.ts';
import { productsInTable } from '../../lib/places/catalogue/index.ts';
import { storesInTable } from '../../lib/places/stores/index.ts';
import { zonesInTable } from '../../lib/places/zones/index.ts';
import type { KeyGrant } from '../../lib/platform/access/index.ts';
import { type HttpHandler, serveArea } from '../../lib/platform/http/index.ts';
import { readJson } from './api-call.ts';
import { anyGrant, type HttpRequestOptions, httpEvent } from './http-event.ts';
import { memoryBucket } from './memory-bucket.ts';
import { startTestTable, type TestTable } from './test-table.ts';
import { windowBookingsOn } from './window-bookings-on.ts';

/** A reply of the orders area. */
export interface OrdersReply {
  readonly status: number;
  /** Untyped, as JSON.parse returns it: a test's expectations show which shape the reply has. */
  readonly json: ReturnType<typeof JSON.parse>;
}

/** The orders area on its own table. */
export interface OrdersApi {
  readonly db: TestTable;
  readonly deps: OrderDeps;
  /** Calls an endpoint with a key that has all rights in `org_test`, changed by `grant`. */
  call(
    routeKey: string,
    request?: HttpRequestOptions & { readonly grant?: Partial<KeyGrant> },
  ): Promise<OrdersReply>;
  /** Creates an order from the example's fields and these. Returns the reply's body. */
  make(fields?: object): Promise<ReturnType<typeof JSON.parse>>;
  stop(): Promise<void>;
}

/** Dispatch strategy that exists in tests. */
export const KNOWN_STRATEGY = 'opn_known';

/** Starts it. The clock stands at `now`. */
export async function startOrdersApi(
  options: { readonly now?: string; readonly geocoder?: Geocoder } = {},
): Promise<OrdersApi> {
  const db = await startTestTable(options.now);
  const deps: OrderDeps & { readonly bucket: ReturnType<typeof memoryBucket> } = {
    bucket: memoryBucket(),
    ...db.deps,
    geocoder: options.geocoder ?? noMapGeocoder,
    stores: storesInTable(db.deps.table),
    zones: zonesInTable(db.deps.table),
    products: productsInTable(db.deps.table),
    strategies: { exists: async (_organizationId, id) => id === KNOWN_STRATEGY },
    windows: windowBookingsOn(db.deps),
  };
  const handler: HttpHandler = serveArea(ordersArea, () => deps);
  const call: OrdersApi['call'] = async (routeKey, { grant, ...request } = {}) => {
    const verdict = { grant: anyGrant(grant) };
    const { statusCode, body, headers } = await handler(httpEvent(routeKey, { verdict, ...request }));
    return { status: statusCode, json: readJson(body, headers['content-type']) };
  };
  return {
    db,
    deps,
    call,
    async make(fields = {}) {
      const { status, json } = await call('POST /v1/order', { body: { ...validOrder, ...fields } });
      if (status !== 200) throw new Error(`No order could be made: ${JSON.stringify(json)}`);
      return json;
    },
    stop: () => db.stop(),
  };
}

/** Fields of an order that breaks no rule. */
export const validOrder = {
  deliveryMode: 'now',
  valueCents: 2_500,
  currency: 'USD',
  pickupBusinessName: 'Corner Bakery',
  pickupPhoneNumber: '+14155550100',
  pickupAddressNumber: '100',
  pickupAddressFormattedStreet: 'Market Street',
  pickupAddressCity: 'San Francisco',
  pickupAddressState: 'CA',
  pickupAddressZip: '94105',
  pickupAddressCountry: 'US',
  pickupLat: 37.7936,
  pickupLng: -122.3958,
  dropoffFirstName: 'Ada',
  dropoffPhoneNumber: '+14155550199',
  dropoffAddressNumber: '900',
  dropoffAddressFormattedStreet: 'Valencia Street',
  dropoffAddressCity: 'San Francisco',
  dropoffAddressState: 'CA',
  dropoffAddressZip: '94110',
  dropoffAddressCountry: 'US',
  dropoffLat: 37.7576,
  dropoffLng: -122.4212,
} as const;

/** The same without any address: for tests of addresses. */
export function withoutAddress(side: 'pickup' | 'dropoff'): Record<string, unknown> {
  const isAddress = (name: string) => new RegExp(`^${side}(Address|Lat|Lng)`).test(name);
  return Object.fromEntries(Object.entries(validOrder).filter(([name]) => !isAddress(name)));
}
