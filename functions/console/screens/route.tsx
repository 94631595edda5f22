import { useMemo } from 'preact/hooks';
import { change } from '../kit/api.ts';
import { DetailPage, EditButton } from '../kit/detail.tsx';
import { dateTime, distance, minutes, time, words } from '../kit/format.ts';
import { useLive } from '../kit/live.ts';
import { can } from '../kit/me.ts';
import { driverName, routeName, routeTitle } from '../kit/route-name.ts';
import type { Route } from '../kit/types.ts';
import { ActionButton, Badge, Section } from '../kit/ui.tsx';
import { m } from '../messages.ts';
import { fleetTexts, planTexts } from '../texts/texts.ts';
import { assignmentOf } from './assign-route.ts';
import { RouteMap } from './route-map.tsx';
import { stopName } from './stop-name.ts';
import { StopTimeline } from './stop-timeline.tsx';

/** One route: its stops, map, violations and driver. */
export function RoutePage({ params }: { params: Readonly<Record<string, string>> }) {
  const path = `/v1/routes/${encodeURIComponent(params.id ?? '')}`;
  const route = useLive<Route>(path);
  const drawn = useMemo(
    () =>
      route.data
        ? [
            {
              ...route.data,
              title: routeTitle(route.data),
              stops: route.data.stops.map((stop, index) => ({
                ...stop,
                title: `${index + 1}. ${stopName(stop)} · ${time(stop.arrivalTime)}`,
              })),
              position: route.data.courierPosition && { ...route.data.courierPosition, isLive: true },
            },
          ]
        : [],
    [route.data],
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
                        {violation.name} {violation.amount} {violation.unit}
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
            <StopTimeline stops={data.stops} hasLinks />
          </Section>
        </div>
      )}
    </DetailPage>
  );
}
