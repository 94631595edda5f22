import { useMemo, useState } from 'preact/hooks';
import { change } from '../kit/api.ts';
import { Form } from '../kit/form.tsx';
import { dateTime, day, distance, minutes, money, time, words } from '../kit/format.ts';
import { language } from '../kit/language.ts';
import { latePart } from '../kit/late.tsx';
import { OrderLink } from '../kit/links.tsx';
import { useLive } from '../kit/live.ts';
import { Author, UNREAD, useOptions } from '../kit/lookups.tsx';
import { can } from '../kit/me.ts';
import { nameOfPlanned } from '../kit/route-name.ts';
import { go, setQuery, usePlace } from '../kit/router.ts';
import type { OrderRow } from '../kit/types.ts';
import {
  ActionButton,
  Badge,
  Button,
  Dialog,
  EmptyState,
  ErrorState,
  Facts,
  Loading,
  PageHead,
  Section,
  Skeleton,
  Tabs,
} from '../kit/ui.tsx';
import { m } from '../messages.ts';
import { withLateTexts } from '../texts/late-texts.ts';
import { planTexts } from '../texts/texts.ts';
import type { Failed } from './failure.tsx';
import { PlanFailure, planning } from './late-failures.ts';
import type { LeftOutHere } from './left-out.tsx';
import { loadOf, whoAndWhere, windowOf } from './order-line.ts';
import { useOrdersOf } from './plan-orders.ts';
import { RouteMap } from './route-map.tsx';
import type { Spare } from './spare-vehicles.tsx';

interface PlannedRoute {
  readonly id: string | null;
  /** The existing route that it replaces. */
  readonly replaces?: string | null;
  readonly courierId?: string | null;
  readonly stops?: readonly {
    readonly stopType: string;
    readonly objectIds: readonly string[];
    readonly location: { readonly lat: number; readonly lng: number } | null;
    readonly arrivalTime: string;
    readonly departTime: string;
  }[];
  readonly metrics?: {
    readonly orders?: number;
    readonly distance: number;
    readonly duration: number;
    readonly costCents: number;
  };
}

interface Figures {
  readonly routes: number;
  readonly orders: number;
  readonly costCents: number;
  readonly distance: number;
  readonly duration: number;
  readonly lateOrders: number;
}

interface Comparison {
  readonly before: Figures;
  readonly after: Figures;
  readonly moved: readonly { readonly orderId: string }[];
  readonly added: readonly string[];
  readonly leftOut: readonly string[];
}

interface PlanResult {
  readonly routes?: readonly PlannedRoute[];
  readonly unassignedOrders?: readonly {
    readonly orderId: string;
    readonly reasons: readonly LeftOutHere[];
    readonly spareVehicles?: readonly Spare[];
  }[];
  /** Only where existing routes were planned again. */
  readonly comparison?: Comparison;
  readonly plannedWith?: Readonly<Record<string, unknown>>;
}

interface Activity {
  readonly id: string;
  readonly status: string;
  readonly createdAt: string;
  readonly completedAt: string | null;
  readonly progress: Readonly<Record<string, unknown>> | null;
  readonly result: PlanResult | null;
  readonly error: Failed | null;
}

const strategies = () => import('./planning-strategies.tsx');
const PlanningStrategies = latePart(() => strategies().then((part) => part.PlanningStrategies));
const leftOut = withLateTexts('remedies', () => import('./left-out.tsx'));
const LeftOutOrder = latePart(() => leftOut().then((part) => part.LeftOutOrder));
const spares = withLateTexts('remedies', () => import('./spare-vehicles.tsx'));
const CreatePlanningStrategy = latePart(() => strategies().then((part) => part.CreatePlanningStrategy));

/** A run as the list has it. */
type Run = Pick<Activity, 'id' | 'status' | 'createdAt' | 'completedAt'> & { readonly createdBy: string };

/** Runs that the screen shows. */
const SHOWN_RUNS = 20;

/** Optimization runs: start one and watch it. */
export function OptimizationScreen() {
  const strategies = useLive<{
    readonly optimizationStrategies: readonly { id: string; label: string; isDeleted: boolean }[];
  }>('/v1/optimization-strategies', {}, 15_000);
  const [starting, setStarting] = useState(false);
  const runs = useLive<{ readonly results: readonly Run[] }>('/v1/activities', {
    action: 'act_optimize_orders,act_optimize_routes',
    limit: SHOWN_RUNS,
  });
  const tab = usePlace().query.get('tab') === 'strategies' ? 'strategies' : 'runs';
  return (
    <div class="tab-page">
      <PageHead
        title={m.titles.optimization}
        actions={
          tab === 'strategies' ? (
            <CreatePlanningStrategy />
          ) : (
            can('WRITE_OPTIMIZATION') && (
              <Button kind="primary" icon="play" onClick={() => setStarting(true)}>
                {planTexts.optimization.start}
              </Button>
            )
          )
        }
      />
      <Tabs
        label={m.titles.optimization}
        value={tab}
        onChange={(name) => setQuery({ tab: name, search: null })}
        tabs={[
          ['runs', planTexts.planning.runs],
          ['strategies', m.titles.planning],
        ]}
      />
      {tab === 'strategies' ? (
        <PlanningStrategies />
      ) : runs.data === undefined ? (
        <Loading error={runs.error} retry={runs.refresh} lines={4} />
      ) : runs.data.results.length === 0 ? (
        <EmptyState
          icon="optimize"
          title={planTexts.optimization.empty}
          text={planTexts.optimization.emptyText}
        />
      ) : (
        runs.data.results.map((run) => <RunCard key={run.id} run={run} />)
      )}
      {starting && (
        <Dialog title={planTexts.optimization.start} wide onClose={() => setStarting(false)}>
          <Form
            fields={[
              { name: 'pickupTimeFrom', label: planTexts.optimization.from, kind: 'instant' },
              { name: 'pickupTimeTo', label: planTexts.optimization.to, kind: 'instant' },
              {
                name: 'optimizationStrategyId',
                label: planTexts.optimization.strategy,
                kind: 'choice',
                options: (strategies.data?.optimizationStrategies ?? [])
                  .filter(({ isDeleted }) => !isDeleted)
                  .map(({ id, label }) => [id, label] as const),
              },
              {
                name: 'contractIds',
                label: planTexts.optimization.groups,
                kind: 'choices',
                options: 'driverGroups',
                help: planTexts.optimization.groupsHelp,
              },
              {
                name: 'orderIds',
                label: planTexts.optimization.orders,
                kind: 'choices',
                options: 'plannableOrders',
                help: planTexts.optimization.ordersHelp,
                wide: true,
              },
              { name: 'save', label: planTexts.optimization.save, kind: 'flag' },
            ]}
            initial={{
              pickupTimeFrom: new Date(Date.now() - 3_600_000).toISOString(),
              pickupTimeTo: new Date(Date.now() + 12 * 3_600_000).toISOString(),
              save: true,
            }}
            submitLabel={planTexts.optimization.start}
            onCancel={() => setStarting(false)}
            onSubmit={async ({ orderIds, pickupTimeFrom, pickupTimeTo, ...rest }) => {
              const ids = Array.isArray(orderIds) && orderIds.length > 0 ? orderIds : undefined;
              const given = Object.fromEntries(
                Object.entries(rest).filter(
                  ([, value]) =>
                    value !== null && value !== undefined && !(Array.isArray(value) && value.length === 0),
                ),
              );
              const { id } = await planning(() =>
                change<{ id: string }>('POST', '/v1/activities/optimization', {
                  ...given,
                  ...(ids ? { orderIds: ids } : { pickupTimeFrom, pickupTimeTo }),
                }),
              );
              setStarting(false);
              go(`/optimization/${id}`);
            }}
          />
        </Dialog>
      )}
    </div>
  );
}

/** A run in the list; runs under way are read with their progress. */
function RunCard({ run }: { run: Run }) {
  const isOpen = run.status === 'IN_PROGRESS';
  const { data } = useLive<Activity>(isOpen ? `/v1/activities/${run.id}` : null, {}, 2_000);
  return (
    <section class="card run">
      <a href={`#/optimization/${run.id}`}>{dateTime(run.createdAt)}</a>{' '}
      <Badge value={data?.status ?? run.status} />
      <span class="quiet">
        <Author id={run.createdBy} />
      </span>
      <Progress activity={data ?? run} />
    </section>
  );
}

/** One run with its progress and result. */
export function OptimizationPage({ params }: { params: Readonly<Record<string, string>> }) {
  const id = params.id ?? '';
  const run = useLive<Activity>(`/v1/activities/${encodeURIComponent(id)}`, {}, 1_000);
  if (!run.data) return run.error ? <ErrorState error={run.error} retry={run.refresh} /> : <Skeleton />;
  const { data } = run;
  const isOpen = ['SCHEDULED', 'QUEUED', 'IN_PROGRESS'].includes(data.status);
  return (
    <div class="detail">
      <PageHead
        back={['/optimization', m.titles.optimization]}
        title={dateTime(data.createdAt)}
        badges={<Badge value={data.status} />}
        actions={
          <>
            {isOpen && can('WRITE_ACTIVITY') && (
              <ActionButton
                kind="danger"
                run={() => change('POST', `/v1/activities/${id}/cancel`)}
                done={m.deliveries.canceled}
              >
                {m.actions.cancel}
              </ActionButton>
            )}
            {data.status === 'SUCCESS' && can('WRITE_OPTIMIZATION') && (
              <ActionButton
                run={() => planning(() => change('POST', `/v1/activities/${id}/save-routes`))}
                done={planTexts.optimization.saved}
              >
                {planTexts.optimization.saveRoutes}
              </ActionButton>
            )}
            {data.status === 'SUCCESS' && (
              <a class="button primary" href={`#/routes${dayOf(data.result)}`}>
                {planTexts.optimization.openDay}
              </a>
            )}
          </>
        }
      />
      {data.error && (
        <div class="notice bad">
          <PlanFailure {...data.error} />
        </div>
      )}
      <Section title={planTexts.optimization.progress}>
        <Progress activity={data} />
        <Facts
          facts={[
            [planTexts.optimization.iterations, shown(data.progress?.iterations)],
            [
              planTexts.optimization.cost,
              typeof data.progress?.costCents === 'number' ? money(data.progress.costCents) : undefined,
            ],
            [m.titles.routes, shown(data.progress?.routes)],
            [planTexts.optimization.unassigned, shown(data.progress?.unassigned)],
            [m.shared.ended, dateTime(data.completedAt)],
          ]}
        />
      </Section>
      {data.result?.routes && <Result result={data.result} />}
    </div>
  );
}

/** The query of the board for the day of a plan; empty without routes. */
function dayOf(result: PlanResult | null): string {
  const start = result?.routes?.flatMap(({ stops = [] }) => stops[0]?.departTime ?? []).toSorted()[0];
  return start ? `?date=${day(start)}` : '';
}

/** A run's routes on the map and in figures, and the orders that could not be placed. */
function Result({ result }: { result: PlanResult }) {
  const { routes = [], unassignedOrders = [] } = result;
  const [chosen, setChosen] = useState<string>();
  const ids = useMemo(
    () => [...new Set(routes.flatMap(({ stops = [] }) => stops.flatMap(orderIdsOf)))],
    [routes],
  );
  const orders = useOrdersOf(ids);
  const drawn = useMemo(
    () =>
      routes.map((route, index) => ({
        id: keyOf(route, index),
        title: planTexts.optimization.proposed(index + 1),
        stops: (route.stops ?? []).map((stop, at) => ({
          id: String(at),
          status: 'PENDING',
          location: stop.location,
          title: `${planTexts.optimization.proposed(index + 1)}\n${at + 1}. ${placeOf(stop, orders)}${time(stop.arrivalTime)}`,
        })),
      })),
    [routes, orders],
  );
  return (
    <>
      {result.comparison && <Compared comparison={result.comparison} left={unassignedOrders.length} />}
      {routes.length > 0 && (
        <RouteMap
          routes={drawn}
          chosen={chosen}
          onChoose={(id) =>
            setChosen(id === chosen || !drawn.some((route) => route.id === id) ? undefined : id)
          }
        />
      )}
      {routes.length > 0 && (
        <Section title={planTexts.optimization.result}>
          <div class="scroll">
            <table class="plain">
              <thead>
                <tr>
                  <th scope="col">{planTexts.optimization.route}</th>
                  <th scope="col">{m.orders.title}</th>
                  <th scope="col">{planTexts.optimization.load}</th>
                  <th scope="col">{planTexts.optimization.distance}</th>
                  <th scope="col">{planTexts.optimization.duration}</th>
                  <th scope="col">{planTexts.optimization.cost}</th>
                  <th scope="col">{planTexts.optimization.late}</th>
                  <th scope="col">
                    <span class="visually-hidden">{m.map.title}</span>
                  </th>
                </tr>
              </thead>
              <tbody>
                {routes.map((route, index) => {
                  const key = keyOf(route, index);
                  const late = lateOf(route, orders);
                  return (
                    <tr key={key}>
                      <th scope="row">
                        <PlannedName route={route} number={index + 1} />
                      </th>
                      <td>{ordersOf(route)}</td>
                      <td>{loadOfRoute(route, orders) ?? m.none}</td>
                      <td>{distance(route.metrics?.distance)}</td>
                      <td>{minutes(route.metrics?.duration)}</td>
                      <td>{money(route.metrics?.costCents)}</td>
                      <td>{late === 0 ? late : <Badge value="failed" text={String(late)} />}</td>
                      <td>
                        <Button
                          pressed={key === chosen}
                          onClick={() => setChosen(key === chosen ? undefined : key)}
                          title={planTexts.routes.showOnMap(planTexts.optimization.proposed(index + 1))}
                        >
                          {m.map.title}
                        </Button>
                      </td>
                    </tr>
                  );
                })}
              </tbody>
            </table>
          </div>
        </Section>
      )}
      <Section
        title={planTexts.optimization.leftOut}
        actions={
          unassignedOrders.length > 0 &&
          can('WRITE_OPTIMIZATION') && (
            <ActionButton run={async () => (await spares()).planForReview(planAgain(result))}>
              {planTexts.optimization.planAgain}
            </ActionButton>
          )
        }
      >
        {unassignedOrders.length === 0 ? (
          <p class="quiet">{planTexts.optimization.nothingLeftOut}</p>
        ) : (
          <ul class="rows">
            {unassignedOrders.map(({ orderId, reasons, spareVehicles }) => (
              <li key={orderId}>
                <OrderLink id={orderId} />
                <span>
                  <LeftOutOrder
                    reasons={reasons}
                    spareVehicles={spareVehicles}
                    planAgain={planAgain(result)}
                  />
                </span>
              </li>
            ))}
          </ul>
        )}
      </Section>
    </>
  );
}

/** The request that plans the orders of a result again. Its saved routes are changed, and no further ones made. */
function planAgain({ routes = [], unassignedOrders = [], plannedWith = {} }: PlanResult) {
  const planned = routes.flatMap(({ stops = [] }) => stops.flatMap(orderIdsOf));
  const orderIds = [...new Set([...planned, ...unassignedOrders.map(({ orderId }) => orderId)])];
  const routeIds = routes.flatMap(({ id, replaces }) => id ?? replaces ?? []);
  const isSaved = routes.some(({ id }) => id !== null);
  return {
    ...plannedWith,
    orderIds,
    ...(routeIds.length > 0 ? { moveCents: plannedWith.moveCents ?? 0, routeIds } : {}),
    save: isSaved,
  };
}

/** Name, address and window of a planned dropoff as far as its first order is known, before its time. */
function placeOf({ stopType, objectIds }: PlannedStop, orders: ReadonlyMap<string, OrderRow>): string {
  const [first] = stopType === 'DROPOFF' ? objectIds.flatMap((id) => orders.get(id) ?? []) : [];
  if (!first) return '';
  return [whoAndWhere(first.dropoff), windowOf(first.dropoff), '']
    .filter((part) => part !== undefined)
    .join(' · ');
}

const keyOf = ({ id, replaces }: PlannedRoute, index: number) => id ?? replaces ?? `proposed-${index}`;

type PlannedStop = NonNullable<PlannedRoute['stops']>[number];

const orderIdsOf = ({ stopType, objectIds }: PlannedStop) =>
  stopType === 'PICKUP' || stopType === 'DROPOFF' ? objectIds : [];

/** Everything that a route delivers; undefined while nothing is known of it. */
function loadOfRoute(
  { stops = [] }: PlannedRoute,
  orders: ReadonlyMap<string, OrderRow>,
): string | undefined {
  const known = stops
    .filter(({ stopType }) => stopType === 'DROPOFF')
    .flatMap(({ objectIds }) => objectIds.flatMap((id) => orders.get(id) ?? []));
  const sum = (of: (order: OrderRow) => number | null) =>
    Math.round(known.reduce((total, order) => total + (of(order) ?? 0), 0) * 10) / 10;
  return loadOf({ itemsCount: sum(({ itemsCount }) => itemsCount), weight: sum(({ weight }) => weight) });
}

/** Orders that a route reaches after the end of their window. */
function lateOf({ stops = [] }: PlannedRoute, orders: ReadonlyMap<string, OrderRow>): number {
  const late = stops.flatMap(({ stopType, objectIds, arrivalTime }) =>
    stopType === 'DROPOFF'
      ? objectIds.filter((id) => {
          const end = orders.get(id)?.dropoff.endTime;
          return end ? Date.parse(arrivalTime) > Date.parse(end) : false;
        })
      : [],
  );
  return new Set(late).size;
}

/** The plan against the routes before; `left` is the number of orders that have none now. */
function Compared({ comparison, left }: { comparison: Comparison; left: number }) {
  const { before, after, moved, added, leftOut } = comparison;
  const rows: readonly (readonly [string, string | number, string | number])[] = [
    [planTexts.optimization.drivingCost, money(before.costCents), money(after.costCents)],
    [planTexts.optimization.distance, distance(before.distance), distance(after.distance)],
    [planTexts.optimization.duration, minutes(before.duration), minutes(after.duration)],
    [planTexts.optimization.late, before.lateOrders, after.lateOrders],
    [m.titles.routes, before.routes, after.routes],
    [m.orders.title, before.orders, after.orders],
    [planTexts.optimization.leftOut, left + added.length - leftOut.length, left],
  ];
  return (
    <Section title={planTexts.optimization.compared}>
      <div class="scroll">
        <table class="plain">
          <thead>
            <tr>
              <th />
              <th>{planTexts.optimization.before}</th>
              <th>{planTexts.optimization.after}</th>
            </tr>
          </thead>
          <tbody>
            {rows.map(([name, old, next]) => (
              <tr key={name}>
                <th scope="row">{name}</th>
                <td>{old}</td>
                <td>{next}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <p class="quiet">
        {before.routes === 0
          ? planTexts.optimization.firstPlan
          : planTexts.optimization.changes(moved.length, added.length, leftOut.length)}
      </p>
    </Section>
  );
}

function ordersOf({ metrics, stops = [] }: PlannedRoute): number {
  return (
    metrics?.orders ??
    new Set(stops.filter(({ stopType }) => stopType === 'DROPOFF').flatMap(({ objectIds }) => objectIds)).size
  );
}

/** A planned route by its driver and start, with a link once it is saved. */
function PlannedName({ route, number }: { route: PlannedRoute; number: number }) {
  const drivers = useOptions('drivers');
  if (route.courierId && drivers === UNREAD) return <span>…</span>;
  const driver = drivers.find(([id]) => id === route.courierId)?.[1];
  const name = nameOfPlanned(driver, route.stops?.[0]?.departTime) ?? planTexts.optimization.proposed(number);
  const id = route.id ?? route.replaces;
  return id ? <a href={`#/routes/${id}`}>{name}</a> : <span>{name}</span>;
}

function shown(value: unknown): string {
  return value === undefined || value === null
    ? ''
    : typeof value === 'number'
      ? value.toLocaleString(language())
      : typeof value === 'object'
        ? JSON.stringify(value)
        : words(String(value));
}

function Progress({
  activity,
}: {
  activity: Pick<Activity, 'status'> & Partial<Pick<Activity, 'progress'>>;
}) {
  const fraction = activity.status === 'SUCCESS' ? 1 : Number(activity.progress?.fraction ?? 0);
  return <progress max={1} value={fraction} aria-label={planTexts.optimization.progress} />;
}
