import { useMemo } from 'preact/hooks';
import { time } from '../kit/format.ts';
import { routeColors } from '../kit/route-colors.ts';
import { driverName, routeName, routeTitle } from '../kit/route-name.ts';
import { Badge } from '../kit/ui.tsx';
import { planTexts } from '../texts/texts.ts';
import { openOnMap } from './map-places.ts';
import { RouteMap } from './route-map.tsx';
import type { Running } from './running.ts';

/** Routes under way on the map. */
export function ExecuteMap({ routes }: { routes: readonly Running[] }) {
  const drawn = useMemo(
    () =>
      routes.map((route) => ({
        ...route,
        title: routeTitle(route),
        hasException: route.exceptions.needsTriage + route.exceptions.acknowledged > 0,
        stops: route.stops ?? [],
      })),
    [routes],
  );
  return <RouteMap routes={drawn} onChoose={openOnMap('execute')} height="min(62vh, 560px)" />;
}

/** Routes under way as a table. */
export function RouteList({ routes }: { routes: readonly Running[] }) {
  const colors = useMemo(() => routeColors(routes), [routes]);
  return (
    <ul class="running">
      {routes.map((route) => (
        <li key={route.id}>
          <span class="swatch" style={{ background: colors.get(route.id) ?? '' }} />
          <div>
            <a href={`#/execute/${route.id}`}>{routeName(route)}</a>
            <span class="quiet block">
              {driverName(route.courier) ?? route.providerName ?? planTexts.execute.nobody}
              {route.vehicle?.licensePlate && ` · ${route.vehicle.licensePlate}`}
              {route.display.map(({ field, value }) => value && <span key={field}> · {value}</span>)}
            </span>
            <progress
              max={1}
              value={route.progress.fraction}
              aria-label={planTexts.execute.progress(routeName(route))}
            />
            <span class="quiet">
              {planTexts.execute.stops(route.progress.stopsCompleted, route.progress.stops)}
            </span>
          </div>
          <div class="marks">
            <Badge value={route.status} />
            {route.isLate && <Badge value="failed" text={planTexts.execute.isLate} />}
            <Badge
              value={route.position?.isLive ? 'active' : 'inactive'}
              text={
                route.position
                  ? route.position.isLive
                    ? planTexts.execute.isLive
                    : planTexts.execute.notLive(time(route.position.updatedAt))
                  : planTexts.execute.noPosition
              }
            />
            {route.exceptions.needsTriage > 0 && (
              <Badge
                value="needs_triage"
                text={planTexts.execute.exceptionCount(route.exceptions.needsTriage, route.exceptions.worst)}
              />
            )}
          </div>
        </li>
      ))}
    </ul>
  );
}

/** The day as bars: planned and done. */
export function Gantt({ routes }: { routes: readonly Running[] }) {
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
