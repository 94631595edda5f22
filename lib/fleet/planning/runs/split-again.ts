import { splitPlan } from '../../../engines/optimization/index.ts';
import { type PreparedRun, wholeProblem } from './prepare-optimization.ts';
import { activityInProgress } from './run-activity.ts';
import { ROUNDS, type RunDeps } from './run-deps.ts';
import { type RunOf, runFiles } from './run-files.ts';
import { solvedRound } from './solved-round.ts';

/**
 * The step after a round: joins its parts and splits the whole again so that areas on both sides of a seam are
 * together.
 */
export async function splitAgain(
  deps: RunDeps,
  { round: done = 0, ...of }: RunOf & { readonly round?: number | undefined },
): Promise<PreparedRun> {
  const files = runFiles(deps.bucket, of);
  const [run, before] = await Promise.all([files.read('problem'), files.read('parts', done)]);
  const round = done + 1;
  const isSplit = round + 1 < ROUNDS.length;
  if (!run || !before || !(await activityInProgress(deps, of))) return { round, parts: [], isSplit };
  const { routes } = await solvedRound(files, done, before.length);
  const plan = routes.map(({ vehicle, visits }) => ({ vehicle, jobs: visits.map(({ job }) => job) }));
  const parts = splitPlan(await wholeProblem(run), plan, before.length, before);
  await files.write('parts', parts, round);
  return { round, parts: parts.map((_, index) => index), isSplit };
}
