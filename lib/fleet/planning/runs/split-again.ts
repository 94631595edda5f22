import { splitPlan } from '../../../engines/optimization/index.ts';
import { type PreparedRun, wholeProblem } from './prepare-optimization.ts';
import { activityInProgress } from './run-activity.ts';
import type { RunDeps } from './run-deps.ts';
import { type RunOf, runFiles } from './run-files.ts';
import { solvedRound } from './solved-round.ts';

/**
 * The step between two rounds: joins the parts and splits the whole again so that areas on both sides of a seam are
 * together.
 */
export async function splitAgain(deps: RunDeps, of: RunOf): Promise<PreparedRun> {
  const files = runFiles(deps.bucket, of);
  const [run, before] = await Promise.all([files.read('problem'), files.read('parts', 0)]);
  if (!run || !before || !(await activityInProgress(deps, of))) return { parts: [], isSplit: true };
  const { routes } = await solvedRound(files, 0, before.length);
  const plan = routes.map(({ vehicle, visits }) => ({ vehicle, jobs: visits.map(({ job }) => job) }));
  const parts = splitPlan(await wholeProblem(run), plan, before.length, before);
  await files.write('parts', parts, 1);
  return { parts: parts.map((_, index) => index), isSplit: true };
}
