import type { InitialRouteInput, Progress } from '../../../engines/optimization/index.ts';
import { type Activity, activityProgressEntity, progressOfPart } from '../../../platform/activities/index.ts';
import type { CoreDeps } from '../../../platform/runtime/index.ts';
import { activityInProgress } from './run-activity.ts';
import type { RunOf } from './run-files.ts';

/** Interval of progress writes, and of checks for a cancellation. Milliseconds. */
const PROGRESS_MS = 2_000;

/** Maximum search time that is lost with a function that dies. Milliseconds. */
const PLAN_MS = 10_000;

/** A step of a run in the progress. */
export interface WatchedStep {
  readonly round: number;
  readonly part: number;
  readonly parts: number;
  /** Share of the whole run that is done at the start and at the end of the step. */
  readonly from: number;
  readonly to: number;
}

/** Writes from time to time how far a search has come and its best plan, and aborts it when the activity has ended. */
export function watchSearch(
  deps: Pick<CoreDeps, 'table' | 'clock' | 'log'>,
  of: RunOf,
  activity: Activity,
  step: WatchedStep,
  keep: (routes: readonly InitialRouteInput[], elapsedMs: number) => Promise<void>,
  now: () => number = () => performance.now(),
) {
  const abort = new AbortController();
  const beganAt = now();
  let toldAt = beganAt;
  let keptAt = beganAt;
  let busy: Promise<void> | undefined;
  const { round, part, parts, from, to } = step;
  const tell = async (progress: Omit<Progress, 'plan'>) => {
    const stored = await deps.table.get(activityProgressEntity, { ...of, round, part });
    const figures = {
      seconds: Math.max(
        0,
        Math.round((deps.clock.now() - Date.parse(activity.startedAt ?? activity.createdAt)) / 1000),
      ),
      iterations: progress.iterations,
      costCents: Math.round(progress.cost),
      routes: progress.vehicles,
      unassigned: progress.unassigned,
      fraction: from + (to - from) * Math.min(1, progress.share),
    };
    // Another function that runs the same step may have written meanwhile; the next figures will do.
    await deps.table.write([progressOfPart(stored, activity, { round, part, parts }, figures)]);
  };
  const onProgress = (progress: Progress) => {
    const at = now();
    if (busy || at - toldAt < PROGRESS_MS) return;
    toldAt = at;
    const routes = at - keptAt >= PLAN_MS ? progress.plan() : undefined;
    if (routes) keptAt = at;
    busy = (async () => {
      try {
        if (!(await activityInProgress(deps, of))) abort.abort();
        else {
          await tell(progress);
          if (routes) await keep(routes, at - beganAt);
        }
      } catch (error) {
        // A search is worth more than its figures. They are written again soon, and a lasting outage shows when the
        // search ends.
        deps.log.warn('planning.progress-not-written', 'The progress of a search could not be written.', {
          ...of,
          reason: error instanceof Error ? error.message : String(error),
        });
      } finally {
        busy = undefined;
      }
    })();
  };
  return {
    signal: abort.signal,
    onProgress,
    /** Waits for the current write; false when the activity has ended. */
    async ended(last: Omit<Progress, 'plan' | 'share'>): Promise<boolean> {
      await busy;
      if (abort.signal.aborted || !(await activityInProgress(deps, of))) return false;
      await tell({ ...last, share: 1 });
      return true;
    },
  };
}
