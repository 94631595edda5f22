import { bookingsArea } from '../../functions/api/bookings/index.ts';
import { catalogueArea } from '../../functions/api/catalogue/index.ts';
import { fleetArea } from '../../functions/api/fleet/index.ts';
import { ordersArea } from '../../functions/api/orders/index.ts';
import { storeReferrers, storeZones } from '../../functions/api/stores/deps.ts';
import { storesArea } from '../../functions/api/stores/index.ts';
import { windowSchedulesArea } from '../../functions/api/window-schedules/index.ts';
import { windowsArea } from '../../functions/api/windows/index.ts';
import { zoneReferrers } from '../../functions/api/zones/deps.ts';
import { zonesArea } from '../../functions/api/zones/index.ts';
import { placesInTable } from '../../functions/compose/places.ts';
import { type Geocoder, noMapGeocoder } from '../../lib/engines/geocoding/index.ts';
import { windowBookings } from '../../lib/ordering/windows/index.ts';
import { productsInTable } from '../../lib/places/catalogue/index.ts';
import { storesInTable } from '../../lib/places/stores/index.ts';
import { zonesInTable } from '../../lib/places/zones/index.ts';
import type { KeyGrant } from '../../lib/platform/access/index.ts';
import type { HttpHandler } from '../../lib/platform/http/index.ts';
import { readJson } from './api-call.ts';
import { anyGrant, type HttpRequestOptions, httpEvent } from './http-event.ts';
import { serveWith } from './in-process-api.ts';
import { memoryBucket } from './memory-bucket.ts';
import { startTestTable, type TestTable } from './test-table.ts';

/** A reply of these areas. */
export interface PlacesReply {
  readonly status: number;
  /** Untyped, as JSON.parse returns it: a test's expectations show which shape the reply has. */
  readonly json: ReturnType<typeof JSON.parse>;
}

/** Stores, zones and the orders, windows and shifts that use them, on their own table. */
export interface PlacesApi {
  readonly db: TestTable;
  /** Calls an endpoint with a key that has all rights in `org_test`, changed by `grant`. */
  call(
    routeKey: string,
    request?: HttpRequestOptions & { readonly grant?: Partial<KeyGrant> },
  ): Promise<PlacesReply>;
  /** The same; throws unless it succeeds. Returns the body. */
  must(routeKey: string, request?: Parameters<PlacesApi['call']>[1]): Promise<PlacesReply['json']>;
  stop(): Promise<void>;
}

/** Starts it. The clock stands at `now`. */
export async function startPlacesApi(
  options: { readonly now?: string; readonly geocoder?: Geocoder } = {},
): Promise<PlacesApi> {
  const db = await startTestTable(options.now);
  const { table } = db.deps;
  const geocoder = options.geocoder ?? noMapGeocoder;
  const core = { ...db.deps, geocoder };
  const places = placesInTable(table);
  const orders = {
    bucket: memoryBucket(),
    ...core,
    stores: storesInTable(table),
    zones: zonesInTable(table),
    products: productsInTable(table),
    strategies: { exists: async () => true },
    windows: windowBookings({ ...db.deps, places }),
  };
  const served = [
    serveWith(
      {
        ...core,
        findReferrers: storeReferrers(db.deps),
        planZones: storeZones(db.deps),
      },
      storesArea,
    ),
    serveWith(db.deps, catalogueArea),
    serveWith(
      {
        ...db.deps,
        findReferrers: zoneReferrers(db.deps),
        unknownProviders: async (_, ids) => ids,
      },
      zonesArea,
    ),
    serveWith(orders, ordersArea),
    serveWith(orders, bookingsArea),
    serveWith({ ...db.deps, places }, windowsArea),
    serveWith({ ...db.deps, places }, windowSchedulesArea),
    serveWith({ ...db.deps, places }, fleetArea),
  ];
  const handlerOf = (routeKey: string): HttpHandler => {
    const found = served.find(({ routeKeys }) => routeKeys.includes(routeKey));
    if (!found) throw new Error(`No area has the route "${routeKey}".`);
    return found.handler;
  };
  const call: PlacesApi['call'] = async (routeKey, { grant, ...request } = {}) => {
    const event = httpEvent(routeKey, { verdict: { grant: anyGrant(grant) }, ...request });
    const { statusCode, body, headers } = await handlerOf(routeKey)(event);
    return { status: statusCode, json: readJson(body, headers['content-type']) };
  };
  return {
    db,
    call,
    async must(routeKey, request) {
      const { status, json } = await call(routeKey, request);
      if (status !== 200) throw new Error(`${routeKey}: ${status} ${JSON.stringify(json)}`);
      return json;
    },
    stop: () => db.stop(),
  };
}
