import { useEffect, useState } from 'preact/hooks';
import { change } from '../kit/api.ts';
import { refreshAll, useLive } from '../kit/live.ts';
import { routeTitle } from '../kit/route-name.ts';
import type { Route } from '../kit/types.ts';
import { ActionButton, Badge, Button, Dialog, problemOf, toast } from '../kit/ui.tsx';
import { m } from '../messages.ts';
import { planTexts } from '../texts/texts.ts';
import type { Failed } from './failure.tsx';
import { DispatchFailure } from './late-failures.ts';
import { calculateTimes } from './plan-times.tsx';

/** What the API says about each route: dispatched, refused, or left to an activity. */
interface Dispatched {
  readonly results: readonly {
    readonly routeId: string;
    readonly success: boolean;
    readonly isPending: boolean;
    readonly errorCode: string | null;
    readonly errorMessage: string | null;
  }[];
  readonly activityId: string | null;
}

/** The activity that dispatches the remaining routes. */
interface Activity {
  readonly status: string;
  readonly error: Failed | null;
  readonly result: {
    readonly results?: readonly {
      readonly routeId: string;
      readonly outcome: 'done' | 'skipped' | 'failed';
      readonly errorCode: string | null;
      readonly message: string | null;
    }[];
  } | null;
}

/** How the dispatch of a route went. */
type Outcome =
  | { readonly is: 'waiting' | 'sending' | 'done' }
  | { readonly is: 'failed'; readonly reason: Failed };

const ENDED = new Set(['SUCCESS', 'FAILED', 'CANCELLED', 'SKIPPED']);

const send = (routes: readonly Pick<Route, 'id'>[]) =>
  change<Dispatched>('POST', '/v1/routes/dispatch', { routeIds: routes.map(({ id }) => id) });

/** What a planner should know before a route is dispatched. */
function doubtsAbout({ courier, providerName, timesOutOfDate }: Route): readonly string[] {
  return [
    ...(courier || providerName ? [] : [planTexts.routes.doubts.noDriver]),
    ...(timesOutOfDate ? [planTexts.routes.doubts.oldTimes] : []),
  ];
}

/** Dispatches one route from the board. A route without a driver or with outdated times asks before. */
export function DispatchButton({ route }: { route: Route }) {
  const [busy, setBusy] = useState(false);
  const [asking, setAsking] = useState(false);
  const doubts = doubtsAbout(route);
  const run = async () => {
    setAsking(false);
    setBusy(true);
    try {
      const { results } = await send([route]);
      toast(results[0]?.isPending ? planTexts.routes.dispatchBegun : planTexts.routes.dispatched);
    } catch (error) {
      toast(planTexts.routes.notDispatched(problemOf(error)), 'bad');
    }
    refreshAll();
    setBusy(false);
  };
  return (
    <>
      <Button
        kind="primary"
        busy={busy}
        disabled={route.stops.length === 0}
        onClick={() => (doubts.length > 0 ? setAsking(true) : void run())}
      >
        {m.orders.dispatch}
      </Button>
      {asking && (
        <Dialog title={planTexts.routes.dispatchOne(routeTitle(route))} onClose={() => setAsking(false)}>
          <ul class="bullets">
            {doubts.map((doubt) => (
              <li key={doubt}>{doubt}</li>
            ))}
          </ul>
          <div class="actions end">
            <Button onClick={() => setAsking(false)}>{m.actions.cancel}</Button>
            {route.timesOutOfDate && (
              <ActionButton run={() => calculateTimes([route])} done={planTexts.routes.calculated}>
                {planTexts.routes.calculate}
              </ActionButton>
            )}
            <Button kind="primary" onClick={() => void run()}>
              {planTexts.routes.dispatchAnyway}
            </Button>
          </div>
        </Dialog>
      )}
    </>
  );
}

/**
 * Dispatches all these routes and shows the result of each. It continues when it is closed, because the API does the
 * work.
 */
export function DispatchRoutes({ routes, onClose }: { routes: readonly Route[]; onClose: () => void }) {
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState('');
  const [reply, setReply] = useState<Dispatched>();
  const doubtful = routes.filter((route) => doubtsAbout(route).length > 0).length;
  const old = routes.filter(({ timesOutOfDate }) => timesOutOfDate);
  const activityId = reply?.activityId ?? null;
  const { data: activity } = useLive<Activity>(activityId && `/v1/activities/${activityId}`, {}, 1_000);
  const isOver = reply !== undefined && (activityId === null || ENDED.has(activity?.status ?? ''));
  useEffect(refreshAll, [isOver]);
  const outcomes = routes.map((route) => ({
    route,
    outcome: reply === undefined ? waiting : outcomeOf(route, reply, activity),
  }));
  const count = (is: Outcome['is']) => outcomes.filter(({ outcome }) => outcome.is === is).length;
  const run = async () => {
    setBusy(true);
    setProblem('');
    try {
      setReply(await send(routes));
    } catch (error) {
      setProblem(problemOf(error));
    }
    refreshAll();
    setBusy(false);
  };
  return (
    <Dialog title={planTexts.routes.dispatchTitle(routes.length)} onClose={onClose}>
      <p role="status">
        {reply === undefined
          ? planTexts.routes.dispatchQuestion
          : planTexts.routes.dispatchProgress(count('done'), routes.length, count('failed'))}
      </p>
      {reply === undefined && doubtful > 0 && <p class="notice">{planTexts.routes.doubtful(doubtful)}</p>}
      {problem && (
        <p class="problem" role="alert">
          {problem}
        </p>
      )}
      <progress
        max={routes.length}
        value={count('done') + count('failed')}
        aria-label={planTexts.routes.dispatchTitle(routes.length)}
      />
      <ul class="rows outcomes">
        {outcomes.map(({ route, outcome }) => (
          <li key={route.id}>
            <Badge value={outcome.is} tone={TONES[outcome.is]} text={planTexts.routes.outcomes[outcome.is]} />
            <span>
              {routeTitle(route)}
              {reply === undefined &&
                doubtsAbout(route).map((doubt) => (
                  <span key={doubt} class="problem block">
                    {doubt}
                  </span>
                ))}
              {outcome.is === 'failed' && (
                <div class="problem">
                  <DispatchFailure {...outcome.reason} />
                </div>
              )}
            </span>
          </li>
        ))}
      </ul>
      <div class="actions end">
        {reply !== undefined && !isOver && <span class="quiet">{planTexts.routes.dispatchGoesOn}</span>}
        <Button onClick={onClose}>{reply === undefined ? m.actions.cancel : m.actions.close}</Button>
        {reply === undefined && old.length > 0 && (
          <ActionButton run={() => calculateTimes(old)} done={planTexts.routes.calculated}>
            {planTexts.routes.recalculate(old.length)}
          </ActionButton>
        )}
        {reply === undefined && (
          <Button kind="primary" busy={busy} onClick={() => void run()}>
            {m.orders.dispatch}
          </Button>
        )}
      </div>
    </Dialog>
  );
}

const waiting = { is: 'waiting' } as const;
const TONES = { waiting: 'muted', sending: 'busy', done: 'good', failed: 'bad' } as const;

const failed = (code: string | null, message: string | null): Outcome => ({
  is: 'failed',
  reason: { code, message: message ?? m.errors.failed },
});

/** The result for a route: by the request's reply, then by the route itself and by the activity's result. */
function outcomeOf(
  { id, isDispatched }: Route,
  { results }: Dispatched,
  activity: Activity | undefined,
): Outcome {
  const own = results.find(({ routeId }) => routeId === id);
  if (own && !own.isPending) {
    return own.success ? { is: 'done' } : failed(own.errorCode, own.errorMessage);
  }
  if (isDispatched) return { is: 'done' };
  const later = activity?.result?.results?.find(({ routeId }) => routeId === id);
  if (later) {
    return later.outcome === 'failed' ? failed(later.errorCode, later.message) : { is: 'done' };
  }
  if (activity?.error) return { is: 'failed', reason: activity.error };
  return { is: 'sending' };
}
