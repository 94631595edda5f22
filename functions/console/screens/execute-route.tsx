import { useMemo, useState } from 'preact/hooks';
import { change } from '../kit/api.ts';
import { DetailPage, EditButton } from '../kit/detail.tsx';
import { dateTime, time, words } from '../kit/format.ts';
import { useLive } from '../kit/live.ts';
import { can } from '../kit/me.ts';
import { Phone } from '../kit/phone.tsx';
import { driverName, routeName, routeTitle } from '../kit/route-name.ts';
import type { Route } from '../kit/types.ts';
import { Badge, Button, Section, Timeline } from '../kit/ui.tsx';
import { m } from '../messages.ts';
import { fleetTexts, planTexts } from '../texts/texts.ts';
import { type Exception, ExceptionRow } from './exception-row.tsx';
import { useOrdersOfStops } from './plan-orders.ts';
import { RouteMap } from './route-map.tsx';
import type { Position } from './running.ts';
import { StopTimeline, stopsOnMap } from './stop-timeline.tsx';

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
  readonly pickers: { readonly courier: boolean; readonly vehicle: boolean };
}

/** Events that may be recorded for a route (specification 5.3). */
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
  const orders = useOrdersOfStops(live.data?.route.stops);
  const drawn = useMemo(
    () =>
      live.data
        ? [
            {
              ...live.data.route,
              title: routeTitle(live.data.route),
              stops: stopsOnMap(live.data.route.stops, orders),
              position: live.data.position,
            },
          ]
        : [],
    [live.data, orders],
  );
  const mayAct = can('execute.act');
  return (
    <DetailPage
      live={live}
      back={['/execute', m.titles.execute]}
      title={({ route }) => routeName(route)}
      badges={({ route, position }) => (
        <>
          <Badge value={route.status} />
          {position && (
            <Badge
              value={position.isLive ? 'active' : 'inactive'}
              text={
                position.isLive
                  ? planTexts.execute.isLive
                  : planTexts.execute.notLive(time(position.updatedAt))
              }
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
                  title: planTexts.execute.reassign,
                  fields: [
                    { name: 'courierId', label: fleetTexts.fleet.driver, kind: 'choice', options: 'drivers' },
                    ...(pickers.vehicle
                      ? ([
                          {
                            name: 'vehicleId',
                            label: fleetTexts.fleet.vehicle,
                            kind: 'choice',
                            options: 'vehicles',
                          },
                        ] as const)
                      : []),
                  ],
                  initial: { courierId: route.courier?.id ?? null, vehicleId: route.vehicle?.id ?? null },
                  save: (changed) => change('POST', `${path}/reassign`, changed),
                }}
              >
                {planTexts.execute.reassign}
              </EditButton>
            ) : null}
            <EditButton
              editing={{
                permission: 'execute.act',
                title: planTexts.execute.record,
                fields: [
                  {
                    name: 'type',
                    label: planTexts.execute.event,
                    kind: 'choice',
                    options: EVENTS,
                    required: true,
                  },
                  {
                    name: 'severity',
                    label: planTexts.execute.severity,
                    kind: 'choice',
                    options: ['auto', 'P0', 'P1', 'P2', 'P3'].map(
                      (value) => [value, value === 'auto' ? planTexts.execute.auto : value] as const,
                    ),
                  },
                  { name: 'note', label: planTexts.execute.note, wide: true },
                ],
                initial: { severity: null },
                save: (values) => change('POST', `/v1/routes/${id}/exceptions`, values),
              }}
            >
              {planTexts.execute.record}
            </EditButton>
          </>
        )
      }
      facts={({ route, pickers }) => [
        [fleetTexts.fleet.driver, driverName(route.courier)],
        [m.fields.phone, <Phone key="phone" number={route.courier?.phoneNumber} />],
        [fleetTexts.fleet.vehicle, route.vehicle?.licensePlate],
        [m.orders.provider, route.providerName],
        [planTexts.routes.departure, dateTime(route.plannedDeparture)],
        [planTexts.routes.completion, dateTime(route.plannedCompletion)],
        ...(pickers.vehicle
          ? []
          : [
              [
                planTexts.execute.readOnly,
                pickers.courier
                  ? planTexts.execute.onlyUnlimited
                  : planTexts.execute.providerChooses(route.providerName ?? m.orders.provider),
              ] as const,
            ]),
      ]}
    >
      {({ route, exceptions, timeline }) => {
        const shown = exceptions.filter(({ status }) => showsResolved || status !== 'resolved');
        return (
          <div class="columns">
            <div>
              <RouteMap routes={drawn} height="320px" />
              <Section
                title={planTexts.execute.exceptions}
                actions={
                  <Button
                    kind="ghost"
                    pressed={showsResolved}
                    onClick={() => setShowsResolved(!showsResolved)}
                  >
                    {planTexts.execute.showResolved}
                  </Button>
                }
              >
                {shown.length === 0 ? (
                  <p class="quiet">{planTexts.execute.noExceptions}</p>
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
              <Section title={planTexts.routes.stopList}>
                <StopTimeline stops={route.stops} orders={orders} />
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
