import type { Configuration } from './configuration.ts';
import { isLastAttempt } from './is-last-attempt.ts';
import { advancedTask, deliveryOf, type JobAggregate } from './job-aggregate.ts';

/** Whether nothing more will happen to a package of the job. */
export function isConfigurationOver(aggregate: JobAggregate, configuration: Configuration): boolean {
  const task = advancedTask(aggregate, configuration.id);
  return isLastAttempt(configuration, task, deliveryOf(aggregate, task));
}

/** Whether nothing more will happen to any package of the job; this is final. */
export function isJobOver(aggregate: JobAggregate): boolean {
  return aggregate.configurations.every(({ value }) => isConfigurationOver(aggregate, value));
}
