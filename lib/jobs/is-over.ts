import type { Configuration } from './configuration.ts';
import { wasPickedUp } from './delivery-statuses.ts';
import { advancedTask, deliveryOf, type JobAggregate } from './job-aggregate.ts';
import { isTaskOver } from './task-statuses.ts';

/**
 * Whether nothing more will happen to a package of the job. Unlike `isActive` of the summary it does not flicker: between
 * a provider's giving up and the next attempt the package is still under way, unless it had been picked up, for then
 * nobody else can take it over.
 */
export function isConfigurationOver(aggregate: JobAggregate, configuration: Configuration): boolean {
  if (configuration.canceledAt !== null || configuration.exhaustedAt !== null) return true;
  const task = advancedTask(aggregate, configuration.id);
  if (!task || !isTaskOver(task.status)) return false;
  if (task.status !== 'failed' && task.status !== 'canceled_by_provider') return true;
  return wasPickedUp(deliveryOf(aggregate, task)?.statusHistory ?? []);
}

/** Whether nothing more will happen to any package of the job: it never comes to life again. */
export function isJobOver(aggregate: JobAggregate): boolean {
  return aggregate.configurations.every(({ value }) => isConfigurationOver(aggregate, value));
}
