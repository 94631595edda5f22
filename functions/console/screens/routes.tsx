import { useMemo, useState } from 'preact/hooks';
import { change } from '../kit/api.ts';
import { daysOf } from '../kit/dates.ts';
import { DayInput } from '../kit/day-input.tsx';
import { CreateButton, type Creation } from '../kit/detail.tsx';
import { party, time } from '../kit/format.ts';
import { latePart } from '../kit/late.tsx';
import type { MapPoint } from '../kit/map-shapes.ts';
import { can, organizationOf } from '../kit/me.ts';
import { routeColors } from '../kit/route-colors.ts';
import { routeTitle } from '../kit/route-name.ts';
import { setQuery, usePlace } from '../kit/router.ts';
import type { OrderRow, Route } from '../kit/types.ts';
import { Button, EmptyState, ErrorState, PageHead, Skeleton } from '../kit/ui.tsx';
import { m } from '../messages.ts';
import { planTexts } from '../texts/texts.ts';
import { DispatchRoutes } from './dispatch-routes.tsx';
import { useRoutes, useRows } from './live-routes.ts';
import { openOnMap, UNROUTED } from './map-places.ts';
import { loadOf, whoAndWhere, windowOf } from './order-line.ts';
import { useOrdersOf, usePool } from './plan-orders.ts';
import { PlanTimes } from './plan-times.tsx';
import { RouteCard } from './route-card.tsx';
import { stopTitle } from './stop-name.ts';
import { useUndo } from './undo.ts';
import { usePlanEdits } from './use-plan-edits.ts';

const PlanGantt = latePart(() => import('./plan-gantt.tsx').then((part) => part.PlanGantt));
const RouteMap = latePart(() => import('./route-map.tsx').then((part) => part.RouteMap));
const PlanPool = latePart(() => import('./plan-pool.tsx').then((part) => part.PlanPool));

/** From this many routes on, cards show their stops only when they are chosen. */
const MANY_ROUTES = 30;

const PICKED = '#c62836';

/** The form of a new route: empty, or with the stores where it starts and ends. */
const ROUTE_CREATION: Creation = {
  label: planTexts.routes.create,
  permission: 'WRITE_ROUTE',
  fields: [
    { name: 'name', label: m.fields.name, required: true, wide: true },
    { name: 'start', label: planTexts.routes.start, kind: 'choice', options: 'stores' },
    { name: 'end', label: planTexts.routes.end, kind: 'choice', options: 'stores' },
  ],
  create: async ({ name, start, end }) => {
    const stops = [
      ...(start ? [{ stopType: 'ROUTE_START', objectIds: [start] }] : []),
      ...(end ? [{ stopType: 'ROUTE_END', objectIds: [end] }] : []),
    ];
    await change('POST', '/v1/routes', { name, ...(stops.length > 0 ? { stops } : {}) });
    return undefined;
  },
};

/**
 * The planning board of a day: the orders without a route, every route with its stops, the map, and the time line, side by
 * side. Orders and stops are chosen in any of them, also by the keyboard.
 */
export function RoutesScreen() {
  const { query } = usePlace();
  const date = query.get('date') ?? daysOf('today').from;
  const list = useRows(date);
  const { rows } = list;
  const routes = useRoutes(rows);
  const pool = usePool(date);
  const colors = useMemo(() => routeColors(routes), [routes]);
  const routed = useMemo(
    () => routes.flatMap(({ stops }) => stops.flatMap(({ orders }) => orders.map(({ id }) => id))),
    [routes],
  );
  const orders = useOrdersOf(routed);
  const [chosen, setChosen] = useState<string>();
  const [stops, setStops] = useState<ReadonlySet<string>>(new Set());
  const [loose, setLoose] = useState<ReadonlySet<string>>(new Set());
  const [dispatching, setDispatching] = useState<readonly string[]>();
  const undo = useUndo();
  const mayPlan = can('WRITE_ROUTE');
  const { move, reorder, resequence, addOrders } = usePlanEdits(routes, undo, {
    moved: () => setStops(new Set()),
    added: () => setLoose(new Set()),
  });
  const waiting = routes.filter(
    ({ isDispatched, stops: all }) => !isDispatched && all.some(({ orders: some }) => some.length > 0),
  );
  const unrouted = useMemo(() => pool.orders.flatMap((order) => pointOf(order, loose)), [pool.orders, loose]);
  const drawn = useMemo(() => routes.map((route) => drawnOf(route, stops, orders)), [routes, stops, orders]);
  const choose = (id: string) => setChosen(id === chosen ? undefined : id);
  const moveAll = (toId: string) => {
    const bySource = Map.groupBy(stops, (key) => key.split(' ')[0] ?? '');
    for (const [fromId, keys] of bySource) {
      if (fromId !== toId)
        void move(
          keys.map((key) => key.split(' ')[1] ?? ''),
          fromId,
          toId,
        );
    }
    if (loose.size > 0) void addOrders([...loose], toId);
  };

  if (list.error && !list.isRead) return <ErrorState error={list.error} retry={list.retry} />;
  const layout = organizationOf()?.preferences.routingLayout ?? 'cards';
  const hasPool = pool.total > 0 && mayPlan;
  return (
    <div class="plan-page">
      <PageHead
        title={m.titles.routes}
        actions={
          <>
            <DayInput
              label={planTexts.routes.date}
              value={date}
              onChange={(day) => setQuery({ date: day })}
            />
            {mayPlan && routes.length > 0 && <PlanTimes routes={routes} />}
            {mayPlan && waiting.length > 1 && (
              <Button onClick={() => setDispatching(waiting.map(({ id }) => id))}>
                {planTexts.routes.dispatchAll(waiting.length)}
              </Button>
            )}
            <Button icon="undo" disabled={!undo.can} onClick={() => void undo.run()}>
              {m.actions.undo}
            </Button>
            <CreateButton creation={ROUTE_CREATION} />
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
      ) : (
        <>
          {mayPlan && stops.size + loose.size > 0 && (
            <MoveBar
              count={stops.size + loose.size}
              label={stops.size === 0 ? planTexts.routes.addTo : planTexts.routes.moveTo}
              routes={routes}
              onMove={moveAll}
              onClear={() => {
                setStops(new Set());
                setLoose(new Set());
              }}
            />
          )}
          <div class={`planning ${hasPool ? 'with-pool' : ''}`}>
            {hasPool && <PlanPool pool={pool} picked={loose} onPick={setLoose} />}
            {rows.length === 0 ? (
              <EmptyState icon="routes" title={planTexts.routes.empty} text={planTexts.routes.emptyText}>
                {can('WRITE_OPTIMIZATION') && <a href="#/optimization">{planTexts.optimization.start}</a>}
              </EmptyState>
            ) : (
              <div class={`board ${layout}`}>
                {routes.map((route) => (
                  <RouteCard
                    key={route.id}
                    route={route}
                    orders={orders}
                    color={colors.get(route.id) ?? ''}
                    isChosen={route.id === chosen}
                    isFolded={routes.length > MANY_ROUTES && route.id !== chosen}
                    onChoose={() => choose(route.id)}
                    picked={stops}
                    onPick={(stopId) => {
                      const key = `${route.id} ${stopId}`;
                      const next = new Set(stops);
                      if (!next.delete(key)) next.add(key);
                      setStops(next);
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
                    onAddOrders={(orderIds) => void addOrders(orderIds, route.id)}
                  />
                ))}
              </div>
            )}
            <div class="plan-side">
              <RouteMap
                routes={drawn}
                chosen={chosen}
                onChoose={(id) =>
                  routes.some((route) => route.id === id) ? choose(id) : openOnMap('routes')(id)
                }
                more={unrouted}
                moreLayers={[['unrouted', m.map.layerNames.unrouted]]}
                height="min(44vh, 420px)"
                {...(mayPlan
                  ? {
                      onSelect: (keys: readonly string[]) => {
                        const of = (kind: string) =>
                          keys.flatMap((key) => (key.startsWith(kind) ? [key.slice(kind.length)] : []));
                        setStops(new Set(of('stop ')));
                        setLoose(new Set(of('order ')));
                      },
                    }
                  : {})}
              />
              {routes.length > 0 && (
                <PlanGantt
                  routes={routes}
                  orders={orders}
                  colors={colors}
                  chosen={chosen}
                  onChoose={choose}
                />
              )}
            </div>
          </div>
        </>
      )}
    </div>
  );
}

/** An order without a route on the map; nothing while nobody knows where it goes. */
function pointOf(order: OrderRow, picked: ReadonlySet<string>): readonly MapPoint[] {
  const { lat, lng } = order.dropoff;
  if (typeof lat !== 'number' || typeof lng !== 'number') return [];
  const title = [
    order.externalId ?? order.id,
    whoAndWhere(order.dropoff),
    windowOf(order.dropoff),
    loadOf(order),
    planTexts.routes.from(party(order.pickup)),
  ]
    .filter(Boolean)
    .join('\n');
  const isPicked = picked.has(order.id);
  return [
    {
      id: `order ${order.id}`,
      selects: `order ${order.id}`,
      at: [lng, lat],
      color: isPicked ? PICKED : UNROUTED,
      size: isPicked ? 7 : 5,
      layer: 'unrouted',
      title,
    },
  ];
}

const MOVABLE = new Set(['DROPOFF', 'PICKUP', 'RETURN']);

/** A route for the map: its stops by their order and time, picked ones larger. */
function drawnOf(route: Route, picked: ReadonlySet<string>, orders: ReadonlyMap<string, OrderRow>) {
  return {
    ...route,
    title: routeTitle(route),
    position: route.courierPosition && { ...route.courierPosition, isLive: true },
    stops: route.stops.map((stop, index) => ({
      ...stop,
      title: `${routeTitle(route)}\n${index + 1}. ${stopTitle(stop, orders)} · ${time(stop.arrivalTime)}`,
      isPicked: picked.has(`${route.id} ${stop.id}`),
      ...(!route.isDispatched && MOVABLE.has(stop.stopType)
        ? { selects: `stop ${route.id} ${stop.id}` }
        : {}),
    })),
  };
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
  const [to, setTo] = useState('');
  const open = routes.filter(({ isDispatched }) => !isDispatched);
  const isKnown = open.some(({ id }) => id === to);
  return (
    <div class="bulk" role="region" aria-label={m.table.chosen(count)}>
      <strong>{m.table.chosen(count)}</strong>
      <label>
        {label}{' '}
        <select value={isKnown ? to : ''} onChange={(event) => setTo(event.currentTarget.value)}>
          <option value="">{m.form.choose}</option>
          {open.map((route) => (
            <option key={route.id} value={route.id}>
              {routeTitle(route)}
            </option>
          ))}
        </select>
      </label>
      {/* Arrow keys pass by other routes on the way to the wanted one, so that nothing is moved before it is said. */}
      <Button kind="primary" disabled={!isKnown} onClick={() => onMove(to)}>
        {planTexts.routes.move}
      </Button>
      <Button kind="ghost" onClick={onClear}>
        {m.table.clear}
      </Button>
    </div>
  );
}
