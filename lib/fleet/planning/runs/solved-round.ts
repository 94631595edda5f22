import type { RunFiles, Solved } from './run-files.ts';

/** The joined solutions of a round's parts. */
export async function solvedRound(files: RunFiles, round: number, parts: number): Promise<Solved> {
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
    before: all.flatMap(({ before }) => before),
    iterations: all.reduce((sum, { iterations }) => sum + iterations, 0),
  };
}
