/** Allowance of one run, in time or in iterations, and the place where it looks up from its work. */
export interface Budget {
  /** Share of the allowance that is used up; 1 or more, or Infinity after an abort, when the run is over. */
  share(iterations: number): number;
  /** Iterations after which to ask again. */
  readonly stride: number;
  /** Lets other work of the process run, reports progress and notices an abort. */
  breathe(iterations: number): Promise<void>;
}

/** How long the search may run and who is told. */
export interface BudgetOptions {
  readonly timeLimitMs: number | undefined;
  readonly iterations: number | undefined;
  /** Milliseconds from any origin. */
  readonly now: () => number;
  readonly startedAt: number;
  readonly signal: AbortSignal | undefined;
  /** Milliseconds kept back for what follows the search. */
  readonly reserveMs: number;
  readonly report: (share: number) => void;
}

/** A budget of `iterations` where they are given, of `timeLimitMs` otherwise; whichever ends first of both. */
export function createBudget(options: BudgetOptions): Budget {
  const { timeLimitMs, iterations: most, now, startedAt, signal, report } = options;
  const allowedMs = timeLimitMs === undefined ? Infinity : Math.max(0, timeLimitMs - options.reserveMs);
  const share = (iterations: number): number => {
    if (signal?.aborted) return Infinity;
    const ofTime =
      timeLimitMs === undefined ? 0 : allowedMs === 0 ? Infinity : (now() - startedAt) / allowedMs;
    const ofIterations = most === undefined ? 0 : most === 0 ? Infinity : iterations / most;
    return Math.max(ofTime, ofIterations);
  };
  return {
    share,
    stride: most === undefined ? 16 : Math.max(1, Math.min(64, Math.floor(most / 50))),
    breathe: async (iterations) => {
      report(Math.min(1, share(iterations)));
      await new Promise<void>((resolve) => setImmediate(resolve));
    },
  };
}
