import type * as z from 'zod';
import type { FunctionSettings } from './define-queue-worker.ts';

/** A function that a state machine or a schedule invokes with one input and whose result it reads. */
export interface TaskWorker<Input = unknown, Deps = unknown> extends FunctionSettings {
  readonly kind: 'task';
  readonly name: string;
  readonly input: z.ZodType<Input>;
  /** Runs at this rate when set, with `{}` as input: `rate(5 minutes)`. */
  readonly schedule?: string;
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
