import { useEffect, useMemo, useState } from 'preact/hooks';
import { change, type Query } from '../kit/api.ts';
import { daysOf } from '../kit/dates.ts';
import { DetailPage, EditButton } from '../kit/detail.tsx';
import { dateTime, time, words } from '../kit/format.ts';
import { LIVE_MS, useLive } from '../kit/live.ts';
import { can, organizationOf } from '../kit/me.ts';
import { routeColors } from '../kit/route-colors.ts';
import { driverName, routeName } from '../kit/route-name.ts';
import { go, setQuery, usePlace } from '../kit/router.ts';
import type { Page, Route, Stop } from '../kit/types.ts';
import {
  ActionButton,
  Badge,
  Button,
  EmptyState,
  ErrorState,
  PageHead,
  Section,
  Skeleton,
  Tabs,
  Timeline,
} from '../kit/ui.tsx';
import { m } from '../messages.ts';
import { RouteMap } from './route-map.tsx';
import { stopName } from './routes.tsx';

interface Running {
  readonly id: string;
  readonly name: string | null;
  readonly externalId: string | null;
  readonly status: string;
  readonly isLate: boolean;
  readonly courier: { readonly firstName: string | null; readonly lastName: string | null } | null;
  readonly vehicle: { readonly licensePlate: string | null } | null;
  readonly providerName: string | null;
  readonly plannedDeparture: string | null;
  readonly actualDeparture: string | null;
  readonly plannedCompletion: string | null;
  readonly progress: { readonly stops: number; readonly stopsCompleted: number; readonly fraction: number };
  readonly position: Position | null;
  readonly exceptions: {
    readonly needsTriage: number;
    readonly acknowledged: number;
    readonly worst: string | null;
  };
  readonly display: readonly { readonly field: string; readonly value: string | null }[];
  readonly stops?: readonly Pick<
    Stop,
    'id' | 'status' | 'stopType' | 'location' | 'arrivalTime' | 'plannedArrivalTime'
  >[];
}

interface Position {
  readonly lat: number;
  readonly lng: number;
  readonly updatedAt: string;
  readonly isLive: boolean;
}

interface Summary {
  readonly routes: {
    readonly total: number;
    readonly underWay: number;
    readonly completed: number;
    readonly late: number;
  };
  readonly stops: number;
  readonly stopsCompleted: number;
  readonly onTimeFraction: number | null;
  readonly drivers: { readonly total: number; readonly live: number };
  readonly exceptions: { readonly needsTriage: number; readonly acknowledged: number };
}

interface Exception {
  readonly id: string;
  readonly type: string;
  readonly source: string;
  readonly status: string;
  readonly severity: string;
  readonly note: string | null;
  readonly assignee: { readonly id: string; readonly name: string } | null;
  readonly raisedAt: string;
}

type View = 'table' | 'map' | 'timeline';

/** Active routes: positions, delays, exceptions. */
export function ExecuteScreen() {
  const { query } = usePlace();
  const preferences = organizationOf()?.preferences;
  const views = preferences?.executeViews ?? { map: true, timeline: true, kpiCards: true };
  const asked = query.get('view') ?? (views.map ? 'map' : 'table');
  // A link to a view that is turned off falls back to the table (specification 4.8.4).
  const view: View =
    asked === 'map' && views.map ? 'map' : asked === 'timeline' && views.timeline ? 'timeline' : 'table';
  const filters: Query = {
    date: query.get('date') ?? daysOf('today').from,
    storeLocationId: query.get('store'),
    status: query.get('status'),
  };
  const routes = useRunning(filters, view);
  const { rows } = routes;
  const needsTriage = rows.some(({ exceptions }) => exceptions.needsTriage > 0);
  const hasOpen = needsTriage || rows.some(({ exceptions }) => exceptions.acknowledged > 0);
  return (
    <div>
      <PageHead
        title={m.execute.title}
        actions={
          <>
            <label class="visually-hidden" for="execute-date">
              {m.routes.date}
            </label>
            <input
              id="execute-date"
              type="date"
              value={String(filters.date)}
              onChange={(event) => setQuery({ date: event.currentTarget.value })}
            />
            {can('execute.act') && can('READ_USER') && hasOpen && (
              <EditButton
                editing={{
                  permission: 'execute.act',
                  title: m.execute.assignAll,
                  fields: [
                    {
                      name: 'assigneeId',
                      label: m.execute.assignee,
                      kind: 'choice',
                      options: 'users',
                      required: true,
                      wide: true,
                    },
                  ],
                  initial: {},
                  save: ({ assigneeId }) =>
                    change('POST', '/v1/route-exceptions/assign', {
                      routeIds: rows.map(({ id }) => id),
                      assigneeId,
                    }),
                }}
              >
                {m.execute.assignAll}
              </EditButton>
            )}
            {can('execute.act') && needsTriage && (
              <ActionButton
                run={() =>
                  change('POST', '/v1/route-exceptions/acknowledge-all', {
                    routeIds: rows.map(({ id }) => id),
                  })
                }
                done={m.execute.acknowledgedAll}
              >
                {m.execute.acknowledgeAll}
              </ActionButton>
            )}
          </>
        }
      />
      {views.kpiCards && <Kpi filters={{ date: filters.date, storeLocationId: filters.storeLocationId }} />}
      <Tabs
        label={m.execute.views}
        value={view}
        onChange={(name) => setQuery({ view: name })}
        tabs={[
          ...(views.map ? ([['map', m.map.title]] as const) : []),
          ['table', m.execute.table],
          ...(views.timeline ? ([['timeline', m.orders.timeline]] as const) : []),
        ]}
      />
      {routes.error && !routes.data ? (
        <ErrorState error={routes.error} retry={routes.refresh} />
      ) : !routes.data ? (
        <Skeleton lines={8} />
      ) : rows.length === 0 ? (
        <EmptyState icon="execute" title={m.execute.empty} text={m.execute.emptyText} />
      ) : view === 'timeline' ? (
        <Gantt routes={rows} />
      ) : (
        <div class={view === 'map' ? 'execute-map' : ''}>
          {view === 'map' && <ExecuteMap routes={rows} />}
          <RouteList routes={rows} />
        </div>
      )}
    </div>
  );
}

/** Stops of so many routes are asked for less often than the routes themselves. */
const MANY = 50;
const STOPS_MS = 10_000;

/** The routes of a day; with their stops where the view draws them. */
function useRunning(filters: Query, view: View) {
  const [isMany, setMany] = useState(false);
  const path = '/v1/execute/routes';
  const asked = { ...filters, limit: 500 };
  const isPlain = view === 'table';
  const withStops = useLive<Page<Running>>(
    isPlain ? null : path,
    { ...asked, view, include: 'stops' },
    isMany ? STOPS_MS : LIVE_MS,
  );
  const plain = useLive<Page<Running>>(isPlain || isMany ? path : null, asked);
  const { data, error, refresh } = plain.data || isPlain ? plain : withStops;
  const rows = useMemo(() => {
    const stopsOf = new Map(withStops.data?.results.map(({ id, stops }) => [id, stops]));
    return (data?.results ?? []).map((route) => ({
      ...route,
      stops: stopsOf.get(route.id) ?? route.stops ?? [],
    }));
  }, [data, withStops.data]);
  useEffect(() => setMany(rows.length > MANY), [rows.length]);
  return { data, error, refresh, rows };
}

function Kpi({ filters }: { filters: Query }) {
  const summary = useLive<Summary>('/v1/execute/summary', filters, 3_000);
  const { data } = summary;
  const cards: readonly (readonly [string, string, string?])[] = data
    ? [
        [m.execute.underWay, `${data.routes.underWay}`, m.execute.ofRoutes(data.routes.total)],
        [m.execute.stopsDone, `${data.stopsCompleted}`, m.execute.ofStops(data.stops)],
        [
          m.execute.onTime,
          data.onTimeFraction === null ? m.none : `${Math.round(data.onTimeFraction * 100)} %`,
          m.execute.late(data.routes.late),
        ],
        [m.execute.liveDrivers, `${data.drivers.live}`, m.execute.ofDrivers(data.drivers.total)],
        [
          m.execute.open,
          `${data.exceptions.needsTriage + data.exceptions.acknowledged}`,
          m.execute.toTriage(data.exceptions.needsTriage),
        ],
      ]
    : [];
  return (
    <dl class="kpi">
      {cards.map(([label, value, note]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>
            <strong>{value}</strong> <span class="quiet">{note}</span>
          </dd>
        </div>
      ))}
    </dl>
  );
}

function ExecuteMap({ routes }: { routes: readonly Running[] }) {
  const drawn = useMemo(() => routes.map((route) => ({ ...route, stops: route.stops ?? [] })), [routes]);
  return <RouteMap routes={drawn} onChoose={(id) => go(`/execute/${id}`)} height="min(62vh, 560px)" />;
}

function RouteList({ routes }: { routes: readonly Running[] }) {
  const colors = useMemo(() => routeColors(routes), [routes]);
  return (
    <ul class="running">
      {routes.map((route) => (
        <li key={route.id}>
          <span class="swatch" style={{ background: colors.get(route.id) ?? '' }} />
          <div>
            <a href={`#/execute/${route.id}`}>{routeName(route)}</a>
            <span class="quiet block">
              {driverName(route.courier) ?? route.providerName ?? m.execute.nobody}
              {route.vehicle?.licensePlate && ` · ${route.vehicle.licensePlate}`}
              {route.display.map(({ field, value }) => value && <span key={field}> · {value}</span>)}
            </span>
            <progress
              max={1}
              value={route.progress.fraction}
              aria-label={m.execute.progress(routeName(route))}
            />
            <span class="quiet">{m.execute.stops(route.progress.stopsCompleted, route.progress.stops)}</span>
          </div>
          <div class="marks">
            <Badge value={route.status} />
            {route.isLate && <Badge value="failed" text={m.execute.isLate} />}
            <Badge
              value={route.position?.isLive ? 'active' : 'inactive'}
              text={
                route.position
                  ? route.position.isLive
                    ? m.execute.isLive
                    : m.execute.notLive(time(route.position.updatedAt))
                  : m.execute.noPosition
              }
            />
            {route.exceptions.needsTriage > 0 && (
              <Badge
                value="needs_triage"
                text={m.execute.exceptionCount(route.exceptions.needsTriage, route.exceptions.worst)}
              />
            )}
          </div>
        </li>
      ))}
    </ul>
  );
}

/** The day as bars: planned and done. */
function Gantt({ routes }: { routes: readonly Running[] }) {
  const colors = useMemo(() => routeColors(routes), [routes]);
  const spans = routes.map((route) => {
    const stops = (route.stops ?? []).flatMap(
      ({ arrivalTime, plannedArrivalTime }) => arrivalTime ?? plannedArrivalTime ?? [],
    );
    const start = Date.parse(route.actualDeparture ?? route.plannedDeparture ?? stops[0] ?? '');
    const end = Date.parse(route.plannedCompletion ?? stops.at(-1) ?? '');
    return { route, start, end };
  });
  const known = spans.filter(({ start, end }) => Number.isFinite(start) && Number.isFinite(end));
  const from = Math.min(...known.map(({ start }) => start), Date.now());
  const to = Math.max(...known.map(({ end }) => end), Date.now() + 3_600_000);
  const at = (instant: number) => `${((instant - from) / (to - from)) * 100}%`;
  return (
    <div class="gantt">
      <div class="gantt-scale" aria-hidden="true">
        {Array.from({ length: 5 }, (_, index) => (
          <span key={index} style={{ left: `${index * 25}%` }}>
            {time(new Date(from + ((to - from) * index) / 4).toISOString())}
          </span>
        ))}
      </div>
      <ul>
        {spans.map(({ route, start, end }) => (
          <li key={route.id}>
            <a href={`#/execute/${route.id}`}>{routeName(route)}</a>
            <div class="track">
              {Number.isFinite(start) && Number.isFinite(end) && (
                <span
                  class="bar-span"
                  style={{
                    left: at(start),
                    width: `calc(${at(end)} - ${at(start)})`,
                    background: colors.get(route.id) ?? '',
                  }}
                >
                  <span class="visually-hidden">
                    {time(new Date(start).toISOString())}–{time(new Date(end).toISOString())}
                  </span>
                </span>
              )}
              {(route.stops ?? []).map(({ id, arrivalTime, plannedArrivalTime, status }) => {
                const instant = Date.parse(arrivalTime ?? plannedArrivalTime ?? '');
                return Number.isFinite(instant) ? (
                  <i key={id} class={status.toLowerCase()} style={{ left: at(instant) }} />
                ) : null;
              })}
              <b style={{ left: at(Date.now()) }} />
            </div>
          </li>
        ))}
      </ul>
    </div>
  );
}

interface RunningDetail {
  readonly route: Route;
  readonly position: Position | null;
  readonly exceptions: readonly Exception[];
  readonly timeline: readonly {
    readonly id: string;
    readonly name: string;
    readonly at: string;
    readonly by: { readonly name: string } | null;
  }[];
  readonly pickers: { readonly courier: boolean; readonly vehicle: boolean; readonly reason: string | null };
}

/** What may be recorded about a route (specification 5.3). */
const EVENTS = [
  'vehicle_breakdown',
  'adhoc_break',
  'vehicle_overweight',
  'vehicle_oversize',
  'refuel_request',
  'late_departure',
  'customer_not_home',
  'catchment_violation',
  'break_compliance_violation',
].map((name) => [name, words(name)] as const);

/** One active route. */
export function ExecuteRoutePage({ params }: { params: Readonly<Record<string, string>> }) {
  const id = encodeURIComponent(params.id ?? '');
  const path = `/v1/execute/routes/${id}`;
  const live = useLive<RunningDetail>(path);
  const [showsResolved, setShowsResolved] = useState(false);
  const drawn = useMemo(
    () => (live.data ? [{ ...live.data.route, position: live.data.position }] : []),
    [live.data],
  );
  const mayAct = can('execute.act');
  return (
    <DetailPage
      live={live}
      back={['/execute', m.execute.title]}
      title={({ route }) => routeName(route)}
      badges={({ route, position }) => (
        <>
          <Badge value={route.status} />
          {position && (
            <Badge
              value={position.isLive ? 'active' : 'inactive'}
              text={position.isLive ? m.execute.isLive : m.execute.notLive(time(position.updatedAt))}
            />
          )}
        </>
      )}
      actions={({ pickers, route }) =>
        mayAct && (
          <>
            {pickers.courier ? (
              <EditButton
                editing={{
                  permission: 'execute.act',
                  title: m.execute.reassign,
                  fields: [
                    { name: 'courierId', label: m.fleet.driver, kind: 'choice', options: 'drivers' },
                    ...(pickers.vehicle
                      ? ([
                          { name: 'vehicleId', label: m.fleet.vehicle, kind: 'choice', options: 'vehicles' },
                        ] as const)
                      : []),
                  ],
                  initial: { courierId: route.courier?.id ?? null, vehicleId: route.vehicle?.id ?? null },
                  save: (changed) => change('POST', `${path}/reassign`, changed),
                }}
              >
                {m.execute.reassign}
              </EditButton>
            ) : null}
            <EditButton
              editing={{
                permission: 'execute.act',
                title: m.execute.record,
                fields: [
                  { name: 'type', label: m.execute.event, kind: 'choice', options: EVENTS, required: true },
                  {
                    name: 'severity',
                    label: m.execute.severity,
                    kind: 'choice',
                    options: ['auto', 'P0', 'P1', 'P2', 'P3'].map(
                      (value) => [value, value === 'auto' ? m.execute.auto : value] as const,
                    ),
                  },
                  { name: 'note', label: m.execute.note, wide: true },
                ],
                initial: { severity: null },
                save: (values) => change('POST', `/v1/routes/${id}/exceptions`, values),
              }}
            >
              {m.execute.record}
            </EditButton>
          </>
        )
      }
      facts={({ route, pickers }) => [
        [m.fleet.driver, driverName(route.courier)],
        [m.fields.phone, route.courier?.phoneNumber],
        [m.fleet.vehicle, route.vehicle?.licensePlate],
        [m.orders.provider, route.providerName],
        [m.routes.departure, dateTime(route.plannedDeparture)],
        [m.routes.completion, dateTime(route.plannedCompletion)],
        ...(pickers.reason ? [[m.execute.readOnly, pickers.reason] as const] : []),
      ]}
    >
      {({ route, exceptions, timeline }) => {
        const shown = exceptions.filter(({ status }) => showsResolved || status !== 'resolved');
        return (
          <div class="columns">
            <div>
              <RouteMap routes={drawn} height="320px" />
              <Section
                title={m.execute.exceptions}
                actions={
                  <Button
                    kind="ghost"
                    pressed={showsResolved}
                    onClick={() => setShowsResolved(!showsResolved)}
                  >
                    {m.execute.showResolved}
                  </Button>
                }
              >
                {shown.length === 0 ? (
                  <p class="quiet">{m.execute.noExceptions}</p>
                ) : (
                  <ul class="rows">
                    {shown.map((exception) => (
                      <ExceptionRow key={exception.id} exception={exception} mayAct={mayAct} />
                    ))}
                  </ul>
                )}
              </Section>
            </div>
            <div>
              <Section title={m.routes.stopList}>
                <Timeline
                  entries={route.stops.map((stop) => ({
                    id: stop.id,
                    at: time(stop.arrivalTime),
                    title: (
                      <>
                        {stop.orders[0] && can('READ_ORDER') ? (
                          <a href={`#/orders/${stop.orders[0].id}`}>{stopName(stop)}</a>
                        ) : (
                          stopName(stop)
                        )}{' '}
                        <Badge value={stop.status} />
                      </>
                    ),
                    text: stop.statusDescription ?? undefined,
                  }))}
                />
              </Section>
              <Section title={m.orders.timeline}>
                <Timeline
                  entries={timeline
                    .map(({ id: entry, name, at, by }) => ({
                      id: entry,
                      at: dateTime(at),
                      title: words(name),
                      text: by?.name,
                    }))
                    .toReversed()}
                />
              </Section>
            </div>
          </div>
        );
      }}
    </DetailPage>
  );
}

function ExceptionRow({ exception, mayAct }: { exception: Exception; mayAct: boolean }) {
  const path = `/v1/route-exceptions/${exception.id}`;
  const isOpen = exception.status !== 'resolved';
  return (
    <li>
      <Badge value={exception.severity.toLowerCase()} text={exception.severity} />
      <span>
        <strong>{words(exception.type)}</strong> <Badge value={exception.status} />
        <span class="quiet block">
          {dateTime(exception.raisedAt)} · {words(exception.source)}
          {exception.assignee && ` · ${exception.assignee.name}`}
          {exception.note && ` · ${exception.note}`}
        </span>
      </span>
      {mayAct && isOpen && (
        <span class="actions">
          {exception.status === 'needs_triage' && (
            <ActionButton run={() => change('PATCH', path, { status: 'acknowledged' })}>
              {m.execute.acknowledge}
            </ActionButton>
          )}
          <ActionButton run={() => change('PATCH', path, { status: 'resolved' })}>
            {m.execute.resolve}
          </ActionButton>
          {can('READ_USER') && (
            <EditButton
              editing={{
                permission: 'execute.act',
                title: m.execute.assign,
                fields: [
                  {
                    name: 'assigneeId',
                    label: m.execute.assignee,
                    kind: 'choice',
                    options: 'users',
                    wide: true,
                  },
                ],
                initial: { assigneeId: exception.assignee?.id ?? null },
                save: (changed) => change('PATCH', path, changed),
              }}
            >
              {m.execute.assign}
            </EditButton>
          )}
          <ActionButton
            kind="danger"
            icon="trash"
            label={m.actions.remove}
            confirm={m.execute.removeQuestion}
            run={() => change('DELETE', path)}
          />
        </span>
      )}
    </li>
  );
}
