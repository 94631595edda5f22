import { useState } from 'preact/hooks';
import { change } from '../kit/api.ts';
import { Form } from '../kit/form.tsx';
import { dateTime, money, words } from '../kit/format.ts';
import { useLive } from '../kit/live.ts';
import { can, organizationOf } from '../kit/me.ts';
import { go } from '../kit/router.ts';
import {
  ActionButton,
  Badge,
  Button,
  Dialog,
  EmptyState,
  ErrorState,
  Facts,
  PageHead,
  Section,
  Skeleton,
} from '../kit/ui.tsx';
import { m } from '../messages.ts';

interface Activity {
  readonly id: string;
  readonly status: string;
  readonly createdAt: string;
  readonly completedAt: string | null;
  readonly progress: Readonly<Record<string, unknown>> | null;
  readonly result: Readonly<Record<string, unknown>> | null;
  readonly error: { readonly message: string } | null;
}

const RUNS = 'console.optimizations';

/** Runs that this browser keeps, the latest first. */
const KEPT_RUNS = 30;

function readRuns(): readonly string[] {
  try {
    return JSON.parse(localStorage.getItem(`${RUNS}.${organizationOf()?.id ?? ''}`) ?? '[]');
  } catch {
    return [];
  }
}

/** Remembers a run, so that it is found again. */
function keepRun(id: string): void {
  const runs = [id, ...readRuns().filter((known) => known !== id)].slice(0, KEPT_RUNS);
  localStorage.setItem(`${RUNS}.${organizationOf()?.id ?? ''}`, JSON.stringify(runs));
}

/** Optimization runs: start one and watch it. */
export function OptimizationScreen() {
  const strategies = useLive<{ readonly optimizationStrategies: readonly { id: string; label: string }[] }>(
    '/v1/optimization-strategies',
    {},
    15_000,
  );
  const [starting, setStarting] = useState(false);
  const runs = readRuns();
  return (
    <div>
      <PageHead
        title={m.optimization.title}
        actions={
          can('WRITE_OPTIMIZATION') && (
            <Button kind="primary" icon="play" onClick={() => setStarting(true)}>
              {m.optimization.start}
            </Button>
          )
        }
      />
      {runs.length === 0 ? (
        <EmptyState icon="optimize" title={m.optimization.empty} text={m.optimization.emptyText} />
      ) : (
        runs.map((id) => <RunCard key={id} id={id} />)
      )}
      {starting && (
        <Dialog title={m.optimization.start} wide onClose={() => setStarting(false)}>
          <Form
            fields={[
              { name: 'pickupTimeFrom', label: m.optimization.from, kind: 'datetime', help: m.form.instant },
              { name: 'pickupTimeTo', label: m.optimization.to, kind: 'datetime' },
              {
                name: 'optimizationStrategyId',
                label: m.optimization.strategy,
                kind: 'choice',
                options: (strategies.data?.optimizationStrategies ?? []).map(
                  ({ id, label }) => [id, label] as const,
                ),
              },
              {
                name: 'orderIds',
                label: m.optimization.orders,
                kind: 'list',
                help: m.optimization.ordersHelp,
                wide: true,
              },
              { name: 'save', label: m.optimization.save, kind: 'flag' },
            ]}
            initial={{
              pickupTimeFrom: new Date(Date.now() - 3_600_000).toISOString().slice(0, 16),
              pickupTimeTo: new Date(Date.now() + 12 * 3_600_000).toISOString().slice(0, 16),
              save: true,
            }}
            submitLabel={m.optimization.start}
            onCancel={() => setStarting(false)}
            onSubmit={async ({ orderIds, pickupTimeFrom, pickupTimeTo, ...rest }) => {
              const ids = Array.isArray(orderIds) && orderIds.length > 0 ? orderIds : undefined;
              const given = Object.fromEntries(
                Object.entries(rest).filter(([, value]) => value !== null && value !== undefined),
              );
              const { id } = await change<{ id: string }>('POST', '/v1/activities/optimization', {
                ...given,
                ...(ids
                  ? { orderIds: ids }
                  : { pickupTimeFrom: instant(pickupTimeFrom), pickupTimeTo: instant(pickupTimeTo) }),
              });
              keepRun(id);
              setStarting(false);
              go(`/optimization/${id}`);
            }}
          />
        </Dialog>
      )}
    </div>
  );
}

function instant(value: unknown): string {
  const text = String(value ?? '');
  return text.length === 16 ? `${text}:00Z` : `${text}Z`;
}

function RunCard({ id }: { id: string }) {
  const run = useLive<Activity>(`/v1/activities/${id}`, {}, 5_000);
  if (!run.data) return run.error ? null : <Skeleton lines={2} />;
  return (
    <section class="card run">
      <a href={`#/optimization/${id}`}>{dateTime(run.data.createdAt)}</a> <Badge value={run.data.status} />
      <Progress activity={run.data} />
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
  const routes = Array.isArray(data.result?.routes) ? data.result.routes : [];
  return (
    <div class="detail">
      <PageHead
        back={['/optimization', m.optimization.title]}
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
                run={() => change('POST', `/v1/activities/${id}/save-routes`)}
                done={m.optimization.saved}
              >
                {m.optimization.saveRoutes}
              </ActionButton>
            )}
            {data.status === 'SUCCESS' && (
              <a class="button" href="#/routes">
                {m.optimization.toBoard}
              </a>
            )}
          </>
        }
      />
      {data.error && <div class="notice bad">{data.error.message}</div>}
      <Section title={m.optimization.progress}>
        <Progress activity={data} />
        <Facts
          facts={[
            [m.optimization.iterations, shown(data.progress?.iterations)],
            [
              m.optimization.cost,
              typeof data.progress?.costCents === 'number' ? money(data.progress.costCents) : undefined,
            ],
            [m.routes.title, shown(data.progress?.routes)],
            [m.optimization.unassigned, shown(data.progress?.unassigned)],
            [m.optimization.ended, dateTime(data.completedAt)],
          ]}
        />
      </Section>
      {data.result && (
        <Section title={m.optimization.result}>
          <ul class="rows">
            {routes.map(
              (route: { id?: string; name?: string; stops?: readonly unknown[] }, index: number) => (
                <li key={route.id ?? index}>
                  {route.id ? (
                    <a href={`#/routes/${route.id}`}>{route.name ?? route.id}</a>
                  ) : (
                    <span>{route.name ?? index + 1}</span>
                  )}
                  <span class="quiet">{m.routes.stopCount(route.stops?.length ?? 0)}</span>
                </li>
              ),
            )}
          </ul>
          <details>
            <summary>{m.optimization.details}</summary>
            <pre>{JSON.stringify(data.result, null, 2).slice(0, 20_000)}</pre>
          </details>
        </Section>
      )}
    </div>
  );
}

function shown(value: unknown): string {
  return value === undefined || value === null
    ? ''
    : typeof value === 'object'
      ? JSON.stringify(value)
      : words(String(value));
}

function Progress({ activity }: { activity: Activity }) {
  const fraction = activity.status === 'SUCCESS' ? 1 : Number(activity.progress?.fraction ?? 0);
  return <progress max={1} value={fraction} aria-label={m.optimization.progress} />;
}
