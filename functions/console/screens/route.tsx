import { useMemo } from 'preact/hooks';
import { change } from '../kit/api.ts';
import { DetailPage, EditButton } from '../kit/detail.tsx';
import { dateTime, distance, minutes, words } from '../kit/format.ts';
import { language } from '../kit/language.ts';
import { useLive } from '../kit/live.ts';
import { can } from '../kit/me.ts';
import { driverName, routeName, routeTitle } from '../kit/route-name.ts';
import type { Route, Stop } from '../kit/types.ts';
import { ActionButton, Badge, Section } from '../kit/ui.tsx';
import { m } from '../messages.ts';
import { fleetTexts, planTexts } from '../texts/texts.ts';
import { assignmentOf } from './assign-route.ts';
import { useOrdersOfStops } from './plan-orders.ts';
import { RouteMap } from './route-map.tsx';
import { stopTitle } from './stop-name.ts';
import { StopTimeline, stopsOnMap } from './stop-timeline.tsx';

/** One route: its stops, map, violations and driver. */
export function RoutePage({ params }: { params: Readonly<Record<string, string>> }) {
  const path = `/v1/routes/${encodeURIComponent(params.id ?? '')}`;
  const route = useLive<Route>(path);
  const orders = useOrdersOfStops(route.data?.stops);
  const placeOf = ({ stopId }: Violation, stops: readonly Stop[]) => {
    const stop = stops.find(({ id }) => id === stopId);
    return stop && stopTitle(stop, orders);
  };
  const drawn = useMemo(
    () =>
      route.data
        ? [
            {
              ...route.data,
              title: routeTitle(route.data),
              stops: stopsOnMap(route.data.stops, orders),
              position: route.data.courierPosition && { ...route.data.courierPosition, isLive: true },
            },
          ]
        : [],
    [route.data, orders],
  );
  return (
    <DetailPage
      live={route}
      back={['/routes', m.titles.routes]}
      title={routeName}
      badges={({ status, timesOutOfDate, archivedAt }) => (
        <>
          <Badge value={archivedAt ? 'archived' : status} />
          {timesOutOfDate && <Badge value="paused" text={planTexts.routes.outOfDate} />}
        </>
      )}
      facts={(data) => [
        [m.fields.id, <code key="id">{data.id}</code>],
        [fleetTexts.fleet.driver, driverName(data.courier)],
        [fleetTexts.fleet.vehicle, data.vehicle?.licensePlate ?? data.vehicle?.type],
        [m.orders.provider, data.providerName],
        [planTexts.routes.departure, dateTime(data.plannedDeparture)],
        [planTexts.routes.completion, dateTime(data.plannedCompletion)],
        [planTexts.routes.distance, distance(data.metrics?.distance)],
        [planTexts.routes.driving, minutes(data.metrics?.duration)],
      ]}
      editing={(data) => ({
        permission: 'WRITE_ROUTE',
        fields: [{ name: 'name', label: m.fields.name, required: true, wide: true }],
        initial: { name: data.name },
        save: (changed) => change('PATCH', path, changed, data.version),
      })}
      actions={(data) =>
        can('WRITE_ROUTE') && (
          <>
            <EditButton editing={assignmentOf(data)}>{planTexts.routes.assign}</EditButton>
            {!data.isDispatched && !data.archivedAt && (
              <ActionButton
                kind="danger"
                run={() => change('POST', `${path}/archive`)}
                done={m.orders.archived}
              >
                {m.orders.archive}
              </ActionButton>
            )}
            {data.archivedAt && (
              <ActionButton run={() => change('POST', `${path}/unarchive`)} done={m.orders.unarchived}>
                {m.orders.unarchive}
              </ActionButton>
            )}
          </>
        )
      }
    >
      {(data) => (
        <div class="columns">
          <div>
            <RouteMap routes={drawn} />
            {(data.health?.violations.length ?? 0) > 0 && (
              <Section title={planTexts.routes.health}>
                <ul class="rows">
                  {data.health?.violations.map((violation) => (
                    <li key={violation.id}>
                      <Badge
                        value={violation.acknowledgedAt ? 'acknowledged' : 'failed'}
                        text={words(violation.type)}
                      />
                      <span>
                        {amountOf(violation)}
                        <span class="quiet block">{placeOf(violation, data.stops)}</span>
                      </span>
                      {!violation.acknowledgedAt && can('WRITE_ROUTE') && (
                        <ActionButton
                          run={() => change('POST', `${path}/violations/${violation.id}/acknowledge`)}
                          done={m.actions.saved}
                        >
                          {planTexts.execute.acknowledge}
                        </ActionButton>
                      )}
                    </li>
                  ))}
                </ul>
              </Section>
            )}
          </div>
          <Section title={planTexts.routes.stopList}>
            <StopTimeline stops={data.stops} orders={orders} />
          </Section>
        </div>
      )}
    </DetailPage>
  );
}

type Violation = NonNullable<Route['health']>['violations'][number];

/** What is wrong by how much, such as `weight 12 kg` or `25 min`. */
function amountOf({ name, amount, unit }: Violation): string {
  if (unit === 's') return minutes(Math.max(amount, 60));
  if (unit === 'capability') return name ?? '';
  const size = new Intl.NumberFormat(language()).format(amount);
  return [words(name), size, UNITS[unit] ?? unit].join(' ');
}

/** Units that are written in another way than on the wire. */
const UNITS: Readonly<Record<string, string>> = { cm3: 'cm³', items: '' };
