import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { change, get } from '../kit/api.ts';
import { daysOf } from '../kit/dates.ts';
import { CreateButton } from '../kit/detail.tsx';
import { kilometers, minutes, secondsBetween, time } from '../kit/format.ts';
import { useLive } from '../kit/live.ts';
import { can, organizationOf } from '../kit/me.ts';
import { routeColors } from '../kit/route-colors.ts';
import { routeName } from '../kit/route-name.ts';
import { setQuery, usePlace } from '../kit/router.ts';
import type { OrderRow, Page, Route, RouteRow, Stop } from '../kit/types.ts';
import { attempt, Badge, Button, EmptyState, ErrorState, PageHead, Skeleton, toast } from '../kit/ui.tsx';
import { m } from '../messages.ts';
import { DispatchButton, DispatchRoutes } from './dispatch-routes.tsx';
import { RouteMap } from './route-map.tsx';

/** Routes that the board reads at the same time. */
const WIDTH = 6;

/** Routes that the board draws as soon as it has read them, instead of waiting for all. */
const AT_ONCE = 20;

/** Orders without a route that the board shows. */
const MOST_UNPLANNED = 60;

/** Rows of a page of the list of routes, and the pages that the board reads. */
const PAGE = 100;
const PAGES = [0, 1, 2, 3, 4];

/** The plan board: every route of a day with its stops, on the map and as lists between which stops are moved. */
export function RoutesScreen() {
  const { query } = usePlace();
  const date = query.get('date') ?? daysOf('today').from;
  const list = useRows(date);
  const { rows } = list;
  const routes = useRoutes(rows);
  const unplanned = useLive<Page<OrderRow>>(
    can('READ_ORDER') ? '/v1/orders' : null,
    { hasRoute: 'no_route', status: 'valid,confirmed', limit: 100 },
    10_000,
  );
  const colors = useMemo(() => routeColors(routes), [routes]);
  const [chosen, setChosen] = useState<string>();
  const [picked, setPicked] = useState<ReadonlySet<string>>(new Set());
  const [pickedOrders, setPickedOrders] = useState<ReadonlySet<string>>(new Set());
  const [dispatching, setDispatching] = useState<readonly string[]>();
  const undo = useUndo();
  const mayPlan = can('WRITE_ROUTE');

  const move = async (stopIds: readonly string[], fromId: string, toId: string, position?: number) => {
    const from = routes.find(({ id }) => id === fromId);
    const before = from?.stops.map(({ id }) => id) ?? [];
    const done = await attempt(() =>
      change('POST', `/v1/routes/${fromId}/move-stops`, {
        stopIds,
        toRouteId: toId,
        ...(position === undefined ? {} : { position }),
      }),
    );
    if (!done) return;
    setPicked(new Set());
    undo.push(m.routes.moved(stopIds.length), async () => {
      await change('POST', `/v1/routes/${toId}/move-stops`, { stopIds, toRouteId: fromId });
      await change('PATCH', `/v1/routes/${fromId}`, { stopIds: before });
    });
  };
  const reorder = async (route: Route, stopIds: readonly string[]) => {
    const before = route.stops.map(({ id }) => id);
    const done = await attempt(() => change('PATCH', `/v1/routes/${route.id}`, { stopIds }));
    if (done)
      undo.push(m.routes.reordered, () => change('PATCH', `/v1/routes/${route.id}`, { stopIds: before }));
  };
  const resequence = async (route: Route) => {
    const before = route.stops.map(({ id }) => id);
    const done = await attempt(
      () => change<{ violations: readonly unknown[] }>('POST', `/v1/routes/${route.id}/resequence`),
      ({ violations }) => m.routes.resequenced(violations.length),
    );
    if (done) undo.push('', () => change('PATCH', `/v1/routes/${route.id}`, { stopIds: before }));
  };

  const addOrders = async (orderIds: readonly string[], toId: string) => {
    const before = routes.find(({ id }) => id === toId)?.stops ?? [];
    const done = await attempt(() => change('POST', `/v1/routes/${toId}/orders`, { orderIds }));
    if (!done) return;
    setPickedOrders(new Set());
    undo.push(m.routes.added(orderIds.length), () =>
      change('POST', '/v1/routes', {
        externalId: toId,
        stops: before.map(({ id, stopType, objectIds }) => ({ id, stopType, objectIds })),
      }),
    );
  };
  const waiting = routes.filter(
    ({ isDispatched, stops }) => !isDispatched && stops.some(({ orders }) => orders.length > 0),
  );

  if (list.error && !list.isRead) return <ErrorState error={list.error} retry={list.retry} />;
  const layout = organizationOf()?.preferences.routingLayout ?? 'cards';
  return (
    <div>
      <PageHead
        title={m.routes.title}
        actions={
          <>
            <label class="visually-hidden" for="routes-date">
              {m.routes.date}
            </label>
            <input
              id="routes-date"
              type="date"
              value={date}
              onChange={(event) => setQuery({ date: event.currentTarget.value })}
            />
            {mayPlan && waiting.length > 1 && (
              <Button onClick={() => setDispatching(waiting.map(({ id }) => id))}>
                {m.routes.dispatchAll(waiting.length)}
              </Button>
            )}
            <Button icon="undo" disabled={!undo.can} onClick={() => void undo.run()}>
              {m.actions.undo}
            </Button>
            <CreateButton
              creation={{
                label: m.routes.create,
                permission: 'WRITE_ROUTE',
                fields: [
                  { name: 'name', label: m.fields.name, required: true, wide: true },
                  { name: 'start', label: m.routes.start, kind: 'choice', options: 'stores' },
                  { name: 'end', label: m.routes.end, kind: 'choice', options: 'stores' },
                ],
                create: async ({ name, start, end }) => {
                  const stops = [
                    ...(start ? [{ stopType: 'ROUTE_START', objectIds: [start] }] : []),
                    ...(end ? [{ stopType: 'ROUTE_END', objectIds: [end] }] : []),
                  ];
                  await change('POST', '/v1/routes', { name, ...(stops.length > 0 ? { stops } : {}) });
                  return undefined;
                },
              }}
            />
          </>
        }
      />
      {dispatching && (
        <DispatchRoutes
          routes={routes.filter(({ id }) => dispatching.includes(id))}
          onClose={() => setDispatching(undefined)}
        />
      )}
      {!list.isRead ? (
        <Skeleton lines={8} />
      ) : rows.length === 0 ? (
        <EmptyState icon="routes" title={m.routes.empty} text={m.routes.emptyText}>
          {can('WRITE_OPTIMIZATION') && <a href="#/optimization">{m.optimization.start}</a>}
        </EmptyState>
      ) : (
        <>
          <RouteMap routes={routes} chosen={chosen} onChoose={setChosen} height="min(46vh, 420px)" />
          {picked.size > 0 && mayPlan && (
            <MoveBar
              count={picked.size}
              label={m.routes.moveTo}
              routes={routes}
              onMove={(toId) => {
                const bySource = Map.groupBy(picked, (key) => key.split(' ')[0] ?? '');
                for (const [fromId, keys] of bySource) {
                  if (fromId !== toId)
                    void move(
                      keys.map((key) => key.split(' ')[1] ?? ''),
                      fromId,
                      toId,
                    );
                }
              }}
              onClear={() => setPicked(new Set())}
            />
          )}
          <div class={`board ${layout}`}>
            {routes.map((route) => (
              <RouteCard
                key={route.id}
                route={route}
                color={colors.get(route.id) ?? ''}
                isChosen={route.id === chosen}
                onChoose={() => setChosen(route.id === chosen ? undefined : route.id)}
                picked={picked}
                onPick={(stopId) => {
                  const key = `${route.id} ${stopId}`;
                  const next = new Set(picked);
                  if (!next.delete(key)) next.add(key);
                  setPicked(next);
                }}
                onDropStop={(fromId, stopId, position) => {
                  if (fromId !== route.id) return void move([stopId], fromId, route.id, position);
                  const ids = route.stops.map(({ id }) => id).filter((id) => id !== stopId);
                  ids.splice(position ?? ids.length, 0, stopId);
                  void reorder(route, ids);
                }}
                onShift={(stopIndex, step) => {
                  const ids = route.stops.map(({ id }) => id);
                  const [stop] = ids.splice(stopIndex, 1);
                  if (stop) ids.splice(stopIndex + step, 0, stop);
                  void reorder(route, ids);
                }}
                onResequence={() => void resequence(route)}
                onAddOrder={(orderId) => void addOrders([orderId], route.id)}
              />
            ))}
          </div>
        </>
      )}
      {(unplanned.data?.results.length ?? 0) > 0 && mayPlan && (
        <section class="card" aria-labelledby="unplanned">
          <h2 id="unplanned">{m.routes.unplanned(unplanned.data?.totalCount ?? 0)}</h2>
          {pickedOrders.size > 0 && (
            <MoveBar
              count={pickedOrders.size}
              label={m.routes.addTo}
              routes={routes}
              onMove={(toId) => void addOrders([...pickedOrders], toId)}
              onClear={() => setPickedOrders(new Set())}
            />
          )}
          <ul class="chips unplanned">
            {unplanned.data?.results.slice(0, MOST_UNPLANNED).map(({ id, externalId }) => (
              <li
                key={id}
                draggable
                onDragStart={(event) => event.dataTransfer?.setData('text/plain', `order ${id}`)}
              >
                <input
                  type="checkbox"
                  checked={pickedOrders.has(id)}
                  aria-label={m.routes.pickOrder(externalId ?? id)}
                  onChange={() => {
                    const next = new Set(pickedOrders);
                    if (!next.delete(id)) next.add(id);
                    setPickedOrders(next);
                  }}
                />
                <a href={`#/orders/${id}`}>{externalId ?? id}</a>
              </li>
            ))}
          </ul>
          <p class="quiet">{m.routes.unplannedHelp}</p>
        </section>
      )}
    </div>
  );
}

type Row = RouteRow & { readonly updatedAt: string };

/** The routes of a day but archived ones: a page after the other, as far as there are any. */
function useRows(date: string) {
  const [total, setTotal] = useState(0);
  const pages = PAGES.map((page) =>
    useLive<Page<Row>>(page === 0 || total > page * PAGE ? '/v1/routes' : null, {
      date,
      limit: PAGE,
      ...(page === 0 ? {} : { offset: page * PAGE }),
    }),
  );
  const [first] = pages;
  useEffect(() => setTotal(first?.data?.totalCount ?? 0), [first?.data?.totalCount]);
  const replies = pages.map(({ data }) => data);
  const rows = useMemo(() => {
    const all = new Map(replies.flatMap((reply) => reply?.results ?? []).map((row) => [row.id, row]));
    return [...all.values()].filter(({ archivedAt }) => !archivedAt);
  }, replies);
  return { rows, isRead: first?.data !== undefined, error: first?.error, retry: () => first?.refresh() };
}

/** The last changes and how to take them back. */
function useUndo() {
  const stack = useRef<(() => Promise<unknown>)[]>([]);
  const [size, setSize] = useState(0);
  const run = async () => {
    const back = stack.current.pop();
    setSize(stack.current.length);
    if (back) await attempt(back, m.routes.undone);
  };
  return {
    can: size > 0,
    run,
    push: (text: string, back: () => Promise<unknown>) => {
      stack.current.push(back);
      setSize(stack.current.length);
      if (text) toast(text, 'good', { label: m.actions.undo, run: () => void run() });
    },
  };
}

/** The routes with their stops; each is read again when its row says that it changed. */
function useRoutes(rows: readonly Row[]): readonly Route[] {
  const known = useRef(new Map<string, { readonly updatedAt: string; readonly route: Route }>());
  const [, redraw] = useState(0);
  useEffect(() => {
    let isCurrent = true;
    const waiting = rows.filter(({ id, updatedAt }) => known.current.get(id)?.updatedAt !== updatedAt);
    const work = async () => {
      for (let row = waiting.shift(); row && isCurrent; row = waiting.shift()) {
        const { id, updatedAt } = row;
        const route = await get<Route>(`/v1/routes/${id}`).catch(() => undefined);
        if (route) known.current.set(id, { updatedAt, route });
        if (isCurrent && waiting.length > 0 && waiting.length % AT_ONCE === 0) redraw((count) => count + 1);
      }
    };
    if (waiting.length > 0) {
      void Promise.all(Array.from({ length: WIDTH }, work)).then(
        () => isCurrent && redraw((count) => count + 1),
      );
    }
    return () => {
      isCurrent = false;
    };
  }, [rows]);
  const found = rows.flatMap(({ id }) => known.current.get(id)?.route ?? []);
  const key = found.map(({ id, version }) => `${id} ${version}`).join();
  return useMemo(() => found, [key]);
}

function MoveBar({
  count,
  label,
  routes,
  onMove,
  onClear,
}: {
  count: number;
  label: string;
  routes: readonly Route[];
  onMove: (routeId: string) => void;
  onClear: () => void;
}) {
  return (
    <div class="bulk" role="region" aria-label={m.table.chosen(count)}>
      <strong>{m.table.chosen(count)}</strong>
      <label>
        {label}{' '}
        <select value="" onChange={(event) => event.currentTarget.value && onMove(event.currentTarget.value)}>
          <option value="">{m.form.choose}</option>
          {routes
            .filter(({ isDispatched }) => !isDispatched)
            .map((route) => (
              <option key={route.id} value={route.id}>
                {routeName(route)}
              </option>
            ))}
        </select>
      </label>
      <Button kind="ghost" onClick={onClear}>
        {m.table.clear}
      </Button>
    </div>
  );
}

function RouteCard({
  route,
  color,
  isChosen,
  onChoose,
  picked,
  onPick,
  onDropStop,
  onShift,
  onResequence,
  onAddOrder,
}: {
  route: Route;
  color: string;
  isChosen: boolean;
  onChoose: () => void;
  picked: ReadonlySet<string>;
  onPick: (stopId: string) => void;
  onDropStop: (fromId: string, stopId: string, position: number | undefined) => void;
  onShift: (index: number, step: 1 | -1) => void;
  onResequence: () => void;
  onAddOrder: (orderId: string) => void;
}) {
  const isOpen = !route.isDispatched && can('WRITE_ROUTE');
  const [isOver, setOver] = useState(false);
  const drop = (event: DragEvent, position?: number) => {
    event.preventDefault();
    event.stopPropagation();
    setOver(false);
    const [kind, id, stopId] = (event.dataTransfer?.getData('text/plain') ?? '').split(' ');
    if (kind === 'order' && id) onAddOrder(id);
    if (kind === 'stop' && id && stopId) onDropStop(id, stopId, position);
  };
  const violations = route.health?.violations ?? [];
  return (
    <article
      class={`route-card ${isOver ? 'over' : ''} ${isChosen ? 'chosen' : ''}`}
      aria-label={routeName(route)}
      onDragOver={(event) => {
        if (!isOpen) return;
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => isOpen && drop(event)}
    >
      <header>
        <button
          type="button"
          class="swatch"
          style={{ background: color }}
          aria-pressed={isChosen}
          aria-label={m.routes.showOnMap(routeName(route))}
          onClick={onChoose}
        />
        <h3>
          <a href={`#/routes/${route.id}`}>{routeName(route)}</a>
        </h3>
        <Badge value={route.status} />
      </header>
      <p class="quiet">
        {[
          m.routes.orderCount(route.metrics?.orders ?? 0),
          minutes(secondsBetween(route.plannedDeparture, route.plannedCompletion)),
          kilometers(route.metrics?.distance),
        ]
          .filter((part) => part !== m.none)
          .join(' · ')}
      </p>
      <div class="badges">
        {violations.filter(({ acknowledgedAt }) => !acknowledgedAt).length > 0 && (
          <Badge value="failed" text={m.routes.violations(violations.length)} />
        )}
        {route.timesOutOfDate && <Badge value="paused" text={m.routes.outOfDate} />}
      </div>
      <ol class="stops">
        {route.stops.map((stop, index) => {
          const isMovable = isOpen && ['DROPOFF', 'PICKUP', 'RETURN'].includes(stop.stopType);
          return (
            <li
              key={stop.id}
              draggable={isMovable}
              onDragStart={(event) =>
                event.dataTransfer?.setData('text/plain', `stop ${route.id} ${stop.id}`)
              }
              onDrop={(event) => isOpen && drop(event, index)}
            >
              {isMovable ? (
                <input
                  type="checkbox"
                  checked={picked.has(`${route.id} ${stop.id}`)}
                  aria-label={m.routes.pick(stopName(stop))}
                  onChange={() => onPick(stop.id)}
                />
              ) : (
                <span class="stop-mark" />
              )}
              <span class="stop-name">{stopName(stop)}</span>
              <span class="quiet">{time(stop.arrivalTime)}</span>
              {isMovable && (
                <span class="shift">
                  <button
                    type="button"
                    aria-label={m.routes.earlier(stopName(stop))}
                    disabled={index === 0}
                    onClick={() => onShift(index, -1)}
                  >
                    ↑
                  </button>
                  <button
                    type="button"
                    aria-label={m.routes.later(stopName(stop))}
                    disabled={index === route.stops.length - 1}
                    onClick={() => onShift(index, 1)}
                  >
                    ↓
                  </button>
                </span>
              )}
            </li>
          );
        })}
      </ol>
      {isOpen && (
        <div class="actions">
          <Button onClick={onResequence} disabled={route.stops.length === 0}>
            {m.routes.resequence}
          </Button>
          {route.timesOutOfDate && (
            <Button
              onClick={() =>
                void attempt(
                  () => change('POST', `/v1/routes/${route.id}/calculate-timing`),
                  m.routes.calculated,
                )
              }
            >
              {m.routes.calculate}
            </Button>
          )}
          <DispatchButton route={route} />
        </div>
      )}
    </article>
  );
}

/** Name of a stop: its orders, or its purpose. */
export function stopName(stop: Stop): string {
  const names = stop.orders.map(({ externalId, id }) => externalId ?? id);
  const kind = m.routes.stops[stop.stopType as keyof typeof m.routes.stops] ?? stop.stopType;
  if (names.length === 0) return kind;
  const shown = names.slice(0, 2).join(', ') + (names.length > 2 ? ` +${names.length - 2}` : '');
  return stop.stopType === 'DROPOFF' ? shown : `${kind}: ${shown}`;
}
