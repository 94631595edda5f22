import { toInstant } from '../../platform/core/clock.ts';
import { isRefusal, type Refusal } from '../../platform/core/refusal.ts';
import { dateIn, dayRange } from '../../platform/core/zoned-time.ts';
import { type EventRecord, eventEntity } from '../../platform/events/index.ts';
import type { Only } from '../../platform/listing/index.ts';
import type { Preferences } from '../../platform/organization/index.ts';
import type { CoreDeps } from '../../platform/runtime/index.ts';
import {
  type CourierPosition,
  carriesOrders,
  courierPositionEntity,
  LIVE_MS,
  listRoutes,
  loadRoute,
  OWN,
  type Route,
  type RouteActor,
  type RouteAggregate,
  type RouteFilters,
  type RouteRow,
  readRoute,
  routeEntity,
  routePartition,
  routeStopsEntity,
  type Stop,
} from '../routes/index.ts';
import type { RouteException } from './exception.ts';
import { exceptionStore, type OpenExceptions, openOf } from './exception-record.ts';
import { DEPARTURE_GRACE_MS } from './watch-route.ts';

type ReadDeps = Pick<CoreDeps, 'table' | 'clock'>;

/** What is asked of a day's routes. */
export interface ExecuteFilters extends Omit<RouteFilters, 'from' | 'to'> {
  /** A day in the organization's time zone; absent = today. */
  readonly date?: string | undefined;
}

/** Last position of a driver. It counts as live for 15 minutes (specification 4.8.4). */
export interface LivePosition {
  readonly lat: number;
  readonly lng: number;
  readonly updatedAt: string;
  readonly isLive: boolean;
}

/** A route as Execute shows it. */
export interface Running {
  readonly route: Route;
  readonly isLate: boolean;
  readonly position: LivePosition | null;
  readonly exceptions: OpenExceptions;
  readonly display: readonly { readonly field: string; readonly value: string | null }[];
  readonly stops: readonly Stop[] | undefined;
}

/** A page of a day's routes. 1 list, and 3 reads per 100 routes; with stops 1 more per 2,500 of them. */
export async function listRunning<Given extends ExecuteFilters>(
  deps: ReadDeps,
  actor: RouteActor,
  preferences: Preferences,
  query: {
    readonly filters: Only<Given, ExecuteFilters>;
    readonly limit: number;
    readonly offset: number;
    readonly withStops: boolean;
  },
) {
  const { limit, offset, withStops } = query;
  const filters: ExecuteFilters = query.filters;
  const { organizationId } = actor;
  const date = filters.date ?? dateIn(deps.clock.now(), preferences.timeZone);
  const page = await listRoutes(deps, actor, { filters: rangeOf(filters, date, preferences), limit, offset });
  const keys = page.rows.map(({ id }) => ({ organizationId, id }));
  const routes = (await deps.table.getMany(routeEntity, keys)).flatMap((stored) => stored?.value ?? []);
  const [positions, records, stops] = await Promise.all([
    positionsOf(deps, organizationId, routes),
    deps.table.getMany(
      exceptionStore.entity,
      routes.map(({ id }) => ({ organizationId, id })),
    ),
    withStops ? stopsOf(deps, routes) : undefined,
  ]);
  const rows = routes.map(
    (route, index): Running => ({
      route,
      isLate: isLate(route, deps.clock.now()),
      position: livePosition(positions[index], deps.clock.now()),
      exceptions: openOf(records[index]?.value.exceptions ?? []),
      display: displayOf(route, preferences),
      stops: stops?.[index],
    }),
  );
  const { totalCount, totalCountIsExact } = page;
  return { date, rows, totalCount, totalCountIsExact };
}

/** Maximum number of routes whose driver is looked up for a summary. */
const MAX_SUMMED = 1_000;

/** Counts and figures of a day. 1 list; for routes on the road 1 read per 100, and 1 per 100 for exceptions. */
export async function summarize<Given extends ExecuteFilters>(
  deps: ReadDeps,
  actor: RouteActor,
  preferences: Preferences,
  asked: Only<Given, ExecuteFilters>,
) {
  const filters: ExecuteFilters = asked;
  const { organizationId } = actor;
  const now = deps.clock.now();
  const date = filters.date ?? dateIn(now, preferences.timeZone);
  const page = await listRoutes(deps, actor, {
    filters: rangeOf(filters, date, preferences),
    limit: MAX_SUMMED,
    offset: 0,
  });
  const { rows } = page;
  const onRoad = rows.filter(isUnderWay);
  const [positions, records] = await Promise.all([
    positionsOf(deps, organizationId, onRoad),
    deps.table.getMany(
      exceptionStore.entity,
      rows.map(({ id }) => ({ organizationId, id })),
    ),
  ]);
  const open = records.map((record) => openOf(record?.value.exceptions ?? []));
  const sum = (of: (row: RouteRow) => number) => rows.reduce((total, row) => total + of(row), 0);
  const stopsCompleted = sum((row) => row.stopsCompleted);
  return {
    date,
    timeZone: preferences.timeZone,
    routes: {
      total: page.totalCount,
      underWay: onRoad.length,
      completed: rows.filter(({ status }) => status === 'COMPLETED').length,
      late: rows.filter((row) => isLate(row, now)).length,
    },
    stops: sum((row) => row.stopCount),
    stopsCompleted,
    onTimeFraction: stopsCompleted === 0 ? null : sum((row) => row.stopsOnTime) / stopsCompleted,
    drivers: {
      total: onRoad.length,
      live: positions.filter((position) => livePosition(position, now)?.isLive).length,
    },
    exceptions: {
      needsTriage: open.reduce((total, one) => total + one.needsTriage, 0),
      acknowledged: open.reduce((total, one) => total + one.acknowledged, 0),
    },
  };
}

/** Events of a route that its page shows: the latest ones. */
const TIMELINE = 200;

/** One route on the road with everything that its page shows. 4 reads. */
export async function readRunning(
  deps: ReadDeps,
  actor: RouteActor,
  preferences: Preferences,
  id: string,
): Promise<
  | {
      readonly found: RouteAggregate;
      readonly running: Running;
      readonly exceptions: readonly RouteException[];
      readonly timeline: readonly EventRecord[];
    }
  | Refusal
> {
  const found = await readRoute(deps.table, actor, id);
  if (isRefusal(found)) return found;
  const { route } = found;
  const { organizationId } = actor;
  const [positions, record, events] = await Promise.all([
    positionsOf(deps, organizationId, [route]),
    deps.table.get(exceptionStore.entity, { organizationId, id: route.id }),
    deps.table.readLog(eventEntity, routePartition(route), { limit: TIMELINE, newestFirst: true }),
  ]);
  const exceptions = record?.value.exceptions ?? [];
  const now = deps.clock.now();
  return {
    found,
    exceptions,
    timeline: events.map(({ value }) => value).toReversed(),
    running: {
      route,
      isLate: isLate(route, now),
      position: livePosition(positions[0], now),
      exceptions: openOf(exceptions),
      display: displayOf(route, preferences),
      stops: found.stops,
    },
  };
}

function rangeOf(
  { date: _, ...filters }: ExecuteFilters,
  date: string,
  { timeZone }: Preferences,
): RouteFilters {
  return { ...filters, ...dayRange(date, timeZone) };
}

async function positionsOf(
  { table }: Pick<ReadDeps, 'table'>,
  organizationId: string,
  routes: readonly Pick<Route, 'id' | 'courier'>[],
): Promise<readonly (CourierPosition | undefined)[]> {
  const found = await table.getMany(
    courierPositionEntity,
    routes.map(({ id, courier }) => ({ organizationId, cell: OWN, courierId: courier?.id ?? id })),
  );
  // A driver whose latest position belongs to another route is not on this one at the moment.
  return found.map((stored, index) =>
    stored?.value.routeId === routes[index]?.id ? stored?.value : undefined,
  );
}

function livePosition(position: CourierPosition | undefined, now: number): LivePosition | null {
  if (!position) return null;
  const { lat, lng, updatedAt } = position;
  return { lat, lng, updatedAt, isLive: updatedAt >= toInstant(now - LIVE_MS) };
}

/**
 * Maximum number of stops of an item (lib/fleet/routes/write-route.ts); a route with long stops has more items, and is
 * read whole.
 */
const STOPS_PER_ITEM = 25;

async function stopsOf(
  { table }: Pick<ReadDeps, 'table'>,
  routes: readonly Route[],
): Promise<readonly (readonly Stop[])[]> {
  const keys = routes.flatMap(({ organizationId, id: routeId, stopCount }) =>
    // Starts, ends and breaks are stored with the stops that are counted.
    Array.from({ length: Math.ceil((stopCount + 4) / STOPS_PER_ITEM) }, (_, index) => ({
      organizationId,
      routeId,
      index,
    })),
  );
  const items = (await table.getMany(routeStopsEntity, keys)).flatMap((stored) => stored?.value ?? []);
  const byRoute = Map.groupBy(items, ({ routeId }) => routeId);
  return Promise.all(
    routes.map(async (route) => {
      const stops = (byRoute.get(route.id) ?? [])
        .toSorted((a, b) => a.index - b.index)
        .flatMap((item) => item.stops);
      const known = stops.filter(carriesOrders).length;
      return known === route.stopCount ? stops : ((await loadRoute(table, route))?.stops ?? stops);
    }),
  );
}

function isUnderWay({ status }: Pick<Route, 'status'>): boolean {
  return status === 'STARTED' || status === 'IN_PROGRESS';
}

/** A route is late when it is behind its plan by more than this. Seconds. */
const LATE_SECONDS = 15 * 60;

/** Rule for late routes, for the documentation. */
export const LATE_RULE =
  'A route is late when it has not departed 10 minutes after its planned departure, or when its next stop is expected ' +
  'more than 15 minutes after its planned time.';

function isLate(
  route: Pick<Route, 'status' | 'plannedDeparture' | 'delaySeconds' | 'isDispatched'>,
  now: number,
): boolean {
  const { status, plannedDeparture, delaySeconds, isDispatched } = route;
  if (isUnderWay({ status })) return delaySeconds !== null && delaySeconds > LATE_SECONDS;
  const isWaiting = isDispatched && (status === 'CREATED' || status === 'ASSIGNED');
  return isWaiting && plannedDeparture !== null && Date.parse(plannedDeparture) + DEPARTURE_GRACE_MS < now;
}

/** Maximum number of fields on the map (specification 8). */
const MAX_DISPLAYED = 2;

/** The organization's display fields: fields of the route, or of its metadata. */
function displayOf(route: Route, { displayFields }: Preferences): Running['display'] {
  const { courier, vehicle, routeMetadata } = route;
  const fields: Readonly<Record<string, unknown>> = {
    ...routeMetadata,
    ...route,
    courierName: [courier?.firstName, courier?.lastName].filter(Boolean).join(' ') || null,
    licensePlate: vehicle?.licensePlate ?? null,
  };
  return displayFields.slice(0, MAX_DISPLAYED).map((field) => {
    const value = fields[field];
    const isPlain = typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
    return { field, value: isPlain ? String(value) : null };
  });
}
