import { type Operation, replace, type Stored } from '../../../platform/table/index.ts';
import { type Configuration, type JobAggregate, readJob, type Task, taskEntity } from '../../jobs/index.ts';
import type { DispatchDeps } from '../dispatch-deps.ts';

/** A task's place in its job, as one read found it. */
export interface TaskInJob {
  readonly aggregate: JobAggregate;
  readonly stored: Stored<Task>;
  readonly configuration: Configuration;
}

/** Reads a task with its job; undefined when there is none. 1 call. */
export async function readTaskInJob(
  deps: DispatchDeps,
  of: { readonly organizationId: string; readonly jobId: string; readonly taskId: string },
): Promise<TaskInJob | undefined> {
  const job = await readJob(deps.table, of.organizationId, of.jobId);
  return job && inJob(job, of.taskId);
}

/** A task in a job that was read; undefined when it has no such task. */
export function inJob(aggregate: JobAggregate, taskId: string): TaskInJob | undefined {
  const stored = aggregate.tasks.find(({ value }) => value.id === taskId);
  const configuration = aggregate.configurations.find(
    ({ value }) => value.id === stored?.value.configurationId,
  );
  return stored && configuration ? { aggregate, stored, configuration: configuration.value } : undefined;
}

/** Identifies a task in its job. */
export function refOf({ organizationId, jobId, id }: Task) {
  return { organizationId, jobId, taskId: id };
}

/** Common fields of all calls to a provider about a task: the key by which the provider recognizes them as one. */
export function keyOf({ organizationId, id }: Task) {
  return { organizationId, idempotencyKey: id };
}

/** Writes only the handover of a task, with any additional writes. Undefined when another writer was faster. */
export async function setHandover(
  deps: Pick<DispatchDeps, 'table'>,
  held: TaskInJob,
  handover: Task['handover'],
  more: readonly Operation[] = [],
): Promise<TaskInJob | undefined> {
  const next: Task = { ...held.stored.value, handover };
  const outcome = await deps.table.write([replace(taskEntity, held.stored, next), ...more]);
  if (!outcome.ok) return undefined;
  const stored = { value: next, version: held.stored.version + 1 };
  const tasks = held.aggregate.tasks.map((other) => (other.value.id === next.id ? stored : other));
  return { ...held, stored, aggregate: { ...held.aggregate, tasks } };
}
