import { type CoreDeps, once } from '../runtime/index.ts';
import type { TaskWorker } from './define-task-worker.ts';

/**
 * The Lambda handler of a task worker: parses the input, runs, returns the result. The caller retries when it
 * throws.
 */
export function serveTaskWorker<Input, Deps extends CoreDeps>(
  worker: TaskWorker<Input, Deps>,
  makeDeps: () => Deps,
) {
  const deps = once(makeDeps);
  return async (input: unknown): Promise<unknown> => {
    try {
      return (await worker.handle(deps(), worker.input.parse(input ?? {}))) ?? null;
    } catch (failure) {
      deps().log.error('worker.failed', 'Could not carry out a task.', { worker: worker.name }, failure);
      throw failure;
    }
  };
}
