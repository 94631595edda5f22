import { advancedTask, type Configuration, type JobAggregate, type Task } from '../../jobs/index.ts';

/** A configuration whose task has no provider yet. */
export interface Waiting {
  readonly configuration: Configuration;
  readonly task: Task;
}

/** Configurations that still wait for a provider. */
export function waitingOf(aggregate: JobAggregate): readonly Waiting[] {
  return aggregate.configurations.flatMap(({ value: configuration }) => {
    const task = advancedTask(aggregate, configuration.id);
    const waits = task?.status === 'created' && task.providerId === null && configuration.canceledAt === null;
    return waits && task ? [{ configuration, task }] : [];
  });
}

/** Whether a provider can be chosen for a job: it has a package to carry, and none was chosen before. */
export function waitsForProvider(job: JobAggregate): boolean {
  const isChosen = job.batch !== undefined && job.batch.value.phase !== 'waiting';
  return !isChosen && waitingOf(job).length > 0;
}
