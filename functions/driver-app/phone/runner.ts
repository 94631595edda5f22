import { type DriverDeps, UNDO_MS } from '../engine/driver.ts';
import type { Platform } from '../engine/server.ts';
import { type SyncOutcome, synchronize } from '../engine/sync.ts';

/** How often the work is read while the app is on the screen. Milliseconds. */
const EVERY_MS = 30_000;

/** Version of the app, for the dispatcher's list of phones. */
export const APP_VERSION = '1.0.0';

/** The kind of phone that a browser names. */
export function platformOf(userAgent: string): Platform {
  if (/iPhone|iPad/.test(userAgent)) return 'ios';
  return /Android/.test(userAgent) ? 'android' : 'other';
}

interface BatteryStatus {
  readonly level: number;
}

/** Synchronizes when there is a reason to, and never twice at a time. */
export interface Runner {
  /** Now, if a network is there. */
  run(): Promise<void>;
  /** Once what was just done can no longer be undone. */
  runAfterUndo(): void;
  end(): void;
}

/** Starts it. `ended` hears how each synchronization ended. */
export function startRunner(deps: DriverDeps, ended: (outcome: SyncOutcome) => void): Runner {
  let isQueued = false;
  const run = async (sendsHeld = false) => {
    if (isQueued) return;
    isQueued = true;
    // Another tab, or this one, may be at it: what was noted since then is sent when it has ended.
    await navigator.locks.request('driver-sync', async () => {
      isQueued = false;
      const outcome = await synchronize({
        ...deps,
        platform: platformOf(navigator.userAgent),
        appVersion: APP_VERSION,
        battery,
        sendsHeld,
      }).catch((): SyncOutcome => 'later');
      ended(outcome);
    });
  };
  const isShown = () => document.visibilityState === 'visible';
  const runOnline = () => void run();
  const runIfShown = () => {
    if (isShown()) void run();
  };
  // A phone that goes into a pocket may sleep for an hour: nobody undoes anything, so everything is sent now.
  const whenShownOrHidden = () => void run(!isShown());
  const timer = setInterval(runIfShown, EVERY_MS);
  addEventListener('online', runOnline);
  // A push message has arrived.
  navigator.serviceWorker?.addEventListener('message', runOnline);
  document.addEventListener('visibilitychange', whenShownOrHidden);
  return {
    run: () => run(),
    runAfterUndo: () => void setTimeout(runOnline, UNDO_MS + 100),
    end() {
      clearInterval(timer);
      removeEventListener('online', runOnline);
      navigator.serviceWorker?.removeEventListener('message', runOnline);
      document.removeEventListener('visibilitychange', whenShownOrHidden);
    },
  };
}

async function battery(): Promise<number | null> {
  const { getBattery } = navigator as { getBattery?: () => Promise<BatteryStatus> };
  if (!getBattery) return null;
  try {
    return (await getBattery.call(navigator)).level;
  } catch {
    return null;
  }
}
