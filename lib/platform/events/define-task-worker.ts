import type * as z from 'zod';
import type { FunctionSettings } from './define-queue-worker.ts';

/** A number in a line that a worker logs, and the value above which something has to be done. */
export interface Watched {
  /** Code of the log line. */
  readonly code: string;
  readonly field: string;
  readonly atMost: number;
  /** What will happen to whom. */
  readonly impact: string;
}

/** A function that a state machine or a schedule invokes with one input and whose result it reads. */
export interface TaskWorker<Input = unknown, Deps = unknown> extends FunctionSettings {
  readonly kind: 'task';
  readonly name: string;
  readonly input: z.ZodType<Input>;
  /** Runs at this rate when set, with `{}` as input: `rate(5 minutes)`. */
  readonly schedule?: string;
  /** Monitors a number that it logs once per run. */
  readonly watches?: Watched;
  /** Whether its memory, and with it its processors, are multiplied by the stage's `solverCores`. */
  readonly takesSolverCores?: boolean;
  readonly handle: (deps: Deps, input: Input) => Promise<unknown>;
}

/** Defines a task worker. It may be run twice, late and in parallel with itself. */
export function defineTaskWorker<Input, Deps>(
  worker: Omit<TaskWorker<Input, Deps>, 'kind'>,
): TaskWorker<Input, Deps> {
  return Object.freeze({ kind: 'task' as const, ...worker });
}
