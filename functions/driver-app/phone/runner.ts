import { type DriverDeps, UNDO_MS } from '../engine/driver.ts';
import { type SyncOutcome, synchronize } from '../engine/sync.ts';

/** How often the work is read while the app is on the screen. Milliseconds. */
const EVERY_MS = 30_000;

/** Version of the app, for the dispatcher's list of phones. */
export const APP_VERSION = '1.0.0';

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
  const run = async () => {
    // Another tab, or this one, may be at it: then it sends what was just noted as well.
    await navigator.locks.request('driver-sync', async () => {
      const outcome = await synchronize({ ...deps, appVersion: APP_VERSION, battery }).catch(
        (): SyncOutcome => 'later',
      );
      ended(outcome);
    });
  };
  const runIfShown = () => {
    if (document.visibilityState === 'visible') void run();
  };
  const timer = setInterval(runIfShown, EVERY_MS);
  addEventListener('online', run);
  document.addEventListener('visibilitychange', runIfShown);
  return {
    run,
    runAfterUndo: () => void setTimeout(run, UNDO_MS + 100),
    end() {
      clearInterval(timer);
      removeEventListener('online', run);
      document.removeEventListener('visibilitychange', runIfShown);
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
