import { minutes, time } from '../kit/format.ts';
import { routeTitle } from '../kit/route-name.ts';
import type { OrderRow, Route, Stop } from '../kit/types.ts';
import { planTexts } from '../texts/texts.ts';
import { lateSeconds } from './plan-late.ts';
import { stopTitle } from './stop-name.ts';

/** Lines of the scale. */
const MARKS = 5;

const ms = (instant: string | null | undefined) => Date.parse(instant ?? '');

/** The window of a stop: from its earliest start to its latest end; undefined without one. */
function windowOf(stop: Stop, orders: ReadonlyMap<string, OrderRow>): readonly [number, number] | undefined {
  const side = stop.stopType === 'DROPOFF' ? 'dropoff' : 'pickup';
  const known = stop.orders.flatMap(({ id }) => orders.get(id)?.[side] ?? []);
  const starts = known.map(({ startTime }) => ms(startTime)).filter(Number.isFinite);
  const ends = known.map(({ endTime }) => ms(endTime)).filter(Number.isFinite);
  return starts.length > 0 && ends.length > 0 ? [Math.min(...starts), Math.max(...ends)] : undefined;
}

/** The day as bars: every route with its breaks and late stops; the chosen one with the window of each stop. */
export function PlanGantt({
  routes,
  orders,
  colors,
  chosen,
  onChoose,
}: {
  routes: readonly Route[];
  orders: ReadonlyMap<string, OrderRow>;
  colors: ReadonlyMap<string, string>;
  chosen: string | undefined;
  onChoose: (routeId: string) => void;
}) {
  const opened = routes.find(({ id }) => id === chosen);
  const windows = (opened?.stops ?? []).flatMap((stop) => windowOf(stop, orders) ?? []);
  const spans = routes.map((route) => ({ route, from: startOf(route), to: endOf(route) }));
  const known = spans.filter(({ from, to }) => Number.isFinite(from) && Number.isFinite(to));
  if (known.length === 0) return <p class="quiet">{planTexts.routes.noTimes}</p>;
  const from = Math.min(...known.map((span) => span.from), ...windows);
  const to = Math.max(...known.map((span) => span.to), ...windows, from + 3_600_000);
  const at = (instant: number) => `${((instant - from) / (to - from)) * 100}%`;
  const wide = (start: number, end: number) => `${((end - start) / (to - from)) * 100}%`;
  return (
    <div class="gantt plan-gantt" role="region" aria-label={planTexts.routes.timeLine}>
      <div class="gantt-scale" aria-hidden="true">
        {Array.from({ length: MARKS }, (_, index) => (
          <span key={index} style={{ left: `${(index * 100) / (MARKS - 1)}%` }}>
            {time(new Date(from + ((to - from) * index) / (MARKS - 1)).toISOString())}
          </span>
        ))}
      </div>
      <ul>
        {spans.map(({ route, from: start, to: end }) => {
          const late = route.stops.filter((stop) => lateSeconds(route, stop) > 0);
          const hasTimes = Number.isFinite(start) && Number.isFinite(end);
          return (
            <li key={route.id}>
              <button
                type="button"
                class="link"
                aria-pressed={route.id === chosen}
                onClick={() => onChoose(route.id)}
              >
                {routeTitle(route)}
              </button>
              <div class="track">
                {hasTimes && (
                  <span
                    class="bar-span"
                    style={{
                      left: at(start),
                      width: wide(start, end),
                      background: colors.get(route.id) ?? '',
                    }}
                  />
                )}
                {route.stops.map((stop) => {
                  const arrival = ms(stop.arrivalTime);
                  if (!Number.isFinite(arrival)) return null;
                  return stop.stopType === 'DRIVER_BREAK' ? (
                    <span
                      key={stop.id}
                      class="pause"
                      style={{ left: at(arrival), width: wide(arrival, ms(stop.departTime) || arrival) }}
                    />
                  ) : (
                    <i
                      key={stop.id}
                      class={lateSeconds(route, stop) > 0 ? 'late' : ''}
                      style={{ left: at(arrival) }}
                    />
                  );
                })}
                <span class="visually-hidden">
                  {hasTimes
                    ? planTexts.routes.span(
                        time(route.plannedDeparture),
                        time(route.plannedCompletion),
                        late.length,
                      )
                    : planTexts.routes.noTimes}
                </span>
              </div>
              {route.id === chosen && (
                <ol class="gantt-stops">
                  {route.stops.map((stop) => {
                    const span = windowOf(stop, orders);
                    const arrival = ms(stop.arrivalTime);
                    const delay = lateSeconds(route, stop);
                    return (
                      <li key={stop.id}>
                        <span>{stopTitle(stop, orders)}</span>
                        <div class="track">
                          {span && (
                            <span class="window" style={{ left: at(span[0]), width: wide(...span) }} />
                          )}
                          {Number.isFinite(arrival) && (
                            <i class={delay > 0 ? 'late' : ''} style={{ left: at(arrival) }} />
                          )}
                          <span class="visually-hidden">
                            {[
                              time(stop.arrivalTime),
                              span &&
                                planTexts.routes.window(
                                  time(new Date(span[0]).toISOString()),
                                  time(new Date(span[1]).toISOString()),
                                ),
                              delay > 0 && planTexts.routes.lateBy(minutes(delay)),
                            ]
                              .filter(Boolean)
                              .join(', ')}
                          </span>
                        </div>
                      </li>
                    );
                  })}
                </ol>
              )}
            </li>
          );
        })}
      </ul>
      <p class="quiet gantt-legend">
        <span class="window" /> {planTexts.routes.legendWindow} <span class="pause" />{' '}
        {planTexts.routes.stops.DRIVER_BREAK} <i class="late" /> {planTexts.routes.legendLate}
      </p>
    </div>
  );
}

function startOf({ plannedDeparture, stops }: Route): number {
  return ms(plannedDeparture ?? stops[0]?.arrivalTime);
}

function endOf({ plannedCompletion, stops }: Route): number {
  return ms(plannedCompletion ?? stops.at(-1)?.departTime ?? stops.at(-1)?.arrivalTime);
}
