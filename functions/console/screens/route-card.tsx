import { useState } from 'preact/hooks';
import { change } from '../kit/api.ts';
import { distance, minutes, secondsBetween, time } from '../kit/format.ts';
import { can } from '../kit/me.ts';
import { routeName } from '../kit/route-name.ts';
import type { Route } from '../kit/types.ts';
import { attempt, Badge, Button } from '../kit/ui.tsx';
import { m } from '../messages.ts';
import { DispatchButton } from './dispatch-routes.tsx';
import { stopName } from './stop-name.ts';

/** A route on the planning board with its stops, which can be selected, moved and dropped here. */
export function RouteCard({
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
          distance(route.metrics?.distance),
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
