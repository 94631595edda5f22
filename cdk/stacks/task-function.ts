import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import type { ServiceFunction } from '../constructs/service-function.ts';

/** The function of a task worker. Throws when no such worker is listed. */
export function taskFunction(tasks: ReadonlyMap<string, ServiceFunction>, name: string): IFunction {
  const task = tasks.get(name);
  if (!task) throw new Error(`No task worker "${name}" is listed in functions/workers/index.ts.`);
  return task.lambda;
}
