import type { ProblemInput, Solution } from '../../../engines/optimization/index.ts';

/** What a solver's thread is started with. */
export interface SolverTask {
  readonly input: ProblemInput;
  readonly seed: number;
  readonly timeLimitMs: number;
}

/** What it says in the end. */
export type SolverAnswer = { readonly solution: Solution } | { readonly failure: string };
