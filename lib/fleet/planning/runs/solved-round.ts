import type { SolvedRun } from '../plan-result.ts';
import type { RunFiles } from './run-files.ts';

/** The joined solutions of a round's parts. */
export async function solvedRound(
  files: RunFiles,
  round: number,
  parts: number,
): Promise<SolvedRun & { readonly iterations: number }> {
  const solved = await Promise.all(
    Array.from({ length: parts }, (_, part) => files.read('solution', round, part)),
  );
  const missing = solved.indexOf(undefined);
  if (missing >= 0) throw new Error(`Part ${missing} of round ${round} has no solution.`);
  const all = solved.flatMap((one) => (one ? [one] : []));
  return {
    routes: all.flatMap(({ routes }) => routes),
    unassigned: all.flatMap(({ unassigned }) => unassigned),
    cost: all.reduce((sum, { cost }) => sum + cost, 0),
    iterations: all.reduce((sum, { iterations }) => sum + iterations, 0),
  };
}
