import { useState } from 'preact/hooks';
import { distance, minutes, secondsBetween, time } from '../kit/format.ts';
import { can } from '../kit/me.ts';
import { routeName, routeTitle } from '../kit/route-name.ts';
import type { OrderRow, Route, Stop } from '../kit/types.ts';
import { Badge, Button } from '../kit/ui.tsx';
import { m } from '../messages.ts';
import { planTexts } from '../texts/texts.ts';
import { DispatchButton } from './dispatch-routes.tsx';
import { lateSeconds } from './plan-late.ts';
import { stopFacts, stopName, stopTitle } from './stop-name.ts';

/** A route on the planning board with its stops, which can be selected, moved and dropped here. */
export function RouteCard({
  route,
  orders,
  color,
  isChosen,
  isFolded,
  onChoose,
  picked,
  onPick,
  onDropStop,
  onShift,
  onResequence,
  onAddOrders,
}: {
  route: Route;
  /** What is known of the orders, by id. */
  orders: ReadonlyMap<string, OrderRow>;
  color: string;
  isChosen: boolean;
  /** Without its stops, because the day has many routes. */
  isFolded: boolean;
  onChoose: () => void;
  picked: ReadonlySet<string>;
  onPick: (stopId: string) => void;
  onDropStop: (fromId: string, stopId: string, position: number | undefined) => void;
  onShift: (index: number, step: 1 | -1) => void;
  onResequence: () => void;
  onAddOrders: (orderIds: readonly string[]) => void;
}) {
  const isOpen = !route.isDispatched && can('WRITE_ROUTE');
  const [isOver, setOver] = useState(false);
  const drop = (event: DragEvent, position?: number) => {
    event.preventDefault();
    event.stopPropagation();
    setOver(false);
    const [kind, ...ids] = (event.dataTransfer?.getData('text/plain') ?? '').split(' ');
    const [routeId, stopId] = ids;
    if (kind === 'orders' && ids.length > 0) onAddOrders(ids);
    if (kind === 'stop' && routeId && stopId) onDropStop(routeId, stopId, position);
  };
  const violations = route.health?.violations ?? [];
  const open = violations.filter(({ acknowledgedAt }) => !acknowledgedAt).length;
  return (
    <article
      class={`route-card ${isOver ? 'over' : ''} ${isChosen ? 'chosen' : ''}`}
      aria-label={routeTitle(route)}
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
          aria-label={planTexts.routes.showOnMap(routeName(route))}
          onClick={onChoose}
        />
        <h3>
          <a href={`#/routes/${route.id}`}>{routeTitle(route)}</a>
        </h3>
        <Badge value={route.status} />
      </header>
      <p class="quiet">
        {[
          m.shared.orderCount(route.metrics?.orders ?? 0),
          minutes(secondsBetween(route.plannedDeparture, route.plannedCompletion)),
          distance(route.metrics?.distance),
        ]
          .filter((part) => part !== m.none)
          .join(' · ')}
      </p>
      <div class="badges">
        {open > 0 && <Badge value="failed" text={planTexts.routes.violations(open)} />}
        {!route.courier && !route.isDispatched && (
          <Badge value="not_assigned" tone="warn" text={planTexts.routes.noDriver} />
        )}
        {route.timesOutOfDate && <Badge value="paused" text={planTexts.routes.outOfDate} />}
      </div>
      {isFolded && <Button onClick={onChoose}>{planTexts.routes.showStops(route.stops.length)}</Button>}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, and has nothing to focus once its stops are done. */}
      <ol class="stops" tabIndex={0}>
        {(isFolded ? [] : route.stops).map((stop, index) => {
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
                  aria-label={planTexts.routes.pick(stopName(stop))}
                  onChange={() => onPick(stop.id)}
                />
              ) : (
                <span class="stop-mark" />
              )}
              <StopText stop={stop} orders={orders} />
              <span class="stop-time">
                <span class="quiet">{time(stop.arrivalTime)}</span>
                {lateSeconds(route, stop) > 0 && (
                  <Badge value="failed" text={planTexts.routes.lateBy(minutes(lateSeconds(route, stop)))} />
                )}
              </span>
              {isMovable && (
                <span class="shift">
                  <button
                    type="button"
                    aria-label={planTexts.routes.earlier(stopName(stop))}
                    disabled={index === 0}
                    onClick={() => onShift(index, -1)}
                  >
                    ↑
                  </button>
                  <button
                    type="button"
                    aria-label={planTexts.routes.later(stopName(stop))}
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
            {planTexts.routes.resequence}
          </Button>
          <DispatchButton route={route} />
        </div>
      )}
    </article>
  );
}

/** A stop by its name and address, its window and load, and the numbers of its orders. */
function StopText({ stop, orders }: { stop: Stop; orders: ReadonlyMap<string, OrderRow> }) {
  const facts = stopFacts(stop, orders);
  if (facts === undefined) return <span class="stop-name">{stopName(stop)}</span>;
  return (
    <span class="stop-name">
      <span>{stopTitle(stop, orders)}</span>
      <span class="quiet">{facts}</span>
      <span class="quiet">{stopName(stop)}</span>
    </span>
  );
}
