import { useCallback, useEffect, useRef, useState } from 'preact/hooks';
import { type DriverDeps, note, UNDO_MS, undo, type View, viewOf } from './engine/driver.ts';
import { isAtWork } from './engine/shifts.ts';
import type { SyncOutcome } from './engine/sync.ts';
import { toursOf } from './engine/visits.ts';
import { m } from './messages/index.ts';
import { followPosition } from './phone/positions.ts';
import { keepPush } from './phone/push.ts';
import { type Runner, startRunner } from './phone/runner.ts';
import type { Act } from './screens/act.ts';
import { MessagesScreen } from './screens/messages.tsx';
import type { NavigatorName } from './screens/navigation.ts';
import { RefusedScreen } from './screens/refused.tsx';
import { SettingsScreen } from './screens/settings.tsx';
import { SignInScreen } from './screens/sign-in.tsx';
import { StateBar } from './screens/state-bar.tsx';
import { TodayScreen } from './screens/today.tsx';
import { UpdateNotice } from './screens/update-notice.tsx';
import { VisitScreen } from './screens/visit.tsx';

/** What the driver looks at. */
type Place =
  | { readonly is: 'today' }
  | { readonly is: 'visit'; readonly tourId: string; readonly visitId: string }
  | { readonly is: 'messages'; readonly deliveryId?: string }
  | { readonly is: 'refused' }
  | { readonly is: 'settings' };

interface Done {
  readonly words: string;
  readonly canUndo: boolean;
}

export function App({ deps, code }: { readonly deps: DriverDeps; readonly code: string | null }) {
  const [view, setView] = useState<View | 'nobody' | 'loading'>('loading');
  const [place, setPlace] = useState<Place>({ is: 'today' });
  const [outcome, setOutcome] = useState<SyncOutcome>('done');
  const [done, setDone] = useState<Done>();
  const [sharing, setSharing] = useState(false);
  const [here, setHere] = useState<{ readonly lat: number; readonly lng: number }>();
  const [navigatorName, setNavigator] = useState<NavigatorName>('phone');
  const runner = useRef<Runner>(undefined);
  const refresh = useCallback(async () => setView((await viewOf(deps.store)) ?? 'nobody'), [deps]);

  useEffect(() => {
    runner.current = startRunner(deps, (ended) => {
      setOutcome(ended);
      void refresh();
    });
    void deps.store.recall('sharesPosition').then((shares) => setSharing(shares === true));
    void deps.store.recall('navigator').then((by) => setNavigator(by ?? 'phone'));
    void refresh().then(() => runner.current?.run());
    void keepPush(deps);
    return () => runner.current?.end();
  }, [deps, refresh]);

  const isOnDuty = view !== 'loading' && view !== 'nobody' && view.work !== undefined && isAtWork(view.work);
  const isFollowed = sharing && isOnDuty;
  useEffect(() => {
    if (!isFollowed || !navigator.geolocation) return undefined;
    const end = followPosition(deps.store, deps.newId, setHere);
    return () => {
      end();
      setHere(undefined);
    };
  }, [isFollowed, deps]);

  useEffect(() => {
    if (!done) return undefined;
    const timer = setTimeout(() => setDone(undefined), UNDO_MS);
    return () => clearTimeout(timer);
  }, [done]);

  // The phone's own way back leads to the list.
  useEffect(() => {
    const back = () => setPlace({ is: 'today' });
    addEventListener('popstate', back);
    return () => removeEventListener('popstate', back);
  }, []);
  const go = (to: Place) => {
    if (to.is === 'today') return place.is === 'today' ? undefined : history.back();
    if (place.is === 'today') history.pushState(null, '');
    setPlace(to);
    scrollTo(0, 0);
  };

  const act: Act = async (reports, words, { files = [], isFinal = false, isSilent = false } = {}) => {
    try {
      await note(deps, reports, {
        files,
        heldMs: isFinal ? 0 : UNDO_MS,
        here: here && { latitude: here.lat, longitude: here.lng },
      });
      if (!isSilent) setDone({ words, canUndo: !isFinal });
    } catch {
      // Nothing is noted when the phone's memory is full.
      setDone({ words: m.proofs.full, canUndo: false });
    }
    await refresh();
    if (isFinal) void runner.current?.run();
    else runner.current?.runAfterUndo();
  };

  if (view === 'loading') return <main class="page">{m.loading}</main>;
  if (view === 'nobody' || outcome === 'signedOut' || outcome === 'refused' || code !== null) {
    return (
      <SignInScreen
        deps={deps}
        code={code}
        problem={
          view !== 'nobody' && outcome === 'signedOut'
            ? m.signIn.over
            : outcome === 'refused'
              ? m.signIn.refused
              : undefined
        }
        signedIn={() => location.replace(location.pathname)}
      />
    );
  }
  const tours = view.work ? toursOf(view.work) : [];
  const tour = place.is === 'visit' ? tours.find(({ id }) => id === place.tourId) : undefined;
  const visit = place.is === 'visit' ? tour?.visits.find(({ id }) => id === place.visitId) : undefined;
  return (
    <>
      <StateBar
        view={view}
        outcome={outcome}
        sharing={isFollowed}
        openMessages={() => go({ is: 'messages' })}
        openRefused={() => go({ is: 'refused' })}
        openSettings={() => go({ is: 'settings' })}
      />
      {view.work?.app.isUpdateRequired ? (
        <UpdateNotice isRequired />
      ) : (
        view.work?.app.isUpdateRecommended && <UpdateNotice isRequired={false} />
      )}
      {place.is === 'messages' && view.work ? (
        <MessagesScreen
          work={view.work}
          deliveryId={place.deliveryId}
          act={act}
          back={() => go({ is: 'today' })}
        />
      ) : place.is === 'refused' ? (
        <RefusedScreen
          deps={deps}
          refused={view.refused}
          changed={refresh}
          back={() => go({ is: 'today' })}
        />
      ) : place.is === 'settings' ? (
        <SettingsScreen
          deps={deps}
          unsent={view.waiting.length}
          sharing={sharing}
          share={setSharing}
          navigator={navigatorName}
          navigate={setNavigator}
          back={() => go({ is: 'today' })}
        />
      ) : tour && visit ? (
        <VisitScreen
          key={visit.id}
          tour={tour}
          visit={visit}
          navigator={navigatorName}
          minimumAge={view.work?.allowed.minimumAge ?? 21}
          forms={view.work?.forms ?? []}
          filledForms={view.filledForms}
          act={act}
          newId={deps.newId}
          write={(deliveryId) => go({ is: 'messages', deliveryId })}
          back={() => go({ is: 'today' })}
        />
      ) : (
        <TodayScreen
          deps={deps}
          work={view.work}
          tours={tours}
          here={here}
          act={act}
          open={(tourId, visitId) => go({ is: 'visit', tourId, visitId })}
        />
      )}
      {done && (
        <div class="toast" role="status">
          <span>{done.words}</span>
          {done.canUndo && (
            <button
              type="button"
              onClick={async () => {
                await undo(deps);
                setDone(undefined);
                await refresh();
              }}
            >
              {m.visit.undo}
            </button>
          )}
        </div>
      )}
    </>
  );
}
