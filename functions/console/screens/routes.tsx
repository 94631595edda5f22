import { useMemo, useState } from 'preact/hooks';
import { change } from '../kit/api.ts';
import { daysOf } from '../kit/dates.ts';
import { CreateButton, type Creation } from '../kit/detail.tsx';
import { useLive } from '../kit/live.ts';
import { can, organizationOf } from '../kit/me.ts';
import { routeColors } from '../kit/route-colors.ts';
import { routeName } from '../kit/route-name.ts';
import { setQuery, usePlace } from '../kit/router.ts';
import type { OrderRow, Page, Route } from '../kit/types.ts';
import { Button, EmptyState, ErrorState, PageHead, Skeleton } from '../kit/ui.tsx';
import { m } from '../messages.ts';
import { DispatchRoutes } from './dispatch-routes.tsx';
import { useRoutes, useRows } from './live-routes.ts';
import { RouteCard } from './route-card.tsx';
import { RouteMap } from './route-map.tsx';
import { useUndo } from './undo.ts';
import { usePlanEdits } from './use-plan-edits.ts';

/** Maximum number of orders without a route that the board shows. */
const MAX_UNPLANNED = 60;

/** The form of a new route: empty, or with the stores where it starts and ends. */
const ROUTE_CREATION: Creation = {
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
};

/**
 * The planning board: every route of a day with its stops, on the map and as lists between which stops can be moved.
 */
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

  const { move, reorder, resequence, addOrders } = usePlanEdits(routes, undo, {
    moved: () => setPicked(new Set()),
    added: () => setPickedOrders(new Set()),
  });
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
        <UnplannedOrders
          orders={unplanned.data?.results ?? []}
          total={unplanned.data?.totalCount ?? 0}
          routes={routes}
          picked={pickedOrders}
          onPick={setPickedOrders}
          onAdd={(toId) => void addOrders([...pickedOrders], toId)}
        />
      )}
    </div>
  );
}

/** Orders on no route: they can be dragged onto a route, or selected and added to one. */
function UnplannedOrders({
  orders,
  total,
  routes,
  picked,
  onPick,
  onAdd,
}: {
  orders: readonly OrderRow[];
  total: number;
  routes: readonly Route[];
  picked: ReadonlySet<string>;
  onPick: (picked: ReadonlySet<string>) => void;
  onAdd: (routeId: string) => void;
}) {
  return (
    <section class="card" aria-labelledby="unplanned">
      <h2 id="unplanned">{m.routes.unplanned(total)}</h2>
      {picked.size > 0 && (
        <MoveBar
          count={picked.size}
          label={m.routes.addTo}
          routes={routes}
          onMove={onAdd}
          onClear={() => onPick(new Set())}
        />
      )}
      <ul class="chips unplanned">
        {orders.slice(0, MAX_UNPLANNED).map(({ id, externalId }) => (
          <li
            key={id}
            draggable
            onDragStart={(event) => event.dataTransfer?.setData('text/plain', `order ${id}`)}
          >
            <input
              type="checkbox"
              checked={picked.has(id)}
              aria-label={m.routes.pickOrder(externalId ?? id)}
              onChange={() => {
                const next = new Set(picked);
                if (!next.delete(id)) next.add(id);
                onPick(next);
              }}
            />
            <a href={`#/orders/${id}`}>{externalId ?? id}</a>
          </li>
        ))}
      </ul>
      <p class="quiet">{m.routes.unplannedHelp}</p>
    </section>
  );
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
