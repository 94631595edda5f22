/** Allowance of one run, in time or in iterations, and the place where it looks up from its work. */
export interface Budget {
  /** Share of the allowance that is used up; 1 or more, or Infinity after an abort, when the run is over. */
  share(iterations: number): number;
  /** Iterations after which to ask again. */
  readonly stride: number;
  /** A stretch of work after which `breathe` is due: it is over after some milliseconds. */
  slice(): { over(): boolean };
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
  /** Iterations between two looks at the clock. */
  readonly stride: number;
  readonly report: (share: number) => void;
}

/** Longest stretch without a breath, milliseconds: aborts and reports wait no longer. */
const SLICE_MS = 25;

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
    stride: most === undefined ? options.stride : Math.max(1, Math.min(64, Math.floor(most / 50))),
    slice: () => {
      const until = performance.now() + SLICE_MS;
      return { over: () => performance.now() >= until };
    },
    breathe: async (iterations) => {
      report(Math.min(1, share(iterations)));
      await new Promise<void>((resolve) => setImmediate(resolve));
    },
  };
}
