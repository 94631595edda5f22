import type { Query } from '../kit/api.ts';
import { daysOf, instantsOf } from '../kit/dates.ts';
import { language } from '../kit/language.ts';
import { useLive } from '../kit/live.ts';
import { can } from '../kit/me.ts';
import { Badge, PageHead, problemOf, Section } from '../kit/ui.tsx';
import { m } from '../messages.ts';
import { intakeTexts, planTexts } from '../texts/texts.ts';
import type { Summary } from './running.ts';

/** How often the figures are read. Milliseconds. */
const EVERY_MS = 10_000;

/** Figures that cost more to collect. Milliseconds. */
const SELDOM_MS = 60_000;

/** Messages of the day whose attempts are looked at, newest first. */
const MESSAGES = 100;

/** Refund requests that are counted. */
const REFUNDS = 100;

/** One figure of the day: how many there are of something, and the list that shows them. */
interface Figure {
  readonly label: string;
  readonly help?: string;
  readonly href: string;
  /** More than none calls for somebody. */
  readonly isTask: boolean;
}

interface Counted {
  readonly totalCount: number;
  readonly totalCountIsExact?: boolean;
}

/** `Friday, November 27` */
function inWords(day: string): string {
  return new Intl.DateTimeFormat(language(), {
    weekday: 'long',
    month: 'long',
    day: 'numeric',
    timeZone: 'UTC',
  }).format(new Date(day));
}

/** The day at a glance. Each figure is a link to the list behind it; what the user may not read is left out. */
export function TodayScreen() {
  const day = daysOf('today').from;
  const dates = instantsOf(daysOf('today'));
  return (
    <div class="today">
      <PageHead title={m.titles.today} badges={<span class="quiet">{inWords(day)}</span>} />
      <Section title={intakeTexts.today.tasks}>
        <ul class="figures">
          {can('READ_ORDER') && (
            <>
              <Count
                path="/v1/orders"
                query={{ ...dates, status: 'needs_attention' }}
                label={intakeTexts.today.attention}
                href="/orders?status=needs_attention"
              />
              <Count
                path="/v1/orders"
                query={{ ...dates, status: 'dispatch_failure' }}
                label={intakeTexts.today.notDispatched}
                href="/orders?status=dispatch_failure"
              />
              <Count
                path="/v1/orders"
                query={{ ...dates, status: 'valid,confirmed', hasRoute: 'no_route' }}
                label={intakeTexts.today.unplanned}
                href="/orders?status=valid,confirmed&hasRoute=no_route"
              />
            </>
          )}
          {can('READ_JOB') && (
            <>
              <Count
                path="/v1/jobs"
                query={{ ...dates, deliveryStatuses: 'not_assigned_driver' }}
                label={intakeTexts.today.unassigned}
                href="/deliveries?deliveryStatuses=not_assigned_driver"
              />
              <Count
                path="/v1/jobs"
                query={{ ...dates, deliveryStatuses: FAILED }}
                label={intakeTexts.today.failed}
                href={`/deliveries?deliveryStatuses=${FAILED}`}
              />
              <Count
                path="/v1/flags"
                query={{ status: 'NEEDS_ATTENTION' }}
                label={intakeTexts.today.flags}
                href="/flags?status=NEEDS_ATTENTION"
              />
            </>
          )}
          {can('execute.view') && <OfRoutes date={day} />}
          {can('READ_REFUND') && <OfRefunds />}
          {can('READ_NOTIFICATION') && (
            <Count
              path="/v1/notifications"
              query={{ status: 'failed' }}
              label={intakeTexts.today.notifications}
              href="/notifications?tab=sent&status=failed"
            />
          )}
          {can('READ_WEBHOOK') && <OfWebhooks after={dates.startDate} />}
        </ul>
      </Section>
      <Section title={intakeTexts.today.day}>
        <ul class="figures">
          {can('READ_ORDER') && (
            <Count path="/v1/orders" query={dates} label={m.orders.title} href="/orders" isTask={false} />
          )}
          {can('READ_JOB') && (
            <>
              <Count
                path="/v1/jobs"
                query={{ ...dates, deliveryStatuses: 'dropoff_complete' }}
                label={intakeTexts.today.delivered}
                href="/deliveries?deliveryStatuses=dropoff_complete"
                isTask={false}
              />
              <Count
                path="/v1/jobs"
                query={dates}
                label={m.deliveries.title}
                href="/deliveries"
                isTask={false}
              />
            </>
          )}
          {can('execute.view') && <Progress date={day} />}
          {can('READ_ROUTE') && (
            <Count
              path="/v1/routes"
              query={{ date: day }}
              label={intakeTexts.today.routes}
              href={`/routes?date=${day}`}
              isTask={false}
            />
          )}
        </ul>
      </Section>
    </div>
  );
}

/** Ends of a delivery that was not one. */
const FAILED = 'failed,returned,expired,canceled_by_provider';

/** The length of a list. */
function Count({
  path,
  query,
  isTask = true,
  ...figure
}: { path: string; query: Query } & Pick<Figure, 'label' | 'href' | 'help'> & { isTask?: boolean }) {
  const { data, error } = useLive<Counted>(path, { ...query, limit: 1 }, EVERY_MS);
  return (
    <FigureLink
      figure={{ ...figure, isTask }}
      value={data?.totalCount}
      isExact={data?.totalCountIsExact !== false}
      problem={data ? undefined : error && problemOf(error)}
    />
  );
}

/** Late routes and exceptions nobody has looked at. */
function OfRoutes({ date }: { date: string }) {
  const { data, error } = useLive<Summary>('/v1/execute/summary', { date }, EVERY_MS);
  const problem = data ? undefined : error && problemOf(error);
  return (
    <>
      <FigureLink
        figure={{ label: intakeTexts.today.late, href: '/execute?view=table&only=late', isTask: true }}
        value={data?.routes.late}
        problem={problem}
      />
      <FigureLink
        figure={{
          label: intakeTexts.today.exceptions,
          href: '/execute?view=table&only=exceptions',
          isTask: true,
        }}
        value={data?.exceptions.needsTriage}
        problem={problem}
      />
    </>
  );
}

/** How far the routes of the day are. */
function Progress({ date }: { date: string }) {
  const { data, error } = useLive<Summary>('/v1/execute/summary', { date }, EVERY_MS);
  const problem = data ? undefined : error && problemOf(error);
  const onTime = data?.onTimeFraction;
  return (
    <>
      <FigureLink
        figure={{
          label: intakeTexts.today.underWay,
          href: '/execute',
          isTask: false,
          ...(data ? { help: planTexts.execute.ofRoutes(data.routes.total) } : {}),
        }}
        value={data?.routes.underWay}
        problem={problem}
      />
      <FigureLink
        figure={{
          label: planTexts.execute.stopsDone,
          href: '/execute?view=table',
          isTask: false,
          ...(data
            ? {
                help: [
                  planTexts.execute.ofStops(data.stops),
                  typeof onTime === 'number' && intakeTexts.today.onTime(Math.round(onTime * 100)),
                ]
                  .filter(Boolean)
                  .join(', '),
              }
            : {}),
        }}
        value={data?.stopsCompleted}
        problem={problem}
      />
    </>
  );
}

/** Refund requests that wait for a review. */
function OfRefunds() {
  const { data, error } = useLive<readonly unknown[]>(
    '/v1/refund-requests',
    { status: 'under_review,needs_attention', limit: REFUNDS },
    EVERY_MS,
  );
  return (
    <FigureLink
      figure={{ label: intakeTexts.today.refunds, href: '/refunds', isTask: true }}
      value={data?.length}
      isExact={(data?.length ?? 0) < REFUNDS}
      problem={data ? undefined : error && problemOf(error)}
    />
  );
}

/** Endpoints that were switched off, and the latest messages of the day that an endpoint did not take. */
function OfWebhooks({ after }: { after: string }) {
  const endpoints = useLive<{ readonly endpoints: readonly { readonly disabledReason: string | null }[] }>(
    '/v1/webhooks/endpoints',
    {},
    EVERY_MS,
  );
  const failed = useLive<{ readonly results: readonly unknown[]; readonly done: boolean }>(
    '/v1/webhooks/messages',
    { after, outcome: 'fail', withContent: false, limit: MESSAGES },
    SELDOM_MS,
  );
  return (
    <>
      <FigureLink
        figure={{ label: intakeTexts.today.endpoints, href: '/webhooks', isTask: true }}
        value={endpoints.data?.endpoints.filter(({ disabledReason }) => disabledReason !== null).length}
        problem={endpoints.data ? undefined : endpoints.error && problemOf(endpoints.error)}
      />
      <FigureLink
        figure={{
          label: intakeTexts.today.webhooks,
          help: intakeTexts.today.latest(MESSAGES),
          href: `/webhooks?tab=messages&outcome=fail`,
          isTask: true,
        }}
        value={failed.data?.results.length}
        isExact={failed.data?.done !== false}
        problem={failed.data ? undefined : failed.error && problemOf(failed.error)}
      />
    </>
  );
}

function FigureLink({
  figure,
  value,
  isExact = true,
  problem,
}: {
  figure: Figure;
  value: number | undefined;
  isExact?: boolean;
  problem: string | undefined;
}) {
  const calls = figure.isTask && (value ?? 0) > 0;
  return (
    <li class={calls ? 'calls' : ''}>
      <a href={`#${figure.href}`}>
        <strong>
          {value === undefined
            ? problem
              ? m.none
              : '…'
            : intakeTexts.today.count(value, isExact || value === 0)}
        </strong>
        <span>{figure.label}</span>
        {calls && <Badge value="needs_attention" text={intakeTexts.today.todo} />}
        {(problem ?? figure.help) && <span class="quiet">{problem ?? figure.help}</span>}
      </a>
    </li>
  );
}
