/** Allowance of one run, in time or in iterations. It also says when to pause. */
export interface Budget {
  /** Used share of the allowance: 1 or more at the end of the run, Infinity after an abort. */
  share(iterations: number): number;
  /** Iterations after which to ask again. */
  readonly stride: number;
  /** Whether the time is used up except for its reserve. Iterations and aborts do not count. */
  late(): boolean;
  /** Whether the time is over or the run was aborted. */
  over(): boolean;
  /** Whether there is time to finish well: the time is not over, and the run was not aborted some time ago. */
  mayLinger(): boolean;
  /** Milliseconds since the start. */
  elapsedMs(): number;
  /** Sets the milliseconds reserved for later work. */
  keepBack(milliseconds: number): void;
  /** Some milliseconds of work, after which a pause is due. */
  slice(): { over(): boolean };
  /** Lets other work of the process run, which may abort this run. */
  pause(): Promise<void>;
  /** Reports progress and pauses. */
  breathe(iterations: number): Promise<void>;
}

/** How long the search may run, and who receives its progress. */
export interface BudgetOptions {
  readonly timeLimitMs: number | undefined;
  readonly iterations: number | undefined;
  /** Milliseconds from any origin. */
  readonly now: () => number;
  readonly startedAt: number;
  readonly signal: AbortSignal | undefined;
  /** Iterations between two looks at the clock. */
  readonly stride: number;
  readonly report: ((share: number) => void) | undefined;
}

/** Longest stretch without a pause, milliseconds: aborts and reports wait no longer. */
const SLICE_MS = 25;
/** Milliseconds after an abort in which the run may still finish well. */
const AFTER_ABORT_MS = 100;

/**
 * A budget of `iterations` where they are given, otherwise of `timeLimitMs`; with both, the one that ends first counts.
 */
export function createBudget(options: BudgetOptions): Budget {
  const { timeLimitMs = Infinity, iterations: most, now, startedAt, signal, report } = options;
  let keptBackMs = 0;
  let abortedAt: number | undefined;
  const share = (iterations: number): number => {
    if (signal?.aborted) return Infinity;
    const allowedMs = timeLimitMs - keptBackMs;
    const ofTime = timeLimitMs === Infinity ? 0 : allowedMs <= 0 ? Infinity : elapsedMs() / allowedMs;
    const ofIterations = most === undefined ? 0 : most === 0 ? Infinity : iterations / most;
    return Math.max(ofTime, ofIterations);
  };
  const elapsedMs = (): number => now() - startedAt;
  const late = (): boolean => timeLimitMs < Infinity && elapsedMs() >= timeLimitMs - keptBackMs;
  const pause = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
  return {
    share,
    stride: most === undefined ? options.stride : Math.max(1, Math.min(64, Math.floor(most / 50))),
    late,
    over: () => signal?.aborted === true || late(),
    mayLinger: () => {
      if (signal?.aborted !== true) return !late();
      abortedAt ??= elapsedMs();
      return !late() && elapsedMs() < abortedAt + AFTER_ABORT_MS;
    },
    elapsedMs,
    keepBack: (milliseconds) => {
      keptBackMs = milliseconds;
    },
    slice: () => {
      const until = performance.now() + SLICE_MS;
      return { over: () => performance.now() >= until };
    },
    pause,
    breathe: (iterations) => {
      report?.(Math.min(1, share(iterations)));
      return pause();
    },
  };
}
