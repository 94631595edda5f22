import { bookingsArea } from '../../functions/api/bookings/index.ts';
import { dispatchArea } from '../../functions/api/dispatch/index.ts';
import { jobsArea } from '../../functions/api/jobs/index.ts';
import { ordersArea } from '../../functions/api/orders/index.ts';
import { strategiesArea } from '../../functions/api/strategies/index.ts';
import { windowSchedulesArea } from '../../functions/api/window-schedules/index.ts';
import { windowsArea } from '../../functions/api/windows/index.ts';
import { worker as attemptDispatch } from '../../functions/workers/attempt-dispatch.ts';
import { worker as dispatchOrders } from '../../functions/workers/dispatch-orders.ts';
import { noMapGeocoder } from '../../lib/engines/geocoding/index.ts';
import type { DueDispatchDeps, JobDeps } from '../../lib/fulfilment/dispatch/index.ts';
import { type Provider, providerRegistry } from '../../lib/fulfilment/providers/index.ts';
import { strategyOf } from '../../lib/fulfilment/strategies/index.ts';
import { productsInTable } from '../../lib/places/catalogue/index.ts';
import { storesInTable } from '../../lib/places/stores/index.ts';
import { zonesInTable } from '../../lib/places/zones/index.ts';
import type { KeyGrant } from '../../lib/platform/access/index.ts';
import { isRefusal } from '../../lib/platform/core/refusal.ts';
import { isMeant, type QueueWorker } from '../../lib/platform/events/index.ts';
import { type Area, serveArea } from '../../lib/platform/http/index.ts';
import { fireTimer } from '../../lib/platform/timers/index.ts';
import { unansweredRuns } from '../../lib/reactions/automations/index.ts';
import { readJson } from './api-call.ts';
import { anyGrant, type HttpRequestOptions, httpEvent } from './http-event.ts';
import { memoryBucket } from './memory-bucket.ts';
import { validOrder } from './orders-api.ts';
import { startTestTable, type TestTable } from './test-table.ts';
import { windowBookingsOn } from './window-bookings-on.ts';

type Json = ReturnType<typeof JSON.parse>;

/** Dependencies of its areas and workers, including a bucket in memory. */
export type DispatchApiDeps = JobDeps &
  Pick<DueDispatchDeps, 'unansweredRuns'> & { readonly bucket: ReturnType<typeof memoryBucket> };

/** Orders, dispatch and jobs on their own table, with their workers. */
export interface DispatchApi {
  readonly db: TestTable;
  readonly deps: DispatchApiDeps;
  call(
    routeKey: string,
    request?: HttpRequestOptions & { readonly grant?: Partial<KeyGrant> },
  ): Promise<{ status: number; json: Json }>;
  /** As `call`, but throws for any reply other than 200. */
  must(routeKey: string, request?: HttpRequestOptions): Promise<Json>;
  /** Creates a valid order with these fields. */
  order(fields?: object): Promise<Json>;
  /** Creates an options group with these fields. */
  strategy(fields?: object): Promise<Json>;
  /** Delivers every event that was not delivered yet to its workers, until nothing more happens. */
  drain(): Promise<void>;
  /** Moves the clock and fires the timers that are due, then drains. */
  pass(milliseconds: number): Promise<void>;
  stop(): Promise<void>;
}

/** Places that windows refer to: none exist, and every zone covers everything. */
const PLACES = {
  storeId: async () => undefined,
  zoneId: async () => undefined,
  covers: async () => true,
  restrictedWindows: async () => new Map<string, string>(),
};

/** Starts it with these providers. */
export async function startDispatchApi(
  providers: readonly Provider[] | ((deps: TestTable['deps']) => readonly Provider[]),
  more: {
    // biome-ignore lint/suspicious/noExplicitAny: areas that need more than these find it in `extra`.
    readonly areas?: readonly Area<any>[];
    // biome-ignore lint/suspicious/noExplicitAny: so do workers.
    readonly workers?: readonly QueueWorker<any>[];
    /** What further areas and workers need besides the parts of orders and jobs. */
    readonly extra?: (deps: TestTable['deps']) => object;
    readonly automations?: (deps: TestTable['deps']) => JobDeps['automations'];
    /** One in this process if absent. */
    readonly startTable?: () => Promise<TestTable>;
  } = {},
): Promise<DispatchApi> {
  const db = await (more.startTable ?? startTestTable)();
  const { table } = db.deps;
  const deps: DispatchApiDeps = {
    ...db.deps,
    bucket: memoryBucket(),
    automations: more.automations?.(db.deps),
    geocoder: noMapGeocoder,
    stores: storesInTable(table),
    zones: zonesInTable(table),
    products: productsInTable(table),
    strategies: {
      exists: async (organizationId, id) => !isRefusal(await strategyOf(table, organizationId, id)),
    },
    windows: windowBookingsOn(db.deps),
    providers: providerRegistry(typeof providers === 'function' ? providers(db.deps) : providers),
    unansweredRuns: (...asked) => unansweredRuns(table, ...asked),
    ...more.extra?.(db.deps),
  };
  const areas = [
    { area: ordersArea, handler: serveArea(ordersArea, () => deps) },
    { area: dispatchArea, handler: serveArea(dispatchArea, () => deps) },
    { area: strategiesArea, handler: serveArea(strategiesArea, () => deps) },
    { area: windowsArea, handler: serveArea(windowsArea, () => ({ ...db.deps, places: PLACES })) },
    {
      area: windowSchedulesArea,
      handler: serveArea(windowSchedulesArea, () => ({ ...db.deps, places: PLACES })),
    },
    { area: bookingsArea, handler: serveArea(bookingsArea, () => deps) },
    { area: jobsArea, handler: serveArea(jobsArea, () => deps) },
    ...(more.areas ?? []).map((area) => ({ area, handler: serveArea(area, () => deps) })),
  ];
  const call: DispatchApi['call'] = async (routeKey, { grant, ...request } = {}) => {
    const found = areas.find(({ area }) => area.endpoints.some((endpoint) => endpoint.routeKey === routeKey));
    if (!found) throw new Error(`no endpoint ${routeKey}`);
    const verdict = { grant: anyGrant(grant) };
    const { statusCode, body, headers } = await found.handler(httpEvent(routeKey, { verdict, ...request }));
    return { status: statusCode, json: readJson(body, headers['content-type']) };
  };
  const must: DispatchApi['must'] = async (routeKey, request) => {
    const { status, json } = await call(routeKey, request);
    if (status !== 200) throw new Error(`${routeKey}: ${status} ${JSON.stringify(json)}`);
    return json;
  };
  const delivered = new Set<string>();
  const drain = async () => {
    for (let round = 0; round < 30; round += 1) {
      const events = (await db.events()).filter(({ id }) => !delivered.has(id));
      if (events.length === 0) return;
      for (const event of events) {
        delivered.add(event.id);
        try {
          for (const worker of [dispatchOrders, attemptDispatch, ...(more.workers ?? [])]) {
            if (worker.consumes.some(({ name, only }) => name === event.name && isMeant(event, only)))
              await worker.handle(deps, event);
          }
        } catch (error) {
          // As from a queue, it comes again.
          delivered.delete(event.id);
          throw error;
        }
      }
    }
    throw new Error('Events never end.');
  };
  return {
    db,
    deps,
    call,
    must,
    drain,
    order: (fields = {}) => must('POST /v1/order', { body: { ...validOrder, ...fields } }),
    strategy: (fields = {}) => must('POST /v1/options_group', { body: { label: 'Any', ...fields } }),
    async pass(milliseconds) {
      db.deps.clock.advance(milliseconds);
      for (const item of await db.items()) {
        if (item.type !== 'timer' || item.data.state !== 'armed') continue;
        const { organizationId, id, generation, dueAt } = item.data;
        if (Date.parse(String(dueAt)) > db.deps.clock.now()) continue;
        await fireTimer(deps, {
          organizationId: String(organizationId),
          timerId: String(id),
          generation: Number(generation),
        });
      }
      await drain();
    },
    stop: () => db.stop(),
  };
}
