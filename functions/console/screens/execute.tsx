import { useEffect, useMemo, useState } from 'preact/hooks';
import { change, type Query } from '../kit/api.ts';
import { daysOf } from '../kit/dates.ts';
import { DayInput } from '../kit/day-input.tsx';
import { EditButton } from '../kit/detail.tsx';
import { LIVE_MS, useLive } from '../kit/live.ts';
import { can, organizationOf } from '../kit/me.ts';
import { setQuery, usePlace } from '../kit/router.ts';
import type { Page } from '../kit/types.ts';
import { ActionButton, Button, EmptyState, ErrorState, PageHead, Skeleton, Tabs } from '../kit/ui.tsx';
import { m } from '../messages.ts';
import { planTexts } from '../texts/texts.ts';
import { ExecuteMap, Gantt, RouteList } from './execute-views.tsx';
import type { Running, Summary } from './running.ts';

/** Which routes a choice shows. */
const ONLY: Readonly<Record<string, (route: Running) => boolean>> = {
  late: ({ isLate }) => isLate,
  exceptions: ({ exceptions }) => exceptions.needsTriage + exceptions.acknowledged > 0,
};

type View = 'table' | 'map' | 'timeline';

/** Active routes: positions, delays, exceptions. */
export function ExecuteScreen() {
  const { query } = usePlace();
  const preferences = organizationOf()?.preferences;
  const views = preferences?.executeViews ?? { map: true, timeline: true, kpiCards: true };
  const asked = query.get('view') ?? (views.map ? 'map' : 'table');
  // A link to a view that is switched off opens the table instead (specification 4.8.4).
  const view: View =
    asked === 'map' && views.map ? 'map' : asked === 'timeline' && views.timeline ? 'timeline' : 'table';
  const filters: Query = {
    date: query.get('date') ?? daysOf('today').from,
    storeLocationId: query.get('store'),
    status: query.get('status'),
  };
  const routes = useRunning(filters, view);
  const only = query.get('only') ?? '';
  const rows = useMemo(() => routes.rows.filter(ONLY[only] ?? (() => true)), [routes.rows, only]);
  const needsTriage = rows.some(({ exceptions }) => exceptions.needsTriage > 0);
  const hasOpen = needsTriage || rows.some(({ exceptions }) => exceptions.acknowledged > 0);
  return (
    <div>
      <PageHead
        title={m.titles.execute}
        actions={
          <>
            <label class="visually-hidden" for="execute-only">
              {planTexts.execute.only}
            </label>
            <select
              id="execute-only"
              value={only}
              onChange={(event) => setQuery({ only: event.currentTarget.value })}
            >
              {planTexts.execute.onlyChoices.map(([value, label]) => (
                <option key={value} value={value}>
                  {label}
                </option>
              ))}
            </select>
            <DayInput
              label={planTexts.routes.date}
              value={String(filters.date)}
              onChange={(day) => setQuery({ date: day })}
            />
            {can('execute.act') && can('READ_USER') && hasOpen && (
              <EditButton
                editing={{
                  permission: 'execute.act',
                  title: planTexts.execute.assignAll,
                  fields: [
                    {
                      name: 'assigneeId',
                      label: planTexts.execute.assignee,
                      kind: 'choice',
                      options: 'users',
                      required: true,
                      wide: true,
                    },
                  ],
                  initial: {},
                  save: ({ assigneeId }) =>
                    change('POST', '/v1/route-exceptions/assign', {
                      routeIds: rows.map(({ id }) => id),
                      assigneeId,
                    }),
                }}
              >
                {planTexts.execute.assignAll}
              </EditButton>
            )}
            {can('execute.act') && needsTriage && (
              <ActionButton
                run={() =>
                  change('POST', '/v1/route-exceptions/acknowledge-all', {
                    routeIds: rows.map(({ id }) => id),
                  })
                }
                done={planTexts.execute.acknowledgedAll}
              >
                {planTexts.execute.acknowledgeAll}
              </ActionButton>
            )}
          </>
        }
      />
      {views.kpiCards && <Kpi filters={{ date: filters.date, storeLocationId: filters.storeLocationId }} />}
      <Tabs
        label={planTexts.execute.views}
        value={view}
        onChange={(name) => setQuery({ view: name })}
        tabs={[
          ...(views.map ? ([['map', m.map.title]] as const) : []),
          ['table', planTexts.execute.table],
          ...(views.timeline ? ([['timeline', m.orders.timeline]] as const) : []),
        ]}
      />
      {routes.error && !routes.data ? (
        <ErrorState error={routes.error} retry={routes.refresh} />
      ) : !routes.data ? (
        <Skeleton lines={8} />
      ) : rows.length === 0 ? (
        <EmptyState
          icon="execute"
          title={only === '' ? planTexts.execute.empty : planTexts.execute.noneSuch}
          text={only === '' ? planTexts.execute.emptyText : planTexts.execute.noneSuchText}
        >
          {only !== '' && <Button onClick={() => setQuery({ only: null })}>{m.table.clearFilters}</Button>}
        </EmptyState>
      ) : view === 'timeline' ? (
        <Gantt routes={rows} />
      ) : (
        <div class={view === 'map' ? 'execute-map' : ''}>
          {view === 'map' && <ExecuteMap routes={rows} />}
          <RouteList routes={rows} />
        </div>
      )}
    </div>
  );
}

/** From this many routes on, stops are refreshed less often than the routes themselves. */
const MANY = 50;
const STOPS_MS = 10_000;

/** The routes of a day, with their stops where the view draws them. */
function useRunning(filters: Query, view: View) {
  const [isMany, setMany] = useState(false);
  const path = '/v1/execute/routes';
  const asked = { ...filters, limit: 500 };
  const isPlain = view === 'table';
  const withStops = useLive<Page<Running>>(
    isPlain ? null : path,
    { ...asked, view, include: 'stops' },
    isMany ? STOPS_MS : LIVE_MS,
  );
  const plain = useLive<Page<Running>>(isPlain || isMany ? path : null, asked);
  const { data, error, refresh } = plain.data || isPlain ? plain : withStops;
  const rows = useMemo(() => {
    const stopsOf = new Map(withStops.data?.results.map(({ id, stops }) => [id, stops]));
    return (data?.results ?? []).map((route) => ({
      ...route,
      stops: stopsOf.get(route.id) ?? route.stops ?? [],
    }));
  }, [data, withStops.data]);
  useEffect(() => setMany(rows.length > MANY), [rows.length]);
  return { data, error, refresh, rows };
}

function Kpi({ filters }: { filters: Query }) {
  const summary = useLive<Summary>('/v1/execute/summary', filters, 3_000);
  const { data } = summary;
  const cards: readonly (readonly [string, string, string?])[] = data
    ? [
        [
          planTexts.execute.underWay,
          `${data.routes.underWay}`,
          planTexts.execute.ofRoutes(data.routes.total),
        ],
        [planTexts.execute.stopsDone, `${data.stopsCompleted}`, planTexts.execute.ofStops(data.stops)],
        [
          planTexts.execute.onTime,
          data.onTimeFraction === null ? m.none : `${Math.round(data.onTimeFraction * 100)} %`,
          planTexts.execute.late(data.routes.late),
        ],
        [
          planTexts.execute.liveDrivers,
          `${data.drivers.live}`,
          planTexts.execute.ofDrivers(data.drivers.total),
        ],
        [
          planTexts.execute.open,
          `${data.exceptions.needsTriage + data.exceptions.acknowledged}`,
          planTexts.execute.toTriage(data.exceptions.needsTriage),
        ],
      ]
    : [];
  return (
    <dl class="kpi">
      {cards.map(([label, value, note]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>
            <strong>{value}</strong> <span class="quiet">{note}</span>
          </dd>
        </div>
      ))}
    </dl>
  );
}
